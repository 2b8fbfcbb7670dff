import { randomBytes, randomUUID } from 'node:crypto';
import { getEmbedMap, MAX_EMBED_CELLS, mapKey, obscuredCell, putEmbed } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, type Person } from '../../testing/people.ts';
import { draft, insertTaxa, passDay, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { presentSquares } from '../map/squares.ts';

const UTRECHT = { latitude: 52.09083, longitude: 5.12222 };
const TEXEL = { latitude: 53.05, longitude: 4.8 };

describe('the embedded map', () => {
  let veld: TestServer;
  let anna: Person;
  const key = randomBytes(32).toString('base64url');
  const hidden = randomUUID();
  const map = (ofKey = key) => veld.call(getEmbedMap, { query: { key: ofKey } });
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    anna = await person(veld, 'anna');
    await veld.call(putEmbed, { params: { id: randomUUID() }, body: { key, label: 'garden', origins: [] } }, anna.token);
  });
  afterAll(() => veld.close());

  it('has squares with open records, and nothing of private records, absences or other people', async () => {
    const bram = await person(veld, 'bram');
    await save(veld, anna, randomUUID(), draft(UTRECHT));
    await save(veld, anna, randomUUID(), draft({ ...UTRECHT, taxon_id: TAXA.heron.id, longitude: 5.123 }));
    await save(veld, anna, randomUUID(), draft({ ...TEXEL, geoprivacy: 'private' }));
    await save(veld, anna, randomUUID(), draft({ ...TEXEL, count: 0 }));
    await save(veld, bram, randomUUID(), draft(TEXEL));
    await passDay(veld);
    const { body, status } = await map();
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ name: 'anna', observations: 3, species: 2 });
    expect(body.data.cells).toHaveLength(1);
    const [cell] = body.data.cells;
    expect(cell).toMatchObject({ records: 2, is_obscured: false });
    expect(cell!.west).toBeLessThan(UTRECHT.longitude);
    expect(cell!.east).toBeGreaterThan(UTRECHT.longitude);
    expect(cell!.south).toBeLessThan(UTRECHT.latitude);
    expect(cell!.north).toBeGreaterThan(UTRECHT.latitude);
    expect(cell!.east - cell!.west).toBeGreaterThan(0.08);
  });

  it('has a hidden record as its cell from the next day on, and no byte changes when its place moves within the cell', async () => {
    const before = (await map()).body;
    const saved = await save(veld, anna, hidden, draft({ ...TEXEL, geoprivacy: 'obscured' }));
    expect((await map()).body).toEqual(before);
    await passDay(veld);
    const first = await map();
    const { west, south, east, north } = obscuredCell(TEXEL.latitude, TEXEL.longitude);
    expect(first.body.data.cells).toContainEqual({ west, south, east, north, records: 1, is_obscured: true });
    expect(JSON.stringify(first.body)).not.toContain(String(TEXEL.latitude));
    const corner = { latitude: south + 0.001, longitude: east - 0.001 };
    await save(veld, anna, hidden, draft({ ...corner, geoprivacy: 'obscured' }), saved.body.data.version);
    const moved = await map();
    expect(JSON.stringify(moved.body)).toBe(JSON.stringify(first.body));
    expect(moved.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(moved.headers.get('content-length')).toBe(first.headers.get('content-length'));
  });

  it('is 404 for an unknown key', async () => {
    expect((await map(randomBytes(32).toString('base64url'))).status).toBe(404);
  });

  it('has larger squares instead of too many cells, with all records', () => {
    const rows = Array.from({ length: 3 * MAX_EMBED_CELLS }, (_, at) => ({ is_obscured: false, cell: at, records: 2 }));
    const cell = obscuredCell(TEXEL.latitude, TEXEL.longitude);
    const cells = presentSquares([...rows, { is_obscured: true, cell: mapKey(cell.latitude, cell.longitude), records: 1 }]);
    expect(cells.length).toBeLessThanOrEqual(MAX_EMBED_CELLS);
    expect(cells.reduce((sum, { records }) => sum + records, 0)).toBe(6 * MAX_EMBED_CELLS + 1);
    const around = cells.find(({ west, south, east, north }) => west < 4.8 && 4.8 < east && south < 53.05 && 53.05 < north);
    expect(around).toMatchObject({ records: 1, is_obscured: false });
  });
});
