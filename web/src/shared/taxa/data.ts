import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  type BrowseFilter,
  browse,
  children,
  DEFAULT_LIMIT,
  isListed,
  onTaxonomyChange,
  parents,
  searchTaxa,
  findCountedSpecies,
  taxaByIds,
  type Taxon,
  taxonById,
  type TaxonHit,
  type TaxonomyStatus,
  taxonomyStatus,
} from '../../local/taxonomy/search';
import { setWanted as storeWanted, wantedTaxonIds } from '../../local/changes/species';
import { currentDatabase } from '../session/session';

export type { Taxon, TaxonHit, TaxonomyStatus, BrowseFilter };
export { readGroup, readRarity, summarizeTaxon, taxonOfSummary, taxonPhoto } from './summary';
export { taxonById, DEFAULT_LIMIT, SUGGESTION_LIMIT } from '../../local/taxonomy/search';

/** Queries the taxonomy on the device, again whenever its copies change. A query replaced by a newer one is cancelled. */
function useAnswer<T>(ask: (signal: AbortSignal) => Promise<T>): T | undefined {
  const [answer, setAnswer] = useState<T | undefined>(undefined);
  useEffect(() => {
    const question = new AbortController();
    const { signal } = question;
    const look = () => {
      ask(signal).then(
        (value) => {
          if (!signal.aborted) setAnswer(() => value);
        },
        (error: unknown) => {
          if (!signal.aborted) console.error('Taxonomy', error);
        },
      );
    };
    look();
    const end = onTaxonomyChange(look);
    return () => {
      end();
      question.abort();
    };
  }, [ask]);
  return answer;
}

/** Search results, best first; the previous ones stay until the next are available. */
export function useTaxonSearch(text: string, limit = DEFAULT_LIMIT): TaxonHit[] | undefined {
  const wanted = text.trim();
  return useAnswer(useCallback((signal) => (wanted === '' ? Promise.resolve([]) : searchTaxa(wanted, { limit, signal })), [wanted, limit]));
}

/** The best result for a text, without debouncing; null if there is none. */
export async function bestHit(text: string): Promise<TaxonHit | null> {
  return (await searchTaxa(text, { limit: 1 }))[0] ?? null;
}

/** A taxon by id; undefined while loading, null if it is not on this device. */
export function useTaxon(id: number | null): Taxon | null | undefined {
  return useAnswer(useCallback(() => (id === null ? Promise.resolve(null) : taxonById(id)), [id]));
}

/** Whether a country's list has a taxon; null without a country and if its list is not complete on this device. */
export function useIsListed(id: number, country: string | null): boolean | null | undefined {
  return useAnswer(useCallback(() => (country === null ? Promise.resolve(null) : isListed(id, country)), [id, country]));
}

/** The families of the taxa of rows, by taxon; null where a taxon has none. Empty while loading. */
export function useFamilies(rows: readonly { taxon: { id: number } }[]): ReadonlyMap<number, string | null> {
  const key = [...new Set(rows.map(({ taxon }) => taxon.id))].join();
  const ask = useCallback(async () => {
    const taxa = key === '' ? [] : await taxaByIds(key.split(',').map(Number));
    return new Map(taxa.map(({ id, family }) => [id, family]));
  }, [key]);
  return useAnswer(ask) ?? NO_FAMILIES;
}

const NO_FAMILIES: ReadonlyMap<number, string | null> = new Map();

/** The species that taxa count for, where it is another. Undefined while loading; the ids must be memoized. */
export function useCountedSpecies(ids: readonly number[] | undefined): ReadonlyMap<number, number> | undefined {
  // Without the taxonomy, every record counts for its own taxon.
  const ask = useCallback(async () => (ids && ids.length > 0 ? findCountedSpecies(ids).catch(() => []) : []), [ids]);
  const pairs = useAnswer(ask);
  return useMemo(() => (ids && pairs ? new Map(pairs) : undefined), [ids, pairs]);
}

/** Taxa by id, without those that are not on this device. Undefined while loading; the ids must be memoized. */
export function useTaxa(ids: readonly number[]): Taxon[] | undefined {
  return useAnswer(useCallback(async () => (ids.length > 0 ? taxaByIds(ids) : []), [ids]));
}

/** Most common first. The filter must be a constant or memoized. */
export function useBrowse(filter: BrowseFilter): Taxon[] | undefined {
  return useAnswer(useCallback(() => browse(filter), [filter]));
}

/** The taxa directly below a taxon, most common first. */
export function useChildren(id: number): Taxon[] | undefined {
  return useAnswer(useCallback(() => children(id), [id]));
}

/** The taxa that a taxon belongs to, the nearest first. */
export function useParents(id: number): Taxon[] | undefined {
  return useAnswer(useCallback(() => parents(id), [id]));
}

/**
 * The taxa above others, by id: parents, their parents and so on. Undefined while loading, and as long as `taxa` is; it must be
 * memoized.
 */
export function useHigherTaxa(taxa: readonly Taxon[] | undefined): ReadonlyMap<number, Taxon> | undefined {
  const higher = useAnswer(useCallback(() => higherTaxa(taxa ?? []), [taxa]));
  return taxa && higher;
}

async function higherTaxa(taxa: readonly Taxon[]): Promise<ReadonlyMap<number, Taxon>> {
  const found = new Map<number, Taxon>();
  const asked = new Set<number>();
  // Level by level: a list of thousands of species has few genera, and fewer families.
  for (let level = taxa; level.length > 0;) {
    const ids = [...new Set(level.flatMap(({ parent_id: id }) => (id === null || asked.has(id) ? [] : [id])))];
    for (const id of ids) asked.add(id);
    level = ids.length > 0 ? await taxaByIds(ids) : [];
    for (const taxon of level) found.set(taxon.id, taxon);
  }
  return found;
}

/** How much of the taxonomy is on the device, and whether it is being downloaded. */
export function useTaxonomyStatus(): TaxonomyStatus | undefined {
  return useAnswer(taxonomyStatus);
}

/** Ids on the user's wanted list, the last added first; undefined while loading. */
export function useWantedTaxonIds(): ReadonlySet<number> | undefined {
  const database = currentDatabase();
  const ids = useLiveQuery(() => wantedTaxonIds.read(database), [database]);
  return useMemo(() => ids && new Set(ids), [ids]);
}

export function setWanted(taxonId: number, isWanted: boolean): Promise<void> {
  return storeWanted(currentDatabase(), taxonId, isWanted);
}

export function speciesAddress(taxonId: number): string {
  return `/species/${taxonId}`;
}

/** The id in an address; null if it is none. */
export function taxonIdFrom(text: string | null | undefined): number | null {
  return /^\d{1,10}$/.test(text ?? '') ? Number(text) : null;
}

/** URL of the recording form with the species filled in. */
export function observeAddress(taxonId: number): string {
  return `/observe?taxon=${taxonId}`;
}
