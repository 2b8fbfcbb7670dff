import { type Period, PERIODS, type TaxonSummary, todayIn } from '@veld/contract';
import { useMemo } from 'react';
import { currentDatabase, useUser } from '../accounts/data';
import { type LocalObservation, useOwnObservations } from '../observations/data';
import { type BrowseFilter, groupOf, summaryOf, type Taxon, taxonOfSummary, useBrowse, useSpeciesOf, useTaxa } from '../taxa/data';
import { countSpecies, type OwnSpecies, seenSpecies } from './species-list';
import { addTick, removeTicks } from './ticks';

export type { OwnSpecies } from './species-list';

/** The current local date of the device. */
export function useToday(): string {
  return todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date());
}

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

/** Maps taxa of records to the species they count for, if different. */
function useSpeciesOfRecords(records: readonly LocalObservation[] | undefined): ReadonlyMap<number, number> | undefined {
  const key = useMemo(
    () => records && [...new Set(records.flatMap(({ taxon_id }) => taxon_id ?? []))].sort((a, b) => a - b).join(),
    [records],
  );
  const ids = useMemo(() => (key === undefined ? undefined : key === '' ? [] : key.split(',').map(Number)), [key]);
  return useSpeciesOf(ids);
}

const NONE: ReadonlyMap<number, number> = new Map();

/** The number of species in the user's records of a period, worldwide. Until names are read, each subspecies counts as a species. */
export function useSpeciesCount(records: readonly LocalObservation[] | undefined, period: Period): number {
  const speciesOf = useSpeciesOfRecords(records) ?? NONE;
  const today = useToday();
  return useMemo(
    () => seenSpecies(countSpecies(records ?? [], { country: null, period, today }, speciesOf)).length,
    [records, speciesOf, period, today],
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
