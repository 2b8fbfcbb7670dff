import { patchAccount as patchAccountRoute, type User } from '@veld/contract';
import { openUserDatabase } from '../db/database';
import { systemClock } from '../device/clock';
import { AuthListeners } from './auth-listeners';
import { createAuthState } from './auth-state';
import type { AccountPatch, Auth, AuthParts } from './auth-types';
import { CurrentUser, dropToken, UserFetcher } from './current-user';
import { deleteAccount, login, logout, register, type SessionParts } from './login';
import { applyChange, enqueueChange, type UserChange } from '../changes/accounts';

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

/** Changes name, email, password or country; needs the network. */
async function patchAccount({ api, stored, currentUser }: SessionParts, body: AccountPatch): Promise<User> {
  const { token } = stored.store.getState();
  const { data } = await api.call(patchAccountRoute, { body });
  if (token) await currentUser.store(data, token);
  return data;
}

/** Changes a setting: shown at once, sent by the outbox. */
async function changeUser({ stored, clock = systemClock }: SessionParts, change: UserChange): Promise<void> {
  const { user } = stored.store.getState();
  if (!user) return;
  // Experience never decreases, so the higher number is sent.
  const sent = change.kind === 'xp' ? { ...change, total_xp_seen: applyChange(user, change).total_xp_seen } : change;
  await enqueueChange(openUserDatabase(user.id), sent, clock.now());
  await stored.update((before) => (before.user?.id === user.id ? { ...before, user: applyChange(before.user, change) } : null));
}
