import { randomUUID } from 'node:crypto';
import {
  deleteJourney,
  deleteSavedPlace,
  getJourney,
  type JourneyWrite,
  listJourneyChanges,
  listJourneyPoints,
  listJourneys,
  obscuredCell,
  type OwnJourney,
  type PublicJourney,
  putJourney,
  putJourneyPoints,
  putSavedPlace,
  rounded,
  type TrackPoint,
} from '@veld/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { journeyBody, journeyPoints } from '../../testing/journeys.ts';
import { type Person, person } from '../../testing/people.ts';
import { draft, insertTaxa, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { sql } from 'kysely';
import { removeJourneys } from './store.ts';
import { queueDueTracks } from './tracks/job.ts';

const DAY = 86_400_000;
/** A cell of the obscuring grid, into which the walks go from the south. */
const CELL = obscuredCell(52.09, 5.12);

describe('journeys', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let now = new Date('2026-05-17T10:00:00Z');
  beforeAll(async () => {
    veld = await testServer({}, { now: () => now });
    await insertTaxa(veld);
    anna = await person(veld, 'anna');
    bram = await person(veld, 'bram');
  });
  afterAll(() => veld.close());
  beforeEach(async () => {
    now = new Date('2026-05-17T10:00:00Z');
    for (const table of ['journeys', 'saved_places', 'observation_writes', 'observations'] as const)
      await veld.db.deleteFrom(table).execute();
  });

  const put = (id: string, change: Partial<JourneyWrite> = {}, base?: number, who = anna) =>
    veld.call(
      putJourney,
      { params: { id }, body: journeyBody(change), ...(base ? { headers: { 'if-match': `"${base}"` } } : {}) },
      who.token,
    );
  const get = (id: string, who = anna) => veld.call(getJourney, { params: { id } }, who.token);
  const send = (id: string, points: TrackPoint[], who = anna) =>
    veld.call(putJourneyPoints, { params: { id }, body: { points } }, who.token);
  const track = async (id: string, query: { after?: number; limit?: number } = {}) =>
    (await veld.call(listJourneyPoints, { params: { id }, query }, anna.token)).body;
  const changes = async (cursor?: string, limit?: number) =>
    (await veld.call(listJourneyChanges, { query: { ...(cursor && { cursor }), ...(limit && { limit }) } }, anna.token)).body;
  /** A journey with these points, as bram sees it a day later. */
  const seen = async (change: Partial<JourneyWrite>, points: TrackPoint[]) => {
    const id = randomUUID();
    expect((await put(id, change)).status).toBe(200);
    for (let from = 0; from < points.length; from += 500) expect((await send(id, points.slice(from, from + 500))).status).toBe(200);
    await startDay();
    const { status, body } = await get(id, bram);
    expect(status).toBe(200);
    return { id, journey: body.data as PublicJourney };
  };
  /** The next day, with its jobs. */
  const startDay = async () => {
    now = new Date(now.getTime() + DAY);
    await veld.db
      .updateTable('observations')
      .set({ created_at: sql`created_at - interval '1 day'` })
      .execute();
    await queueDueTracks(veld.context);
    await veld.context.jobs.drain();
  };

  /** Saves a home of anna, by default one around which nothing is shown, and returns its id. */
  const putHome = async (latitude: number, longitude: number, id: string = randomUUID(), is_private_zone = true) => {
    const body = { name: 'Home', kind: 'home' as const, latitude, longitude, uncertainty_m: 30, notes: '', is_private_zone };
    expect((await veld.call(putSavedPlace, { params: { id }, body }, anna.token)).status).toBe(204);
    return id;
  };

  it('are stored once for each write, and never over a newer version', async () => {
    const id = randomUUID();
    const first = journeyBody({ ended_at: null });
    const write = (body: JourneyWrite, base?: number) =>
      veld.call(putJourney, { params: { id }, body, ...(base ? { headers: { 'if-match': `"${base}"` } } : {}) }, anna.token);
    const stored = await write(first);
    const { write_id: _, ...content } = first;
    expect(stored.body.data).toMatchObject({ ...content, id, version: 1, track: { points: 0, last_seq: null } });
    const second = journeyBody({ name: 'Evening walk' });
    expect((await write(second, 1)).body.data).toMatchObject({ version: 2, name: 'Evening walk' });
    // Repeated after the answer was lost.
    for (const [body, base] of [
      [first, undefined],
      [second, 1],
    ] as const)
      expect((await write(body, base)).body.data).toMatchObject({ version: 2, name: 'Evening walk' });
    const late = journeyBody({ name: 'Old news' });
    for (const base of [1, undefined]) expect((await write(late, base)).problem).toMatchObject({ status: 409, current: { version: 2 } });
    // Refused before, and now based on the newer version.
    expect((await write(late, 2)).body.data).toMatchObject({ version: 3, name: 'Old news' });
  });

  it('keep their weather when an older device saves them without it, and show it to nobody else', async () => {
    const id = randomUUID();
    const source = { name: 'api.open-meteo.com', time: '2026-05-17T04:15:00Z', fields: ['temperature_c' as const] };
    const weather = { temperature_c: -2.5, wind_force: 0, wind_direction: null, cloud_cover: 8, precipitation: 'snow' as const, source };
    expect((await put(id, { weather, sharing: 'full' })).body.data).toMatchObject({ weather });
    expect((await put(id, { name: 'From an older device', sharing: 'full' }, 1)).body.data).toMatchObject({ version: 2, weather });
    expect((await changes()).data).toMatchObject([{ weather }]);
    now = new Date(now.getTime() + DAY);
    expect((await get(id, bram)).body.data).not.toHaveProperty('weather');
    expect((await put(id, { weather: null }, 2)).body.data).toMatchObject({ weather: null });
    for (const change of [
      { temperature_c: 61 },
      { temperature_c: null },
      { wind_force: 13 },
      { wind_force: 2.5 },
      { wind_direction: 'N' as const },
      { cloud_cover: 9 },
    ])
      expect((await put(id, { weather: { ...weather, ...change } }, 3)).status, JSON.stringify(change)).toBe(422);
    await put(id, { weather }, 3);
    await veld.call(deleteJourney, { params: { id } }, anna.token);
    expect(await veld.db.selectFrom('journeys').select('weather').where('id', '=', id).executeTakeFirst()).toEqual({ weather: null });
  });

  it('keep how long they were paused when an older device saves them without it', async () => {
    const id = randomUUID();
    const effort = { duration_s: 205, distance_m: null, area_ha: null, observers: null };
    expect((await put(id, { effort: { ...effort, paused_s: 60 } })).body.data).toMatchObject({ effort: { paused_s: 60 } });
    expect((await put(id, { effort: { ...effort, observers: 2 } }, 1)).body.data).toMatchObject({ effort: { observers: 2, paused_s: 60 } });
    expect((await put(id, { effort: { ...effort, paused_s: 90 } }, 2)).body.data).toMatchObject({ effort: { paused_s: 90 } });
    expect((await put(id, { effort: { ...effort, paused_s: -1 } }, 3)).status).toBe(422);
  });

  it('belong to one person, for everybody else as if there were none', async () => {
    const id = randomUUID();
    await put(id);
    await send(id, journeyPoints(3));
    const asked = (of: string) =>
      Promise.all([
        get(of, bram),
        put(of, {}, 1, bram),
        send(of, journeyPoints(3), bram),
        veld.call(listJourneyPoints, { params: { id: of } }, bram.token),
        veld.call(deleteJourney, { params: { id: of } }, bram.token),
      ]);
    const [theirs, nobodys] = [await asked(id), await asked(randomUUID())];
    expect(theirs.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(theirs.map(({ problem }) => problem)).toEqual(nobodys.map(({ problem }) => problem));
    expect((await track(id)).data).toHaveLength(3);
  });

  it('keep each point once, in whatever order and however often its chunk arrives', async () => {
    const id = randomUUID();
    await put(id, { ended_at: null });
    const points = journeyPoints(2300);
    const chunks = [points.slice(1900), points.slice(0, 400), points.slice(400, 900), points.slice(800, 1300), points.slice(1300, 1800)];
    for (const chunk of [...chunks, chunks[1]!, points.slice(1700, 2000)]) expect((await send(id, chunk)).status).toBe(200);
    const pages: TrackPoint[] = [];
    for (let more = true; more;) {
      const page = await track(id, { after: pages.at(-1)?.seq ?? -1, limit: 700 });
      pages.push(...page.data);
      more = page.has_more;
    }
    expect(pages).toEqual(points.map(rounded));
    expect(((await get(id)).body.data as OwnJourney).track).toEqual({ points: 2300, last_seq: 2299 });
    // Two devices must not mix two tracks.
    const other = { ...points[5]!, latitude: 1 };
    expect((await send(id, [other, { ...other, seq: 9999 }])).status).toBe(409);
    expect((await track(id, { after: 2298 })).data).toHaveLength(1);
    expect((await send(id, [points[1]!, points[0]!])).status).toBe(422);
  });

  it('are measured within their trim once they have ended', async () => {
    const id = randomUUID();
    await put(id, { ended_at: null });
    await send(id, journeyPoints(101));
    const distance = async () => {
      await veld.context.jobs.drain();
      return Math.round(
        (await veld.db.selectFrom('journeys').select('distance_m').where('id', '=', id).executeTakeFirstOrThrow()).distance_m ?? -1,
      );
    };
    expect(await distance()).toBe(-1);
    await put(id, {}, 1);
    expect(await distance()).toBe(1112);
    await put(id, { trim: { from_seq: 0, to_seq: 50 } }, 2);
    expect(await distance()).toBe(556);
  });

  it('are pulled by other devices in the order of their changes, deleted ones too', async () => {
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    for (const id of ids) await put(id);
    const first = await changes(undefined, 2);
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([ids.slice(0, 2), true]);
    const rest = await changes(first.next_cursor, 2);
    expect([rest.data.map(({ id }) => id), rest.has_more]).toEqual([ids.slice(2), false]);
    // A record advances the same sequence, and is no journey.
    await save(veld, anna, randomUUID(), draft());
    expect((await changes(rest.next_cursor)).data).toEqual([]);
    await send(ids[0]!, journeyPoints(3));
    for (let again = 0; again < 2; again++)
      expect((await veld.call(deleteJourney, { params: { id: ids[1]! } }, anna.token)).status).toBe(204);
    const { data } = await changes(rest.next_cursor);
    expect(data).toEqual([
      expect.objectContaining({ id: ids[0], track: { points: 3, last_seq: 2 } }),
      { id: ids[1], version: 2, deleted: true },
    ]);
    expect([(await put(ids[1]!, {}, 2)).status, (await send(ids[1]!, journeyPoints(1))).status]).toEqual([410, 410]);
    expect((await veld.db.selectFrom('journeys').selectAll().where('id', '=', ids[1]!).execute())[0]).toMatchObject({
      name: '',
      notes: '',
    });
  });

  it('are seen by others from the next day, if they are finished and shared, and not by blocked people', async () => {
    const [running, secret, shared] = [randomUUID(), randomUUID(), randomUUID()];
    await put(running, { sharing: 'full', ended_at: null });
    await put(secret);
    await put(shared, { sharing: 'full' });
    const listed = async () =>
      (await veld.call(listJourneys, { query: { user_id: anna.user.id } }, bram.token)).body.data.map(({ id }) => id);
    expect([(await get(shared, bram)).status, await listed()]).toEqual([404, []]);
    now = new Date(now.getTime() + DAY);
    expect([(await get(shared, bram)).status, (await get(secret, bram)).status, (await get(running, bram)).status]).toEqual([
      200, 404, 404,
    ]);
    expect(await listed()).toEqual([shared]);
    await put(shared, { sharing: 'none' }, 1);
    expect([(await get(shared, bram)).status, await listed()]).toEqual([404, []]);
  });

  it('show others the day and the effort, and neither notes, companions, times nor how often they were edited', async () => {
    const { id, journey } = await seen(
      { sharing: 'full', effort: { duration_s: 3605, distance_m: null, area_ha: null, observers: null } },
      journeyPoints(200, { step: [0.0001, 0.00001] }),
    );
    expect(journey).toMatchObject({ started_on: '2026-05-17', duration_s: 3600, observers: 2, complete_groups: ['bird'], sharing: 'full' });
    const text = JSON.stringify(journey);
    for (const secret of ['Fog', 'Ben', 'T04', '04:30', '"version"', '"trim"', '"seq"']) expect(text).not.toContain(secret);
    // A straight line needs two points.
    expect(journey.lines).toEqual([
      [
        [5.12, 52.09],
        [5.12199, 52.1099],
      ],
    ]);
    const before = (await get(id, bram)).headers.get('etag');
    await put(id, { sharing: 'full', notes: 'Changed', effort: { duration_s: 3605, distance_m: null, area_ha: null, observers: null } }, 1);
    expect((await get(id, bram)).headers.get('etag')).toBe(before);
  });

  it('count only records that show their place', async () => {
    const id = randomUUID();
    await put(id, { sharing: 'cells' });
    const at = { journey_id: id, latitude: 40, longitude: 5 };
    for (const change of [at, { ...at, geoprivacy: 'obscured' as const }, { ...at, geoprivacy: 'private' as const }, { ...at, count: 0 }])
      await save(veld, anna, randomUUID(), draft(change));
    await save(veld, anna, randomUUID(), draft({ ...at, taxon_id: TAXA.heron.id }));
    // Somebody else cannot attach a record.
    await save(veld, bram, randomUUID(), draft({ ...at, taxon_id: TAXA.moss.id }));
    now = new Date(now.getTime() + 10 * DAY);
    expect((await get(id, bram)).body.data).toMatchObject({ records: 2, species: 2 });
  });

  it('share cells of about a kilometre in no order of time, without what is trimmed', async () => {
    const there = journeyPoints(300, { latitude: 52.011, longitude: 5.011, step: [0.0001, 0] });
    const back = journeyPoints(300, { latitude: 52.0409, longitude: 5.011, step: [-0.0001, 0], from: 300 });
    const { journey } = await seen({ sharing: 'cells' }, [...there, ...back]);
    expect(journey.lines).toEqual([]);
    expect(journey.distance_m).toBe(7000);
    expect(journey.cells.map(({ south }) => south)).toEqual([52.01, 52.02, 52.03, 52.04]);
    for (const { west, east } of journey.cells) expect([west <= 5.011, east > 5.011, east - west < 0.02]).toEqual([true, true, true]);
    const part = await seen({ sharing: 'cells', trim: { from_seq: 100, to_seq: 150 } }, there);
    expect(part.journey.cells.map(({ south }) => south)).toEqual([52.02]);
  });

  it('show nothing around the grid cells of a private zone and of obscured records of the month, wherever these lie in their cells', async () => {
    const walk = () => journeyPoints(400, { latitude: CELL.south - 0.04, longitude: CELL.west + 0.01, step: [0.0002, 0] });
    const whole = await seen({ sharing: 'full' }, walk());
    expect(whole.journey.lines[0]!.at(-1)![1]).toBeGreaterThan(CELL.south);
    const endOf = ({ lines }: PublicJourney) => (lines.length === 1 ? lines[0]!.at(-1)![1] : null);
    const ends: (number | null)[] = [];
    for (const [latitude, longitude] of [
      [CELL.south + 0.01, CELL.west + 0.02],
      [CELL.north - 0.001, CELL.east - 0.001],
    ] as const) {
      const record = randomUUID();
      await save(veld, anna, record, draft({ geoprivacy: 'obscured', latitude, longitude, observed_on: '2026-05-02' }));
      const { journey } = await seen({ sharing: 'full' }, walk());
      ends.push(endOf(journey));
      expect(journey.distance_m).toBeLessThan(4000);
      expect((await seen({ sharing: 'cells' }, walk())).journey.cells.every(({ south }) => south < CELL.south)).toBe(true);
      await veld.db.deleteFrom('observation_writes').execute();
      await veld.db.deleteFrom('observations').execute();
    }
    // Of another month; and a private record, whose cell nobody may know.
    await save(veld, anna, randomUUID(), draft({ geoprivacy: 'obscured', latitude: 52.05, longitude: 5.1, observed_on: '2026-03-31' }));
    await save(veld, anna, randomUUID(), draft({ geoprivacy: 'private', latitude: CELL.south + 0.01, longitude: CELL.west + 0.01 }));
    expect((await seen({ sharing: 'full' }, walk())).journey.lines).toEqual(whole.journey.lines);
    // A home in the middle and one in the corner of the cell, which is deleted and added again.
    for (const [latitude, longitude] of [
      [CELL.south + 0.05, CELL.west + 0.05],
      [CELL.south + 0.0001, CELL.west + 0.0001],
    ] as const) {
      const id = await putHome(latitude, longitude);
      ends.push(endOf((await seen({ sharing: 'full' }, walk())).journey));
      expect((await veld.call(deleteSavedPlace, { params: { id } }, anna.token)).status).toBe(204);
    }
    expect(ends[0]).toBeGreaterThan(CELL.south - 0.026);
    expect(ends[0]).toBeLessThan(CELL.south - 0.004);
    expect(ends).toEqual(ends.map(() => ends[0]));
  });

  it('change neither on the day on which a hidden record is saved, nor by its edits, and are cut from the next day', async () => {
    const { id, journey } = await seen({ sharing: 'full' }, journeyPoints(400, { latitude: CELL.south - 0.04, step: [0.0002, 0] }));
    const record = randomUUID();
    const hidden = { geoprivacy: 'obscured' as const, latitude: CELL.south + 0.01, longitude: 5.12, observed_on: '2026-05-02' };
    await save(veld, anna, record, draft(hidden));
    // The jobs of the same day run again, and the owner changes what is shared.
    await queueDueTracks(veld.context);
    await veld.context.jobs.drain();
    expect((await get(id, bram)).body.data).toEqual(journey);
    await put(id, { sharing: 'full', trim: { from_seq: 0, to_seq: 399 } }, 1);
    await veld.context.jobs.drain();
    expect((await get(id, bram)).body.data).toEqual(journey);
    await startDay();
    const cut = (await get(id, bram)).body.data as PublicJourney;
    expect(cut.lines[0]!.at(-1)![1]).toBeLessThan(CELL.south);
    await save(veld, anna, record, draft({ ...hidden, latitude: CELL.south + 0.07 }), 1);
    await startDay();
    expect((await get(id, bram)).body.data).toEqual(cut);
  });

  it('are withdrawn on the day on which a private zone changes, wherever it lies', async () => {
    const near = await seen({ sharing: 'full' }, journeyPoints(400, { latitude: CELL.south - 0.04, step: [0.0002, 0] }));
    const far = await seen({ sharing: 'cells' }, journeyPoints(20, { latitude: 40 }));
    const look = async () =>
      Promise.all([near, far].map(async ({ id }) => ((await get(id, bram)).body.data as PublicJourney).is_track_missing));
    expect(await look()).toEqual([undefined, undefined]);
    const home = await putHome(CELL.south + 0.05, CELL.west + 0.05);
    expect(await look()).toEqual([true, true]);
    expect(((await get(near.id, bram)).body.data as PublicJourney).lines).toEqual([]);
    await queueDueTracks(veld.context);
    await veld.context.jobs.drain();
    expect(await look()).toEqual([true, true]);
    await startDay();
    expect(await look()).toEqual([undefined, undefined]);
    expect(((await get(near.id, bram)).body.data as PublicJourney).lines[0]!.at(-1)![1]).toBeLessThan(CELL.south);
    // The same area again, and another place than home.
    await putHome(CELL.south + 0.06, CELL.west + 0.05, home);
    await putHome(41, 5, randomUUID(), false);
    expect(await look()).toEqual([undefined, undefined]);
  });

  it('show no track until it is computed, never an earlier one', async () => {
    const { id, journey } = await seen({ sharing: 'full' }, journeyPoints(300, { step: [0.0001, 0.00001] }));
    expect(journey.is_track_missing).toBeUndefined();
    await put(id, { sharing: 'full', trim: { from_seq: 100, to_seq: 150 } }, 1);
    expect((await get(id, bram)).body.data).toMatchObject({ is_track_missing: true, lines: [], cells: [], distance_m: 0 });
    await veld.context.jobs.drain();
    expect(((await get(id, bram)).body.data as PublicJourney).lines[0]![0]![1]).toBeCloseTo(52.1, 4);
    await put(id, { sharing: 'cells', trim: { from_seq: 100, to_seq: 150 } }, 2);
    expect((await get(id, bram)).body.data).toMatchObject({ is_track_missing: true, lines: [], cells: [] });
    await send(id, journeyPoints(1, { from: 300 }));
    await veld.context.jobs.drain();
    expect(((await get(id, bram)).body.data as PublicJourney).cells).toHaveLength(1);
    expect((await veld.call(deleteJourney, { params: { id } }, anna.token)).status).toBe(204);
    await veld.context.jobs.drain();
    expect(await veld.db.selectFrom('journey_tracks').selectAll().execute()).toEqual([]);
  });

  it('are measured by one job, however many chunks arrive', async () => {
    const id = randomUUID();
    await put(id, { sharing: 'cells' });
    for (let from = 0; from < 2000; from += 200) await send(id, journeyPoints(200, { from }));
    const { rows } = await sql`select id from jobs.job where name = 'journey-track' and data ->> 'id' = ${id}`.execute(veld.db);
    expect(rows).toHaveLength(1);
    await startDay();
    await send(id, journeyPoints(1, { from: 2000 }));
    await veld.context.jobs.drain();
    expect(((await get(id, bram)).body.data as PublicJourney).is_track_missing).toBeUndefined();
  });

  it('have limits, with an error for each field', async () => {
    const cases: [Partial<JourneyWrite>, string][] = [
      [{ name: ' ' }, 'name'],
      [{ protocol: 'flying' as never }, 'protocol'],
      [{ ended_at: '2026-05-17T04:00:00Z' }, 'ended_at'],
      [{ started_at: '0000-01-01T00:00:00Z' }, 'started_at'],
      [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
      [{ target_groups: ['bird', 'bird'] }, 'target_groups'],
      [{ trim: { from_seq: 5, to_seq: 4 } }, 'trim'],
      [{ companions: Array.from({ length: 31 }, () => ({ user_id: null, name: 'Ben' })) }, 'companions'],
      [{ notes: '\u0000' }, 'notes'],
    ];
    for (const [change, field] of cases) {
      const { status, problem } = await put(randomUUID(), change);
      expect([status, Object.keys(problem.errors ?? {})], field).toEqual([422, [field]]);
    }
    const id = randomUUID();
    await put(id);
    for (const change of [{ latitude: 91 }, { seq: -1 }, { t: 9e15 }, { accuracy_m: -1 }, { source: 'dream' as never }])
      expect((await send(id, [{ ...journeyPoints(1)[0]!, ...change }])).status).toBe(422);
    expect((await send(id, journeyPoints(501))).status).toBe(422);
  });

  it('are erased with their account', async () => {
    const id = randomUUID();
    await put(id);
    await send(id, journeyPoints(3));
    const chen = await person(veld, 'chen');
    await removeJourneys(veld.db, chen.user.id);
    expect((await get(id)).status).toBe(200);
    await removeJourneys(veld.db, anna.user.id);
    for (const table of ['journeys', 'journey_writes', 'journey_blocks', 'journey_tracks'] as const)
      expect(await veld.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  });
});
