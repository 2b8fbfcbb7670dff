import { TAXON_GROUPS, type TaxonGroup, type TaxonSummary } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  type BrowseFilter,
  browse,
  onTaxonomyChange,
  searchTaxa,
  type Taxon,
  taxonById,
  type TaxonHit,
  type TaxonomyStatus,
  taxonomyStatus,
} from '../../local/taxonomy/search';
import { setWanted as storeWanted, wantedTaxonIds } from '../../local/device/wanted';
import { currentDatabase } from '../accounts/data';

export type { Taxon, TaxonHit, TaxonomyStatus, BrowseFilter };
export { taxonById, browse } from '../../local/taxonomy/search';

/** Asks the device, again whenever its copies change; a question that a newer one replaces is taken back. */
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

/** What fits the typed text, best first; the last answer stays until the next one is there. */
export function useTaxonSearch(text: string, limit = 100): TaxonHit[] | undefined {
  const wanted = text.trim();
  return useAnswer(useCallback((signal) => (wanted === '' ? Promise.resolve([]) : searchTaxa(wanted, { limit, signal })), [wanted, limit]));
}

/** The best for the typed text, asked for at once; null where nothing fits. */
export async function bestHit(text: string): Promise<TaxonHit | null> {
  return (await searchTaxa(text, { limit: 1 }))[0] ?? null;
}

/** Undefined while looking, null where the device does not know it. */
export function useTaxon(id: number | null): Taxon | null | undefined {
  return useAnswer(useCallback(() => (id === null ? Promise.resolve(null) : taxonById(id)), [id]));
}

/** Commonest first. The filter must be a constant or memoised. */
export function useBrowse(filter: BrowseFilter): Taxon[] | undefined {
  return useAnswer(useCallback(() => browse(filter), [filter]));
}

/** How much of the taxonomy is here, and whether more is coming. */
export function useTaxonomyStatus(): TaxonomyStatus | undefined {
  return useAnswer(taxonomyStatus);
}

/** Ids of the species the person wants to see, the last wanted first; undefined while the device is being read. */
export function useWantedTaxonIds(): ReadonlySet<number> | undefined {
  const database = currentDatabase();
  const ids = useLiveQuery(() => wantedTaxonIds.read(database), [database]);
  return useMemo(() => ids && new Set(ids), [ids]);
}

export function setWanted(taxonId: number, isWanted: boolean): Promise<void> {
  return storeWanted(currentDatabase(), taxonId, isWanted);
}

/** A taxon as a record carries it, so that lists can show the record without asking the taxonomy. */
export function summaryOf(taxon: Taxon): TaxonSummary {
  const { id, name, scientific_name, rank, image_url } = taxon;
  return { id, name, scientific_name, rank, group: groupOf(taxon), image_url };
}

/** A server that is newer than this device may send groups this one does not know. */
export function groupOf(taxon: Pick<Taxon, 'group'>): TaxonGroup {
  return TAXON_GROUPS.find((group) => group === taxon.group) ?? 'other';
}

/** The rarity as the words know it, 1 very common to 5 rare. */
export function rarityOf(taxon: Pick<Taxon, 'rarity_class'>): 1 | 2 | 3 | 4 | 5 {
  return ([1, 2, 3, 4, 5] as const).find((level) => level === taxon.rarity_class) ?? 5;
}

export function speciesAddress(taxonId: number): string {
  return `/species/${taxonId}`;
}

/** The recorder, with the species filled in. */
export function observeAddress(taxonId: number): string {
  return `/observe?taxon=${taxonId}`;
}
