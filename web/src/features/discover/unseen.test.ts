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
  it('never shows what was seen, not even where it is likely', () => {
    expect(ids([1, 3], [3])).toEqual([2, 5, 4]);
    expect(ids([1, 2, 3, 4, 5])).toEqual([]);
  });

  it('goes from common to rare, groups taking turns among equals', () => {
    expect(ids([])).toEqual([1, 3, 2, 5, 4]);
  });

  it('puts first what is likely here, the most likely foremost, and says that this is why', () => {
    const found = unseenSpecies(list, new Set(), [4, 2, 77]);
    expect(found.map(({ taxon }) => taxon.id)).toEqual([4, 2, 1, 3, 5]);
    expect(found.map(({ reason }) => reason)).toEqual(['likely_here', 'likely_here', 'common', 'common', 'common']);
  });
});
