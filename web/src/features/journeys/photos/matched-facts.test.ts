import { expect, it } from 'vitest';
import { newId } from '../../../local/db/ids';
import { NO_FACTS } from '../../../local/db/rows';
import { proposedValues } from '../../photo-import/board/board-values';
import { readFormRecord } from '../../recording/form-values';
import { matchedFacts } from './match-photos';

const journey = { id: newId(), time_zone: 'Europe/Amsterdam' };
const photo = { id: newId(), sha256: 'a'.repeat(64), type: 'image/jpeg' as const, width: 4, height: 3, thumbhash: null };
const place = { latitude: 52.1, longitude: 5.2, uncertainty_m: 12 };

it('a photo on a track becomes a record of the journey, with the place and time of the track', () => {
  // The camera was set to another day and its own place was wrong.
  const facts = { ...NO_FACTS, taken_on: '2020-01-01', taken_time: '03:00', latitude: 1, longitude: 2, coordinate_uncertainty_m: 3 };
  const matched = matchedFacts(facts, { at: Date.UTC(2026, 4, 9, 22, 15, 40), place }, journey);
  const values = proposedValues([{ ...photo, facts: matched }], { geoprivacy: 'open', license: null }, () => 'Europe/Amsterdam', 1);
  expect(readFormRecord(values)).toMatchObject({
    observed_on: '2026-05-10',
    observed_time: '00:15',
    time_zone: 'Europe/Amsterdam',
    latitude: 52.1,
    longitude: 5.2,
    coordinate_uncertainty_m: 12,
    location_source: 'track',
    journey_id: journey.id,
  });
  expect(matched.taken_second).toBe(40);
});

it('a photo that was not matched stays with what its camera wrote', () => {
  const facts = { ...NO_FACTS, taken_on: '2026-05-09', taken_time: '10:00', latitude: 1, longitude: 2 };
  const values = proposedValues([{ ...photo, facts }], { geoprivacy: 'open', license: null }, () => null, 1);
  expect(readFormRecord(values)).toMatchObject({ location_source: 'exif', journey_id: null });
});
