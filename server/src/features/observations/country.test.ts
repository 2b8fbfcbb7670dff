import { obscuredCell } from '@veld/contract';
import { followDisputed } from '@veld/geography';
import { afterEach, describe, expect, it } from 'vitest';
import { countryOf, countryOfCell } from './country.ts';
import { wordsOfPoint } from './place-words.ts';

const LAAYOUNE = [27.15, -13.2] as const;
const SIMFEROPOL = [44.95, 34.1] as const;

describe('the country of a disputed area', () => {
  afterEach(() => followDisputed({}));

  it('follows ISO 3166', () => {
    expect([countryOf(...LAAYOUNE), countryOf(23.7, -15.93), countryOf(26.16, -10.57)]).toEqual(['EH', 'EH', 'EH']);
    expect([countryOf(...SIMFEROPOL), countryOf(44.6, 33.5), countryOf(35.3, 33.6)]).toEqual(['UA', 'UA', 'CY']);
    // Agadir, Tarfaya, Krasnodar, Kherson and Pristina.
    const around = [
      countryOf(30.42, -9.6),
      countryOf(27.94, -12.92),
      countryOf(45.03, 38.97),
      countryOf(46.64, 32.6),
      countryOf(42.66, 21.16),
    ];
    expect(around).toEqual(['MA', 'MA', 'RU', 'UA', 'XK']);
  });

  it('follows MAP_DISPUTED, in words too, and a label that is left out leaves the code', () => {
    followDisputed({ EH: 'MA', 'UA-43': 'RU', XK: null });
    expect([countryOf(...LAAYOUNE), countryOf(...SIMFEROPOL), countryOf(46.64, 32.6), countryOf(42.66, 21.16)]).toEqual([
      'MA',
      'RU',
      'UA',
      'XK',
    ]);
    expect(wordsOfPoint(23.7, -15.93).country_code).toBe('MA');
    followDisputed({});
    expect(wordsOfPoint(23.7, -15.93).country_code).toBe('EH');
  });
});

describe('the country of a point', () => {
  it('is the same at 180 and -180 degrees, and that of the land there', () => {
    // Taveuni and Wrangel Island.
    for (const longitude of [180, -180, 540]) expect([countryOf(-16.85, longitude), countryOf(71.2, longitude)]).toEqual(['FJ', 'RU']);
    expect(countryOf(0, 180)).toBeNull();
    expect(countryOfCell(obscuredCell(-16.85, -180))).toBe('FJ');
    expect(countryOfCell(obscuredCell(-16.85, 180))).toBe('FJ');
  });
});
