import { describe, expect, it } from 'vitest';
import type { SavedPlace } from '../../../local/changes/saved-places';
import { moveInList } from '../../../local/records/lists/list-order';
import { orderedPlaces } from '../list/PlaceList';

const place = (name: string, latitude: number, list_position?: number | null): SavedPlace => ({
  id: name,
  name,
  kind: 'patch',
  latitude,
  longitude: 5,
  uncertainty_m: null,
  notes: '',
  ...(list_position === undefined ? {} : { list_position }),
});
const BY_NAME = [place('Dike', 54), place('Garden', 52), place('Hide', 53)];
const names = (...args: Parameters<typeof orderedPlaces>) => orderedPlaces(...args).map(({ name }) => name);

describe('the order of saved places', () => {
  it('is from near to far, and by name while the location is unknown', () => {
    const here = { latitude: 52.9, longitude: 5 };
    expect(names(BY_NAME, 'nearest', { here, used: [] })).toEqual(['Hide', 'Garden', 'Dike']);
    expect(names(BY_NAME, 'nearest', { here: null, used: [] })).toEqual(['Dike', 'Garden', 'Hide']);
    expect(names(BY_NAME, 'name', { here, used: [] })).toEqual(['Dike', 'Garden', 'Hide']);
  });

  it('is from the last used one on, and then those never used', () => {
    expect(names(BY_NAME, 'last_used', { here: null, used: ['Hide', 'Garden', 'Hide', 'gone'] })).toEqual(['Hide', 'Garden', 'Dike']);
  });
});

describe('the person’s own order of saved places', () => {
  const named = (...list: readonly [string, (number | null)?][]) => list.map(([name, position]) => place(name, 52, position));
  const inOrder = (places: readonly SavedPlace[]) => orderedPlaces(places, 'mine', { here: null, used: [] });
  /** Names in the new order, and how many places were stored for it. */
  const moved = (places: readonly SavedPlace[], id: string, to: number): [string, number] => {
    const changed = new Map(moveInList(inOrder(places), id, to).map((one) => [one.id, one]));
    const after = inOrder(places.map((one) => changed.get(one.id) ?? one));
    return [after.map(({ name }) => name).join(''), changed.size];
  };

  it('has those without a position last, by name', () => {
    expect(inOrder(named(['A'], ['B', 2], ['C', null], ['D', -1])).map(({ name }) => name)).toEqual(['D', 'B', 'A', 'C']);
  });

  it('stores one place for a move between others', () => {
    const sorted = named(['A', 0], ['B', 1], ['C', 2], ['D']);
    expect(moved(sorted, 'A', 1)).toEqual(['BACD', 1]);
    expect(moved(sorted, 'C', 0)).toEqual(['CABD', 1]);
    expect(moved(sorted, 'B', 2)).toEqual(['ACBD', 1]);
    expect(moved(sorted, 'D', 1)).toEqual(['ADBC', 1]);
    expect(moved(sorted, 'C', 2)).toEqual(['ABCD', 0]);
  });

  it('stores only as many places as have to be before others, when none had a position', () => {
    const unsorted = named(['A'], ['B'], ['C'], ['D']);
    expect(moved(unsorted, 'D', 0)).toEqual(['DABC', 1]);
    expect(moved(unsorted, 'A', 1)).toEqual(['BACD', 2]);
    expect(moved(unsorted, 'A', 3)).toEqual(['BCDA', 4]);
  });

  it('counts the places again when two positions have come too close', () => {
    const close = named(['A', 1], ['B', 1 + Number.EPSILON], ['C', 7], ['D']);
    expect(moved(close, 'C', 1)).toEqual(['ACBD', 3]);
    expect(moved(named(['A', 1], ['B', 1], ['C', 7]), 'C', 1)).toEqual(['ACB', 3]);
  });
});
