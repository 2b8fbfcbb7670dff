import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { findPlace, placeId, decodePopulation, readGazetteer } from './gazetteer.ts';
import { committedFile, committedGazetteer } from './testing/committed.ts';

const gazetteer = committedGazetteer();
const named = (name: string, country: string) =>
  gazetteer.names.findIndex((found, i) => found === name && gazetteer.countries[gazetteer.country[i]!] === country);

describe('the committed gazetteer', () => {
  it('holds the places of the world in a file that a phone can keep', () => {
    expect(committedFile('gazetteer.bin.gz').length).toBeLessThan(1_400_000);
    expect(gazetteer.count).toBeGreaterThan(130_000);
    expect(gazetteer.names).toHaveLength(gazetteer.count);
    expect(gazetteer.countries.length).toBeGreaterThan(240);
  });

  it('has names in other languages, people and label zooms', () => {
    const vienna = named('Vienna', 'AT');
    expect(gazetteer.variants.get(vienna)).toMatchObject({ de: 'Wien', fr: 'Vienne', pl: 'Wiedeń', af: 'Wene' });
    expect(decodePopulation(gazetteer.population[vienna]!)).toBeGreaterThan(1_500_000);
    expect(gazetteer.labelZoom[vienna]).toBe(4);
    // A lone island has its name before a town of the same size elsewhere.
    expect(gazetteer.labelZoom[named('Helgoland', 'DE')]).toBeLessThan(9);
    expect(gazetteer.seas.find((sea) => sea.name === 'Baltic Sea')?.names).toMatchObject({ de: 'Ostsee', nl: 'Oostzee' });
  });

  it('finds every place by its id, and no place by another', () => {
    const ids = new Set<number>();
    for (let i = 0; i < gazetteer.count; i++) ids.add(placeId(gazetteer, i));
    expect(ids.size).toBe(gazetteer.count);
    for (let i = 0; i < gazetteer.count; i += 97) expect(findPlace(gazetteer, placeId(gazetteer, i))).toBe(i);
    expect(findPlace(gazetteer, 1)).toBe(-1);
    expect(findPlace(gazetteer, Number.MAX_SAFE_INTEGER)).toBe(-1);
    expect(findPlace(gazetteer, -1)).toBe(-1);
  });

  it('is refused when it is cut off or of another format', () => {
    const bytes = gunzipSync(committedFile('gazetteer.bin.gz'));
    expect(() => readGazetteer(bytes.subarray(0, bytes.length - 1))).toThrow(/bytes instead of/);
    const other = Buffer.from(bytes.toString('latin1').replace('"format":1', '"format":9'), 'latin1');
    expect(() => readGazetteer(other)).toThrow('The gazetteer has format 9; this version reads 1');
  });
});
