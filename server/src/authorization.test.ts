import * as contract from '@veld/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases, type PreparedCase, prepareCase, send, sendCase } from './features/all.cases.ts';
import { routeRows } from './features/all.ts';
import type { AccessRow, ByState, Expected, ObjectState } from './http/feature.ts';
import { makeWorld, newToken, newUser, type World } from './testing/cases.ts';

/** Static files of the API documentation, which are not routes of the contract. */
const PUBLIC_FILES = ['GET /api/docs/scalar.js', 'GET /api/docs/start.js'];
/** The tus protocol is defined by its standard, so its routes are not in the contract. */
const isTus = (key: string) => key.includes(contract.UPLOADS_PATH);

/** Every `METHOD /path` in the router of a running server, without the HEAD routes that Fastify adds to GET routes. */
function routesOf(app: FastifyInstance): string[] {
  const found: string[] = [];
  const parents: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const parts = /^([│ ]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?/.exec(line);
    if (!parts) continue;
    const depth = parts[1]!.length / 4;
    const path = (depth === 0 ? '' : parents[depth - 1]!) + parts[2]!;
    parents[depth] = path;
    if (!['/api', '/metrics', '/.well-known'].some((prefix) => path.startsWith(prefix))) continue;
    const methods = (parts[3] ?? '').split(', ').filter(Boolean);
    for (const method of methods) if (method !== 'HEAD' || !methods.includes('GET')) found.push(`${method} ${path}`);
  }
  return found.filter((key) => !PUBLIC_FILES.includes(key)).toSorted();
}

/** Routes and rows that lack their counterpart. */
function differences(routes: string[], rows: string[]): { withoutRow: string[]; withoutRoute: string[] } {
  return { withoutRow: routes.filter((key) => !rows.includes(key)), withoutRoute: rows.filter((key) => !routes.includes(key)) };
}

const isRoute = (value: unknown): value is contract.Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'replies' in value;

type Caller = 'user' | 'pro' | 'curator' | 'admin' | 'owner';
const NO_SESSION = [
  'no token',
  'an invented token',
  'an expired session',
  'a revoked session',
  'a revoke key',
  'a deleted account',
] as const;

function expected(row: AccessRow, caller: Caller, state: ObjectState): Expected {
  const rule: Expected | ByState =
    caller === 'owner'
      ? row.owner!
      : caller === 'admin'
        ? (row.admin ?? row.curator ?? row.user)
        : caller === 'curator'
          ? (row.curator ?? row.user)
          : caller === 'pro'
            ? (row.pro ?? row.user)
            : row.user;
  return typeof rule === 'number' ? rule : (rule[state] ?? rule.other);
}

describe('the authorization table', () => {
  let world: World;
  let invalidTokens: Map<(typeof NO_SESSION)[number], string | null>;
  beforeAll(async () => {
    world = await makeWorld();
    invalidTokens = new Map();
    for (const kind of NO_SESSION) invalidTokens.set(kind, await invalidToken(kind));
  });
  afterAll(() => world.veld.close());

  it('has exactly one row for each route of the running server', () => {
    expect(differences(routesOf(world.veld.server.app), Object.keys(routeRows))).toEqual({ withoutRow: [], withoutRoute: [] });
  });

  it('reports routes without a row', async () => {
    const app = Fastify();
    app.get('/api/feed', () => '');
    app.get('/api/feed/planted', () => '');
    app.delete('/api/feed/:id/planted', () => '');
    await app.ready();
    expect(differences(routesOf(app), Object.keys(routeRows)).withoutRow).toEqual([
      'DELETE /api/feed/:id/planted',
      'GET /api/feed/planted',
    ]);
    await app.close();
  });

  it('has the routes of the contract and, besides them, only the upload protocol', () => {
    const described = (Object.values(contract) as unknown[]).filter(isRoute).map((route) => `${route.method} ${route.path}`);
    const rows = Object.keys(routeRows).filter((key) => !isTus(key));
    expect(differences(described, rows)).toEqual({ withoutRow: [], withoutRoute: [] });
  });

  it('has a test request in the cases of its feature for each row', () => {
    const missing = Object.keys(routeRows).filter((key) => !cases[key]);
    expect(missing, `add to feature.cases.ts how to call: ${missing.join(', ')}`).toEqual([]);
  });

  async function invalidToken(kind: (typeof NO_SESSION)[number]): Promise<string | null> {
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

  describe.each(Object.keys(routeRows))('%s', (key) => {
    const row = routeRows[key]!.access;
    const isRead = key.startsWith('GET ');

    it.runIf(cases[key])('gives all callers without a valid session the same response', async () => {
      for (const state of cases[key]!.states ?? (['open'] as const)) {
        const bodies = [];
        // Whoever reads or is refused changes nothing, so all of them can ask for the same object.
        const same = isRead || row.none >= 400 ? await prepareCase(world, key, state) : null;
        for (const kind of NO_SESSION) {
          // Some requests end the session of a revoke key.
          const token = kind === 'a revoke key' ? await invalidToken(kind) : invalidTokens.get(kind)!;
          const response = await send(world, same ?? (await prepareCase(world, key, state)), token);
          expect(response.status, `${kind}, ${state}: ${response.text.slice(0, 200)}`).toBe(row.none);
          bodies.push(response.text);
        }
        if (row.none >= 400) expect(new Set(bodies).size, state).toBe(1);
      }
    });

    it.runIf(cases[key])('gives user, pro, curator, admin and owner the status in the row', async () => {
      const callers: Caller[] = ['user', 'pro', 'curator', 'admin', ...(row.owner ? (['owner'] as const) : [])];
      const read = new Map<ObjectState, PreparedCase>();
      if (isRead) for (const state of cases[key]!.states ?? (['open'] as const)) read.set(state, await prepareCase(world, key, state));
      for (const caller of callers) {
        const notFound = new Set<string>();
        for (const state of cases[key]!.states ?? (['open'] as const)) {
          const userId = caller === 'owner' ? world.anna.user.id : world.people[caller].user.id;
          const { token } = await newToken(world.veld, userId);
          const response = await send(world, read.get(state) ?? (await prepareCase(world, key, state)), token);
          const status = expected(row, caller, state);
          expect(response.status, `${caller}, ${state}: ${response.text.slice(0, 200)}`).toBe(status);
          if (status === 404) notFound.add(response.text);
        }
        // Hidden, deleted and missing objects cannot be distinguished.
        expect(notFound.size, caller).toBeLessThanOrEqual(1);
      }
    });
  });
});

/** Each request has an object of its own. */
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

describe('an instance that lets visitors look around', () => {
  it('answers what visitors may see to everyone, and all other routes as without it', async () => {
    const world = await makeWorld({ ALLOW_BROWSING: '1' });
    for (const key of Object.keys(routeRows)) {
      if (!key.startsWith('GET ')) continue;
      const { access, withBrowsing } = routeRows[key]!;
      const row = withBrowsing ?? access;
      const bodies = new Set<string>();
      for (const token of [null, 'A'.repeat(43)]) {
        const response = await sendCase(world, key, 'open', token);
        expect(response.status, key).toBe(row.none);
        bodies.add(response.text.replaceAll(UUID, 'id'));
      }
      if (withBrowsing) expect(bodies.size, key).toBe(1);
    }
    await world.veld.close();
  });
});
