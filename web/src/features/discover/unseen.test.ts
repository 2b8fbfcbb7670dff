import { describe, expect, it } from 'vitest';
import type { LikelySpecies } from '../../shared/frequencies/data';
import { localTaxon } from '../species/testing/rows';
import { unseenSpecies } from './unseen';

const list = [
  localTaxon(1, { group: 'bird', rarity_class: 1 }),
  localTaxon(2, { group: 'bird', rarity_class: 1 }),
  localTaxon(3, { group: 'plant', rarity_class: 1 }),
  localTaxon(4, { group: 'bird', rarity_class: 3 }),
  localTaxon(5, { group: 'plant', rarity_class: 2 }),
];
const lists = (...ids: number[]): LikelySpecies => ({
  area: 'near',
  country: 'NL',
  month: 11,
  of: 40,
  species: ids.map((taxon_id, at) => ({ taxon_id, area: 'near', records: 20, lists: 14 - at, of: 40, frequency: 0.3 - at / 10 })),
});
const ids = (seen: number[], likely: number[] = []) => unseenSpecies(list, new Set(seen), lists(...likely)).map(({ taxon }) => taxon.id);

describe('Discover', () => {
  it('never shows a seen species, even if it is likely here', () => {
    expect(ids([1, 3], [3])).toEqual([2, 5, 4]);
    expect(ids([1, 2, 3, 4, 5])).toEqual([]);
  });

  it('sorts from common to rare, alternating groups of equal rarity', () => {
    expect(ids([])).toEqual([1, 3, 2, 5, 4]);
  });

  it('puts species on lists of this time of year first, the most likely at the top, and says on how many', () => {
    const found = unseenSpecies(list, new Set(), lists(4, 2, 77));
    expect(found.map(({ taxon }) => taxon.id)).toEqual([4, 2, 1, 3, 5]);
    expect(found.slice(0, 2).map(({ reason }) => reason)).toEqual([
      { kind: 'on_lists', share: { area: 'near', country: 'NL', month: 11, of: 40, lists: 14 } },
      { kind: 'on_lists', share: { area: 'near', country: 'NL', month: 11, of: 40, lists: 13 } },
    ]);
    expect(found.slice(2).map(({ reason }) => reason.kind)).toEqual(['common', 'common', 'common']);
    expect(unseenSpecies(list, new Set(), null).map(({ reason }) => reason.kind)).not.toContain('on_lists');
  });
});
