// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { SavedPlace } from '../../../local/changes/saved-places';
import { placeCandidates } from '../import/place-candidates';
import { readPlacesFile } from '../import/read-places-file';
import { placesFile } from './place-files';

const BLANK = { id: '00000000-0000-4000-8000-000000000001', uncertainty_m: null, notes: '' };
const HIDE: SavedPlace = {
  ...BLANK,
  name: 'Hide < 1 km from the "fen" & dike',
  kind: 'hide',
  latitude: 52.1,
  longitude: -5.25,
  uncertainty_m: 30,
  notes: 'Bring boots\nand a scope',
  geoprivacy: 'private',
  habitat: 'marsh',
  colour: 'water',
  is_private_zone: true,
  list_position: 3,
};
const FEN: SavedPlace = {
  ...BLANK,
  name: 'Fen',
  kind: 'patch',
  latitude: 52.05,
  longitude: 5.05,
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [5, 52],
        [5.1, 52],
        [5.1, 52.1],
        [5, 52.1],
        [5, 52],
      ],
    ],
  },
};
const PATH: SavedPlace = {
  ...BLANK,
  name: 'Path',
  kind: 'route',
  latitude: 52,
  longitude: 5.05,
  geometry: {
    type: 'LineString',
    coordinates: [
      [5, 52],
      [5.1, 52],
    ],
  },
};
const imported = async (...args: Parameters<typeof placesFile>) => {
  const { candidates, unusable } = placeCandidates(await readPlacesFile(placesFile(...args).blob));
  expect(unusable).toBe(0);
  return candidates.map((candidate) => {
    const { key: _, ...place } = candidate;
    return place;
  });
};

describe('a file with places', () => {
  it('gives as GeoJSON what another person needs, and nothing of how the records of the first are hidden', async () => {
    expect(await imported([HIDE, FEN, PATH], 'geojson', 'Places')).toEqual([
      {
        name: HIDE.name,
        notes: HIDE.notes,
        kind: 'hide',
        latitude: 52.1,
        longitude: -5.25,
        uncertainty_m: 30,
        habitat: 'marsh',
        colour: 'water',
        geometry: null,
      },
      expect.objectContaining({ name: 'Fen', kind: 'patch', geometry: FEN.geometry }),
      expect.objectContaining({ name: 'Path', kind: 'route', geometry: PATH.geometry }),
    ]);
    const text = await placesFile([HIDE], 'geojson', 'Hide').blob.text();
    expect(text).not.toMatch(/private|list_position|0000-4000/);
  });

  it('gives as GPX points, lines, and areas as tracks', async () => {
    const found = await imported([FEN, HIDE, PATH], 'gpx', 'Places');
    expect(found.map(({ name, notes, geometry }) => [name, notes, geometry?.type])).toEqual([
      ['Fen', '', 'LineString'],
      ['Path', '', 'LineString'],
      [HIDE.name, HIDE.notes, undefined],
    ]);
    expect(found[0]!.geometry!.coordinates).toEqual(FEN.geometry!.coordinates.flat());
    expect(found[2]).toMatchObject({ latitude: 52.1, longitude: -5.25 });
    const text = await placesFile([FEN, HIDE], 'gpx', 'Places').blob.text();
    expect(text.indexOf('<wpt')).toBeLessThan(text.indexOf('<trk'));
  });

  it('has a name that every system allows', () => {
    const nameOf = (name: string) => placesFile([], 'gpx', name).name;
    expect(nameOf('Garden')).toBe('Garden.gpx');
    expect(nameOf('../a\\b:c|"d"?')).toBe('a b c d.gpx');
    expect(nameOf('\u0000??')).toBe('Veld.gpx');
    expect(nameOf('é'.repeat(80))).toBe(`${'é'.repeat(60)}.gpx`);
  });
});
