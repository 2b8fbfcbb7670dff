import type { TaxonGroup } from '@veld/contract';
import { useMemo } from 'react';
import { type BrowseFilter, useBrowse, useTaxonSearch } from '../taxa/data';
import { byFamily, groupSizes, type GuideLine } from './families';

export type { GuideLine } from './families';

/** Groups with their number of species; undefined while loading, empty if there are no names yet. */
export function useGroups(): ReturnType<typeof groupSizes> | undefined {
  const list = useBrowse(ALL_SPECIES);
  return useMemo(() => list && groupSizes(list), [list]);
}

const ALL_SPECIES: BrowseFilter = { rank: 'species', limit: Infinity };

/** The species of a group by family. */
export function useGuide(group: TaxonGroup): GuideLine[] | undefined {
  const filter = useMemo<BrowseFilter>(() => ({ ...ALL_SPECIES, group }), [group]);
  const list = useBrowse(filter);
  return useMemo(() => list && byFamily(list), [list]);
}

/** Search results, within a group if one is open. */
export function useGuideSearch(text: string, group: TaxonGroup | null) {
  const found = useTaxonSearch(text, group ? 500 : 100);
  return useMemo(() => (group ? found?.filter((taxon) => taxon.group === group) : found), [found, group]);
}
