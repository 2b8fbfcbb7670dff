import { expect, it } from 'vitest';
import { isZoneOf, zoneAt } from './time-zone';

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
