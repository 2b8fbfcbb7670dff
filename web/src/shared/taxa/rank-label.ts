import { isAboveSpecies } from '@veld/contract';

/** Ranks that have a text. */
const LABELLED_RANKS = [
  'kingdom',
  'phylum',
  'subphylum',
  'class',
  'subclass',
  'superorder',
  'order',
  'suborder',
  'infraorder',
  'superfamily',
  'epifamily',
  'family',
  'subfamily',
  'tribe',
  'genus',
  'subgenus',
  'section',
] as const;
export type RankTranslator = (key: `common:rank.${(typeof LABELLED_RANKS)[number]}`) => string;

/** The rank of a higher taxon as text. Null for species and what is below, whose name shows the rank, and for rare ranks. */
export function rankLabel(rank: string, t: RankTranslator): string | null {
  if (!isAboveSpecies(rank)) return null;
  const labelled = LABELLED_RANKS.find((one) => one === rank);
  return labelled ? t(`common:rank.${labelled}`) : null;
}
