import { randomUUID } from 'node:crypto';
import {
  estimateTiles,
  getFeed,
  login,
  pathFor,
  putFeedback,
  putPortrait,
  putTileRequest,
  register,
  type Route,
  type TileSpec,
} from '@veld/contract';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
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
    // So short that a server without a queue answers 503.
    veld = await testServer({ LIMIT_TAXONOMY_PAGE: '60' }, { maxWaitMs: 150 * inject('machineFactor') });
    const anna = await person(veld, 'anna');
    const countries = ['NL', 'BE', 'DE', 'FR', 'GB', 'ES', 'IT', 'PT', 'PL', 'ZA'];
    const languages = ['nl,en', 'de,en', 'fr,en', 'es,en', 'it,en', 'pt,en', 'pl,en', 'af,en'];
    const flood = Promise.all(
      countries.flatMap((country) =>
        languages.map((list) => veld.fetch(`/api/taxonomy?page=1&country_code=${country}&languages=${list}`).then(({ status }) => status)),
      ),
    );
    const others: number[] = [];
    for (let count = 0; count < 5; count++) others.push((await veld.call(getFeed, {}, anna.token)).status);
    expect(others).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(await flood)).toEqual(new Set([200]));
  });
});
