import { randomUUID } from 'node:crypto';
import {
  encodePoints,
  getJourney,
  listJourneyChanges,
  MAX_SHARED_CELLS,
  type OwnJourney,
  type PublicJourney,
  putJourney,
  putJourneyPoints,
  type TrackPoint,
} from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { journeyBody, journeyPoints } from '../../../testing/journeys.ts';
import { type Person, person } from '../../../testing/people.ts';
import { testServer, type TestServer } from '../../../testing/server.ts';
import { queueDueTracks } from './job.ts';
import { measureTrack } from './measure.ts';

const DAY = 86_400_000;

describe('a track made to cost the server as much as it can', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let now = new Date('2026-05-17T10:00:00Z');
  beforeAll(async () => {
    veld = await testServer({}, { now: () => now });
    anna = await person(veld, 'anna');
    bram = await person(veld, 'bram');
  });
  afterAll(() => veld.close());

  const send = (id: string, points: TrackPoint[]) => veld.call(putJourneyPoints, { params: { id }, body: { points } }, anna.token);
  const make = async (sharing: 'cells' | 'full', points: readonly TrackPoint[]): Promise<string> => {
    const id = randomUUID();
    expect((await veld.call(putJourney, { params: { id }, body: journeyBody({ sharing }) }, anna.token)).status).toBe(200);
    for (let from = 0; from < points.length; from += 500) expect((await send(id, points.slice(from, from + 500))).status).toBe(200);
    return id;
  };
  const seen = async (id: string) => (await veld.call(getJourney, { params: { id } }, bram.token)).body.data as PublicJourney;
  const own = async (id: string) => (await veld.call(getJourney, { params: { id } }, anna.token)).body.data as OwnJourney;

  /** Computes everything that is due, while the server is asked for its health; returns how often it answered. */
  async function computeAll(): Promise<number> {
    let [answers, isRunning] = [0, true];
    const asking = (async () => {
      while (isRunning) {
        // 503 if the database is slow on a busy machine: it is the answer that a blocked loop would not give.
        expect([200, 503]).toContain((await veld.fetch('/api/health')).status);
        answers += 1;
        await new Promise((later) => setTimeout(later, 20));
      }
    })();
    await veld.context.jobs.drain();
    isRunning = false;
    await asking;
    return answers;
  }

  it('does not block the event loop, and is answered from what is stored: hops over the globe, and a zigzag', async () => {
    const hops = journeyPoints(2000).map((point, at) => ({
      ...point,
      t: null,
      latitude: 80 * Math.sin(at),
      longitude: ((at * 137) % 360) - 180,
    }));
    const zigzag = journeyPoints(4000).map((point, at) => ({
      ...point,
      t: null,
      latitude: 50 + (at % 2 ? 1 : -1) * at * 2e-6,
      longitude: 5 + at * 1e-6,
    }));
    const ids = [await make('cells', hops), await make('full', zigzag)];
    now = new Date(now.getTime() + DAY);
    for (const id of ids) expect(await seen(id)).toMatchObject({ is_track_missing: true, cells: [], lines: [] });
    await queueDueTracks(veld.context);
    expect(await computeAll()).toBeGreaterThan(2);
    const [cells, line] = await Promise.all(ids.map(seen));
    expect(cells!.cells.length).toBeGreaterThan(1000);
    expect(cells!.cells.length).toBeLessThanOrEqual(2000);
    expect(cells!.is_track_missing).toBeUndefined();
    expect(line!.lines[0]!.length).toBeGreaterThan(1500);
  });

  it('is not shared if it has more cells than others get, of which its owner is notified once, and it is not tried again', async () => {
    // About 10 km between points, at the speed of a plane that the device reports.
    const laps = journeyPoints(3000).map((point, at) => ({
      ...point,
      t: point.t! + 110_000 * at,
      latitude: -60 + Math.floor(at / 200) * 0.5,
      longitude: -170 + (at % 200) * 0.16,
      speed_mps: 1000,
    }));
    const id = await make('cells', laps);
    now = new Date(now.getTime() + DAY);
    await queueDueTracks(veld.context);
    const { next_cursor } = (await veld.call(listJourneyChanges, {}, anna.token)).body;
    await computeAll();
    expect(await seen(id)).toMatchObject({ is_track_missing: true, cells: [], lines: [] });
    expect((await own(id)).track_fault).toBe('too_large');
    const changes = (await veld.call(listJourneyChanges, { query: { cursor: next_cursor } }, anna.token)).body;
    expect(changes.data).toEqual([expect.objectContaining({ id, track_fault: 'too_large' })]);
    await queueDueTracks(veld.context);
    const queued = await veld.db.selectFrom('journeys').select('track_is_queued').where('id', '=', id).executeTakeFirst();
    expect(queued).toEqual({ track_is_queued: false });
    // Trimmed, it is shared.
    const trim = { from_seq: 0, to_seq: 50 };
    const body = journeyBody({ sharing: 'cells', trim });
    const saved = await veld.call(putJourney, { params: { id }, body, headers: { 'if-match': '"1"' } }, anna.token);
    expect(saved.status).toBe(200);
    await computeAll();
    expect((await seen(id)).cells.length).toBeGreaterThan(400);
    expect((await seen(id)).cells.length).toBeLessThan(MAX_SHARED_CELLS);
    expect((await own(id)).track_fault).toBeNull();
  });

  it('is measured while the event loop goes on', async () => {
    const zigzag = journeyPoints(60_000).map((point, at) => ({
      ...point,
      latitude: 50 + (at % 2 ? 1 : -1) * at * 1e-7,
      longitude: 5 + at * 1e-6,
    }));
    const start = performance.now();
    let [last, longest] = [start, 0];
    const tick = () => ([longest, last] = [Math.max(longest, performance.now() - last), performance.now()]);
    const timer = setInterval(tick, 5);
    await measureTrack({ blocks: [encodePoints(zigzag)], trim: null, shared: { sharing: 'full', areas: [] } });
    tick();
    clearInterval(timer);
    expect(longest).toBeLessThan((last - start) / 2);
  });

  it('is given up after the time limit, and with what no track has, the job fails', async () => {
    const points = encodePoints(journeyPoints(1000));
    const input = { blocks: [points], trim: null, shared: { sharing: 'full' as const, areas: [] } };
    expect(await measureTrack(input, 1)).toMatchObject({ distance_m: null, track: null, fault: 'too_slow' });
    expect((await measureTrack(input)).fault).toBeNull();
    await expect(measureTrack({ ...input, blocks: [Buffer.from('no points')] })).rejects.toThrow(RangeError);
  });
});
