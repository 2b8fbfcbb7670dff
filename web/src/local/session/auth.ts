import {
  patchAccount as patchAccountRoute,
  type User,
  deleteAccount as deleteAccountRoute,
  type LoggedIn,
  login as loginRoute,
  register as registerRoute,
} from '@veld/contract';
import { openUserDatabase, rememberServerUnsent } from '../db/database';
import { systemClock } from '../device/clock';
import { AuthListeners } from './auth-listeners';
import { createAuthState, type PersistedAuth } from './auth-state';
import type { AccountPatch, Auth, AuthParts, DeleteAccountOptions, LoginBody, RegisterBody } from './auth-types';
import { CurrentUser, dropToken, UserFetcher } from './current-user';
import { applyChange, enqueueChange, type UserChange } from '../changes/accounts';
import { NO_AUTH } from '../db/rows';
import { CallError } from '../net/call-error';

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

interface SessionParts extends AuthParts {
  stored: PersistedAuth;
  listeners: AuthListeners;
  currentUser: CurrentUser;
  fetcher: UserFetcher;
}

async function login(parts: SessionParts, body: LoginBody): Promise<User> {
  const device_id = await parts.deviceId?.().catch(() => undefined);
  const sent = { ...(await describeDevice(parts)), device_id, ...body };
  return enter(parts, await parts.api.call(loginRoute, { body: sent }, { token: null }));
}

async function register(parts: SessionParts, body: RegisterBody): Promise<User> {
  const sent = { ...(await describeDevice(parts)), ...body };
  return enter(parts, await parts.api.call(registerRoute, { body: sent }, { token: null }));
}

async function describeDevice({ database, deviceName }: SessionParts) {
  return { device_name: deviceName?.(), device_secret: await database.deviceSecret().catch(() => undefined) };
}

async function enter({ stored, currentUser, listeners, fetcher }: SessionParts, answer: LoggedIn): Promise<User> {
  const { data: user, token, revoke_key } = answer;
  if (answer.device_unsent) rememberServerUnsent(user.id, answer.device_unsent);
  await stored.update((before) => ({ ...before, user, token, revoke_key, needs_login: false }));
  await currentUser.store(user, token);
  if (answer.reopened) for (const listener of listeners.of('reopened')) listener();
  if (answer.shares_email) for (const listener of listeners.of('emailShared')) listener();
  await fetcher.fetch({ force: true });
  return stored.store.getState().user ?? user;
}

async function logout(parts: SessionParts): Promise<void> {
  const { revoke_key, token } = parts.stored.store.getState();
  const key = revoke_key ?? token;
  // Queued before clearing, so that the session ends even if the page is closed in between.
  if (key) await parts.revocations.queue('logout', key).catch(() => undefined);
  await clearSession(parts);
  void parts.revocations.send().catch(() => undefined);
}

async function deleteAccount(parts: SessionParts, options: DeleteAccountOptions = {}): Promise<void> {
  const { userId, onDelete, confirmation } = options;
  const { user, token } = parts.stored.store.getState();
  if (userId && userId !== user?.id) {
    await parts.api.call(deleteAccountRoute, { body: { user_id: userId } });
    return;
  }
  if (token && user?.roles.includes('admin')) await deleteAdmin(parts, token, options);
  else if (token) await parts.revocations.queue('delete_account', token, { onDelete, confirmation }).catch(() => undefined);
  await clearSession(parts);
  void parts.revocations.send().catch(() => undefined);
}

/** Waits for the server, which refuses to delete the last admin without a successor. */
async function deleteAdmin(
  { api }: SessionParts,
  token: string,
  { onDelete, successorId, confirmation }: DeleteAccountOptions,
): Promise<void> {
  try {
    await api.call(deleteAccountRoute, { body: { on_delete: onDelete, successor_id: successorId, confirmation } }, { token });
  } catch (error) {
    // The response to an earlier try was lost, or the session was ended elsewhere.
    if (!(error instanceof CallError && error.code === 'not_logged_in')) throw error;
  }
}

/** Clears the session, but not the country, so that its effects do not run again at the next login (decision 0023). */
async function clearSession({ stored, clearPrivateCaches }: SessionParts): Promise<void> {
  stored.show((before) => ({ ...NO_AUTH, userCountryCode: before.userCountryCode }));
  await stored.update((before) => ({ ...NO_AUTH, userCountryCode: before.userCountryCode }));
  clearPrivateCaches?.();
}
