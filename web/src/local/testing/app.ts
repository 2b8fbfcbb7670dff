import { createStore } from 'zustand/vanilla';
import type { User } from '@veld/contract';
import { createApi } from '../net/api';
import type { AuthState } from '../session/auth-state';
import { UserDatabase } from '../db/database';
import { newId } from '../db/ids';
import { OutboxSender } from '../outbox/sender';
import { NO_AUTH } from '../db/rows';
import { FakeClock } from './fake-clock';
import { person } from './people';
import { VeldServer } from './veld-server';

/** A user's device with its own database, server and sender. Locks work as in a browser with one tab. */
export function device(options: { token?: string | null; user?: User; database?: UserDatabase; server?: VeldServer } = {}) {
  const user = options.user ?? person('anna', { id: newId() });
  const server = options.server ?? new VeldServer(user);
  const database = options.database ?? new UserDatabase(user.id);
  const clock = new FakeClock();
  const store = createStore<AuthState>(() => ({
    ...NO_AUTH,
    user,
    token: options.token === undefined ? 'token-1' : options.token,
    isReady: true,
  }));
  const droppedTokens: string[] = [];
  const taken: User[] = [];
  const auth = {
    store,
    state: () => store.getState(),
    dropToken: (token: string) => {
      droppedTokens.push(token);
      if (store.getState().token === token) store.setState({ token: null, needs_login: true });
      return Promise.resolve();
    },
    storeUser: (next: User) => {
      taken.push(next);
      return Promise.resolve();
    },
    fetchUser: () => Promise.resolve(null),
  };
  const api = createApi({ baseUrl: 'https://veld.test', fetch: server.fetch, token: () => store.getState().token, language: () => 'nl' });
  const locks = tabLocks();
  const transitions: string[] = [];
  const log = (message: string) => void transitions.push(message);
  const parts = { database, api, auth, clock, locks, httpStack: server.httpStack, random: () => 1, events: new EventTarget(), log };
  const sender = new OutboxSender(parts);
  return { user, server, database, clock, auth, api, sender, parts, droppedTokens, taken, transitions };
}

/** A minimal `navigator.locks`: one holder at a time, the others queue. */
export function tabLocks(): Pick<LockManager, 'request'> {
  const lines = new Map<string, Promise<unknown>>();
  const request = async (name: string, work: () => Promise<unknown>) => {
    const before = lines.get(name) ?? Promise.resolve();
    const mine = before.then(work, work);
    lines.set(name, mine);
    return mine;
  };
  return { request } as Pick<LockManager, 'request'>;
}
