import type { Feature } from 'geojson';
import { describe, expect, it } from 'vitest';
import { findPlace, placeId, decodePopulation, readGazetteer } from '../src/gazetteer.ts';
import { seaAt } from '../src/words.ts';
import { type City, writeGazetteer } from './gazetteer.ts';
import { namesOfTowns } from './names.ts';
import { listSeas } from './basemap.ts';

let next = 1;
function city(name: string, longitude: number, latitude: number, more: Partial<City> = {}): City {
  return {
    cityId: next++,
    name,
    country: 'NL',
    featureCode: 'PPL',
    population: 1000,
    loc: { coordinates: [longitude, latitude] },
    ...more,
  };
}
const read = (cities: City[], names = new Map<number, Record<string, string>>()) =>
  readGazetteer(writeGazetteer({ cities, names, seas: [] }));

describe('the builder of the gazetteer', () => {
  it('writes what the reader reads, at the ends of the world too', () => {
    const cities = [
      city('Corner', -180, -90, { country: 'AQ', population: 0 }),
      city('Utrecht', 5.1222, 52.0908, { population: 290_529 }),
      city('Taveuni', 179.9999, -16.8, { country: 'FJ' }),
      city('Pole', 180, 90, { country: 'XX', population: 20_000_000 }),
    ];
    const gazetteer = read(cities, new Map([[cities[1]!.cityId, { la: 'Traiectum', nl: 'Utrecht' }]]));
    expect(gazetteer.names).toEqual(['Corner', 'Taveuni', 'Utrecht', 'Pole']);
    expect([...gazetteer.country].map((i) => gazetteer.countries[i])).toEqual(['AQ', 'FJ', 'NL', 'XX']);
    expect(gazetteer.x[2]! / 500 - 180).toBeCloseTo(5.122, 5);
    expect(gazetteer.y[2]! / 500 - 90).toBeCloseTo(52.09, 5);
    expect(decodePopulation(gazetteer.population[0]!)).toBe(0);
    expect(Math.abs(decodePopulation(gazetteer.population[2]!) / 290_529 - 1)).toBeLessThan(0.05);
    // A name that says nothing new is left out.
    expect(gazetteer.variants.get(2)).toEqual({ la: 'Traiectum' });
    for (let i = 0; i < gazetteer.count; i++) expect(findPlace(gazetteer, placeId(gazetteer, i))).toBe(i);
  });

  it('leaves out parts of cities and places that are gone, and keeps the larger of two at one spot', () => {
    const gazetteer = read([
      city('Part', 1, 1, { featureCode: 'PPLX' }),
      city('Abandoned', 2, 2, { featureCode: 'PPLQ' }),
      city('Hamlet', 3.0001, 3, { population: 10 }),
      city('Town', 3.0002, 3, { population: 9000 }),
      city('Seat', 4, 4, { featureCode: 'PPLA', population: 0 }),
    ]);
    expect(gazetteer.names).toEqual(['Town', 'Seat']);
  });

  it('gives the same bytes for the same places in any order', () => {
    const cities = Array.from({ length: 50 }, (_, i) => city(`Place ${i}`, (i * 37) % 180, (i * 17) % 80));
    expect(writeGazetteer({ cities: cities.toReversed(), names: new Map(), seas: [] })).toEqual(
      writeGazetteer({ cities, names: new Map(), seas: [] }),
    );
  });

  it('shows the village of a lonely island earlier than a village beside a city', () => {
    const gazetteer = read([
      city('City', 10, 50, { population: 2_000_000 }),
      city('Suburb', 10.05, 50, { population: 2000 }),
      city('Island', 15.5, 50, { population: 2000 }),
    ]);
    const zoom = (name: string) => gazetteer.labelZoom[gazetteer.names.indexOf(name)];
    expect([zoom('City'), zoom('Suburb'), zoom('Island')]).toEqual([4, 10, 4]);
  });

  it('takes a name that Natural Earth does not repeat from its own, where it has translations', () => {
    const town = (properties: object): Feature => ({ type: 'Feature', properties, geometry: { type: 'Point', coordinates: [0, 0] } });
    const names = namesOfTowns([
      town({ name: 'Vienna', geonames: 1, de: 'Wien', nl: 'Wenen', pop: 2_000_000 }),
      town({ name: 'Gmünd', geonames: 2 }),
      town({ name: 'Vienna', geonames: 3, de: 'Vienna', pop: 15_000 }),
    ]);
    expect(names.get(1)).toEqual({ de: 'Wien', en: 'Vienna', es: 'Vienna', fr: 'Vienna', pt: 'Vienna', nl: 'Wenen', af: 'Wene' });
    expect(names.has(2)).toBe(false);
    expect(names.get(3)).not.toHaveProperty('af');
  });
});

describe('the seas of the gazetteer', () => {
  const square = (name: string, west: number, south: number, size: number) => ({
    type: 'Feature' as const,
    properties: { name },
    geometry: {
      type: 'Polygon' as const,
      coordinates: [
        [
          [west, south],
          [west + size, south],
          [west + size, south + size],
          [west, south + size],
          [west, south],
        ],
      ],
    },
  });

  it('name the smallest sea that holds a point, and leave out rivers', () => {
    const seas = listSeas(
      [square('Ocean', 0, 0, 40), square('Gulf', 10, 10, 5), square('Amazon River', 11, 11, 1)],
      new Map([['Gulf', { de: 'Golf', fr: 'Gulf' }]]),
    );
    const gazetteer = readGazetteer(writeGazetteer({ cities: [city('Town', 0, 0)], names: new Map(), seas }));
    expect(seaAt(gazetteer, { latitude: 11.5, longitude: 11.5 })).toMatchObject({ name: 'Gulf', names: { de: 'Golf' } });
    expect(seaAt(gazetteer, { latitude: 30, longitude: 30 })?.name).toBe('Ocean');
    expect(seaAt(gazetteer, { latitude: 50, longitude: 30 })).toBeNull();
  });
});
