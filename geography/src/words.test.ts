import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { territoryAt } from './countries.ts';
import { metresBetween } from '@veld/geometry';
import { formatPlace } from './format.ts';
import { findPlace, GRID, decodePopulation } from './gazetteer.ts';
import { committedGazetteer } from './testing/committed.ts';
import { type Cell, cellInWords, DIRECTIONS, placeInWords, withNames } from './words.ts';

const gazetteer = committedGazetteer();
const english = (latitude: number, longitude: number) =>
  formatPlace(withNames(gazetteer, placeInWords(gazetteer, { latitude, longitude })), 'en');

const points = readFileSync(join(import.meta.dirname, 'testing/points.txt'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => {
    const [, latitude, longitude, expected] = /^(\S+), (\S+) = (.*?)(?: # .*)?$/.exec(line)!;
    return { latitude: Number(latitude), longitude: Number(longitude), expected: expected! };
  });

describe('the words for a place', () => {
  it(`say where ${points.length} well-known points are: towns, reserves, islands, borders, seas, poles`, () => {
    const wrong = points
      .map((point) => ({ ...point, phrase: english(point.latitude, point.longitude) ?? '' }))
      .filter(({ phrase, expected }) => !new RegExp(expected).test(phrase));
    expect(wrong).toEqual([]);
    expect(points.length).toBeGreaterThanOrEqual(200);
  });

  it('give distance and direction from the place, as the map has them', () => {
    // Near the North Cape.
    const words = placeInWords(gazetteer, { latitude: 71.2, longitude: 26 });
    const place = findPlace(gazetteer, words.place_id!);
    const from = { latitude: gazetteer.y[place]! / GRID - 90, longitude: gazetteer.x[place]! / GRID - 180 };
    expect(Math.abs(metresBetween(from, { latitude: 71.2, longitude: 26 }) / 1000 - words.distance_km)).toBeLessThan(3);
    expect(words.direction).toMatch(/^N/);
  });

  it('turn with the point around a town', () => {
    // Sucre in Bolivia stands alone enough that points 12 km around it have no other name.
    const around = DIRECTIONS.map((_, i) => {
      const [north, east] = [Math.cos((i * Math.PI) / 4) * 0.11, Math.sin((i * Math.PI) / 4) * 0.117];
      return english(-19.0333 + north, -65.2627 + east);
    });
    expect(around.map((phrase) => / (\w+) of Sucre, Bolivia$/.exec(phrase ?? '')?.[1])).toEqual([...DIRECTIONS]);
  });

  it('have all numbers and codes that a record stores for every point of the world, and are always the same', () => {
    fc.assert(
      fc.property(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true }), (latitude, longitude) => {
        const words = placeInWords(gazetteer, { latitude, longitude });
        expect(placeInWords(gazetteer, { latitude, longitude })).toEqual(words);
        expect(words.direction === null).toBe(words.distance_km === 0);
        expect(words.distance_km).toBeLessThanOrEqual(400);
        if (words.place_id === null) expect(words.distance_km).toBe(0);
        else expect(withNames(gazetteer, words).town?.name).toBeTruthy();
        // No point of the world is without words.
        expect(formatPlace(withNames(gazetteer, words), 'en')).toBeTruthy();
      }),
      { numRuns: inject('isLong') ? 5000 : 500 },
    );
  });

  it('take less than 0.3 ms for 95 of 100 points near towns', () => {
    const times: number[] = [];
    for (let i = 0; i < 4000; i++) {
      const place = (i * 104_729) % gazetteer.count;
      const point = { latitude: gazetteer.y[place]! / GRID - 90 + ((i % 21) - 10) / 50, longitude: gazetteer.x[place]! / GRID - 180 };
      const start = performance.now();
      placeInWords(gazetteer, { ...point, latitude: Math.max(-90, Math.min(90, point.latitude)) });
      // The first calls compile the code and build the index of countries.
      if (i >= 1000) times.push(performance.now() - start);
    }
    times.sort((a, b) => a - b);
    expect(times[Math.floor(times.length * 0.95)]).toBeLessThan(0.3 * inject('machineFactor'));
  });
});

/** A cell of the grid of some 11 km that hides places. */
function cellOf(latitude: number, longitude: number): Cell {
  const south = Math.floor(latitude * 10) / 10;
  const width = 0.1 / Math.max(0.05, Math.cos((latitude * Math.PI) / 180));
  const west = Math.floor(longitude / width) * width;
  return {
    south,
    north: south + 0.1,
    west,
    east: west + width,
    latitude: south + 0.05,
    longitude: west + width / 2,
    coordinate_uncertainty_m: 7863,
  };
}

describe('the words for a hidden place', () => {
  const ofCell = (latitude: number, longitude: number) => withNames(gazetteer, cellInWords(gazetteer, cellOf(latitude, longitude)));

  it('name no place smaller than its cell, no distance finer than it, and no country at a border', () => {
    const places = fc.nat({ max: gazetteer.count - 1 }).map((i) => ({
      latitude: gazetteer.y[i]! / GRID - 90,
      longitude: gazetteer.x[i]! / GRID - 180,
    }));
    fc.assert(
      fc.property(places, ({ latitude, longitude }) => {
        const cell = cellOf(latitude, longitude);
        const words = cellInWords(gazetteer, cell);
        if (words.place_id !== null)
          expect(decodePopulation(gazetteer.population[findPlace(gazetteer, words.place_id)]!)).toBeGreaterThan(300_000);
        expect(words.distance_km % 20).toBe(0);
        const countries = [cell.south, cell.north].flatMap((y) =>
          [cell.west, cell.east].map((x) => territoryAt({ latitude: y, longitude: x })),
        );
        if (new Set(countries).size > 1) expect(words.country_code).toBeNull();
      }),
      { numRuns: inject('isLong') ? 5000 : 500 },
    );
  });

  it('do not name the village that the cell lies in', () => {
    const village = { latitude: 51.7766, longitude: 5.9286 };
    expect(english(village.latitude, village.longitude)).toMatch(/Mook|Molenhoek|Groesbeek|Middelaar|Plasmolen|Malden/);
    expect(formatPlace(ofCell(village.latitude, village.longitude), 'en')).toMatch(
      /^\d+0 km [NESW]+ of (Eindhoven|Essen|Duisburg|Düsseldorf|Krefeld)( \(Germany\))?/,
    );
  });

  it('name a city that fills the cell, a lone country, and the sea', () => {
    expect(formatPlace(ofCell(40.42, -3.7), 'en')).toBe('Madrid, Spain');
    expect(formatPlace(ofCell(75, -40), 'en')).toBe('Greenland');
    expect(formatPlace(ofCell(47, -20), 'en')).toBe('North Atlantic Ocean');
  });
});

describe('stored words', () => {
  it('keep what they can when the gazetteer no longer has the place', () => {
    const words = { ...placeInWords(gazetteer, { latitude: 52.05, longitude: 5.0 }), place_id: 1 };
    expect(formatPlace(withNames(gazetteer, words), 'en')).toBe('Netherlands');
    expect(formatPlace(withNames(gazetteer, { ...words, country_code: null }), 'en')).toBeNull();
  });
});
