import { randomUUID } from 'node:crypto';
import { getMapSummary } from '@veld/contract';
import { expect, it } from 'vitest';
import { askTile, tileAt } from '../../testing/map-tiles.ts';
import { person } from '../../testing/people.ts';
import { readTile } from '../../testing/read-tile.ts';
import { draft, insertTaxa, passDay, save } from '../../testing/records.ts';
import { testServer } from '../../testing/server.ts';

const AT = tileAt(14, 52.09083, 5.12222);
const BOX = { west: 5, south: 52, east: 5.2, north: 52.2, content: '1' } as const;

it('shows visitors the public map, which caches may keep, where the instance lets them look around', async () => {
  const veld = await testServer({ ALLOW_BROWSING: '1' });
  await insertTaxa(veld);
  const anna = await person(veld, 'anna');
  for (const geoprivacy of ['open', 'obscured', 'private'] as const) await save(veld, anna, randomUUID(), draft({ geoprivacy }));
  await passDay(veld);
  const seen = await askTile(veld, null, AT);
  expect(seen.response.status).toBe(200);
  expect(seen.response.headers.get('cache-control')).toBe('public, max-age=60');
  expect(seen.response.headers.get('vary')).toContain('authorization');
  expect(Object.keys(readTile(seen.bytes)).toSorted()).toEqual(['obscured', 'points']);
  const asAnna = await askTile(veld, anna, AT);
  expect(asAnna.response.headers.get('cache-control')).toBe('private, max-age=60');
  expect(asAnna.bytes).toEqual(seen.bytes);
  const summary = await veld.call(getMapSummary, { query: BOX });
  expect(summary.body.data.records.count).toBe(2);
  expect(summary.body.data.content?.latest).toHaveLength(2);
  expect(summary.headers.get('cache-control')).toBe('public, max-age=60');
  for (const query of ['?mine=1', '?unseen=1', `?place_id=${randomUUID()}`])
    expect((await askTile(veld, null, AT, query)).response.status).toBe(401);
  expect((await veld.call(getMapSummary, { query: { ...BOX, unseen: '1' } })).status).toBe(401);
  await veld.close();
});

it('limits the tiles of visitors by network address, apart from those of people', async () => {
  const veld = await testServer(
    { ALLOW_BROWSING: '1', LIMIT_TILES: '2', TRUST_PROXY: '1' },
    { now: () => new Date('2026-06-02T10:30:00Z') },
  );
  const anna = await person(veld, 'anna');
  const from = async (address: string) => (await askTile(veld, null, [0, 0, 0], '', { 'x-forwarded-for': address })).response.status;
  expect([await from('192.0.2.1'), await from('192.0.2.1'), await from('192.0.2.1')]).toEqual([200, 200, 429]);
  expect(await from('192.0.2.2')).toBe(200);
  // An IPv6 network counts as one address.
  expect([await from('2001:db8::1'), await from('2001:db8::2'), await from('2001:db8::3')]).toEqual([200, 200, 429]);
  expect((await askTile(veld, anna, [0, 0, 0])).response.status).toBe(200);
  await veld.close();
});
