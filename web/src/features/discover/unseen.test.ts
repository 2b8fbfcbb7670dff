import { describe, expect, it } from 'vitest';
import { localTaxon } from '../species/testing/rows';
import { unseenSpecies } from './unseen';

const list = [
  localTaxon(1, { group: 'bird', rarity_class: 1 }),
  localTaxon(2, { group: 'bird', rarity_class: 1 }),
  localTaxon(3, { group: 'plant', rarity_class: 1 }),
  localTaxon(4, { group: 'bird', rarity_class: 3 }),
  localTaxon(5, { group: 'plant', rarity_class: 2 }),
];
const ids = (seen: number[], likely: number[] = []) => unseenSpecies(list, new Set(seen), likely).map(({ taxon }) => taxon.id);

describe('Discover', () => {
  it('never shows a seen species, even if it is likely here', () => {
    expect(ids([1, 3], [3])).toEqual([2, 5, 4]);
    expect(ids([1, 2, 3, 4, 5])).toEqual([]);
  });

  it('sorts from common to rare, alternating groups of equal rarity', () => {
    expect(ids([])).toEqual([1, 3, 2, 5, 4]);
  });

  it('puts species likely here first, the most likely at the top, and gives that reason', () => {
    const found = unseenSpecies(list, new Set(), [4, 2, 77]);
    expect(found.map(({ taxon }) => taxon.id)).toEqual([4, 2, 1, 3, 5]);
    expect(found.map(({ reason }) => reason)).toEqual(['likely_here', 'likely_here', 'common', 'common', 'common']);
  });
});
