import { type Period, PERIODS, type TaxonSummary } from '@veld/contract';
import { useMemo } from 'react';
import { currentDatabase, useUser } from '../accounts/data';
import { type LocalObservation, useOwnObservations } from '../observations/data';
import { type BrowseFilter, groupOf, summaryOf, type Taxon, taxonOfSummary, useBrowse, useTaxa } from '../taxa/data';
import { useSpeciesOfRecords, useToday } from './species-count';
import { countSpecies, type OwnSpecies, seenSpecies } from './species-list';
import { addTick, removeTicks } from './ticks';

export { useSpeciesCount, useToday } from './species-count';
export type { OwnSpecies } from './species-list';

export function periodOf(value: string | null): Period {
  return PERIODS.find((period) => period === value) ?? 'all';
}

/** The species of a country's list or of the whole taxonomy, most common first. */
export function useSpeciesList(country: string | null, group: string | null): Taxon[] | undefined {
  const filter = useMemo<BrowseFilter>(
    () => ({ rank: 'species', limit: Infinity, ...(country ? { copy: 'country' } : {}), ...(group ? { group } : {}) }),
    [country, group],
  );
  return useBrowse(filter);
}

/** The user's records by species. Undefined while loading. */
export function useOwnSpecies(filter: { country: string | null; period: Period }): ReadonlyMap<number, OwnSpecies> | undefined {
  const records = useOwnObservations();
  const speciesOf = useSpeciesOfRecords(records);
  const today = useToday();
  const { country, period } = filter;
  return useMemo(
    () => records && speciesOf && countSpecies(records, { country, period, today }, speciesOf),
    [records, speciesOf, country, period, today],
  );
}

/** The user's records of a species, including absences, the last saved first. */
export function useRecordsOfSpecies(speciesId: number | null): LocalObservation[] | undefined {
  const records = useOwnObservations();
  const speciesOf = useSpeciesOfRecords(records);
  return useMemo(
    () =>
      records &&
      speciesOf &&
      records.filter(({ taxon_id }) => taxon_id != null && (taxon_id === speciesId || speciesOf.get(taxon_id) === speciesId)),
    [records, speciesOf, speciesId],
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
