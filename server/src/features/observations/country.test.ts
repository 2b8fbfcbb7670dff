import { obscuredCell } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { countryOf, countryOfCell } from './country.ts';

describe('the country of a point', () => {
  it('is the same at 180 and -180 degrees, and that of the land there', () => {
    // Taveuni and Wrangel Island.
    for (const longitude of [180, -180, 540]) expect([countryOf(-16.85, longitude), countryOf(71.2, longitude)]).toEqual(['FJ', 'RU']);
    expect(countryOf(0, 180)).toBeNull();
    expect(countryOfCell(obscuredCell(-16.85, -180))).toBe('FJ');
    expect(countryOfCell(obscuredCell(-16.85, 180))).toBe('FJ');
  });
});
