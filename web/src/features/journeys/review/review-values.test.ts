import type { TaxonSummary } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { recordsOfJourney } from '../../../local/records/journeys/journeys';
import { freshDatabase, freshPerson } from '../../../local/testing/people';
import { measureEffort } from '../page/effort';
import { START, storedJourney, walkedTrack } from '../testing/journeys';
import { contentOfReview, fillReviewForm, measureJourney, missedTaxa, recordsToReview, reviewFaults, saveAbsences } from './review-values';
import { newId } from '../../../local/db/ids';
import { changeSavedPlaces } from '../../../local/changes/saved-places';
import { emptyTally } from '../../../local/records/tally';
import { localObservation } from '../../species/testing/rows';
import { countedOn } from './ReviewForm';

const taxon = (id: number, group: TaxonSummary['group']): TaxonSummary => ({
  id,
  name: `species ${id}`,
  scientific_name: `Species ${id}`,
  rank: 'species',
  image_url: null,
  group,
});
const MINUTE = 60_000;

describe('the review of a journey', () => {
  it('knows the target species of complete groups that have no record', () => {
    const targets = [taxon(1, 'bird'), taxon(2, 'bird'), taxon(3, 'moss'), taxon(4, 'plant')];
    const complete = [
      { group: 'bird' as const, is_complete: true },
      { group: 'moss' as const, is_complete: false },
    ];
    expect(missedTaxa(targets, [{ taxon_id: 1 }], complete).map(({ id }) => id)).toEqual([2]);
    expect(missedTaxa(targets, [], [])).toEqual([]);
    // A subspecies of it was found, as a record or in the running tally.
    const found = { taxon_id: 9, taxon: { scientific_name: 'Species 2 minor' } };
    expect(missedTaxa(targets, [{ taxon_id: 1 }, found], complete)).toEqual([]);
    expect(missedTaxa([taxon(2, 'bird')], [{ ...found, taxon: { scientific_name: 'Species 22' } }], complete)).toHaveLength(1);
  });

  it('takes species of the running tally as found that were counted on the journey', () => {
    const taps = (at: number) => [{ id: 't', at }];
    const entries = [
      { id: 'a', taxon: taxon(1, 'bird'), place: 0, taps: taps(START - 1) },
      { id: 'b', taxon: taxon(2, 'bird'), place: 0, taps: taps(START + 1) },
      { id: 'c', taxon: taxon(3, 'bird'), place: 0, taps: [] },
    ];
    const journey = { started_at: new Date(START).toISOString(), ended_at: new Date(START + MINUTE).toISOString() };
    expect(countedOn({ ...emptyTally({ now: START, time_zone: null, source: 'gps' }), entries }, journey)).toMatchObject([{ taxon_id: 2 }]);
    expect(countedOn(null, journey)).toEqual([]);
  });

  it('stores them as looked for and not found, on the day and in the middle of the journey', async () => {
    const database = freshDatabase();
    const track = walkedTrack(60);
    const journey = await storedJourney(database, {}, track);
    const user = freshPerson('anna');
    const save = (taxa: TaxonSummary[], more: object = {}) => saveAbsences(database, { journey, taxa, user, track, trim: null, ...more });
    await save([taxon(7, 'bird')]);
    await save([taxon(8, 'bird')], { trim: { from_seq: 0, to_seq: 10 } });
    expect(await recordsOfJourney(database, journey.id)).toMatchObject([
      { taxon_id: 7, count: 0, count_type: 'exact', observed_on: '2026-05-09', latitude: 52.03, location_source: 'track' },
      { taxon_id: 8, latitude: 52.005, location_source: 'track' },
    ]);
  });

  it('stores them at the saved place of a journey without a track, and without a place at none', async () => {
    const database = freshDatabase();
    const pond = { id: newId(), name: 'Pond', kind: 'other', latitude: 51, longitude: 4, uncertainty_m: 30, notes: '' } as const;
    await changeSavedPlaces(database, () => [pond]);
    for (const location_id of [pond.id, null]) {
      const journey = await storedJourney(database, { location_id });
      await saveAbsences(database, { journey, taxa: [taxon(7, 'bird')], user: freshPerson('anna'), track: [], trim: null });
      const [record] = await recordsOfJourney(database, journey.id);
      expect([record?.latitude ?? null, record?.location_id ?? null]).toEqual([location_id && 51, location_id]);
    }
  });

  it('measures what a trim leaves, and stores only what differs from the track', async () => {
    const track = walkedTrack(60);
    const journey = await storedJourney(freshDatabase(), { ended_at: new Date(START + 60 * MINUTE).toISOString() }, track);
    expect(measureJourney(journey, track, null, 'metric')).toEqual({ minutes: 60, seconds: 3600, distance: 6.67 });
    const trim = { from_seq: 10, to_seq: 40 };
    const measured = measureJourney(journey, track, trim, 'metric');
    expect(measured).toEqual({ minutes: 30, seconds: 1800, distance: 3.34 });
    const form = { ...fillReviewForm({ ...journey, trim }, measured, 'none', 'metric'), groups: ['bird'] as const, distance: '3,5' };
    expect(reviewFaults(form)).toEqual([]);
    expect(contentOfReview(form, measured, journey, 'metric')).toMatchObject({
      trim,
      target_groups: ['bird'],
      effort: { duration_s: 1800, distance_m: 3500, area_ha: null, observers: null },
    });
    // In miles and acres, a form that nobody changed stores nothing, and what was stored is shown as it was typed.
    const imperial = measureJourney(journey, track, null, 'imperial');
    expect(imperial.distance).toBe(4.15);
    const typed = { ...fillReviewForm(journey, imperial, 'none', 'imperial'), area: '2.5' };
    expect(contentOfReview(typed, imperial, journey, 'imperial').effort).toMatchObject({ distance_m: null, area_ha: 1.011714105 });
    const effort = { ...journey.effort, distance_m: 3.2 * 1609.344, area_ha: 1.011714105 };
    expect(fillReviewForm({ ...journey, effort }, imperial, 'none', 'imperial')).toMatchObject({ distance: '3.2', area: '2.5' });
    expect(reviewFaults({ ...form, name: ' ', minutes: 'long', area: '-1', observers: '1.5' })).toEqual([
      'name',
      'minutes',
      'area',
      'observers',
    ]);
  });

  it('calls the duration corrected only where a person changed it, also of a short journey with a pause', async () => {
    const facts = { ended_at: new Date(START + 265_000).toISOString() };
    const journey = { ...(await storedJourney(freshDatabase(), facts)), paused_ms: 60_000 };
    const measured = measureJourney(journey, [], null, 'metric');
    expect(measured).toMatchObject({ minutes: 3, seconds: 205 });
    const form = fillReviewForm(journey, measured, 'none', 'metric');
    const { effort } = contentOfReview(form, measured, journey, 'metric');
    expect(effort).toMatchObject({ duration_s: 205, distance_m: null });
    expect(measureEffort({ ...journey, effort: effort! }, [])).toMatchObject({ duration_s: 205, isCorrected: { duration: false } });
    // Opened again, it stays as it is; the person's own number is a correction.
    const again = { ...journey, effort: { ...effort!, duration_s: 250 } };
    expect(contentOfReview(fillReviewForm(again, measured, 'none', 'metric'), measured, again, 'metric').effort).toEqual(again.effort);
    const paused = { ...journey, effort: { ...journey.effort, paused_s: 60 } };
    expect(contentOfReview(form, measured, paused, 'metric').effort).toMatchObject({ paused_s: 60 });
    const typed = contentOfReview({ ...form, minutes: '5' }, measured, journey, 'metric').effort!;
    expect(typed.duration_s).toBe(300);
    expect(measureEffort({ ...journey, effort: typed }, []).isCorrected.duration).toBe(true);
  });

  it('lists records that lack something else than a count or are unusual first, unless acknowledged, then those to count', () => {
    const rows = (
      [
        [1, 'bird', { count: 3 }],
        [2, 'plant', {}],
        [3, 'bird', { count: 99_999 }],
        [4, 'bird', { count: 99_999, attributes: { sure_unusual_count: '99999' } }],
        [5, 'bird', { count: 0, latitude: null, longitude: null }],
        [6, 'bird', { count: 1, latitude: null, longitude: null }],
        [7, 'bird', {}],
      ] as const
    ).map(([id, group, change]) => {
      const draft = { taxon_id: id, observed_on: '2026-05-09', latitude: 52, longitude: 5, geoprivacy: 'open', media: [], ...change };
      return { ...localObservation({ attributes: {}, ...draft } as never), taxon: taxon(id, group) };
    });
    const nameless = { ...rows[0]!, id: 'x', taxon_id: null, taxon: null };
    const index = { unusual: ({ id }: { id: number }) => (id === 2 ? ({ area: 'near', month: 5, of: 60 } as const) : null) };
    expect(recordsToReview([...rows, nameless], index).map(({ record, reasons }) => [record.taxon_id, reasons])).toEqual([
      [2, ['unusual_month']],
      [3, ['unusual_count']],
      [6, ['no_place']],
      [null, ['no_species']],
      [7, []],
      [1, []],
      [4, []],
      [5, []],
    ]);
  });
});
