import { randomUUID } from 'node:crypto';
import {
  getHealth,
  getJourney,
  obscuredCell,
  type OwnJourney,
  type PublicJourney,
  putJourney,
  putJourneyPoints,
  putSavedPlace,
} from '@veld/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { journeyBody, journeyPoints } from '../../testing/journeys.ts';
import { type Person, person } from '../../testing/people.ts';
import { draft, insertTaxa, save } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { workOutTrack } from './tracks.ts';

const DAY = 86_400_000;
const CELL = obscuredCell(52.09, 5.12);

describe('the track of a shared journey', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  const start = new Date('2026-05-17T10:00:00Z');
  let now = start;
  beforeAll(async () => {
    veld = await testServer({}, { now: () => now });
    await insertTaxa(veld);
    anna = await person(veld, 'anna');
    bram = await person(veld, 'bram');
  });
  afterAll(() => veld.close());
  beforeEach(async () => {
    now = start;
    for (const table of ['journeys', 'saved_places', 'observation_writes', 'observations'] as const)
      await veld.db.deleteFrom(table).execute();
  });

  type Points = ReturnType<typeof journeyPoints>;
  const put = async (sharing: 'none' | 'cells' | 'full', points: Points, id: string = randomUUID()) => {
    expect((await veld.call(putJourney, { params: { id }, body: journeyBody({ sharing }) }, anna.token)).status).toBe(200);
    for (let from = 0; from < points.length; from += 500) {
      const body = { points: points.slice(from, from + 500) };
      expect((await veld.call(putJourneyPoints, { params: { id }, body }, anna.token)).status).toBe(200);
    }
    return id;
  };
  const own = async (id: string) => (await veld.call(getJourney, { params: { id } }, anna.token)).body.data as OwnJourney;
  const seen = async (id: string) => (await veld.call(getJourney, { params: { id } }, bram.token)).body.data as PublicJourney;
  const later = (days: number) => (now = new Date(now.getTime() + days * DAY));
  /** A walk into the cell from the south. */
  const walk = () => journeyPoints(400, { latitude: CELL.south - 0.02, longitude: CELL.west + 0.01, step: [0.0001, 0] });
  const hide = (latitude = CELL.south + 0.01) =>
    save(veld, anna, randomUUID(), draft({ geoprivacy: 'obscured', latitude, longitude: CELL.west + 0.02, observed_on: '2026-05-02' }));

  it('is worked out by a job, and until then others see none, and no zero as its length', async () => {
    const id = await put('full', walk());
    later(1);
    expect(await seen(id)).toMatchObject({ is_track_pending: true, lines: [], cells: [] });
    await veld.context.jobs.drain();
    const done = await seen(id);
    expect(done).not.toHaveProperty('is_track_pending');
    expect([done.lines.length, done.distance_m > 4000]).toEqual([1, true]);
  });

  it('is not worked out again by those who read it', async () => {
    const id = await put('full', walk());
    await veld.context.jobs.drain();
    await veld.db.updateTable('journey_tracks').set({ shared: '{"cells":[],"lines":[[[1,2],[3,4]]],"distance_m":7}' }).execute();
    later(1);
    expect(await seen(id)).toMatchObject({
      lines: [
        [
          [1, 2],
          [3, 4],
        ],
      ],
      distance_m: 7,
    });
    await workOutTrack(veld.context, id);
    expect((await seen(id)).distance_m).toBe(7);
  });

  it('is never shown as it was before its owner shared less of it', async () => {
    const id = await put('full', walk());
    await veld.context.jobs.drain();
    later(1);
    expect((await seen(id)).lines).toHaveLength(1);
    const body = journeyBody({ sharing: 'full', trim: { from_seq: 0, to_seq: 50 } });
    await veld.call(putJourney, { params: { id }, body, headers: { 'if-match': '"1"' } }, anna.token);
    expect(await seen(id)).toMatchObject({ is_track_pending: true, lines: [] });
    await veld.context.jobs.drain();
    expect((await seen(id)).distance_m).toBeLessThan(600);
  });

  it('does not change on the day on which a hidden record is saved, and is cut from the next one', async () => {
    const id = await put('full', walk());
    later(5);
    await veld.context.jobs.drain();
    const before = await seen(id);
    await hide();
    await veld.context.jobs.drain();
    expect(await seen(id)).toEqual(before);
    now = new Date('2026-05-22T23:59:59.999Z');
    expect(await seen(id)).toEqual(before);
    now = new Date('2026-05-23T00:00:00Z');
    expect(await seen(id)).toMatchObject({ is_track_pending: true, lines: [] });
    await veld.context.jobs.drain();
    const after = await seen(id);
    expect(after.lines[0]!.at(-1)![1]).toBeLessThan(CELL.south);
    expect(after.distance_m).toBeLessThan(before.distance_m);
  });

  it('is queued at midnight where a hidden record counts from that day, and after an update that has none', async () => {
    const [id, secret] = [await put('full', walk()), await put('none', walk())];
    await veld.context.jobs.drain();
    await hide();
    later(1);
    const queued = async () => {
      await veld.context.jobs.send('journey-tracks-due', {});
      await veld.context.jobs.drain();
      return (await veld.db.selectFrom('journey_tracks').select(['journey_id', 'shared']).execute()).map((row) => [
        row.journey_id,
        row.shared,
      ]);
    };
    expect(Object.fromEntries(await queued())).toEqual({ [id]: expect.not.stringContaining(`,${CELL.south + 0.01}`), [secret]: null });
    expect((await seen(id)).lines[0]!.at(-1)![1]).toBeLessThan(CELL.south);
    await veld.db.deleteFrom('journey_tracks').execute();
    expect(await queued()).toHaveLength(2);
  });

  it('is cut around a home at once, by an area of one size that an edit of the home does not move', async () => {
    const grid = (offset: number) =>
      Array.from({ length: 80 }, (_, row) =>
        journeyPoints(100, { from: 100 * row, latitude: 51.8 + 0.005 * row, longitude: 4.8 + offset, step: [0, 0.005], segment: row }),
      ).flat();
    const id = await put(
      'full',
      grid(0).map((point) => ({ ...point, t: null })),
    );
    later(1);
    await veld.context.jobs.drain();
    const whole = await seen(id);
    const home = async (latitude: number, longitude: number) => {
      const body = { name: 'Home', kind: 'home' as const, latitude, longitude, uncertainty_m: 30, notes: '', is_private_zone: true };
      expect((await veld.call(putSavedPlace, { params: { id: place }, body }, anna.token)).status).toBe(204);
      expect(await seen(id)).toMatchObject({ is_track_pending: true, lines: [] });
      await veld.context.jobs.drain();
      return seen(id);
    };
    const place = randomUUID();
    const middle = await home(CELL.latitude, CELL.longitude);
    expect(middle.lines.length).toBeGreaterThan(whole.lines.length);
    for (const [latitude, longitude] of [
      [CELL.north - 0.0003, CELL.east - 0.0003],
      [CELL.south + 0.0003, CELL.longitude],
    ] as const) {
      expect(
        (
          await veld.call(
            putSavedPlace,
            {
              params: { id: place },
              body: { name: 'Home', kind: 'home', latitude, longitude, uncertainty_m: 30, notes: '', is_private_zone: true },
            },
            anna.token,
          )
        ).status,
      ).toBe(204);
      // What others see does not even have to be worked out again in another way.
      await seen(id);
      await veld.context.jobs.drain();
      const { is_track_pending: _, ...moved } = await seen(id);
      expect(moved).toEqual(middle);
    }
  });

  it('of hops over the globe is worked out beside the event loop, and has no cells between them', async () => {
    const places = Array.from({ length: 2000 }, (_, at) => [at % 2 ? 60 - (at % 7) : -60 + (at % 5), ((at * 97) % 360) - 180] as const);
    const points = journeyPoints(2000).map((point, at) => ({ ...point, t: null, latitude: places[at]![0], longitude: places[at]![1] }));
    const id = await put('cells', points);
    later(1);
    const work = veld.context.jobs.drain();
    let answers = 0;
    for (let isDone = false; !isDone;) {
      expect((await veld.call(getHealth, {})).status).toBe(200);
      answers++;
      isDone = await Promise.race([work.then(() => true), new Promise<false>((resolve) => setTimeout(() => resolve(false), 20))]);
    }
    expect(answers).toBeGreaterThan(1);
    expect((await seen(id)).cells.length).toBeLessThanOrEqual(2000);
  });

  it('that goes through too many cells, or takes too long, is not shared, and its owner is told why', async () => {
    const zigzag = Array.from({ length: 12_000 }, (_, at) => [-60 + at * 0.01, 12 + (at % 2) * 0.1] as const);
    const points = journeyPoints(12_000).map((point, at) => ({
      ...point,
      t: point.t! + 50_000 * at,
      latitude: zigzag[at]![0],
      longitude: zigzag[at]![1],
    }));
    const id = await put('cells', points);
    const before = await veld.db.selectFrom('journeys').select('owner_seq').where('id', '=', id).executeTakeFirstOrThrow();
    await veld.context.jobs.drain();
    expect((await own(id)).share_fault).toBe('too_many_cells');
    const after = await veld.db.selectFrom('journeys').select('owner_seq').where('id', '=', id).executeTakeFirstOrThrow();
    // So that other devices of the owner fetch it.
    expect(Number(after.owner_seq)).toBeGreaterThan(Number(before.owner_seq));
    later(1);
    const view = await seen(id);
    expect(view).toMatchObject({ cells: [], lines: [] });
    expect(view).not.toHaveProperty('is_track_pending');
    expect(view).not.toHaveProperty('share_fault');
    const slow = await put('full', walk());
    await workOutTrack(veld.context, slow, { ms: 1 });
    expect((await own(slow)).share_fault).toBe('too_complex');
    // The owner can share it in another way.
    const body = journeyBody({ sharing: 'cells' });
    await veld.call(putJourney, { params: { id: slow }, body, headers: { 'if-match': '"1"' } }, anna.token);
    await veld.context.jobs.drain();
    expect(await own(slow)).not.toHaveProperty('share_fault');
  });
});
