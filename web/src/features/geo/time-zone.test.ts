import { expect, it } from 'vitest';
import { isZoneOf, localTimes, zoneAt } from './time-zone';

it('a time zone tells whether a place is in a country, also by an older name of the zone', async () => {
  expect(isZoneOf((await zoneAt(52.09, 5.12))!, 'NL')).toBe(true);
  expect(isZoneOf((await zoneAt(50.85, 4.35))!, 'NL')).toBe(false);
  expect(isZoneOf('Asia/Calcutta', 'IN')).toBe(true);
  expect(isZoneOf('Asia/Kolkata', 'IN')).toBe(true);
});

it('nothing is known of a zone that the browser does not know', () => {
  expect(isZoneOf('Europe/Amsterdam', 'not a country')).toBeNull();
  expect(isZoneOf('Nowhere/Atlantis', 'NL')).toBeNull();
});

it('a record that is given a place has its local time: a moment is converted, a wall clock stays', async () => {
  const localTimeAt = await localTimes();
  const record = { observed_on: '2026-05-10', observed_time: '00:30', time_zone: 'Europe/Amsterdam' };
  const oxford = { latitude: 51.75, longitude: -1.26 };
  const time_zone = 'Europe/London';
  expect(localTimeAt(record, oxford, true)).toEqual({ observed_on: '2026-05-09', observed_time: '23:30', time_zone });
  expect(localTimeAt(record, oxford, false)).toEqual({ ...record, time_zone });
  const undated = { observed_on: null, observed_time: null, time_zone: null };
  expect(localTimeAt(undated, oxford, true)).toEqual(undated);
});
