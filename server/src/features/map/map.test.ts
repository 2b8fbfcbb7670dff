import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { deleteObservation, mapKey, obscuredCell, OBSCURED_ZOOM, POINT_ZOOM } from '@veld/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { type Address, askTile as ask, getTile as tile, tileAt } from '../../testing/map-tiles.ts';
import { declared, draft, insertTaxa, makePhoto, passDay, save, TAXA, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { eraseObservations } from '../observations/erase.ts';
import { openDuePlaces } from '../observations/hidden-until.ts';
import { tileBounds, tileRange } from './grid.ts';
import { addMissingRecords, applyChanges } from './pyramid.ts';

/** At Vaals, inland, and near the antimeridian. */
const PLACES = [
  [50.7701, 6.0151],
  [52.0908, 5.1222],
  [-17.5, 179.97],
] as const;
const UTRECHT = [52.09083, 5.12222] as const;

describe('the map', () => {
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

  it('has cells with counts, and the record itself when zoomed in', async () => {
    const id = randomUUID();
    await save(veld, anna, id, draft());
    await save(veld, anna, randomUUID(), draft({ latitude: -33.9, longitude: 18.4, taxon_id: TAXA.moss.id }));
    await save(veld, anna, randomUUID(), draft({ count: 0 }));
    const world = await tile(veld, bram, [0, 0, 0]);
    expect(world.cells.map(({ properties }) => properties)).toEqual([
      { records: 1, level: 6 },
      { records: 1, level: 6 },
    ]);
    const near = await tile(veld, bram, tileAt(14, ...UTRECHT));
    expect(near.points.map(({ properties }) => properties)).toEqual([{ id, taxon_id: TAXA.kingfisher.id, group: 'bird' }]);
    const { west, east, south, north } = tileBounds({ z: 14, x: tileAt(14, ...UTRECHT)[1], y: tileAt(14, ...UTRECHT)[2] });
    const [x, y] = near.points[0]!.points[0]!;
    expect(west + (x / 4096) * (east - west)).toBeCloseTo(UTRECHT[1], 4);
    expect(north - (y / 4096) * (north - south)).toBeCloseTo(UTRECHT[0], 4);
    expect((await tile(veld, bram, tileAt(14, 48, 5))).records).toBe(0);
  });

  it('filters by taxon at any rank, group, period, quality, photos and person', async () => {
    const chen = await person(veld, 'chen');
    const family = 900_101;
    await insertTaxa(veld, [{ id: family, scientific_name: 'Alcedinidae examplis' }]);
    await veld.db.updateTable('taxa').set({ parent_id: family }).where('id', '=', TAXA.heron.id).execute();
    const photo = await makePhoto();
    const place = { latitude: 40.1, longitude: 20.1 };
    await save(veld, chen, randomUUID(), draft({ ...place, taxon_id: TAXA.heron.id, media: [declared(photo)], observed_on: '2020-02-02' }));
    await save(veld, chen, randomUUID(), draft({ ...place, taxon_id: TAXA.moss.id }));
    for (const z of [3, 9, 14]) {
      const at = tileAt(z, 40.1, 20.1);
      const count = async (query: string) => (await tile(veld, bram, at, query)).records;
      expect(await count('')).toBe(2);
      expect(await count(`?taxon_id=${family}`)).toBe(1);
      expect(await count(`?taxon_id=${TAXA.kingfisher.id}`)).toBe(0);
      expect(await count('?group=bird')).toBe(2);
      expect(await count('?group=plant')).toBe(0);
      expect(await count('?period=today')).toBe(0);
      expect(await count('?quality=needs_id')).toBe(1);
      expect(await count(`?user_id=${chen.user.id}`)).toBe(2);
      expect(await count(`?user_id=${anna.user.id}`)).toBe(0);
    }
    expect((await tile(veld, bram, tileAt(14, 40.1, 20.1), '?photos=1')).records).toBe(0);
    await upload(veld, chen, photo);
    expect((await tile(veld, bram, tileAt(14, 40.1, 20.1), '?photos=1')).records).toBe(1);
  });

  it('shows obscured records from the next day on as their cell only, and private ones to nobody else', async () => {
    const dora = await person(veld, 'dora');
    const [latitude, longitude] = [10.12345, 10.17];
    const mine = randomUUID();
    await save(veld, dora, mine, draft({ latitude, longitude, geoprivacy: 'obscured' }));
    await save(veld, dora, randomUUID(), draft({ latitude, longitude, geoprivacy: 'private' }));
    const zooms = [0, 5, OBSCURED_ZOOM, 11, 14];
    const query = `?user_id=${dora.user.id}`;
    for (const z of zooms) expect((await tile(veld, bram, tileAt(z, latitude, longitude), query)).records).toBe(0);
    expect((await tile(veld, bram, tileAt(11, latitude, longitude))).records).toBe(0);
    await passDay(veld);
    const cell = obscuredCell(latitude, longitude);
    for (const z of zooms) {
      for (const filter of ['', query]) {
        const { obscured, points, records } = await tile(veld, bram, tileAt(z, latitude, longitude), filter);
        if (filter) expect(records).toBe(1);
        expect(points).toEqual([]);
        expect(obscured.map(({ id, properties }) => [id, properties])).toEqual(
          z < OBSCURED_ZOOM ? [] : [[mapKey(cell.latitude, cell.longitude), { records: 1 }]],
        );
      }
    }
    const own = await tile(veld, dora, tileAt(14, latitude, longitude), '?mine=1');
    expect(own.points.map(({ properties }) => properties.id)).toHaveLength(2);
    expect((await tile(veld, dora, tileAt(2, latitude, longitude), '?mine=1')).records).toBe(2);
    expect((await tile(veld, bram, tileAt(14, latitude, longitude), '?mine=1')).records).toBe(0);
  });

  it('leaves out the records of an account that will be erased, and has them again if it comes back', async () => {
    const emil = await person(veld, 'emil');
    const at = tileAt(5, -60, -60);
    await save(veld, emil, randomUUID(), draft({ latitude: -60, longitude: -60 }));
    const erase = (erase_after: Date | null) => veld.db.updateTable('users').set({ erase_after }).where('id', '=', emil.user.id).execute();
    expect((await tile(veld, bram, at)).records).toBe(1);
    await erase(new Date());
    expect((await tile(veld, bram, at)).records).toBe(0);
    await erase(null);
    await applyChanges(veld.context);
    expect((await tile(veld, bram, at)).records).toBe(1);
  });

  it('has a place that opens on its day as a point, and counts it once', async () => {
    const fay = await person(veld, 'fay');
    const [latitude, longitude] = [20.12345, 20.17];
    const id = randomUUID();
    const hidden = { latitude, longitude, observed_on: '2026-05-10', geoprivacy: 'obscured' as const, geoprivacy_until: '2026-06-01' };
    await save(veld, fay, id, draft(hidden));
    await passDay(veld);
    const at = tileAt(14, latitude, longitude);
    expect((await tile(veld, bram, at)).points).toEqual([]);
    await openDuePlaces({ ...veld.context, now: () => new Date('2026-06-20T00:00:00Z') });
    const opened = await tile(veld, bram, at);
    expect(opened.points.map(({ properties }) => properties.id)).toEqual([id]);
    expect(opened.obscured).toEqual([]);
    const at9 = tileAt(9, latitude, longitude);
    expect(await tile(veld, bram, at9)).toMatchObject({ obscured: [], records: 1 });
    await applyChanges(veld.context);
    expect(await tile(veld, bram, at9)).toMatchObject({ obscured: [], records: 1 });
  });

  it('has no trace of the records of an erased account', async () => {
    const gus = await person(veld, 'gus');
    const at = tileAt(5, -40, -60);
    await save(veld, gus, randomUUID(), draft({ latitude: -40, longitude: -60 }));
    await applyChanges(veld.context);
    expect((await tile(veld, bram, at)).records).toBe(1);
    await veld.db.updateTable('users').set({ erase_after: new Date() }).where('id', '=', gus.user.id).execute();
    await eraseObservations(veld.context, gus.user.id);
    await save(veld, anna, randomUUID(), draft({ latitude: -40, longitude: -60 }));
    expect((await tile(veld, bram, at)).records).toBe(1);
    await applyChanges(veld.context);
    expect((await tile(veld, bram, at)).records).toBe(1);
  });

  it('sends a tile again only if its content changed, compressed, and never lets others store it', async () => {
    const at = tileAt(6, ...UTRECHT);
    const { response, bytes } = await ask(veld, bram, at, '', { 'accept-encoding': 'identity' });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('content-type')).toBe('application/vnd.mapbox-vector-tile');
    expect(response.headers.get('cache-control')).toBe('private, max-age=60');
    const etag = response.headers.get('etag')!;
    const zipped = await veld.server.app.inject({
      url: `/api/map/tiles/${at.join('/')}`,
      headers: { authorization: `Bearer ${bram.token}`, 'accept-encoding': 'gzip' },
    });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(new Uint8Array(gunzipSync(zipped.rawPayload))).toEqual(bytes);
    expect((await ask(veld, bram, at, '', { 'if-none-match': etag })).response.status).toBe(304);
    await save(veld, anna, randomUUID(), draft());
    expect((await ask(veld, bram, at, '', { 'if-none-match': etag })).response.status).toBe(200);
    expect((await ask(veld, bram, at, '?mine=1')).response.headers.get('cache-control')).toBe('private, no-cache');
    expect((await ask(veld, bram, [3, 8, 0])).response.status).toBe(404);
    expect((await veld.fetch('/api/map/tiles/0/0/0')).status).toBe(401);
  });

  it('limits the tiles of a person per minute', async () => {
    const limited = await testServer({ LIMIT_TILES: '3' }, { now: () => new Date('2026-06-02T10:30:00Z') });
    const frida = await person(limited, 'frida');
    const statuses = [];
    for (let count = 0; count < 4; count++) statuses.push((await ask(limited, frida, [0, 0, 0])).response.status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    await limited.close();
  });
});

describe('the counts of the cells', () => {
  let veld: TestServer;
  let people: Person[];
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    people = [await person(veld, 'anna'), await person(veld, 'bram')];
  });
  afterAll(() => veld.close());

  /** What a tile must have, counted record by record from the definition. */
  async function expectedTile([z, x, y]: Address, taxonId: number | null): Promise<unknown> {
    const { rows } = await sql<{ id: string; geoprivacy: string; latitude: number; longitude: number; is_in: boolean }>`
      select o.id, o.geoprivacy, o.latitude, o.longitude,
        o.geoprivacy = 'open' or o.created_at < date_trunc('day', now() at time zone 'utc') at time zone 'utc' as is_in
      from observations o join users u on u.id = o.user_id
      where o.deleted_at is null and o.geoprivacy <> 'private' and coalesce(o.count, 1) > 0 and u.erase_after is null
        and (${taxonId}::integer is null or o.taxon_id = ${taxonId})
    `.execute(veld.db);
    const { start, end, shift } = tileRange({ z, x, y });
    const bounds = tileBounds({ z, x, y });
    const cells = new Map<string, number>();
    for (const { id, geoprivacy, latitude, longitude, is_in } of rows) {
      const square = obscuredCell(latitude, longitude);
      const isOpen = geoprivacy === 'open';
      const key = isOpen ? mapKey(latitude, longitude) : mapKey(square.latitude, square.longitude);
      const isCell = !isOpen && z >= OBSCURED_ZOOM;
      const touches = isCell
        ? square.west < bounds.east && square.east > bounds.west && square.south < bounds.north && square.north > bounds.south
        : key >= start && key < end;
      if (!is_in || !touches) continue;
      const name = isCell ? `obscured ${key}` : z >= POINT_ZOOM ? `point ${id}` : `cell ${Math.floor(key / 2 ** shift)}`;
      cells.set(name, (cells.get(name) ?? 0) + 1);
    }
    return Object.fromEntries(cells);
  }

  async function foundTile(address: Address, taxonId: number | null): Promise<unknown> {
    const { cells, obscured, points } = await tile(veld, people[1]!, address, taxonId === null ? '' : `?taxon_id=${taxonId}`);
    return Object.fromEntries([
      ...cells.map(({ id, properties }) => [`cell ${id}`, properties.records]),
      ...obscured.map(({ id, properties }) => [`obscured ${id}`, properties.records]),
      ...points.map(({ properties }) => [`point ${properties.id}`, 1]),
    ]);
  }

  it('are those of the records after any saves, edits, deletions, closed accounts and jobs', async () => {
    const runs = inject('isLong') ? 500 : 60;
    const latitude = fc.double({ min: -80, max: 80, noNaN: true });
    const near = fc.double({ min: -0.3, max: 0.3, noNaN: true });
    const steps = fc.sample(
      fc.record({
        kind: fc.constantFrom('new', 'new', 'edit', 'edit', 'delete', 'day', 'apply', 'close', 'return'),
        who: fc.nat({ max: 1 }),
        which: fc.nat({ max: 1000 }),
        geoprivacy: fc.constantFrom('open' as const, 'open' as const, 'obscured' as const, 'private' as const),
        far: fc.option(fc.tuple(latitude, fc.double({ min: -180, max: 179.9, noNaN: true })), { freq: 3 }),
        near: fc.tuple(near, near),
        zoom: fc.integer({ min: 0, max: 20 }),
        count: fc.constantFrom(0, 2, 2, 2),
        taxon_id: fc.constantFrom(TAXA.kingfisher.id, TAXA.kingfisher.id, TAXA.heron.id),
      }),
      { numRuns: runs, seed: 24 },
    );
    const records: { id: string; who: Person; version: number }[] = [];
    let nonEmpty = 0;
    for (const step of steps) {
      const [lat, lon] = step.far ?? [52.1 + step.near[0], 5.1 + step.near[1]];
      const body = draft({ latitude: lat, longitude: lon, geoprivacy: step.geoprivacy, count: step.count, taxon_id: step.taxon_id });
      const known = records.at(step.which % Math.max(1, records.length));
      if (step.kind === 'new') {
        const record = { id: randomUUID(), who: people[step.who]!, version: 1 };
        records.push(record);
        expect((await save(veld, record.who, record.id, body)).status).toBe(200);
      } else if (step.kind === 'edit' && known) {
        expect((await save(veld, known.who, known.id, body, known.version)).status).toBe(200);
        known.version += 1;
      } else if (step.kind === 'delete' && known) {
        await veld.call(deleteObservation, { params: { id: known.id } }, known.who.token);
        records.splice(records.indexOf(known), 1);
      } else if (step.kind === 'day') await passDay(veld);
      else if (step.kind === 'apply') await applyChanges(veld.context);
      else if (step.kind === 'close' || step.kind === 'return')
        await sql`update users set erase_after = ${step.kind === 'close' ? new Date() : null} where id = ${people[0]!.user.id}`.execute(
          veld.db,
        );
      const addresses: Address[] = [tileAt(step.zoom, lat, lon), tileAt(step.zoom % 8, 52.1, 5.1), tileAt(9, 52.1, 5.1), [0, 0, 0]];
      for (const [index, address] of addresses.entries()) {
        const taxonId = (step.which + index) % 2 === 0 ? step.taxon_id : null;
        const expected = await expectedTile(address, taxonId);
        if (Object.keys(expected as object).length > 0) nonEmpty += 1;
        expect(await foundTile(address, taxonId), `${address.join('/')} ${taxonId}`).toEqual(expected);
      }
    }
    expect(nonEmpty).toBeGreaterThan(runs);
  });

  it('are right before, while and after records from before are counted in the background', async () => {
    const old = await testServer();
    await insertTaxa(old);
    const gina = await person(old, 'gina');
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    for (const id of ids) await save(old, gina, id, draft());
    await sql`delete from map_changes`.execute(old.db);
    await sql`update observations set map_pending = true`.execute(old.db);
    const records = async () => (await tile(old, gina, [0, 0, 0])).records;
    expect(await records()).toBe(3);
    // An edit before its turn, and an interrupted job.
    await save(old, gina, ids[0]!, draft({ latitude: 1, longitude: 1 }), 1);
    expect(await records()).toBe(3);
    await addMissingRecords(old.context);
    const counted = async () => (await sql<{ n: number }>`select sum(records)::integer as n from map_changes`.execute(old.db)).rows[0]!.n;
    expect(await counted()).toBe(3);
    expect(await records()).toBe(3);
    await addMissingRecords(old.context);
    expect(await counted()).toBe(3);
    await applyChanges(old.context);
    expect((await sql`select 1 from map_changes`.execute(old.db)).rows).toEqual([]);
    expect(await records()).toBe(3);
    await old.close();
  });
});

/** The routes of the figures at a place, for boxes and cells smaller and greater than the cells of the obscuring grid. */
function figuresAt([latitude, longitude]: readonly [number, number]): string[] {
  const square = obscuredCell(latitude, longitude);
  const key = mapKey(square.latitude, square.longitude);
  const boxes = [0.001, 0.02, 0.3, 5].map((half) => {
    const [west, east] = [longitude - half, longitude + half].map((value) => ((value + 540) % 360) - 180);
    return `/api/map/summary?west=${west}&east=${east}&south=${latitude - half}&north=${latitude + half}`;
  });
  const cells = [8, 12, 14, 18].map((level) => `/api/map/cells/${level}/${Math.floor(mapKey(latitude, longitude) / 4 ** (26 - level))}`);
  return [...boxes, ...cells, `/api/map/cells/26/${key}?obscured=1`];
}

describe('hidden places on the map', () => {
  it('do not affect a single byte or header of a tile, nor any figure, within the same cell', async () => {
    const secrets = fc.double({ min: 0.02, max: 0.98, noNaN: true });
    const cases = fc.sample(
      fc.tuple(
        fc.constantFrom(...PLACES),
        fc.constantFrom('obscured' as const, 'private' as const),
        fc.tuple(secrets, secrets, fc.boolean()),
        fc.tuple(secrets, secrets, fc.boolean()),
      ),
      { numRuns: 20, seed: 7 },
    );
    const ids = cases.map(() => randomUUID());
    const worlds = [];
    for (const side of [2, 3] as const) {
      const veld = await testServer();
      await insertTaxa(veld);
      const [anna, bram] = [await person(veld, 'anna'), await person(veld, 'bram')];
      for (const [index, one] of cases.entries()) {
        const [[latitude, longitude], geoprivacy] = one;
        const [up, right, isEdited] = one[side];
        const cell = obscuredCell(latitude, longitude);
        const body = draft({
          geoprivacy,
          latitude: cell.south + up * (cell.north - cell.south),
          longitude: cell.west + right * (cell.east - cell.west),
        });
        await save(veld, anna, ids[index]!, body);
        if (isEdited) await save(veld, anna, ids[index]!, { ...body, private_notes: 'again', write_id: randomUUID() }, 1);
      }
      worlds.push({ veld, anna, bram });
    }
    const [a, b] = worlds as [(typeof worlds)[0], (typeof worlds)[0]];
    const crawl = async ({ veld, bram, anna }: typeof a) => {
      const seen: string[] = [];
      for (const [latitude, longitude] of PLACES)
        for (const z of [0, 4, 6, 7, 9, 11, 12, 15])
          for (const query of ['', '?period=all&group=bird', `?user_id=${anna.user.id}`, '?period=this_year']) {
            const { response, bytes } = await ask(veld, bram, tileAt(z, latitude, longitude), query);
            const headers = ['etag', 'cache-control', 'content-length', 'vary'].map((name) => response.headers.get(name));
            seen.push(`${z} ${response.status} ${headers.join(' ')} ${Buffer.from(bytes).toString('hex')}`);
          }
      for (const path of PLACES.flatMap(figuresAt)) {
        const response = await veld.fetch(path, { headers: { authorization: `Bearer ${bram.token}` } });
        expect(response.status).toBe(200);
        // Accounts differ between the worlds.
        seen.push(`${path} ${(await response.text()).replaceAll(anna.user.id, 'anna')}`);
      }
      return seen;
    };
    expect(await crawl(a)).toEqual(await crawl(b));
    // Only one world has applied its changes to the counts.
    for (const { veld } of worlds) await passDay(veld);
    await applyChanges(a.veld.context);
    const seen = await crawl(a);
    expect(await crawl(b)).toEqual(seen);
    expect(new Set(seen).size).toBeGreaterThan(20);
    await Promise.all(worlds.map(({ veld }) => veld.close()));
  });
});
