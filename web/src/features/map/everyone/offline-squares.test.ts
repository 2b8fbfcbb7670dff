import { expect, it } from 'vitest';
import type { KeptPack } from '../../../local/tile-requests/kept-packs';
import { groupsIn, findLack, packedIn } from './offline-squares';

const VIEW = { west: 4, south: 51, east: 6, north: 53 };
const pack = (record_groups: KeptPack['record_groups'], more: object = {}) =>
  ({ layers: ['records'], box: { west: 5, south: 52, east: 7, north: 54 }, record_groups, ...more }) as unknown as KeptPack;

it('names the groups of the tiles in view, or of larger ones that are shown instead', () => {
  const tiles = { 'q 6/32/21': ['bird'], 'q 7/65/42': null, 'q 8/131/85': ['moss', 'bird'], 'q 8/10/10': ['fish'] } as const;
  const at = (zoom: number, west: number, south: number) =>
    groupsIn(tiles, { zoom, bounds: { west, east: west + 0.1, south, north: south + 0.1 } }, 'q');
  expect(at(6.9, 0.2, 50.5)).toEqual(['bird']);
  expect(at(9.5, 0.2, 50.5), 'from the larger tile').toEqual(['bird']);
  expect(at(7.5, 3, 52), 'from the server').toEqual([]);
  expect(at(12, 4.5, 51.5)).toEqual(['moss', 'bird']);
  expect(at(6, 40, 0)).toEqual([]);
  expect(groupsIn(tiles, { zoom: 6, bounds: { west: 0.2, east: 0.3, south: 50.5, north: 50.6 } }, 'another')).toEqual([]);
});

it('distinguishes tiles of offline maps, also those of all groups, from those of the server', () => {
  const tiles = { 'q 6/32/21': [], 'q 6/33/21': null, 'q 6/34/21': ['bird'] } as const;
  const at = (west: number) => packedIn(tiles, { zoom: 6, bounds: { west, east: west + 0.1, south: 50.5, north: 50.6 } }, 'q');
  expect([at(0.2), at(6), at(12), at(30)]).toEqual([[[]], [], [['bird']], []]);
});

it('says why offline maps in view show nothing of a group', () => {
  expect(findLack([], VIEW, 'bird')).toBeNull();
  expect(findLack([pack(['bird'])], VIEW, 'bird')).toBeNull();
  expect(findLack([pack(['bird']), pack(['moss'])], VIEW, 'fish')).toBe('without');
  expect(findLack([pack(['bird']), pack(undefined)], VIEW, 'fish')).toBe('together');
  expect(findLack([pack(null), pack(['fish'])], VIEW, 'fish')).toBeNull();
});

it('says nothing of offline maps without squares, or elsewhere', () => {
  expect(findLack([pack(null, { layers: ['base'] })], VIEW, 'bird')).toBeNull();
  expect(findLack([pack(['moss'])], { ...VIEW, west: 8, east: 9 }, 'bird')).toBeNull();
  expect(findLack([pack(['moss'])], { ...VIEW, north: 51.5 }, 'bird')).toBeNull();
  const fiji = pack(['moss'], { box: { west: 177, south: -21, east: -178, north: -12 } });
  for (const [west, east] of [
    [178, 181],
    [-182, -179],
    [-179, -170],
  ] as const)
    expect(findLack([fiji], { west, east, south: -18, north: -17 }, 'bird')).toBe('without');
  expect(findLack([fiji], { west: -170, east: 170, south: -18, north: -17 }, 'bird')).toBeNull();
});
