import * as contract from '@veld/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorization, type ByState, type Expected, type ObjectState, type Row } from './authorization.ts';
import { cases, makeWorld, newToken, newUser, type World } from './authorization.cases.ts';

/** Files that anybody may have and that are no calls. */
const PUBLIC_FILES = ['GET /api/docs/scalar.js', 'GET /api/docs/start.js'];
/** The tus protocol is no route of the contract: its shape is the standard's. */
const isTus = (key: string) => key.includes(contract.UPLOADS_PATH);

/** Every `METHOD /path` that a running server answers, from its own router; HEAD beside GET is the router's own doing. */
function routesOf(app: FastifyInstance): string[] {
  const found: string[] = [];
  const parents: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const parts = /^([│ ]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?/.exec(line);
    if (!parts) continue;
    const depth = parts[1]!.length / 4;
    const path = (depth === 0 ? '' : parents[depth - 1]!) + parts[2]!;
    parents[depth] = path;
    if (!path.startsWith('/api') && !path.startsWith('/metrics')) continue;
    const methods = (parts[3] ?? '').split(', ').filter(Boolean);
    for (const method of methods) if (method !== 'HEAD' || !methods.includes('GET')) found.push(`${method} ${path}`);
  }
  return found.filter((key) => !PUBLIC_FILES.includes(key)).toSorted();
}

/** What stands on one side only. */
function differences(routes: string[], rows: string[]): { withoutRow: string[]; withoutRoute: string[] } {
  return { withoutRow: routes.filter((key) => !rows.includes(key)), withoutRoute: rows.filter((key) => !routes.includes(key)) };
}

const isRoute = (value: unknown): value is contract.Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'replies' in value;

type Who = 'user' | 'pro' | 'curator' | 'admin' | 'owner';
const NOBODY = ['no token', 'an invented token', 'an expired session', 'a revoked session', 'a revoke key', 'a deleted account'] as const;

function expected(row: Row, who: Who, state: ObjectState): Expected {
  const rule: Expected | ByState =
    who === 'owner'
      ? row.owner!
      : who === 'admin'
        ? (row.admin ?? row.curator ?? row.user)
        : who === 'curator'
          ? (row.curator ?? row.user)
          : who === 'pro'
            ? (row.pro ?? row.user)
            : row.user;
  return typeof rule === 'number' ? rule : (rule[state] ?? rule.other);
}

describe('the authorization table', () => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld();
  });
  afterAll(() => world.veld.close());

  it('has a row for every route of the running server, and no other', () => {
    expect(differences(routesOf(world.veld.server.app), Object.keys(authorization))).toEqual({ withoutRow: [], withoutRoute: [] });
  });

  it('reports a route that somebody planted without a row', async () => {
    const app = Fastify();
    app.get('/api/feed', () => '');
    app.get('/api/feed/planted', () => '');
    app.delete('/api/feed/:id/planted', () => '');
    await app.ready();
    expect(differences(routesOf(app), Object.keys(authorization)).withoutRow).toEqual([
      'DELETE /api/feed/:id/planted',
      'GET /api/feed/planted',
    ]);
    await app.close();
  });

  it('has the routes of the contract, and no other but the upload protocol', () => {
    const described = (Object.values(contract) as unknown[]).filter(isRoute).map((route) => `${route.method} ${route.path}`);
    const rows = Object.keys(authorization).filter((key) => !isTus(key));
    expect(differences(described, rows)).toEqual({ withoutRow: [], withoutRoute: [] });
  });

  it('says in authorization.cases.ts how each row is tried', () => {
    const missing = Object.keys(authorization).filter((key) => !cases[key]);
    expect(missing, `add to authorization.cases.ts how to call: ${missing.join(', ')}`).toEqual([]);
  });

  async function nobody(kind: (typeof NOBODY)[number]): Promise<string | null> {
    const { veld, people } = world;
    if (kind === 'no token') return null;
    if (kind === 'an invented token') return 'A'.repeat(43);
    if (kind === 'a deleted account') return (await newToken(veld, await newUser(world, 'deleted'))).token;
    const { id, token, revokeKey } = await newToken(veld, people.user.user.id);
    if (kind === 'a revoke key') return revokeKey;
    const end = kind === 'an expired session' ? { expires_at: new Date(Date.now() - 1000) } : { revoked_at: new Date() };
    await veld.db.updateTable('sessions').set(end).where('id', '=', id).execute();
    return token;
  }

  async function call(key: string, state: ObjectState, token: string | null): Promise<{ status: number; text: string }> {
    const test = cases[key]!;
    const [method, pattern] = key.split(' ') as [string, string];
    const id = (await test.make?.(world, state)) ?? '';
    const ask = (await test.ask?.(world, id, state)) ?? {};
    const isBytes = Buffer.isBuffer(ask.body);
    const answer = await world.veld.fetch(ask.path ?? pattern.replace(/:\w+/, id), {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(ask.body === undefined || isBytes ? {} : { 'content-type': 'application/json' }),
        ...ask.headers,
      },
      ...(ask.body === undefined ? {} : { body: isBytes ? new Uint8Array(ask.body as Buffer) : JSON.stringify(ask.body) }),
    });
    return { status: answer.status, text: await answer.text() };
  }

  describe.each(Object.keys(authorization))('%s', (key) => {
    const row = authorization[key]!;

    it.runIf(cases[key])('answers everybody without a valid session the same', async () => {
      for (const state of cases[key]!.states ?? (['open'] as const)) {
        const answers = [];
        for (const kind of NOBODY) {
          const answer = await call(key, state, await nobody(kind));
          expect(answer.status, `${kind}, ${state}: ${answer.text.slice(0, 200)}`).toBe(row.none);
          answers.push(answer.text);
        }
        if (row.none >= 400) expect(new Set(answers).size, state).toBe(1);
      }
    });

    it.runIf(cases[key])('answers user, pro, curator, admin and owner as the row says', async () => {
      const callers: Who[] = ['user', 'pro', 'curator', 'admin', ...(row.owner ? (['owner'] as const) : [])];
      for (const who of callers) {
        const notThere = new Set<string>();
        for (const state of cases[key]!.states ?? (['open'] as const)) {
          const userId = who === 'owner' ? world.anna.user.id : world.people[who].user.id;
          const answer = await call(key, state, (await newToken(world.veld, userId)).token);
          const status = expected(row, who, state);
          expect(answer.status, `${who}, ${state}: ${answer.text.slice(0, 200)}`).toBe(status);
          if (status === 404) notThere.add(answer.text);
        }
        // Hidden, deleted and never there look alike.
        expect(notThere.size, who).toBeLessThanOrEqual(1);
      }
    });
  });
});
