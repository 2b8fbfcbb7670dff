import { randomUUID } from 'node:crypto';
import { inTransaction } from '../db/transaction.ts';
import { uuid7 } from '../db/uuid7.ts';
import { closeUser } from '../features/accounts/closed.ts';
import { insertSession, type NewSession } from '../features/accounts/sessions.ts';
import { insertUser } from '../features/accounts/store.ts';
import type { ObjectState } from '../http/feature.ts';
import { person, type Person } from './people.ts';
import { insertTaxa, makePhoto, type Photo } from './records.ts';
import { testServer, type TestServer } from './server.ts';

/*
 * The requests that test what features declare about their routes: the authorization table, the costs and the budgets. A feature has one
 * for each route in its `feature.cases.ts`. Each request is valid except, possibly, for its caller. For routes that address an object, a
 * case also creates an object of anna's in each state.
 */

export interface World {
  veld: TestServer;
  anna: Person;
  people: Record<'user' | 'pro' | 'curator' | 'admin', Person>;
  photo: Photo;
}

export interface RequestParts {
  /** Path and query. Default: the path of the route with the id of the object. */
  path?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Case {
  /** The states to test; absent if the route addresses no object. */
  states?: ObjectState[];
  /** Creates an object of anna's in a state and returns its id. */
  make?: (world: World, state: ObjectState) => Promise<string>;
  request?: (world: World, id: string, state: ObjectState) => RequestParts | Promise<RequestParts>;
  budget?: Budget;
}

/**
 * What cannot be derived of the most expensive request that a route permits. The rest is the request of the case, with the largest body
 * that the schema of the route allows and the largest `limit` (budget.test.ts).
 */
export interface Budget {
  /** What makes the query expensive. */
  query?: Readonly<Record<string, string>>;
  /** Changes the largest value of the body to one that the route accepts; `valid` is that of the case. */
  body?: (large: Record<string, unknown>, valid: Record<string, unknown>) => unknown;
  /** Limit of the body in bytes, where it is not the default. */
  maxBytes?: number;
  /** The largest request is refused after its work, and why. */
  isRefused?: string;
}

/** A case for each route of a feature. */
export type CasesOf<F extends { routes: object }> = Record<keyof F['routes'], Case>;

export async function makeWorld(settings: Record<string, string> = {}): Promise<World> {
  const veld = await testServer(settings);
  await insertTaxa(veld);
  const anna = await person(veld, 'anna', { community_opt_in: true });
  const people = {
    user: await person(veld, 'bram'),
    pro: await person(veld, 'chen', { isPro: true }),
    curator: await person(veld, 'dora', { roles: ['curator'] }),
    admin: await person(veld, 'emil', { roles: ['admin'] }),
  };
  return { veld, anna, people, photo: await makePhoto() };
}

/** A new session of a user, so that one request cannot invalidate the session of the next. */
export async function newToken(veld: TestServer, userId: string): Promise<NewSession> {
  return veld.db.transaction().execute((tx) => insertSession(tx, userId, { device_name: 'a phone' }, new Date()));
}

/** A new user without a password; for `deleted`, with a closed account. */
export async function newUser({ veld }: World, state: ObjectState): Promise<string> {
  const id = uuid7();
  await inTransaction(veld.db, async (tx) => {
    const email = `${id}@example.org`;
    const row = {
      id,
      name: 'somebody',
      email,
      email_key: email,
      password_hash: '',
      country_code: null,
      preferences: {},
      created_at: new Date(),
      email_confirmed_at: new Date(),
    };
    const user = await insertUser(tx, row);
    if (state === 'deleted')
      await closeUser(tx, user, { now: new Date(), isErased: false, keepsName: false, canReopen: true, language: 'en' });
  });
  return id;
}

export const NOT_AN_ID = 'not-an-id';
/** The id for a state without an object; null if the state needs one. */
export const idWithoutObject = (state: ObjectState): string | null =>
  state === 'malformed' ? NOT_AN_ID : state === 'missing' ? randomUUID() : null;
export const json = (body: unknown, budget?: Budget): Case => ({ request: () => ({ body }), ...(budget ? { budget } : {}) });
export const query = (path: string, budget?: Budget): Case => ({ request: () => ({ path }), ...(budget ? { budget } : {}) });
export const plain: Case = {};

/** A case whose object is a row that `insert` stores with this id for anna. */
export function ofRow(insert: (world: World, id: string, userId: string) => Promise<unknown>): Case {
  return {
    states: ['open', 'missing', 'malformed'],
    async make(world, state) {
      const unused = idWithoutObject(state);
      if (unused) return unused;
      const id = randomUUID();
      await insert(world, id, world.anna.user.id);
      return id;
    },
  };
}
