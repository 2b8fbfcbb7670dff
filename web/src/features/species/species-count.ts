import { type Period, todayIn } from '@veld/contract';
import { useMemo } from 'react';
import type { LocalObservation } from '../observations/own';
import { useSpeciesOf } from '../taxa/data';
import { countSpecies, seenSpecies } from './species-list';

/** The current local date of the device. */
export function useToday(): string {
  return todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date());
}

/** Maps taxa of records to the species they count for, if different. */
export function useSpeciesOfRecords(records: readonly LocalObservation[] | undefined): ReadonlyMap<number, number> | undefined {
  const key = useMemo(
    () => records && [...new Set(records.flatMap(({ taxon_id }) => taxon_id ?? []))].sort((a, b) => a - b).join(),
    [records],
  );
  const ids = useMemo(() => (key === undefined ? undefined : key === '' ? [] : key.split(',').map(Number)), [key]);
  return useSpeciesOf(ids);
}

const NONE: ReadonlyMap<number, number> = new Map();

/** The number of species in the user's records of a period and a country, or worldwide. Until names are read, each subspecies counts as a species. */
export function useSpeciesCount(records: readonly LocalObservation[] | undefined, period: Period, country: string | null = null): number {
  const speciesOf = useSpeciesOfRecords(records) ?? NONE;
  const today = useToday();
  return useMemo(
    () => seenSpecies(countSpecies(records ?? [], { country, period, today }, speciesOf)).length,
    [records, speciesOf, country, period, today],
  );
}
