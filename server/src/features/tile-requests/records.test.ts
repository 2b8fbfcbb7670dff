import { randomUUID } from 'node:crypto';
import { type PackSpecies, putRelation, putTileRequest, type TileLayer, type TileSpec } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tileAt } from '../../testing/map-tiles.ts';
import { fetchBytes, openPack } from '../../testing/packs.ts';
import { type Person, person } from '../../testing/people.ts';
import { readTile } from '../../testing/read-tile.ts';
import { draft, insertTaxa, passDay, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { workOff } from './build/queue.ts';

const [LATITUDE, LONGITUDE] = [52.0908, 5.1222];
const AREA = { kind: 'circle', latitude: LATITUDE, longitude: LONGITUDE, radius_km: 20 } as const;
const LAYERS: TileLayer[] = ['records', 'species'];

describe('the records in an offline map', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld, [TAXA.kingfisher, TAXA.heron, { ...TAXA.moss, group: 'moss' }]);
    anna = await person(veld, 'anna');
    bram = await person(veld, 'bram');
  });
  afterAll(() => veld.close());

  const record = (who: Person, change: object = {}) =>
    save(veld, who, randomUUID(), draft({ latitude: LATITUDE, longitude: LONGITUDE, taxon_id: TAXA.kingfisher.id, ...change }));

  async function packOf(who: Person, record_groups: TileSpec['record_groups'] = null): Promise<{ records: Buffer; species: Buffer }> {
    const id = randomUUID();
    const spec: TileSpec = { area: AREA, min_zoom: 0, max_zoom: 12, layers: LAYERS, record_groups, source_id: null };
    await veld.call(putTileRequest, { params: { id }, body: { name: 'Utrecht', ...spec } }, who.token);
    await workOff(veld.context);
    return { records: await fetchBytes(veld, who, id, 'records'), species: await fetchBytes(veld, who, id, 'species') };
  }

  async function squaresAt(records: Buffer, zoom: number, layer = 'cells') {
    const [z, x, y] = tileAt(zoom, LATITUDE, LONGITUDE);
    const tile = await openPack(records).getZxy(z, x, y);
    return (tile && readTile(new Uint8Array(tile.data))[layer]?.map(({ properties }) => properties)) ?? [];
  }

  it('are counts of open records and species by square, and of nothing else', async () => {
    await record(anna);
    await record(bram);
    await record(bram, { taxon_id: TAXA.heron.id });
    await record(bram, { taxon_id: TAXA.moss.id, count: 0 });
    await record(bram, { taxon_id: TAXA.moss.id, latitude: 40 });
    const { records, species } = await packOf(anna);
    for (const zoom of [0, 9]) expect(await squaresAt(records, zoom)).toEqual([{ records: 3, species: 2, level: zoom + 6 }]);
    expect(await squaresAt(records, 10)).toEqual([]);
    expect((JSON.parse(String(species)) as PackSpecies[]).map(({ id, records: count }) => [id, count])).toEqual([
      [TAXA.kingfisher.id, 2],
      [TAXA.heron.id, 1],
    ]);
  });

  it('are the same, byte by byte, whatever is hidden there', async () => {
    const before = await packOf(anna);
    for (const geoprivacy of ['obscured', 'private'] as const) {
      await record(bram, { geoprivacy, taxon_id: TAXA.moss.id });
      await record(anna, { geoprivacy });
    }
    await passDay(veld);
    const after = await packOf(anna);
    expect(after.records.equals(before.records)).toBe(true);
    expect(after.species.equals(before.species)).toBe(true);
  });

  it('are not those of people hidden from the person', async () => {
    const dora = await person(veld, 'dora');
    await veld.call(putRelation, { params: { kind: 'block', id: bram.user.id } }, dora.token);
    expect(await squaresAt((await packOf(dora)).records, 9)).toEqual([{ records: 1, species: 1, level: 15 }]);
  });

  it('are those of the chosen groups alone, each by itself', async () => {
    const carla = await person(veld, 'carla');
    await record(carla, { taxon_id: TAXA.moss.id });
    await record(carla, { taxon_id: TAXA.moss.id, geoprivacy: 'obscured' });
    await passDay(veld);
    const { records, species } = await packOf(carla, ['fern', 'moss', 'bird']);
    expect(await squaresAt(records, 9, 'moss')).toEqual([{ records: 1, species: 1, level: 15 }]);
    expect(await squaresAt(records, 9, 'bird')).toEqual([{ records: 3, species: 2, level: 15 }]);
    expect(await squaresAt(records, 9, 'fern')).toEqual([]);
    expect(await squaresAt(records, 9)).toEqual([]);
    expect((JSON.parse(String(species)) as PackSpecies[]).map(({ id }) => id)).toEqual([TAXA.kingfisher.id, TAXA.heron.id, TAXA.moss.id]);
    const mosses = await packOf(carla, ['moss']);
    expect(await squaresAt(mosses.records, 9, 'moss')).toEqual(await squaresAt(records, 9, 'moss'));
    expect(await squaresAt(mosses.records, 9, 'bird')).toEqual([]);
    expect((JSON.parse(String(mosses.species)) as PackSpecies[]).map(({ id }) => id)).toEqual([TAXA.moss.id]);
  });
});
