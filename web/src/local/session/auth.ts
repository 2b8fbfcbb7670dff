import { changeUser, patchAccount } from './account';
import { AuthListeners } from './auth-listeners';
import { createAuthState } from './auth-state';
import type { Auth, AuthParts } from './auth-types';
import { CurrentUser } from './current-user';
import { dropToken, UserFetcher } from './fetch-user';
import { deleteAccount, login, logout, register, type SessionParts } from './login';

export type { Auth, AuthEvents, AuthParts } from './auth-types';

/** The session of the user on this device, shared by all tabs. */
export function createAuth(given: AuthParts): Auth {
  const stored = createAuthState(given.database);
  const listeners = new AuthListeners();
  const currentUser = new CurrentUser({ stored, listeners, language: given.language });
  const fetcher = new UserFetcher({ ...given, stored, currentUser });
  const parts: SessionParts = { ...given, stored, listeners, currentUser, fetcher };
  const state = () => stored.store.getState();
  return {
    store: stored.store,
    ready: () => stored.ready(),
    state,
    check: () => state().user !== null,
    loggedIn: () => state().user !== null && state().token !== null,
    login: (body) => login(parts, body),
    register: (body) => register(parts, body),
    logout: () => logout(parts),
    deleteAccount: (options) => deleteAccount(parts, options),
    fetchUser: (options) => fetcher.fetch(options),
    patchAccount: (body) => patchAccount(parts, body),
    change: (change) => changeUser(parts, change),
    storeUser: (user, token) => currentUser.store(user, token),
    dropToken: (token) => dropToken(stored, token),
    on: (event, listener) => listeners.on(event, listener),
    start: () => stored.start(),
    settled: () => currentUser.settled(),
  };
}
