import { describe, expect, it, vi } from 'vitest';
import { startJourney } from '../../local/records/journeys/journeys';
import { currentJourney } from '../../local/records/journeys/current';
import { appendPoints, readTrack } from '../../local/records/journeys/point-log';
import { waitForIdle } from '../../local/testing/fake-clock';
import { journeyStart, trackPoints } from '../../local/testing/journeys';
import { freshDatabase } from '../../local/testing/people';
import type { UserDatabase } from '../../local/db/database';
import { fakeLocation } from '../testing/fake-location';
import { TrackRecorder } from './recorder';

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

async function running(database: UserDatabase = freshDatabase(), given?: string) {
  const fake = fakeLocation();
  const { clock, location, report } = fake;
  const id = given ?? (await startJourney(database, journeyStart(), clock.now()));
  /** By how much somebody set the clock of the system. */
  const set = { ms: 0 };
  const clocks = { now: () => clock.now() + set.ms, elapsed: () => clock.now() };
  const journey = { id, protocol: 'travelling' as const, started_at: '2026-05-10T08:00:00Z' };
  const recorder = new TrackRecorder({ database, journey, location, dayOf, clock, clocks });
  await recorder.start();
  /** Walks north, with a fix every ten seconds. */
  const walk = async (fixes: number, from = 0) => {
    for (let step = 0; step < fixes; step++) {
      report(52.09 + 0.0001 * (from + step), 5.12, 6);
      await clock.advance(10_000);
    }
  };
  return { ...fake, database, id, recorder, set, walk, track: () => readTrack(database, id), state: () => recorder.store.getState() };
}

describe('the recorder of a track', () => {
  it('stores each point at once, and where the journey is for records', async () => {
    const { recorder, walk, track, state, database, id } = await running();
    recorder.setPaused(false);
    await walk(4);
    expect((await track()).map(({ seq, segment }) => [seq, segment])).toEqual([0, 1, 2, 3].map((seq) => [seq, 0]));
    expect(state()).toMatchObject({ points: 4, unstored: 0 });
    expect(Math.round(state().distance_m)).toBe(33);
    expect(await currentJourney.read(database)).toMatchObject({ id, point: { latitude: 52.0903, accuracy_m: 6 } });
  });

  it('begins where a form has found the person already, unless that is long ago', async () => {
    const { recorder, track, location, report, clock } = await running();
    const release = location.acquire();
    report(52.09, 5.12, 6);
    await clock.advance(20_000);
    recorder.setPaused(false);
    await waitForIdle();
    expect((await track()).map(({ latitude, t }) => [latitude, t])).toEqual([[52.09, clock.now()]]);
    recorder.setPaused(true);
    await clock.advance(40_000);
    recorder.setPaused(false);
    await waitForIdle();
    expect(await track()).toHaveLength(1);
    release();
  });

  it('begins a segment after a pause and a silence, and turns GPS off while paused', async () => {
    const { recorder, walk, track, watches, clock } = await running();
    recorder.setPaused(false);
    await walk(2);
    recorder.setPaused(true);
    expect(watches.size).toBe(0);
    await walk(2, 2);
    recorder.setPaused(false);
    await walk(2, 4);
    await clock.advance(200_000);
    await walk(1, 6);
    expect((await track()).map(({ segment }) => segment)).toEqual([0, 0, 1, 1, 2]);
  });

  it('goes on after a reload with the next sequence, and says which time is missing', async () => {
    const first = await running();
    first.recorder.setPaused(false);
    await first.walk(3);
    await first.recorder.stop();
    const again = await running(first.database, first.id);
    await again.clock.advance(2 * 3_600_000);
    again.recorder.setPaused(false);
    expect(again.state()).toMatchObject({ points: 3, gap: { from: Date.parse('2026-05-10T08:00:20Z') } });
    expect(Math.round(again.state().distance_m)).toBe(22);
    await again.walk(1, 3);
    expect((await again.track()).map(({ seq, segment }) => [seq, segment])).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 1],
    ]);
    again.recorder.acknowledgeGap();
    expect(again.state().gap).toBeNull();
  });

  it('begins a segment after a reload if the clock was set back, because the silence may have been long', async () => {
    const first = await running();
    first.recorder.setPaused(false);
    await first.walk(3);
    await first.recorder.stop();
    // The clock of the next page begins at the start of the journey again.
    const again = await running(first.database, first.id);
    again.recorder.setPaused(false);
    await again.walk(2, 60);
    const points = await again.track();
    expect(points.map(({ segment }) => segment)).toEqual([0, 0, 0, 1, 1]);
    expect(points.map(({ t }) => t)).toEqual(points.map(({ t }) => t).toSorted());
  });

  it('goes on while the disk is full, says how many points are not stored, and stores them once it can', async () => {
    const { recorder, walk, track, state, database, clock } = await running();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    recorder.setPaused(false);
    await walk(2);
    const full = vi.spyOn(database, 'write').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    await walk(3, 2);
    expect(state()).toMatchObject({ points: 2, unstored: 3 });
    full.mockRestore();
    await clock.advance(10_000);
    expect(state()).toMatchObject({ points: 5, unstored: 0 });
    expect((await track()).map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4]);
  });

  it('goes on after its end could not be stored, and not while it is paused', async () => {
    const { recorder, walk, track, watches } = await running();
    recorder.setPaused(false);
    await walk(2);
    await recorder.stop();
    await walk(1, 2);
    recorder.resume();
    await walk(2, 3);
    expect((await track()).map(({ seq, segment }) => [seq, segment])).toEqual([0, 1, 2, 3].map((seq) => [seq, 0]));
    recorder.setPaused(true);
    recorder.resume();
    expect(watches.size).toBe(0);
  });

  it('turns GPS off for most of a rest, without a gap, and notices that the person walks on', async () => {
    const { recorder, walk, track, watches, clock, report, state } = await running();
    recorder.setPaused(false);
    await walk(3);
    let [on, off] = [0, 0];
    for (let seconds = 0; seconds < 600; seconds += 10) {
      if (watches.size > 0) on++;
      else off++;
      report(52.0902, 5.12, 6);
      await clock.advance(10_000);
    }
    expect(off).toBeGreaterThan(on);
    for (let waited = 0; watches.size === 0 && waited < 60; waited++) await clock.advance(1000);
    expect(state().isResting).toBe(false);
    await walk(3, 12);
    const points = await track();
    expect(new Set(points.map(({ segment }) => segment)).size).toBe(1);
    expect(points.at(-1)!.latitude).toBe(52.0914);
    expect(watches.size).toBe(1);
  });

  it('keeps the order of points when the clock is set back', async () => {
    const { recorder, walk, track, clock, report } = await running();
    recorder.setPaused(false);
    await walk(2);
    report(52.0905, 5.12, 6, { timestamp: clock.now() - 20_000 });
    await waitForIdle();
    const times = (await track()).map(({ t }) => t!);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(new Set(times).size).toBe(3);
  });

  it('gives records the place of the journey at their time, also when the clock is set back', async () => {
    const { recorder, walk, set, clock, report, database, track } = await running();
    recorder.setPaused(false);
    await walk(2);
    set.ms = -1_800_000;
    report(52.0903, 5.12, 6);
    await waitForIdle();
    expect(await currentJourney.read(database)).toMatchObject({ point: { latitude: 52.0903, at: clock.now() - 1_800_000 } });
    expect((await track()).at(-1)!.t).toBeGreaterThan(clock.now() - 10_000);
  });

  it('folds points into blocks and queues them for sending', async () => {
    const database = freshDatabase();
    const made = await running(database);
    await appendPoints(database, made.id, trackPoints(150));
    await made.recorder.start();
    made.recorder.setPaused(false);
    await database.outbox.clear();
    for (let step = 0; step < 205; step++) made.report(52.2 + 0.0001 * step, 5.12, 6);
    await made.recorder.stop();
    expect(await database.journeyBlocks.count()).toBe(1);
    expect(await database.journeyPoints.count()).toBeLessThan(10);
    expect(await database.outbox.count()).toBe(1);
    expect(await made.track()).toHaveLength(355);
  });

  it('asks whether the journey is over, and no more once the person has said that it goes on', async () => {
    const { recorder, walk, state, clock } = await running();
    recorder.setPaused(false);
    await walk(2);
    await clock.advance(31 * 60_000);
    expect(state().suspicion).toMatchObject({ reason: 'still' });
    recorder.goOn('still');
    await clock.advance(10 * 60_000);
    expect(state().suspicion).toBeNull();
  });
});
