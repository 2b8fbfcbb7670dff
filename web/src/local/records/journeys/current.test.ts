import type { ObservationDraft } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { freshDatabase, observer, anna } from '../../testing/people';
import { journeyStart } from '../../testing/journeys';
import { saveObservation } from '../save-observation';
import { currentJourney, isOnJourney, onJourney } from './current';
import { finishJourney, ownJourney, startJourney } from './journeys';
import { appendPoints, readTrack } from './point-log';
import { trackPoints } from '../../testing/journeys';

const START = Date.parse('2026-05-10T08:00:00Z');
const user = observer(anna);
const draft = (change: Partial<ObservationDraft>): ObservationDraft => ({
  taxon_id: 17,
  observed_on: '2026-05-10',
  observed_time: '10:30',
  time_zone: 'Europe/Amsterdam',
  geoprivacy: 'open',
  media: [],
  attributes: {},
  ...change,
});
const journey = {
  id: 'j',
  started_at: START,
  ended_at: null,
  point: { latitude: 52.1, longitude: 5.1, accuracy_m: 8, at: START + 60_000 },
};

describe('a record saved during a journey', () => {
  it('belongs to it by its own time, in its own time zone', () => {
    const on = (change: Partial<ObservationDraft>, ended_at: number | null = null) =>
      isOnJourney({ ...journey, ended_at }, draft(change), START + 3_600_000);
    expect(on({})).toBe(true);
    expect(on({ observed_time: '09:58' })).toBe(false);
    expect(on({ time_zone: 'UTC' })).toBe(false);
    expect(on({ observed_on: '2026-05-09' })).toBe(false);
    expect(on({ observed_on: '2026-05' })).toBe(false);
    expect(on({ observed_on: null })).toBe(false);
    // Saved after the end: a tally that was finished later.
    expect(on({}, START + 1_800_000)).toBe(true);
    expect(on({}, START + 1_200_000)).toBe(false);
  });

  it('takes the last point of the track only if it has no place, the device wanted one, and the point is fresh', () => {
    const at = (change: Partial<ObservationDraft>, wantsPlace = true, now = START + 90_000) =>
      onJourney(journey, draft({ observed_time: '10:01', ...change }), { now, wantsPlace });
    expect(at({})).toMatchObject({ journey_id: 'j', latitude: 52.1, location_source: 'track', coordinate_uncertainty_m: 50 });
    expect(at({ latitude: 1, longitude: 2 })).toMatchObject({ journey_id: 'j', latitude: 1 });
    expect(at({}, false).latitude).toBeUndefined();
    expect(at({}, true, START + 60_000 + 300_001).latitude).toBeUndefined();
    expect(at({ journey_id: 'other' })).toMatchObject({ journey_id: 'other' });
  });

  it('takes the place of the track at its own time, if it was made earlier, and none where the track has a gap', async () => {
    const database = freshDatabase();
    const id = await startJourney(database, journeyStart(), START);
    const points = trackPoints(60).map((point, at) => ({ ...point, t: START + at * 60_000, latitude: 52 + at / 1000 }));
    await appendPoints(
      database,
      id,
      points.filter((_, at) => at < 20 || at > 40).map((point) => ({ ...point, segment: point.seq > 40 ? 1 : 0 })),
    );
    const now = START + 59 * 60_000;
    await currentJourney.update(database, (current) => current && { ...current, point: { ...journey.point, at: now } });
    const placeOf = async (observed_time: string, options: object) => {
      const saved = await saveObservation(database, draft({ observed_time }), [], { user, now, ...options });
      const row = (await database.observations.get(saved))!;
      return [row.journey_id, row.latitude ?? null, row.location_source ?? null];
    };
    const missed = { place: 'missed' };
    expect(await placeOf('10:10', missed)).toEqual([id, 52.0105, 'track']);
    expect(await placeOf('10:30', missed), 'nothing is guessed in a gap').toEqual([id, null, null]);
    expect(await placeOf('10:58', missed), 'just now: the last point').toEqual([id, 52.1, 'track']);
    // A tally that found no position.
    expect(await placeOf('10:05', { madeAt: START + 5 * 60_000 })).toEqual([id, 52.005, 'track']);
    expect(await placeOf('10:05', {}), 'no place was wanted').toEqual([id, null, null]);
  });

  it('keeps its journey through an edit, and a record after the journey has none', async () => {
    const database = freshDatabase();
    const id = await startJourney(database, journeyStart(), START);
    const now = START + 1_800_000;
    const record = await saveObservation(database, draft({}), [], { user, now });
    await finishJourney(database, id, now + 60_000, now + 60_000);
    const later = await saveObservation(database, draft({ observed_time: '11:30' }), [], { user, now: START + 5_400_000 });
    await saveObservation(database, draft({ journey_id: id, notes: 'x' }), [], { user, id: record, now: now + 90_000 });
    const rows = await database.observations.bulkGet([record, later]);
    expect(rows.map((row) => row?.journey_id ?? null)).toEqual([id, null]);
  });
});

describe('a journey', () => {
  it('starts once, and ends with what came after its real end trimmed', async () => {
    const database = freshDatabase();
    const id = await startJourney(database, journeyStart(), START);
    expect(await startJourney(database, journeyStart({ name: 'Second' }), START + 5)).toBe(id);
    await appendPoints(database, id, trackPoints(20));
    await finishJourney(database, id, START + 95_000, START + 3_600_000);
    expect(await ownJourney(database, id)).toMatchObject({
      ended_at: new Date(START + 95_000).toISOString(),
      trim: { from_seq: 0, to_seq: 9 },
    });
    expect(await readTrack(database, id)).toHaveLength(20);
    expect(await currentJourney.read(database)).toMatchObject({ id, ended_at: START + 95_000 });
    expect(await startJourney(database, journeyStart(), START + 4_000_000)).not.toBe(id);
  });
});
