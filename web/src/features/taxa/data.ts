import { useCallback, useEffect, useState } from 'react';
import {
  type BrowseFilter,
  browse,
  onTaxonomyChange,
  searchTaxa,
  type Taxon,
  taxaByIds,
  taxonById,
  type TaxonHit,
  type TaxonomyStatus,
  taxonomyStatus,
} from '../../local/taxonomy/search';

export type { Taxon, TaxonHit, TaxonomyStatus, BrowseFilter };
export { searchTaxa, suggestTaxa, taxonById, taxaByIds, browse } from '../../local/taxonomy/search';

/** Asks the device, again whenever its copies change; an answer that comes after a newer question is dropped. */
function useAnswer<T>(ask: () => Promise<T>): T | undefined {
  const [answer, setAnswer] = useState<T | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    const look = () => {
      ask().then(
        (value) => {
          if (isCurrent) setAnswer(() => value);
        },
        (error: unknown) => console.error('Taxonomy', error),
      );
    };
    look();
    const end = onTaxonomyChange(look);
    return () => {
      isCurrent = false;
      end();
    };
  }, [ask]);
  return answer;
}

/** What fits the typed text, best first; the last answer stays until the next one is there. */
export function useTaxonSearch(text: string, limit = 100): TaxonHit[] | undefined {
  const wanted = text.trim();
  return useAnswer(useCallback(() => (wanted === '' ? Promise.resolve([]) : searchTaxa(wanted, { limit })), [wanted, limit]));
}

/** Undefined while looking, null where the device does not know it. */
export function useTaxon(id: number | null): Taxon | null | undefined {
  return useAnswer(useCallback(() => (id === null ? Promise.resolve(null) : taxonById(id)), [id]));
}

/** The taxa of the ids that the device knows, in their order. */
export function useTaxa(ids: readonly number[]): Taxon[] | undefined {
  const key = ids.join(',');
  return useAnswer(useCallback(() => taxaByIds(key === '' ? [] : key.split(',').map(Number)), [key]));
}

/** Commonest first. The filter must be a constant or memoised. */
export function useBrowse(filter: BrowseFilter): Taxon[] | undefined {
  return useAnswer(useCallback(() => browse(filter), [filter]));
}

/** How much of the taxonomy is here, and whether more is coming. */
export function useTaxonomyStatus(): TaxonomyStatus | undefined {
  return useAnswer(taxonomyStatus);
}
