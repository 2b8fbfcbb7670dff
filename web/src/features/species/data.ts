import { type Period, PERIODS, todayIn, WORLDWIDE } from '@veld/contract';
import { useEffect, useMemo, useState } from 'react';
import { currentDatabase, useUser } from '../accounts/data';
import { type LocalObservation, useOwnObservations } from '../observations/data';
import { type BrowseFilter, summaryOf, type Taxon, taxonById, useBrowse } from '../taxa/data';
import { countSpecies, type OwnSpecies } from './species-list';
import { addTick, removeTicks } from './ticks';

export type { OwnSpecies } from './species-list';

const SPECIES_BELOW = ['subspecies', 'variety', 'form'];

/** The current local date of the device. */
export function useToday(): string {
  return todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date());
}

/** The user's country if its list is selected, else null. */
export function useListCountry(location: string | null): string | null {
  const country = useUser().country_code;
  return location === WORLDWIDE ? null : country;
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
  const speciesOf = useSpeciesOf(records);
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
  const speciesOf = useSpeciesOf(records);
  return useMemo(
    () =>
      records &&
      speciesOf &&
      records.filter(({ taxon_id }) => taxon_id != null && (taxon_id === speciesId || speciesOf.get(taxon_id) === speciesId)),
    [records, speciesOf, speciesId],
  );
}

/** Maps taxa of records to the species they count for, if different. */
function useSpeciesOf(records: readonly LocalObservation[] | undefined): ReadonlyMap<number, number> | undefined {
  const key = useMemo(
    () => records && [...new Set(records.flatMap(({ taxon_id }) => taxon_id ?? []))].sort((a, b) => a - b).join(),
    [records],
  );
  const [found, setFound] = useState<ReadonlyMap<number, number>>();
  useEffect(() => {
    if (key === undefined) return;
    let isCurrent = true;
    const ids = key === '' ? [] : key.split(',').map(Number);
    Promise.all(ids.map(async (id) => [id, await speciesIdOf(id)] as const)).then(
      (pairs) => {
        if (isCurrent) setFound(new Map(pairs.filter(([id, species]) => species !== id)));
      },
      // Without the taxonomy, every record counts for its own taxon.
      () => isCurrent && setFound(new Map()),
    );
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return found;
}

async function speciesIdOf(id: number): Promise<number> {
  const taxon = await taxonById(id);
  if (!taxon) return id;
  return taxon.parent_id !== null && SPECIES_BELOW.includes(taxon.rank) ? taxon.parent_id : taxon.id;
}

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
