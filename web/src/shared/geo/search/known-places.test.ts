import { describe, expect, it } from 'vitest';
import type { SavedPlace } from '../../../local/changes/saved-places';
import { knownPlaces } from './use-place-search';

const saved = (name: string, latitude: number): SavedPlace => ({
  id: name,
  name,
  kind: 'patch',
  latitude,
  longitude: 5,
  uncertainty_m: null,
  notes: '',
});
const at = (latitude: number | null) => ({ latitude, longitude: latitude === null ? null : 5 });
const names = (places: ReturnType<typeof knownPlaces>) =>
  places.map((one) => (one.kind === 'saved' ? one.name : `${one.kind} ${one.latitude}`));

describe('the known places beside a map', () => {
  it('are the last location, the nearest saved places, and where the last records were made', () => {
    const known = knownPlaces({
      here: { latitude: 52.5, longitude: 5 },
      saved: ['A', 'B', 'C', 'D', 'E', 'F'].map((name, index) => saved(name, 50 + index / 2)),
      records: [at(40), at(null), at(41), at(40.001), at(42), at(43)],
    });
    expect(names(known)).toEqual(['here 52.5', 'F', 'E', 'D', 'C', 'B', 'recent 40', 'recent 41', 'recent 42']);
  });

  it('are in the order of their names without a location, and none twice', () => {
    const known = knownPlaces({ here: null, saved: [saved('Dike', 52), saved('Hide', 51)], records: [at(52.005), at(53)] });
    expect(names(known)).toEqual(['Dike', 'Hide', 'recent 53']);
  });
});
