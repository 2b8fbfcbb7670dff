import { getUser, type User } from '@veld/contract';
import { CallError } from '../net/call-error';
import type { PersistedAuth } from './auth-state';
import type { AuthParts } from './auth-types';
import type { CurrentUser } from './current-user';

interface Parts extends Pick<AuthParts, 'api' | 'appVersion' | 'isOnline' | 'timezone'> {
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
  readonly #parts: Parts;
  #running: Request | null = null;

  constructor(parts: Parts) {
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
