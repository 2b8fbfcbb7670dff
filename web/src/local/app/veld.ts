import { checkVersion, type ReplyOf } from '@veld/contract';
import { createApi } from '../net/api';
import { withPosition } from '../net/position';
import { type Auth, createAuth } from '../session/auth';
import { systemClock } from '../device/clock';
import { openUserDatabase, type UserDatabase, VeldDatabase } from '../db/database';
import { getDeviceId } from '../device/device-id';
import { createFreshAddresses, type FreshAddresses } from '../records/fresh-addresses';
import { appGuards, createGuards } from '../session/guards';
import { startLoops } from './loops';
import { createNetwork } from '../net/network';
import { createNotifier } from './notifier';
import { createRevocations } from '../session/revocations';
import { flushAll } from '../db/storage-notices';
import { createSync, startWhenLoaded, type Sync } from './sync';
import { startVersionCheck } from './version-check';

/** The singletons of a page. Screens and the shell import them from here; tests create their own. */

let language = 'en';

/** The language of the app, set by the shell; sent as `Accept-Language`. */
export function setLanguage(next: string): void {
  language = next;
}

export const database = new VeldDatabase();
export const network = createNetwork();
export const notifier = createNotifier();

// Auth and API need each other; the API only reads the token.
let signedIn: Auth | null = null;
export const api = createApi({
  // Looked up at each request: tests replace it.
  fetch: withPosition((url, init) => fetch(url, init)),
  token: () => signedIn?.state().token ?? null,
  language: () => language,
});
export const revocations = createRevocations({ database, api });
export const auth = createAuth({
  database,
  api,
  revocations,
  isOnline: () => network.state() === 'online',
  language: () => language,
  appVersion: __APP_VERSION__,
  deviceName: () => deviceName(),
  deviceId: () => getDeviceId(database),
  clearPrivateCaches: () => void clearPrivateCaches().catch((error: unknown) => console.error('Private caches', error)),
});
signedIn = auth;

export const runGuards = createGuards(appGuards({ auth, isEmbedKey }));

// Loaded only where an embed is shown within the app, which nearly nobody does.
async function isEmbedKey(key: string): Promise<boolean> {
  return (await import('./embed-key')).isEmbedKey(api, key);
}

export class NotLoggedIn extends Error {
  override readonly name = 'NotLoggedIn';
}

/** The database of the logged-in user. Throws `NotLoggedIn`; screens behind the guard `auth` always have a user. */
export function currentDatabase(): UserDatabase {
  const { user } = auth.state();
  if (!user) throw new NotLoggedIn('Nobody is logged in');
  return openUserDatabase(user.id);
}

const syncs = new Map<string, Sync>();

/** The sender and the pull of a user's database; one of each per page. */
function syncFor(owned: UserDatabase): Sync {
  const known = syncs.get(owned.userId);
  if (known) return known;
  const sync = createSync({ database: owned, api, auth, deviceId: () => getDeviceId(database) });
  syncs.set(owned.userId, sync);
  return sync;
}

/** The sync of the logged-in user. */
export function currentSync(): Sync {
  return syncFor(currentDatabase());
}

const addresses = new Map<string, FreshAddresses>();

/** Fresh addresses of the logged-in user's pictures. */
export function currentAddresses(): FreshAddresses {
  const { userId } = currentDatabase();
  const known = addresses.get(userId) ?? createFreshAddresses({ userId, api, auth });
  addresses.set(userId, known);
  return known;
}

export interface AppLoops {
  goToAppUpdate: (updateUrl: string | null) => void;
  startTaxonomy?: () => () => void;
  /** Resolves once the first screen is drawn. Sync and taxonomy, whose code is large, start after it. */
  firstScreen: Promise<void>;
}

/** Whether the server still supports this version of the app. It answers everyone, so no token is sent. */
export function askVersion(version: string): Promise<ReplyOf<typeof checkVersion>> {
  return api.call(checkVersion, { body: { version } }, { token: null });
}

/** Starts the background loops; the returned function stops them. */
export function startVeld({ goToAppUpdate, startTaxonomy, firstScreen }: AppLoops): () => void {
  return startLoops({
    clock: systemClock,
    auth,
    network,
    revocations,
    syncFor,
    startTaxonomy,
    firstScreen,
    nameUnsentPlaces,
    startVersionCheck: () =>
      startVersionCheck({
        version: __APP_VERSION__,
        network: () => network.state(),
        ask: askVersion,
        database,
        goToAppUpdate,
      }),
  });
}

/** The code loads after the first screen. */
function nameUnsentPlaces(owned: UserDatabase): () => void {
  return startWhenLoaded(async () => {
    const [{ followUnsentPlaces }, { wordsAt }] = await Promise.all([import('../records/unsent-words'), import('../places/words-at')]);
    return { start: () => followUnsentPlaces(owned, wordsAt) };
  });
}

/** Writes drafts, then reloads; for a change of language or version. */
export async function reloadSafely(): Promise<void> {
  await flushAll();
  location.reload();
}

/** The name of this device in the list of sessions and in exports. */
export function deviceName(): string {
  const agent = navigator.userAgent;
  const browser = /Firefox\//.test(agent)
    ? 'Firefox'
    : /Edg\//.test(agent)
      ? 'Edge'
      : /Chrome\//.test(agent)
        ? 'Chrome'
        : /Safari\//.test(agent)
          ? 'Safari'
          : 'Browser';
  const system = /Android/.test(agent)
    ? 'Android'
    : /iPhone|iPad/.test(agent)
      ? 'iOS'
      : /Windows/.test(agent)
        ? 'Windows'
        : /Mac OS/.test(agent)
          ? 'macOS'
          : /Linux/.test(agent)
            ? 'Linux'
            : '';
  return system ? `${browser}, ${system}` : browser;
}

async function clearPrivateCaches(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  registration?.active?.postMessage({ type: 'clear-private' });
}
