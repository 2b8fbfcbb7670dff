import { randomUUID } from 'node:crypto';
import { getMapCell, getMapSummary, mapKey, obscuredCell } from '@veld/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { draft, insertTaxa, passDay, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { boxCells, listBoxRanges } from './boxes.ts';
import { tileBounds } from './grid.ts';
import { applyChanges } from './pyramid.ts';
import { summarizeBox, countCells, countTotals, MAX_RECORDS } from './totals.ts';

const UTRECHT = { latitude: 52.09083, longitude: 5.12222 };
const AROUND = { west: 5, south: 52, east: 5.2, north: 52.2 };
const exactly = (count: number) => ({ count, is_minimum: false });

describe('the cells of a box', () => {
  const axis = (size: number) => fc.integer({ min: -size * 1e4, max: size * 1e4 }).map((value) => value / 1e4);
  const box = fc
    .record({ west: axis(180), east: axis(180), south: axis(85), north: axis(85) })
    .map(({ south, north, ...rest }) => ({ ...rest, south: Math.min(south, north), north: Math.max(south, north) }))
    .filter(({ south, north }) => north > south);
  const part = fc.double({ min: 0, max: 1, noNaN: true });

  it('contain every point of it, also across the antimeridian', () => {
    fc.assert(
      fc.property(box, part, part, ({ west, east, south, north }, right, up) => {
        const width = west > east ? east + 360 - west : east - west;
        const unwrapped = west + right * width;
        // Not by a remainder, whose rounding moves a point just west of 180 degrees to -180.
        const longitude = unwrapped > 180 ? unwrapped - 360 : unwrapped;
        const key = mapKey(south + up * (north - south), longitude);
        expect(listBoxRanges(boxCells({ west, east, south, north })).some(({ start, end }) => key >= start && key < end)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('touch it, are in order, and are few', () => {
    fc.assert(
      fc.property(box, (one) => {
        const { level, cells } = boxCells(one);
        let past = -1;
        for (const { start, end } of cells) {
          expect(start).toBeGreaterThan(past);
          past = end;
          const [x, y] = axesOf(start, level);
          const square = tileBounds({ z: level, x, y });
          expect(square.south <= one.north + 1e-6 && square.north >= one.south - 1e-6).toBe(true);
          const isInside = (longitude: number) =>
            one.west > one.east ? longitude >= one.west || longitude <= one.east : longitude >= one.west && longitude <= one.east;
          expect(isInside(square.west) || isInside(square.east) || (square.west <= one.west && square.east >= one.east)).toBe(true);
        }
        expect(cells.reduce((sum, { start, end }) => sum + end - start, 0)).toBeLessThanOrEqual(64 * 64);
      }),
      { numRuns: 300 },
    );
  });
});

function axesOf(order: number, bits: number): [number, number] {
  let [x, y] = [0, 0];
  for (let bit = 0; bit < bits; bit++) {
    const two = Math.floor(order / 4 ** bit) % 4;
    x += (two % 2) * 2 ** bit;
    y += Math.floor(two / 2) * 2 ** bit;
  }
  return [x, y];
}

describe('the figures of the map', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    anna = await person(veld, 'anna');
    bram = await person(veld, 'bram');
  });
  afterAll(() => veld.close());

  const summary = async (query: typeof AROUND & Record<string, unknown> & { content?: '1' }) => {
    const { status, body } = await veld.call(getMapSummary, { query }, bram.token);
    expect(status).toBe(200);
    const { content, ...totals } = body.data;
    expect(content === null).toBe(query.content !== '1');
    return totals;
  };
  const cell = async (level: number, at: number, query = {}, who = bram) => {
    const { status, body } = await veld.call(getMapCell, { params: { level, cell: at }, query }, who.token);
    expect(status).toBe(200);
    return body.data;
  };

  it('count records and species in a box and by filter, and no absences', async () => {
    await save(veld, anna, randomUUID(), draft(UTRECHT));
    await save(veld, anna, randomUUID(), draft({ ...UTRECHT, taxon_id: TAXA.heron.id }));
    await save(veld, anna, randomUUID(), draft({ ...UTRECHT, taxon_id: TAXA.heron.id }));
    await save(veld, anna, randomUUID(), draft({ ...UTRECHT, taxon_id: TAXA.moss.id, count: 0 }));
    await save(veld, bram, randomUUID(), draft({ latitude: -17.5, longitude: 179.97 }));
    await save(veld, bram, randomUUID(), draft({ latitude: -17.5, longitude: -179.97 }));
    expect(await summary(AROUND)).toEqual({ records: exactly(3), species: exactly(2) });
    expect(await summary({ ...AROUND, taxon_id: TAXA.heron.id })).toEqual({ records: exactly(2), species: exactly(1) });
    expect(await summary({ ...AROUND, user_id: bram.user.id })).toEqual({ records: exactly(0), species: exactly(0) });
    expect(await summary({ west: 179, south: -18, east: -179, north: -17 })).toEqual({ records: exactly(2), species: exactly(1) });
    expect(await summary({ west: -180, south: -90, east: 180, north: 90 })).toEqual({ records: exactly(5), species: exactly(2) });
    expect(await summary({ west: 20, south: 52, east: 20.2, north: 52.2 })).toEqual({ records: exactly(0), species: exactly(0) });
  });

  it('list the species, months and last records of a cell', async () => {
    const place = { latitude: 40.5, longitude: 20.5 };
    const last = randomUUID();
    await save(veld, anna, randomUUID(), draft({ ...place, observed_on: '2020-02-02' }));
    await save(veld, anna, randomUUID(), draft({ ...place, observed_on: '2020-05', observed_time: null }));
    await save(veld, anna, randomUUID(), draft({ ...place, observed_on: '2020', observed_time: null }));
    await save(veld, anna, last, draft({ ...place, taxon_id: TAXA.moss.id, observed_on: '2021-05-09' }));
    for (const level of [8, 12, 13, 20]) {
      const found = await cell(level, Math.floor(mapKey(place.latitude, place.longitude) / 4 ** (26 - level)));
      expect(found).toMatchObject({ records: exactly(4), species: exactly(2) });
      expect(found.taxa).toMatchObject([
        { taxon: { id: TAXA.kingfisher.id, name: 'Example kingfisher', image_url: null }, records: 3 },
        { taxon: { id: TAXA.moss.id, name: 'Bryum examplis' }, records: 1 },
      ]);
      expect(found.months).toEqual([0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]);
      expect(found.latest).toHaveLength(4);
      expect(found.latest[0]!.id).toBe(last);
    }
    const around = { west: 20.4, east: 20.6, south: 40.4, north: 40.6, content: '1' as const };
    const { body } = await veld.call(getMapSummary, { query: around }, bram.token);
    const { taxa, months, people, latest } = await cell(8, Math.floor(mapKey(place.latitude, place.longitude) / 4 ** 18));
    expect(body.data.content).toEqual({ taxa, months, people, latest });
    expect(await cell(8, 0)).toMatchObject({ records: exactly(0), taxa: [], latest: [] });
  });

  it('have obscured records from the next day on, by the centre of their cell, and never private ones', async () => {
    const place = { latitude: 10.12345, longitude: 20.17 };
    const square = obscuredCell(place.latitude, place.longitude);
    const key = mapKey(square.latitude, square.longitude);
    await save(veld, anna, randomUUID(), draft({ ...place, geoprivacy: 'obscured' }));
    await save(veld, anna, randomUUID(), draft({ ...place, geoprivacy: 'private' }));
    const centre = {
      west: square.longitude - 0.001,
      east: square.longitude + 0.001,
      south: square.latitude - 0.001,
      north: square.latitude + 0.001,
    };
    const truth = {
      west: place.longitude - 0.001,
      east: place.longitude + 0.001,
      south: place.latitude - 0.001,
      north: place.latitude + 0.001,
    };
    expect(await summary(centre)).toMatchObject({ records: exactly(0) });
    expect(await cell(26, key, { obscured: '1' })).toMatchObject({ records: exactly(0), latest: [] });
    await passDay(veld);
    expect(await summary(centre)).toMatchObject({ records: exactly(1) });
    expect(await summary(truth)).toMatchObject({ records: exactly(0) });
    const found = await cell(26, key, { obscured: '1' });
    expect(found).toMatchObject({
      records: exactly(1),
      latest: [{ latitude: square.latitude, longitude: square.longitude, is_obscured: true }],
    });
    expect(await cell(16, Math.floor(key / 4 ** 10))).toMatchObject({ records: exactly(0) });
    expect(await cell(10, Math.floor(key / 4 ** 16))).toMatchObject({ records: exactly(1) });
    // The owner sees no more here than others.
    expect(await cell(10, Math.floor(key / 4 ** 16), {}, anna)).toMatchObject({ records: exactly(1) });
  });

  it('refuse what is no box or no cell', async () => {
    const status = async (path: string) => (await veld.fetch(path, { headers: { authorization: `Bearer ${bram.token}` } })).status;
    expect(await status('/api/map/summary?west=1&south=3&east=2&north=2')).toBe(422);
    expect(await status('/api/map/summary?west=1&south=3&east=2')).toBe(422);
    expect(await status('/api/map/summary?west=1&south=3&east=200&north=4')).toBe(422);
    expect(await status('/api/map/cells/2/16')).toBe(404);
    expect(await status('/api/map/cells/12/16?obscured=1')).toBe(404);
    expect(await status('/api/map/cells/27/16')).toBe(404);
  });

  it('say that there may be more where counting stopped, and have the exact number of records from the cells', async () => {
    const place = { latitude: -33.9, longitude: 18.4 };
    for (const taxon_id of [TAXA.heron.id, TAXA.moss.id, TAXA.moss.id]) await save(veld, anna, randomUUID(), draft({ ...place, taxon_id }));
    const box = boxCells({ west: 18, south: -34, east: 19, north: -33 });
    const count = (limit: number, filter = {}) => summarizeBox(veld.context, box, filter, limit);
    expect(await count(3)).toEqual({ records: exactly(3), species: exactly(2) });
    expect(await count(2)).toEqual({ records: exactly(3), species: { count: expect.any(Number) as number, is_minimum: true } });
    expect(await count(2, { userId: anna.user.id })).toMatchObject({ records: { count: 2, is_minimum: true } });
  });
});

describe('the records of a box', () => {
  it('are as many in the cells as there are, whatever was saved, hidden and applied to the counts', async () => {
    const veld = await testServer();
    await insertTaxa(veld);
    const anna = await person(veld, 'anna');
    const near = fc.double({ min: -0.5, max: 0.5, noNaN: true });
    const steps = fc.sample(
      fc.record({
        at: fc.tuple(near, near),
        geoprivacy: fc.constantFrom('open' as const, 'obscured' as const, 'private' as const),
        next: fc.constantFrom('', '', 'day', 'apply', 'edit'),
        size: fc.integer({ min: -2, max: 3 }),
      }),
      { numRuns: 60, seed: 27 },
    );
    let last: string | undefined;
    let found = 0;
    for (const { at, geoprivacy, next, size } of steps) {
      const place = { latitude: 52.1 + at[0], longitude: 5.1 + at[1] };
      const id = next === 'edit' && last ? last : randomUUID();
      expect((await save(veld, anna, id, draft({ ...place, geoprivacy }), id === last ? 1 : undefined)).status).toBe(200);
      last = id === last ? undefined : id;
      if (next === 'day') await passDay(veld);
      if (next === 'apply') await applyChanges(veld.context);
      const half = 2 ** -size;
      const { latitude, longitude } = place;
      const box = boxCells({ west: longitude - half, east: longitude + half, south: latitude - half, north: latitude + half });
      const { records } = await countTotals(veld.db, listBoxRanges(box), {}, MAX_RECORDS);
      expect(await countCells(veld.db, box), `${box.level}`).toBe(records);
      found += records;
    }
    expect(found).toBeGreaterThan(60);
    await veld.close();
  });
});
