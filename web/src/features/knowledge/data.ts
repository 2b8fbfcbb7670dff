import type { TaxonGroup } from '@veld/contract';
import { useMemo } from 'react';
import { useTaxonSearch } from '../../shared/taxa/data';

/** Search results, within a group if one is open. */
export function useGuideSearch(text: string, group: TaxonGroup | null) {
  const found = useTaxonSearch(text, group ? 500 : 100);
  return useMemo(() => (group ? found?.filter((taxon) => taxon.group === group) : found), [found, group]);
}
