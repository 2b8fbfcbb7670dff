import type { Auth } from '../session/auth';
import type { Clock } from '../device/clock';
import { openUserDatabase, type UserDatabase, countLostUnsent } from '../db/database';
import type { Network } from '../net/network';
import { deleteOldPhotos } from '../records/photos';
import type { Revocations } from '../session/revocations';
import { storageNotices } from '../db/storage-notices';
import { startWhenLoaded, type Sync } from './sync';

/** As often as the records of other devices are pulled. */
const USER_MS = 5 * 60_000;

export interface LoopParts {
  clock: Clock;
  auth: Auth;
  network: Network;
  revocations: Revocations;
  /** The sender and the pull of one user's database. */
  syncFor: (database: UserDatabase) => Sync;
  startVersionCheck: () => () => void;
  /** Puts the places of records that are not sent yet into words. */
  nameUnsentPlaces: (database: UserDatabase) => () => void;
  /** Starts the taxonomy update, which has its own schedule. */
  startTaxonomy?: (() => () => void) | undefined;
  /** Resolves once the first screen is drawn: sync and taxonomy, whose code is large, start after it. */
  firstScreen: Promise<void>;
}

/** Starts the background loops, once per page; the returned function stops them. */
export function startLoops(parts: LoopParts): () => void {
  const stops: (() => void)[] = [parts.network.start()];
  stops.push(parts.auth.start(), parts.revocations.start(), parts.startVersionCheck());
  for (const start of [parts.startTaxonomy, () => followUser(parts)]) if (start) stops.push(startAfter(parts.firstScreen, start));
  void parts.auth.ready().then(() => parts.auth.fetchUser());
  stops.push(refreshUser(parts));
  return () => stops.toReversed().forEach((stop) => stop());
}

/** Starts a loop after what it waits for. The returned function stops it, even before that. */
function startAfter(before: Promise<void>, start: () => () => void): () => void {
  return startWhenLoaded(() => before.then(() => ({ start })));
}

/** Fetches the user from time to time, because preferences and the country may change on another device. */
function refreshUser({ auth, clock }: LoopParts): () => void {
  let cancel = () => {};
  const plan = () => {
    cancel = clock.after(USER_MS, () => {
      void auth.fetchUser();
      plan();
    });
  };
  plan();
  return () => cancel();
}

/** Runs the sync of the current user; it stops before another user's starts. */
function followUser(parts: LoopParts): () => void {
  let userId: string | null = null;
  let stop = () => {};
  const follow = () => {
    const next = parts.auth.state().user?.id ?? null;
    if (next === userId) return;
    stop();
    userId = next;
    stop = next ? startSync(parts, openUserDatabase(next)) : () => {};
  };
  const end = parts.auth.store.subscribe(follow);
  follow();
  return () => {
    end();
    stop();
  };
}

function startSync(parts: LoopParts, database: UserDatabase): () => void {
  const { sender, pull } = parts.syncFor(database);
  void countLostUnsent(database)
    .then((mayBeLost) => storageNotices.setState({ mayBeLost }))
    .then(() => deleteOldPhotos(database, parts.clock.now()))
    .catch(() => undefined);
  const stops = [sender.start(), pull.start(), parts.nameUnsentPlaces(database)];
  // A new token may succeed where the last pull failed.
  let { token } = parts.auth.state();
  stops.push(
    parts.auth.store.subscribe((after) => {
      if (after.token && after.token !== token) void pull.run().catch(() => undefined);
      token = after.token;
    }),
  );
  return () => stops.forEach((stop) => stop());
}
