import { useQuery } from '@tanstack/react-query';
import { listTaxonDistinctions, type TaxonDistinction } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { api, database } from '../../local/app/veld';
import { keptDistinctions } from '../../local/guide/kept';
import { useLanguage } from '../../shared/session/session';
import { type BrowseFilter, type Taxon, useBrowse, useTaxa } from '../../shared/taxa/data';

const A_DAY = 24 * 60 * 60_000;

/** Species of the family that are looked through. */
const LOOKED_AT = 200;

/** How pairs of similar species differ; empty while loading. The device keeps all of them. */
export function useDistinctions(): readonly TaxonDistinction[] {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['taxon-distinctions', language],
    queryFn: async ({ signal }) => (await api.call(listTaxonDistinctions, {}, { signal })).data.pairs,
    staleTime: A_DAY,
    meta: { persist: true },
  });
  const kept = useLiveQuery(() => keptDistinctions(database, language), [language]);
  return data ?? kept ?? NONE;
}

const NONE: readonly TaxonDistinction[] = [];

/** The pairs with a taxon, seen from it, and the other taxa of them; none while loading. */
export function useLookAlikes(taxonId: number | undefined): { pairs: readonly TaxonDistinction[]; taxa: readonly Taxon[] } {
  const all = useDistinctions();
  const pairs = useMemo(() => (taxonId === undefined ? NONE : pickDistinctions(all, taxonId)), [all, taxonId]);
  const ids = useMemo(() => pairs.map(({ other_id }) => other_id), [pairs]);
  const found = useTaxa(ids);
  return useMemo(() => ({ pairs, taxa: ids.flatMap((id) => found?.find((taxon) => taxon.id === id) ?? []) }), [pairs, ids, found]);
}

/** The pairs with a taxon, seen from it: it is the `taxon_id` of each. */
export function pickDistinctions(pairs: readonly TaxonDistinction[], taxonId: number): TaxonDistinction[] {
  return pairs.flatMap((pair) => {
    if (pair.taxon_id === taxonId) return [pair];
    return pair.other_id === taxonId ? [turned(pair)] : [];
  });
}

/** The pairs of which both taxa are among the given ones, each in their order. */
export function distinctionsAmong(pairs: readonly TaxonDistinction[], taxonIds: readonly number[]): TaxonDistinction[] {
  return taxonIds.flatMap((id, at) => {
    const later = taxonIds.slice(at + 1);
    return pickDistinctions(pairs, id).filter(({ other_id }) => later.includes(other_id));
  });
}

const turned = ({ taxon_id, other_id, rows }: TaxonDistinction): TaxonDistinction => ({
  taxon_id: other_id,
  other_id: taxon_id,
  rows: rows.map(({ character, taxon, other }) => ({ character, taxon: other, other: taxon })),
});

/** The other species of a family, those of the same genus first, and of these the commonest. Empty without a taxon or a family. */
export function useSimilarSpecies(taxon: Taxon | undefined): Taxon[] | undefined {
  const family = taxon?.family ?? '';
  const filter = useMemo<BrowseFilter>(() => ({ family, rank: 'species', limit: family ? LOOKED_AT : 0 }), [family]);
  const found = useBrowse(filter);
  return useMemo(() => found && taxon && similarTo(taxon, found), [found, taxon]);
}

const genusOf = ({ scientific_name }: Taxon) => scientific_name.split(' ')[0];

/** Orders relatives, given commonest first: those of the same genus before the others, without the taxon itself. */
export function similarTo(taxon: Taxon, relatives: readonly Taxon[]): Taxon[] {
  const others = relatives.filter(({ id }) => id !== taxon.id);
  const isClose = (one: Taxon) => genusOf(one) === genusOf(taxon);
  return [...others.filter(isClose), ...others.filter((one) => !isClose(one))];
}

/** The first sentence of a text; undefined without one. */
export function firstSentence(text: string | undefined): string | undefined {
  return text && (/^.+?[.!?](?=\s+\p{Lu}|\s*$)/su.exec(text)?.[0] ?? text);
}
