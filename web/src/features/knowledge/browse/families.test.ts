import { describe, expect, it } from 'vitest';
import { localTaxon } from '../../species/testing/rows';
import { byFamily, groupSizes } from './Guide';

describe('the species guide of a group', () => {
  it('is sorted by family, in each the commonest first, with species without a family last', () => {
    const lines = byFamily([
      localTaxon(1, { family: 'Paridae' }),
      localTaxon(2, { family: null }),
      localTaxon(3, { family: 'Anatidae' }),
      localTaxon(4, { family: 'Paridae' }),
    ]);
    expect(lines.map((line) => (line.kind === 'family' ? `${line.family} ${line.species}` : line.taxon.id))).toEqual([
      'Anatidae 1',
      3,
      'Paridae 2',
      1,
      4,
      'null 1',
      2,
    ]);
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
  });
});

describe('the groups', () => {
  it('are those with species, counted and how many of them are seen; unknown groups count as "other"', () => {
    const list = [localTaxon(1, { group: 'moss' }), localTaxon(2), localTaxon(3), localTaxon(4, { group: 'slime_mould' })];
    const sizes = groupSizes(list, new Set([2, 4, 99]));
    expect(sizes.map(({ group, species, seen }) => [group, species, seen])).toEqual([
      ['bird', 2, 1],
      ['moss', 1, 0],
      ['other', 1, 1],
    ]);
  });

  it('have the picture of the commonest species with one, else none', () => {
    const list = [
      localTaxon(1),
      localTaxon(2, { image_url: '/two' }),
      localTaxon(3, { image_url: '/three' }),
      localTaxon(4, { group: 'moss' }),
    ];
    expect(groupSizes(list, new Set()).map(({ picture }) => picture)).toEqual(['/two', null]);
  });

  it('know the commonest species of which the user has a picture', () => {
    const list = [localTaxon(1), localTaxon(2), localTaxon(3), localTaxon(4, { group: 'moss' })];
    const own = new Map([
      [1, { pictured: [] }],
      [2, { pictured: ['a'] }],
      [3, { pictured: ['b'] }],
    ]);
    expect(groupSizes(list, new Set(), own).map(({ pictured }) => pictured?.id)).toEqual([2, undefined]);
  });
});
