import {
  type BodyOf,
  type CallInput,
  deleteAccount as deleteAccountRoute,
  getUser,
  type LoggedIn,
  login as loginRoute,
  patchAccount as patchAccountRoute,
  register as registerRoute,
  type User,
} from '@veld/contract';
import type { StoreApi } from 'zustand/vanilla';
import type { Api } from '../net/api';
import { type AuthState, createAuthState } from './auth-state';
import { CallError } from '../net/call-error';
import { type Clock, systemClock } from '../device/clock';
import { noteUnsentAtServer, openUserDatabase, type VeldDatabase } from '../db/database';
import type { Revocations } from './revocations';
import { NO_AUTH } from '../db/rows';
import { applyChange, pendingChanges, enqueueChange, type UserChange } from './user-changes';

export interface AuthEvents {
  /** Awaited; the country is noted as done only afterwards. */
  countryChanged: (country: string | null, before: string | null) => unknown;
  preferredLanguage: (language: string) => unknown;
  /** Logging in took back a deletion. */
  reopened: () => unknown;
}

export interface AuthParts {
  database: VeldDatabase;
  api: Api;
  revocations: Revocations;
  clock?: Clock;
  isOnline: () => boolean;
  /** The language the app shows. */
  language: () => string;
  appVersion: string;
  timezone?: () => string;
  deviceName?: () => string;
  /** Which device this is, so that the server can say what waited here. */
  deviceId?: () => Promise<string>;
  /** Tells the service worker to forget private pictures. */
  clearPrivateCaches?: () => void;
}

export interface Auth {
  store: StoreApi<AuthState>;
  ready(): Promise<AuthState>;
  state(): AuthState;
  /** A user is present. */
  check(): boolean;
  /** User and token are present. */
  loggedIn(): boolean;
  login(body: CallInput<typeof loginRoute>['body']): Promise<User>;
  register(body: CallInput<typeof registerRoute>['body']): Promise<User>;
  /** Resolves once this device has forgotten; the server follows when it can. */
  logout(): Promise<void>;
  /** Without `userId` the own account. As admin another one: then it may fail, and nobody is logged out. */
  deleteAccount(options?: { userId?: string; onDelete?: 'anonymise' | 'erase' }): Promise<void>;
  /** Never throws; null where it was skipped or failed. */
  fetchUser(options?: { force?: boolean }): Promise<User | null>;
  /** Name, mail, password, country: needs the network. */
  patchAccount(body: BodyOf<typeof patchAccountRoute>): Promise<User>;
  /** Shown at once, sent by the outbox. */
  change(change: UserChange): Promise<void>;
  /** A user as the server just sent it, for the session of that token. */
  takeUser(user: User, token: string): Promise<void>;
  /** The server no longer takes this token: the person stays, and has to log in again. */
  refused(token: string): Promise<void>;
  on<E extends keyof AuthEvents>(event: E, listener: AuthEvents[E]): () => void;
  /** Follows the other tabs; the answer stops it. */
  start(): () => void;
  /** Resolves when the effects of a changed country have run. */
  settled(): Promise<void>;
}

export function createAuth(parts: AuthParts): Auth {
  const { database, api, revocations } = parts;
  const clock = parts.clock ?? systemClock;
  const kept = createAuthState(database);
  const { store } = kept;
  const listeners: { [E in keyof AuthEvents]: Set<AuthEvents[E]> } = {
    countryChanged: new Set(),
    preferredLanguage: new Set(),
    reopened: new Set(),
  };
  let fetching: { token: string; isForced: boolean; promise: Promise<User | null> } | null = null;
  let effects: Promise<void> = Promise.resolve();

  const state = () => store.getState();

  async function takeUser(user: User, token: string): Promise<void> {
    const changes = await pendingChanges(openUserDatabase(user.id));
    const shown = changes.reduce(applyChange, user);
    // A logout, or another person's login, may have come while the answer was on its way.
    const row = await kept.update((before) => (before.token === token ? { ...before, user: shown, needs_login: false } : null));
    if (row) afterUser(row.user!);
  }

  function afterUser(user: User) {
    const { language } = user.preferences;
    if (language && language !== parts.language()) for (const listener of listeners.preferredLanguage) listener(language);
    effects = effects.then(async () => {
      const before = state().userCountryCode;
      const current = state().user;
      if (!current || current.country_code === before) return;
      await Promise.allSettled([...listeners.countryChanged].map(async (listener) => listener(current.country_code, before)));
      await kept.update((row) => ({ ...row, userCountryCode: current.country_code }));
    });
    effects = effects.catch(() => undefined);
  }

  async function enter(answer: LoggedIn): Promise<User> {
    if (answer.device_unsent) noteUnsentAtServer(answer.data.id, answer.device_unsent);
    await kept.update((before) => ({
      ...before,
      user: answer.data,
      token: answer.token,
      revoke_key: answer.revoke_key,
      needs_login: false,
    }));
    await takeUser(answer.data, answer.token);
    if (answer.reopened) for (const listener of listeners.reopened) listener();
    await fetchUser({ force: true });
    return state().user ?? answer.data;
  }

  async function login(body: CallInput<typeof loginRoute>['body']): Promise<User> {
    const device_id = await parts.deviceId?.().catch(() => undefined);
    return enter(await api.call(loginRoute, { body: { device_name: parts.deviceName?.(), device_id, ...body } }, { token: null }));
  }

  async function register(body: CallInput<typeof registerRoute>['body']): Promise<User> {
    return enter(await api.call(registerRoute, { body: { device_name: parts.deviceName?.(), ...body } }, { token: null }));
  }

  /** The country whose effects ran stays, so that they do not run again at the next login (decision 0023). */
  async function forget(): Promise<void> {
    kept.show((before) => ({ ...NO_AUTH, userCountryCode: before.userCountryCode }));
    await kept.update((before) => ({ ...NO_AUTH, userCountryCode: before.userCountryCode }));
    parts.clearPrivateCaches?.();
  }

  async function logout(): Promise<void> {
    const { revoke_key, token } = state();
    const key = revoke_key ?? token;
    // Noted before forgetting, so that a page closed in between still ends the session.
    if (key) await revocations.queue('logout', key).catch(() => undefined);
    await forget();
    void revocations.send().catch(() => undefined);
  }

  async function deleteAccount(options: { userId?: string; onDelete?: 'anonymise' | 'erase' } = {}): Promise<void> {
    const { user, token } = state();
    if (options.userId && options.userId !== user?.id) {
      await api.call(deleteAccountRoute, { body: { user_id: options.userId } });
      return;
    }
    if (token) await revocations.queue('delete_account', token, options.onDelete ?? null).catch(() => undefined);
    await forget();
    void revocations.send().catch(() => undefined);
  }

  async function fetchUser(options: { force?: boolean } = {}): Promise<User | null> {
    const isForced = options.force ?? false;
    const { user, token } = state();
    if (!parts.isOnline() || !token || (!user && !isForced)) return null;
    if (fetching?.token === token) {
      fetching.isForced ||= isForced;
      return fetching.promise;
    }
    const flight = { token, isForced, promise: Promise.resolve<User | null>(null) };
    fetching = flight;
    flight.promise = load(flight).finally(() => {
      if (fetching === flight) fetching = null;
    });
    return flight.promise;
  }

  async function load(flight: { token: string; isForced: boolean }): Promise<User | null> {
    const timezone = parts.timezone?.() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    try {
      const user = await api.call(getUser, { query: { appVersion: parts.appVersion, timezone } }, { token: flight.token });
      await takeUser(user, flight.token);
      return user;
    } catch (error) {
      if (flight.isForced && error instanceof CallError && error.isServerResponse) await refused(flight.token);
      return null;
    }
  }

  async function refused(token: string): Promise<void> {
    await kept.update((before) =>
      before.token === token ? { ...before, token: null, revoke_key: null, needs_login: before.user !== null } : null,
    );
  }

  async function patchAccount(body: BodyOf<typeof patchAccountRoute>): Promise<User> {
    const { token } = state();
    const { data } = await api.call(patchAccountRoute, { body });
    if (token) await takeUser(data, token);
    return data;
  }

  async function change(wanted: UserChange): Promise<void> {
    const { user } = state();
    if (!user) return;
    // Never down: of two figures the higher one is what was seen.
    const sent = wanted.kind === 'xp' ? { ...wanted, total_xp_seen: applyChange(user, wanted).total_xp_seen } : wanted;
    await enqueueChange(openUserDatabase(user.id), sent, clock.now());
    await kept.update((before) => (before.user?.id === user.id ? { ...before, user: applyChange(before.user, wanted) } : null));
  }

  return {
    store,
    ready: kept.ready,
    state,
    check: () => state().user !== null,
    loggedIn: () => state().user !== null && state().token !== null,
    login,
    register,
    logout,
    deleteAccount,
    fetchUser,
    patchAccount,
    change,
    takeUser,
    refused,
    on(event, listener) {
      listeners[event].add(listener);
      return () => void listeners[event].delete(listener);
    },
    start: kept.start,
    settled: () => effects,
  };
}
