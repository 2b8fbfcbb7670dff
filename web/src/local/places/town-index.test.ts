import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decodePopulation, type Gazetteer, GRID, listEndonyms, readGazetteer } from '@veld/geography';
import type { TaxonIndex } from '@veld/taxonomy';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FoundTown } from './requests';
import { findOwnNames, findTowns, indexTowns } from './town-index';

const FILE = resolve(import.meta.dirname, '../../../../geography/files/gazetteer.bin.gz');
const TYPED = resolve(import.meta.dirname, 'testing/typed-towns.tsv');

let gazetteer: Gazetteer;
let english: TaxonIndex;
beforeAll(() => {
  gazetteer = readGazetteer(gunzipSync(readFileSync(FILE)));
  english = indexTowns(gazetteer, 'en');
});

const first = (text: string, { country = null, near = null, index = english }: Partial<Search> = {}) =>
  findTowns(index, gazetteer, { text, country, near, limit: 5 })[0];

interface Search {
  country: string | null;
  near: { latitude: number; longitude: number } | null;
  index: TaxonIndex;
}

describe('a town is found', () => {
  it('in at least 95 of 100 of the written names with one typo, and in almost all by who lives in the country', () => {
    const wrong: string[] = [];
    const wrongAtHome: string[] = [];
    const [, ...lines] = readFileSync(TYPED, 'utf8').trim().split('\n');
    for (const line of lines) {
      const [name = '', country = '', typed = ''] = line.split('\t');
      const meant = largestCalled(name, country);
      if (!isAt(first(typed), meant)) wrong.push(typed);
      if (!isAt(first(typed, { country }), meant)) wrongAtHome.push(typed);
    }
    expect(lines).toHaveLength(200);
    expect(wrong.length, wrong.join(', ')).toBeLessThanOrEqual(10);
    expect(wrongAtHome.length, wrongAtHome.join(', ')).toBeLessThanOrEqual(2);
  });

  it('by its own name, and by its name in every language of the app', () => {
    for (const text of ['Vienna', 'Wien', 'Wenen', 'Viena', 'Vienne', 'Wiedeń', 'Wene', 'wien'])
      expect(first(text), text).toMatchObject({ name: 'Vienna', country_code: 'AT' });
    for (const text of ['Praha', 'København', 'Firenze', 'Den Haag', 'Galway', 'Oostende', 'Plzeň', 'București'])
      expect(first(text)?.country_code, text).toMatch(/^(CZ|DK|IT|NL|IE|BE|RO)$/);
  });

  it('with its name in the language of the person, and the name that was typed', () => {
    const german = indexTowns(gazetteer, 'de');
    expect(first('vienna', { index: german })).toMatchObject({ name: 'Wien', matched: null });
    expect(first('wenen', { index: german })).toMatchObject({ name: 'Wien', matched: 'Wenen' });
    expect(first('wien')).toMatchObject({ name: 'Vienna', matched: 'Wien' });
  });

  it('in the country of the person, or near them, before a larger one far away', () => {
    expect(first('Valencia', { country: 'VE' })?.country_code).toBe('VE');
    expect(first('Valencia', { country: 'ES' })?.country_code).toBe('ES');
    expect(first('Cambridge', { near: { latitude: 42.37, longitude: -71.06 }, country: 'US' })?.country_code).toBe('US');
    expect(first('Cambridge', { country: 'GB' })?.country_code).toBe('GB');
  });

  it('while its name is typed, and nothing for no text', () => {
    expect(first('amst')?.name).toBe('Amsterdam');
    expect(first('rio de')?.name).toBe('Rio de Janeiro');
    expect(findTowns(english, gazetteer, { text: ' ', country: null, near: null, limit: 5 })).toEqual([]);
  });
});

it('an own place is found by its beginning, a word of it, and with a typo', () => {
  const names = ['Marsh hide', 'Garden', 'Oostvaardersplassen', 'Zomp'];
  expect(findOwnNames(names, 'mar', 3)[0]).toBe(0);
  expect(findOwnNames(names, 'hide', 3)).toEqual([0]);
  expect(findOwnNames(names, 'gardn', 3)).toEqual([1]);
  expect(findOwnNames(names, 'oostvaardesplassen', 3)).toEqual([2]);
  expect(findOwnNames(names, 'Utrecht', 3)).toEqual([]);
  expect(findOwnNames([], 'mar', 3)).toEqual([]);
});

function largestCalled(name: string, country: string): number {
  const called = gazetteer.names.flatMap((own, i) => {
    if (gazetteer.countries[gazetteer.country[i]!] !== country) return [];
    return [own, ...Object.values(gazetteer.variants.get(i) ?? {}), ...listEndonyms(own, country)].includes(name) ? [i] : [];
  });
  const people = (i: number) => decodePopulation(gazetteer.population[i]!);
  const largest = called.toSorted((a, b) => people(b) - people(a))[0];
  if (largest === undefined) throw new Error(`The gazetteer has no ${name} in ${country}`);
  return largest;
}

function isAt(town: FoundTown | undefined, index: number): boolean {
  const at = { latitude: (gazetteer.y[index]! + 0.5) / GRID - 90, longitude: (gazetteer.x[index]! + 0.5) / GRID - 180 };
  return town !== undefined && Math.abs(town.latitude - at.latitude) < 1e-6 && Math.abs(town.longitude - at.longitude) < 1e-6;
}
