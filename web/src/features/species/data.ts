import { type Period, PERIODS, type TaxonSummary } from '@veld/contract';
import { useMemo } from 'react';
import type { SavedPlace } from '../../local/records/lists/saved-places';
import { currentDatabase, useUser } from '../accounts/data';
import { useOwnObservations } from '../observations/data';
import { groupOf, summaryOf, type Taxon, taxonOfSummary, useTaxa } from '../taxa/data';
import { useChosenPhotos } from './own-images';
import { useSpeciesOfRecords, useToday } from './species-count';
import { countSpecies, type OwnSpecies, seenSpecies } from './species-list';
import { addTick, removeTicks } from './ticks';

export { useChosenPhotos } from './own-images';
export { useSpeciesListOf } from './list-of-location';
export { useSpeciesCount, useToday } from './species-count';
export { useRecordsOfSpecies } from './records-of-species';
export type { OwnSpecies } from './species-list';
export { Description } from './parts/Description';
export { OwnCount } from './parts/OwnCount';
export { useSimilarSpecies } from './similar';

export function periodOf(value: string | null): Period {
  return PERIODS.find((period) => period === value) ?? 'all';
}

/** The user's records by species. Undefined while loading, and while the country or the place is. */
export function useOwnSpecies(filter: {
  country: string | null | undefined;
  place?: SavedPlace | null | undefined;
  period: Period;
}): ReadonlyMap<number, OwnSpecies> | undefined {
  const records = useOwnObservations();
  const speciesOf = useSpeciesOfRecords(records);
  const chosen = useChosenPhotos(records);
  const today = useToday();
  const { country, place = null, period } = filter;
  return useMemo(
    () =>
      records && speciesOf && chosen && country !== undefined
        ? countSpecies(records, { country, place, period, today }, speciesOf, chosen)
        : undefined,
    [records, speciesOf, chosen, country, place, period, today],
  );
}

/**
 * Species of the user's records that a list lacks, because they were found elsewhere or their names are not on this device. Undefined
 * while loading.
 */
export function useUnlisted(
  list: readonly Taxon[] | undefined,
  own: ReadonlyMap<number, OwnSpecies> | undefined,
  group: string | null,
): Taxon[] | undefined {
  const ids = useMemo(() => {
    if (!list || !own) return NO_IDS;
    const listed = new Set(list.map(({ id }) => id));
    return seenSpecies(own).filter((id) => !listed.has(id));
  }, [list, own]);
  const known = useTaxa(ids);
  return useMemo(() => {
    if (!list || !own || !known) return undefined;
    const byId = new Map(known.map((taxon) => [taxon.id, taxon]));
    return ids
      .map((id) => byId.get(id) ?? taxonOfSummary({ ...(own.get(id)?.taxon ?? UNKNOWN), id }))
      .filter((taxon) => group === null || groupOf(taxon) === group);
  }, [list, own, known, ids, group]);
}

const NO_IDS: readonly number[] = [];
const UNKNOWN: Omit<TaxonSummary, 'id'> = { name: '?', scientific_name: '?', rank: 'species', group: 'other', image_url: null };

/** Adds and removes ticks, also offline. */
export function useTicks(): { tick: (taxon: Taxon) => Promise<void>; untick: (taxonId: number) => Promise<void> } {
  const user = useUser();
  return useMemo(
    () => ({
      tick: (taxon) => addTick(currentDatabase(), user, summaryOf(taxon)),
      untick: (taxonId) => removeTicks(currentDatabase(), taxonId),
    }),
    [user],
  );
}
