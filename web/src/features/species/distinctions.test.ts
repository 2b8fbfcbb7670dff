import { expect, it } from 'vitest';
import { distinctionsAmong, pickDistinctions } from './distinctions';

const legs = (taxon: string, other: string) => [{ character: 'Legs', taxon, other }];
const PAIRS = [
  { taxon_id: 1, other_id: 2, rows: legs('dark', 'pale') },
  { taxon_id: 2, other_id: 3, rows: legs('pale', 'red') },
];

it('reads each pair from the species that is looked at', () => {
  expect(pickDistinctions(PAIRS, 2)).toEqual([
    { taxon_id: 2, other_id: 1, rows: legs('pale', 'dark') },
    { taxon_id: 2, other_id: 3, rows: legs('pale', 'red') },
  ]);
  expect(pickDistinctions(PAIRS, 4)).toEqual([]);
});

it('compares each two of several species once, in the order in which they stand', () => {
  expect(distinctionsAmong(PAIRS, [3, 2])).toEqual([{ taxon_id: 3, other_id: 2, rows: legs('red', 'pale') }]);
  expect(distinctionsAmong(PAIRS, [2, 9, 1, 3]).map((pair) => [pair.taxon_id, pair.other_id])).toEqual([
    [2, 1],
    [2, 3],
  ]);
  expect(distinctionsAmong(PAIRS, [1, 3])).toEqual([]);
});
