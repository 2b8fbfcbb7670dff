import { type Period, PERIODS, todayIn, WORLDWIDE } from '@veld/contract';
import { useEffect, useMemo, useState } from 'react';
import { currentDatabase, useUser } from '../accounts/data';
import { type LocalObservation, useOwnObservations } from '../observations/data';
import { type BrowseFilter, summaryOf, type Taxon, taxonById, useBrowse } from '../taxa/data';
import { countSpecies, type OwnSpecies } from './species-list';
import { addTick, removeTicks } from './ticks';

export type { OwnSpecies } from './species-list';
export { isTick } from './species-list';

const SPECIES_BELOW = ['subspecies', 'variety', 'form'];

/** Today where the device is. */
export function useToday(): string {
  return todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date());
}

/** The person's country while its list is asked for, else null. */
export function useListCountry(location: string | null): string | null {
  const country = useUser().country_code;
  return location === WORLDWIDE ? null : country;
}

export function periodOf(value: string | null): Period {
  return PERIODS.find((period) => period === value) ?? 'all';
}

/** Every species of the country's list, or of all that the device has; commonest first. */
export function useSpeciesList(country: string | null, group: string | null): Taxon[] | undefined {
  const filter = useMemo<BrowseFilter>(
    () => ({ rank: 'species', limit: Infinity, ...(country ? { copy: 'country' } : {}), ...(group ? { group } : {}) }),
    [country, group],
  );
  return useBrowse(filter);
}

/** What the own records say, by species. Undefined while the device is being read. */
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

/** Own records of a species, those of absence among them, the last saved first. */
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

/** From the taxa of records to the species they count for; only where that is another. */
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
      // Without the taxonomy every record counts for the taxon it names.
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

/** Ticking a species on the list, and taking ticks back; both work without a connection. */
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
