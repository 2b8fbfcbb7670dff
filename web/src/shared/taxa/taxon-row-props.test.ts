import { RANKS_ABOVE_SPECIES } from '@veld/contract';
import { expect, it } from 'vitest';
import { localTaxon } from '../../features/species/testing/rows';
import { taxonRowProps } from './names';

const t = (key: string) => key;

it('shows the rarity of a species, and of a higher taxon its rank instead', () => {
  expect(taxonRowProps(localTaxon(1, { rank: 'species', rarity_class: 2 }), t, true)).toMatchObject({
    rankLabel: null,
    rarity: { level: 2, label: 'common:rarity.2' },
    seenLabel: 'common:taxon.seen',
  });
  expect(taxonRowProps(localTaxon(2, { rank: 'genus', rarity_class: 2 }), t, false)).toMatchObject({
    rankLabel: 'common:rank.genus',
    rarity: null,
    seenLabel: null,
  });
});

it('shows no rank without a text for it, nor of a subspecies, and never a rarity above species', () => {
  const rowOf = (rank: string) => taxonRowProps(localTaxon(1, { rank }), t, false);
  expect([rowOf('megacohort').rankLabel, rowOf('subspecies').rankLabel, rowOf('aggregate').rankLabel]).toEqual([null, null, null]);
  expect(RANKS_ABOVE_SPECIES.filter((rank) => rowOf(rank).rarity !== null)).toEqual([]);
});
