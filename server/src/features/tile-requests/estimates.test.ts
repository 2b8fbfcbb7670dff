import { randomUUID } from 'node:crypto';
import { estimateTiles, listTileRequests, putTileRequest, type TileArea, type TileLayer, type TileSpec } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { draft, insertTaxa, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { localTileServer, type LocalTileServer } from '../../testing/tile-server.ts';
import { workOff } from './build/queue.ts';

const circle = (latitude: number, longitude: number, radius_km: number): TileArea => ({ kind: 'circle', latitude, longitude, radius_km });
const ALL: TileLayer[] = ['base', 'records', 'species'];

describe('the estimate of an offline map', () => {
  let tiles: LocalTileServer;
  let veld: TestServer;
  let anna: Person;
  beforeAll(async () => {
    tiles = await localTileServer();
    const aerial = { kind: 'raster', name: 'Aerial', attribution: 'Survey', tiles: `${tiles.origin}/{z}/{x}/{y}.png`, max_zoom: 17 };
    veld = await testServer({
      MAP_SOURCES: JSON.stringify([{ ...aerial, offline: { max_zoom: 15, max_tiles: 5000 } }]),
      LIMIT_TILE_REQUESTS: '100',
    });
    await insertTaxa(veld, [TAXA.kingfisher, TAXA.heron, { ...TAXA.moss, group: 'moss' }]);
    anna = await person(veld, 'anna');
    for (let i = 0; i < 60; i++) {
      const place = { latitude: 52.09 + (i % 8) / 50, longitude: 5.12 + Math.floor(i / 8) / 40 };
      const taxon_id = [TAXA.kingfisher.id, TAXA.heron.id, TAXA.moss.id][i % 3]!;
      await save(veld, anna, randomUUID(), draft({ ...place, taxon_id }));
    }
  });
  afterAll(async () => {
    await veld.close();
    tiles.close();
  });

  /** What was estimated, as a share of what was built. */
  async function share(change: Pick<TileSpec, 'area'> & Partial<TileSpec>): Promise<number> {
    const spec: TileSpec = { min_zoom: 0, max_zoom: 6, layers: ALL, source_id: null, ...change };
    const { data } = (await veld.call(estimateTiles, { body: spec }, anna.token)).body;
    const id = randomUUID();
    await veld.call(putTileRequest, { params: { id }, body: { name: 'Area', ...spec } }, anna.token);
    await workOff(veld.context);
    const built = (await veld.call(listTileRequests, {}, anna.token)).body.data.find((one) => one.id === id)!;
    expect(built.state).toBe('ready');
    return data.bytes / built.bytes!;
  }

  it.each<[string, Pick<TileSpec, 'area'> & Partial<TileSpec>]>([
    ['a garden', { area: circle(52.09, 5.12, 0.5) }],
    ['a town', { area: circle(52.1, 5.1, 10) }],
    ['a province', { area: circle(52.1, 5.1, 100), max_zoom: 6 }],
    ['a country', { area: { kind: 'country', country_code: 'FR' } }],
    ['the open sea', { area: circle(40, -35, 200) }],
    ['an island in the sea', { area: circle(-21.1, 55.5, 40) }],
    [
      'a corridor',
      {
        area: {
          kind: 'corridor',
          width_km: 2,
          track: [
            [5, 52],
            [11, 47.5],
          ],
        },
      },
    ],
    ['a polygon without the lowest zooms', { area: { kind: 'polygon', geometry: square(8, 46, 14, 49) }, min_zoom: 4 }],
    ['birds alone', { area: circle(52.1, 5.1, 20), max_zoom: 12, layers: ['records', 'species'], record_groups: ['bird'] }],
    ['records alone', { area: circle(52.1, 5.1, 20), max_zoom: 12, layers: ['records', 'species'] }],
  ])('is within a fifth of its size for %s', async (_, change) => {
    const found = await share(change);
    expect(found).toBeGreaterThan(0.8);
    expect(found).toBeLessThan(1.2);
  });

  it('reads only few tiles of another server’s map', async () => {
    const source_id = veld.context.config.MAP_SOURCES[0]!.id;
    const spec = { area: circle(52.1, 5.1, 12), min_zoom: 0, max_zoom: 14, layers: ['base' as const], source_id };
    tiles.asked = [];
    await veld.call(estimateTiles, { body: spec }, anna.token);
    expect(tiles.asked.length).toBeLessThanOrEqual(40);
    const found = await share(spec);
    expect(found).toBeGreaterThan(0.8);
    expect(found).toBeLessThan(1.2);
  });
});

function square(west: number, south: number, east: number, north: number) {
  const ring: [number, number][] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon' as const, coordinates: [ring] };
}
