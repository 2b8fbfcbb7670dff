import { expect, it } from 'vitest';
import { isZoneOf, zoneAt } from './time-zone';

it('tells whether a place lies in a country by its zone, also by an older name of that zone', async () => {
  expect(isZoneOf((await zoneAt(52.09, 5.12))!, 'NL')).toBe(true);
  expect(isZoneOf((await zoneAt(50.85, 4.35))!, 'NL')).toBe(false);
  expect(isZoneOf('Asia/Calcutta', 'IN')).toBe(true);
  expect(isZoneOf('Asia/Kolkata', 'IN')).toBe(true);
});

it('does not know where the browser does not', () => {
  expect(isZoneOf('Europe/Amsterdam', 'not a country')).toBeNull();
  expect(isZoneOf('Nowhere/Atlantis', 'NL')).toBeNull();
});
