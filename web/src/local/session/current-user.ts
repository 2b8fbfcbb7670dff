import { type User, getUser } from '@veld/contract';
import { applyChange, pendingChanges } from '../changes/accounts';
import { openUserDatabase } from '../db/database';
import { CallError } from '../net/call-error';
import type { AuthListeners } from './auth-listeners';
import type { PersistedAuth } from './auth-state';
import type { AuthParts } from './auth-types';

interface Parts {
  stored: PersistedAuth;
  listeners: AuthListeners;
  /** The language of the app. */
  language: () => string;
}

/** What not every answer looks for; the last one stays. */
function lookedUp(user: User | null): Pick<User, 'unread_notifications' | 'is_validator'> {
  return { unread_notifications: user?.unread_notifications, is_validator: user?.is_validator };
}

/** The user as last sent by the server, with queued changes applied. Runs the effects of changed user data. */
export class CurrentUser {
  readonly #parts: Parts;
  #effects: Promise<void> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async store(user: User, token: string): Promise<void> {
    const changes = await pendingChanges(openUserDatabase(user.id));
    const shown = changes.reduce(applyChange, user);
    // A logout or another user's login may have happened during the request.
    const row = await this.#parts.stored.update((before) =>
      before.token === token ? { ...before, user: { ...lookedUp(before.user), ...shown }, needs_login: false } : null,
    );
    if (row) this.#runEffects(row.user!);
  }

  /** Resolves once the effects of a changed country have run. */
  settled(): Promise<void> {
    return this.#effects;
  }

  #runEffects(user: User): void {
    const { listeners, language } = this.#parts;
    const preferred = user.preferences.language;
    if (preferred && preferred !== language()) for (const listener of listeners.of('preferredLanguage')) listener(preferred);
    // Sequentially: each compares with the country that the previous one has stored.
    this.#effects = this.#effects.then(() => this.#announceCountry()).catch(() => undefined);
  }

  async #announceCountry(): Promise<void> {
    const { stored, listeners } = this.#parts;
    const { user, userCountryCode: before } = stored.store.getState();
    if (!user || user.country_code === before) return;
    await Promise.allSettled(listeners.of('countryChanged').map(async (listener) => listener(user.country_code, before)));
    await stored.update((row) => ({ ...row, userCountryCode: user.country_code }));
  }
}

interface FetchUserParts extends Pick<AuthParts, 'api' | 'appVersion' | 'isOnline' | 'timezone'> {
  stored: PersistedAuth;
  currentUser: CurrentUser;
}

interface Request {
  token: string;
  isForced: boolean;
  promise: Promise<User | null>;
}

/** Fetches the user; concurrent calls with the same token share a request. */
export class UserFetcher {
  readonly #parts: FetchUserParts;
  #running: Request | null = null;

  constructor(parts: FetchUserParts) {
    this.#parts = parts;
  }

  async fetch({ force: isForced = false }: { force?: boolean } = {}): Promise<User | null> {
    const { user, token } = this.#parts.stored.store.getState();
    if (!this.#parts.isOnline() || !token || (!user && !isForced)) return null;
    if (this.#running?.token === token) {
      this.#running.isForced ||= isForced;
      return this.#running.promise;
    }
    const request: Request = { token, isForced, promise: Promise.resolve(null) };
    this.#running = request;
    request.promise = this.#load(request).finally(() => {
      if (this.#running === request) this.#running = null;
    });
    return request.promise;
  }

  async #load(request: Request): Promise<User | null> {
    const { api, appVersion, currentUser, stored } = this.#parts;
    const timezone = this.#parts.timezone?.() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    try {
      const user = await api.call(getUser, { query: { appVersion, timezone } }, { token: request.token });
      await currentUser.store(user, request.token);
      return user;
    } catch (error) {
      if (request.isForced && error instanceof CallError && error.isServerResponse) await dropToken(stored, request.token);
      return null;
    }
  }
}

/** Drops a token that the server rejected: the user stays and has to log in again. */
export async function dropToken(stored: PersistedAuth, token: string): Promise<void> {
  await stored.update((before) =>
    before.token === token ? { ...before, token: null, revoke_key: null, needs_login: before.user !== null } : null,
  );
}
