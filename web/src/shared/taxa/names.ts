import { isAboveSpecies, type Language, type TaxonSummary } from '@veld/contract';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { languageNameIn } from '../../i18n/format';
import { currentLocale } from '../../i18n/locale';
import { onTaxonomyChange, taxaByIds, type Taxon } from '../../local/taxonomy/search';
import { TaxonNames } from '../../local/taxonomy/taxon-names';
import type { TaxonRowContentProps } from '../../ui/cards/TaxonRow';
import { rememberFamilies } from '../../ui/icons/use-silhouette';
import { readGroup, readRarity, type TaxonHit } from './data';
import { summarizeTaxon } from './summary';

const names = new TaxonNames(async (ids) => {
  const taxa = await taxaByIds(ids, currentLocale());
  rememberFamilies(taxa);
  return taxa;
});
onTaxonomyChange(() => names.refresh());

/** What shows the name of a taxon. `taxon` is null if only the id is known. */
interface Named {
  taxon: TaxonSummary | null;
  taxon_id?: number | null | undefined;
}

/**
 * Records with the names that their taxa have in the language of the app, from the taxonomy on this device. The names that came with a
 * record may be in the language in which it was saved or fetched; they are shown until the device knows better. A record whose names
 * are right is the same object.
 */
export function useNamed<T extends Named>(records: readonly T[]): readonly T[] {
  const known = useKnown(records);
  return useMemo(() => records.map((record) => withName(record, known)), [records, known]);
}

/** As `useNamed`, for one record. */
export function useNamedRecord<T extends Named>(record: T): T {
  const known = useKnown([record]);
  return useMemo(() => withName(record, known), [record, known]);
}

/** As `useNamed`, for the taxon of a form or a draft. */
export function useNamedTaxon<T extends TaxonSummary | null>(taxon: T): T {
  return useNamedRecord(useMemo(() => ({ taxon }), [taxon])).taxon;
}

/** Taxa by id; null for one without a name here. */
type Known = ReadonlyMap<number, Taxon | null>;

/** Has the taxa looked up. Only components whose names changed are rendered again. */
function useKnown(records: readonly Named[]): Known {
  const key = [...new Set(records.flatMap((record) => taxonIdOf(record) ?? []))].join();
  const ids = useMemo(() => (key === '' ? [] : key.split(',').map(Number)), [key]);
  const watch = useCallback((onChange: () => void) => names.watch(ids, onChange), [ids]);
  const read = useMemo(() => readerOf(ids), [ids]);
  return useSyncExternalStore(watch, read);
}

/** Reads what is known of taxa; the same map again while their names are the same. */
function readerOf(ids: readonly number[]): () => Known {
  let known: Known = new Map();
  return () => {
    if (ids.some((id) => !isNamedAs(known.get(id), names.get(id)))) known = new Map(ids.map((id) => [id, names.get(id)]));
    return known;
  };
}

const taxonIdOf = ({ taxon, taxon_id }: Named) => taxon?.id ?? taxon_id ?? null;

type Names = Pick<Taxon, 'name' | 'scientific_name'> | null | undefined;
const isNamedAs = (one: Names, other: Names) => one?.name === other?.name && one?.scientific_name === other?.scientific_name;

function withName<T extends Named>(record: T, known: Known): T {
  const { taxon } = record;
  const current = known.get(taxonIdOf(record) ?? 0);
  if (!current || isNamedAs(taxon, current)) return record;
  return { ...record, taxon: { ...(taxon ?? summarizeTaxon(current)), name: current.name, scientific_name: current.scientific_name } };
}

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

interface Words {
  (key: 'common:taxon.matched_as', values: { name: string }): string;
  (key: 'common:taxon.matched_in', values: { name: string; language: string }): string;
}

/** "as Kohlmeise (German)": the name that a search matched, if it is not displayed anyway, and its language if it is another one. */
export function matchedAs({ matched, matched_language }: Pick<TaxonHit, 'matched' | 'matched_language'>, t: Words, language: Language) {
  if (matched === null) return undefined;
  if (matched_language === null) return t('common:taxon.matched_as', { name: matched });
  return t('common:taxon.matched_in', { name: matched, language: languageNameIn(matched_language, language) });
}

type RowWords = RankTranslator & ((key: 'common:taxon.seen' | `common:rarity.${1 | 2 | 3 | 4 | 5}`) => string);

/** Props of a row for a taxon. */
export function taxonRowProps(taxon: Taxon, t: RowWords, isSeen: boolean): TaxonRowContentProps {
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
