import { describe, expect, it } from 'vitest';
import { freshDatabase } from '../../local/testing/people';
import { metresBetween } from '@veld/geometry';
import { newPlace, parseNumber, parseCoordinatePair, type PlaceForm, placeFaults, readPlaceForm, removePlace, savePlace } from './data';

const garden = (change: Partial<PlaceForm> = {}) =>
  newPlace({ name: 'Garden', kind: 'garden', latitude: '52.0907', longitude: '5.1214', ...change });

const kept = async (database: ReturnType<typeof freshDatabase>) => (await database.settings.get('saved_places'))?.value;

describe('the form of a saved place', () => {
  it('accepts coordinates as people of any language type them', () => {
    expect(placeFaults(garden({ latitude: ' 52,0907 ', longitude: '-5.1214°' }), [])).toEqual({});
    expect(readPlaceForm(garden({ latitude: '52,5', longitude: '−5,25', uncertainty_m: '' }))).toMatchObject({
      latitude: 52.5,
      longitude: -5.25,
      uncertainty_m: null,
    });
  });

  it('accepts both coordinates in one text, with decimal commas', () => {
    expect(parseCoordinatePair('52.0907, 5.1214')).toEqual({ latitude: '52.0907', longitude: '5.1214' });
    expect(parseCoordinatePair('-33.92 18.42')).toEqual({ latitude: '-33.92', longitude: '18.42' });
    expect(parseCoordinatePair('52.1')).toBeNull();
    expect(parseCoordinatePair('-52.')).toBeNull();
    expect(parseNumber('52,0907')).toBe(52.0907);
  });

  it('says which coordinate is invalid', () => {
    for (const latitude of ['90.01', '-91', '', 'north', '1e1', 'Infinity']) {
      expect(placeFaults(garden({ latitude }), [])).toEqual({ latitude: 'latitude' });
    }
    expect(placeFaults(garden({ longitude: '180.5' }), [])).toEqual({ longitude: 'longitude' });
    expect(placeFaults(garden({ latitude: '90', longitude: '-180' }), [])).toEqual({});
    expect(placeFaults(garden({ uncertainty_m: '-1' }), [])).toEqual({ uncertainty_m: 'uncertainty' });
  });

  it('rejects a shape that would be too much with those of the other places, but not itself twice', () => {
    const line = (vertices: number) => ({
      type: 'LineString' as const,
      coordinates: Array.from({ length: vertices }, (_, at): [number, number] => [5, 40 + at / 1000]),
    });
    const others = Array.from({ length: 25 }, (_, at) => readPlaceForm(garden({ name: `Line ${at}`, geometry: line(2000) })));
    expect(placeFaults(garden({ geometry: line(2) }), others)).toEqual({ geometry: 'shapes_full' });
    expect(placeFaults(garden({ geometry: line(2) }), others.slice(1))).toEqual({});
    expect(placeFaults(garden(), others)).toEqual({});
    expect(placeFaults(garden({ id: others[0]!.id, geometry: line(2000) }), others)).toEqual({});
  });

  it('rejects the name of another place, whatever its case, but not its own', () => {
    const first = garden();
    const saved = [readPlaceForm(first)];
    expect(placeFaults(garden({ name: ' gARDEN ' }), saved)).toEqual({ name: 'name_taken' });
    expect(placeFaults(first, saved)).toEqual({});
    expect(placeFaults(garden({ name: '  ' }), saved)).toEqual({ name: 'name_missing' });
  });
});

describe('saved places', () => {
  it('belong to one person, and two added at the same time are both kept', async () => {
    const anna = freshDatabase();
    const bram = freshDatabase();
    const one = readPlaceForm(garden());
    const other = readPlaceForm(garden({ name: 'Heath' }));
    await Promise.all([savePlace(one, anna), savePlace(other, anna)]);
    expect(await kept(anna)).toHaveLength(2);
    expect(await kept(bram)).toBeUndefined();
  });

  it('can be edited, deleted and restored', async () => {
    const anna = freshDatabase();
    const one = readPlaceForm(garden({ notes: 'behind the shed' }));
    await savePlace(one, anna);
    await savePlace({ ...one, name: 'Back garden' }, anna);
    expect(await kept(anna)).toEqual([{ ...one, name: 'Back garden' }]);
    await removePlace(one.id, anna);
    expect(await kept(anna)).toEqual([]);
    await savePlace(one, anna);
    expect(await kept(anna)).toEqual([one]);
  });
});

describe('the distance between two places', () => {
  it('is accurate to half a percent, also across the antimeridian', () => {
    const utrecht = { latitude: 52.0907, longitude: 5.1214 };
    const warsaw = { latitude: 52.2297, longitude: 21.0122 };
    // 1,083.6 km on the WGS 84 ellipsoid.
    expect(Math.abs(metresBetween(utrecht, warsaw) / 1_083_600 - 1)).toBeLessThan(0.006);
    expect(metresBetween({ latitude: 0, longitude: 179.9 }, { latitude: 0, longitude: -179.9 })).toBeLessThan(23_000);
    expect(metresBetween(utrecht, utrecht)).toBe(0);
  });
});
