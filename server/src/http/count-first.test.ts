import { randomUUID } from 'node:crypto';
import {
  estimateTiles,
  getUser,
  login,
  patchPreferences,
  pathFor,
  putFeedback,
  putPortrait,
  putTileRequest,
  register,
  type Route,
  type TileSpec,
} from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../testing/people.ts';
import { testServer, type TestServer } from '../testing/server.ts';

describe('limits of a route', () => {
  let veld: TestServer;
  let anna: Person;
  beforeAll(async () => {
    veld = await testServer({ LIMIT_LOGIN_ADDRESS: '20', LIMIT_REGISTER: '20' });
    anna = await person(veld, 'anna');
  });
  afterAll(() => veld.close());

  /** The statuses of 25 requests with this body. */
  async function statuses(route: Route, body: string, token?: string): Promise<number[]> {
    const found: number[] = [];
    for (let count = 0; count < 25; count++) {
      const path = pathFor(route, { id: randomUUID() });
      const authorization = token === undefined ? undefined : `Bearer ${token}`;
      const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) };
      found.push((await veld.fetch(path, { method: route.method, headers, body })).status);
    }
    return found;
  }
  const counted = (status: number, limit: number) => [...Array<number>(limit).fill(status), ...Array<number>(25 - limit).fill(429)];

  it.each([
    ['the estimate of an offline map', estimateTiles],
    ['the request for an offline map', putTileRequest],
  ])('count %s before its tiles are planned', async (_name, route) => {
    // From zoom 6 to 5 is no plan.
    const spec: TileSpec = {
      area: { kind: 'country', country_code: 'NL' },
      min_zoom: 6,
      max_zoom: 5,
      layers: ['records'],
      source_id: null,
    };
    const body = JSON.stringify(route === putTileRequest ? { name: 'Area', ...spec } : spec);
    expect(await statuses(route, body, anna.token)).toEqual(counted(422, 20));
  });

  it.each<[string, Route, number]>([
    ['feedback', putFeedback, 20],
    ['a portrait', putPortrait, 10],
  ])('count %s before its body is read', async (_name, route, limit) => {
    expect(await statuses(route, '{"no json', anna.token)).toEqual(counted(400, limit));
  });

  it.each<[string, Route]>([
    ['a login', login],
    ['a registration', register],
  ])('count %s by network address before its body is read', async (_name, route) => {
    const found = await statuses(route, '{"no json');
    // Anna has logged in and registered too.
    const accepted = found.filter((status) => status === 400).length;
    expect(accepted).toBeGreaterThan(10);
    expect(accepted).toBeLessThanOrEqual(20);
    expect(found).toEqual(counted(400, accepted));
  });

  it('do not let everyone send a body of a megabyte', async () => {
    const body = JSON.stringify({ version: 'x'.repeat(70_000) });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    expect((await veld.fetch('/api/check-version', init)).status).toBe(413);
  });
});

describe('a flood of requests without a login for pages that are not cached', () => {
  let veld: TestServer;
  afterEach(() => veld.close());

  it('waits its turn, and leaves everybody else their connections', async () => {
    veld = await testServer({ LIMIT_TAXONOMY_PAGE: '60' });
    const anna = await person(veld, 'anna');
    const countries = ['NL', 'BE', 'DE', 'FR', 'GB', 'ES', 'IT', 'PT', 'PL', 'ZA'];
    const languages = ['nl,en', 'de,en', 'fr,en', 'es,en', 'it,en', 'pt,en', 'pl,en', 'af,en'];
    const { flood } = await veld.db.transaction().execute(async (tx) => {
      // No page can be built before the end of this transaction, so that each one that has started holds its connection.
      await sql`lock table taxa in access exclusive mode`.execute(tx);
      const pages = countries.flatMap((country) =>
        languages.map(async (list) => {
          const response = await veld.fetch(`/api/taxonomy?page=1&country_code=${country}&languages=${list}`);
          await response.arrayBuffer();
          return response.status;
        }),
      );
      const countWaiting = async () => {
        const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        `.execute(tx);
        return rows[0]!.count;
      };
      await expect.poll(countWaiting).toBe(1);
      for (let count = 0; count < 5; count++) {
        expect((await veld.call(getUser, {}, anna.token)).status).toBe(200);
        expect((await veld.call(patchPreferences, { body: { language: 'nl' } }, anna.token)).status).toBe(200);
      }
      // All come from one network address, which has one turn at a time.
      expect(await countWaiting()).toBe(1);
      return { flood: Promise.all(pages) };
    });
    expect(new Set(await flood)).toEqual(new Set([200]));
  });
});
