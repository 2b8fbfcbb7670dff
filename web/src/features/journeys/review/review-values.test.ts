import type { TaxonSummary } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { recordsOfJourney } from '../../../local/records/journeys/journeys';
import { freshDatabase, freshPerson } from '../../../local/testing/people';
import { START, storedJourney, walkedTrack } from '../testing/journeys';
import { contentOfReview, measuredOf, missedTaxa, reviewFaults, reviewOf } from './review-values';
import { saveAbsences } from './save-absences';

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
  });

  it('stores them as looked for and not found, on the day and in the middle of the journey', async () => {
    const database = freshDatabase();
    const track = walkedTrack(60);
    const journey = await storedJourney(database, {}, track);
    await saveAbsences(database, { journey, taxa: [taxon(7, 'bird')], user: freshPerson('anna'), track });
    expect(await recordsOfJourney(database, journey.id)).toMatchObject([
      { taxon_id: 7, count: 0, count_type: 'exact', observed_on: '2026-05-09', latitude: 52.03, location_source: 'track' },
    ]);
  });

  it('measures what a trim leaves, and stores only what differs from the track', async () => {
    const track = walkedTrack(60);
    const journey = await storedJourney(freshDatabase(), { ended_at: new Date(START + 60 * MINUTE).toISOString() }, track);
    expect(measuredOf(journey, track, null)).toEqual({ minutes: 60, kilometres: 6.67 });
    const trim = { from_seq: 10, to_seq: 40 };
    const measured = measuredOf(journey, track, trim);
    expect(measured).toEqual({ minutes: 30, kilometres: 3.34 });
    const form = { ...reviewOf({ ...journey, trim }, measured, 'none'), groups: ['bird'] as const, kilometres: '3,5' };
    expect(reviewFaults(form)).toEqual([]);
    expect(contentOfReview(form, measured, journey)).toMatchObject({
      trim,
      target_groups: ['bird'],
      effort: { duration_s: 1800, distance_m: 3500, area_ha: null, observers: null },
    });
    expect(reviewFaults({ ...form, name: ' ', minutes: 'long', hectares: '-1', observers: '1.5' })).toEqual([
      'name',
      'minutes',
      'hectares',
      'observers',
    ]);
  });
});
