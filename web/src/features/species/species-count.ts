import { isInPeriod, type Period, todayIn } from '@veld/contract';
import { useMemo } from 'react';
import { foundSpeciesId, type LocalFact, type LocalObservation } from '../../shared/records/own';
import { useCountedSpecies } from '../../shared/taxa/data';

/** The current local date of the device. */
export function useToday(): string {
  return todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date());
}

/** Maps taxa of records to the species they count for, if different. */
export function useSpeciesOfRecords(
  records: readonly Pick<LocalObservation, 'taxon_id'>[] | undefined,
): ReadonlyMap<number, number> | undefined {
  const key = useMemo(
    () => records && [...new Set(records.flatMap(({ taxon_id }) => taxon_id ?? []))].sort((a, b) => a - b).join(),
    [records],
  );
  const ids = useMemo(() => (key === undefined ? undefined : key === '' ? [] : key.split(',').map(Number)), [key]);
  return useCountedSpecies(ids);
}

const NONE: ReadonlyMap<number, number> = new Map();

type Counted = Pick<LocalFact, 'taxon_id' | 'taxon' | 'count' | 'count_max' | 'country_code' | 'observed_on'>;

/**
 * The number of species in records of a period and a country, or worldwide: as many as the list of the species seen has. A record
 * without a country counts in each. `speciesOf` maps a taxon to the species it counts for.
 */
export function speciesIn(
  records: readonly Counted[],
  { period, country, today }: { period: Period; country: string | null; today: string },
  speciesOf: ReadonlyMap<number, number>,
): number {
  const species = new Set<number>();
  for (const record of records) {
    const id = foundSpeciesId(record);
    if (id === null || species.has(speciesOf.get(id) ?? id)) continue;
    if (country !== null && record.country_code && record.country_code !== country) continue;
    if (isInPeriod(record.observed_on, period, today)) species.add(speciesOf.get(id) ?? id);
  }
  return species.size;
}

/** As `speciesIn`, of the user's records. Until names are read, each subspecies counts as a species. */
export function useSpeciesCount(records: readonly LocalFact[] | undefined, period: Period, country: string | null = null): number {
  const speciesOf = useSpeciesOfRecords(records) ?? NONE;
  const today = useToday();
  return useMemo(() => speciesIn(records ?? [], { period, country, today }, speciesOf), [records, speciesOf, country, period, today]);
}
