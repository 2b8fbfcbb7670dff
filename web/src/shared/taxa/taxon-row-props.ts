import { isAboveSpecies } from '@veld/contract';
import type { TaxonRowContentProps } from '../../ui/cards/TaxonRow';
import { readGroup, readRarity, type Taxon } from './data';
import { rankLabel, type RankTranslator } from './names';

type Words = RankTranslator & ((key: 'common:taxon.seen' | `common:rarity.${1 | 2 | 3 | 4 | 5}`) => string);

/** Props of a row for a taxon. */
export function taxonRowProps(taxon: Taxon, t: Words, isSeen: boolean): TaxonRowContentProps {
  const level = readRarity(taxon);
  return {
    name: taxon.name,
    scientificName: taxon.scientific_name,
    rank: taxon.rank,
    group: readGroup(taxon),
    family: taxon.family,
    imageUrl: taxon.image_url,
    seenLabel: isSeen ? t('common:taxon.seen') : null,
    rankLabel: rankLabel(taxon.rank, t),
    rarity: isAboveSpecies(taxon.rank) ? null : { level, label: t(`common:rarity.${level}`) },
  };
}
