import { useMemo } from 'react';
import { useThrottledQuery } from '../../device/use-throttled-query';
import type { PlaceArea } from '../../local/changes/saved-places';
import { latestFirst } from '../../local/records/lists/latest-first';
import { ownOfTaxa, ownTaxonIds } from '../../local/records/lists/own-of-taxon';
import { useOwnFacts, type LocalObservation } from '../../shared/records/own';
import { currentDatabase } from '../../shared/session/session';
import { useCountedSpecies } from '../../shared/taxa/data';
import type { ListPeriod } from './list/list-period';
import { useSpeciesOfRecords, useToday } from './species-count';
import { countSpecies, type OwnSpecies, picturedSpecies } from './species-list';

/** The user's records by species. Undefined while loading, and while the country or the place is. */
export function useOwnSpecies(filter: {
  country: string | null | undefined;
  place?: PlaceArea | null | undefined;
  period: ListPeriod;
}): ReadonlyMap<number, OwnSpecies> | undefined {
  const records = useOwnFacts();
  const speciesOf = useSpeciesOfRecords(records);
  const today = useToday();
  const { country, place = null, period } = filter;
  return useMemo(
    () => (records && speciesOf && country !== undefined ? countSpecies(records, { country, place, period, today }, speciesOf) : undefined),
    [records, speciesOf, country, place, period, today],
  );
}

/** The ids of the user's records with photos, by species, the last saved first. Undefined while loading. */
export function useOwnPictured(): ReadonlyMap<number, readonly string[]> | undefined {
  const records = useOwnFacts();
  const pictured = useMemo(() => records?.filter(({ has_photo }) => has_photo), [records]);
  const speciesOf = useSpeciesOfRecords(pictured);
  return useMemo(() => pictured && speciesOf && picturedSpecies(pictured, speciesOf), [pictured, speciesOf]);
}

/** The user's records of a species, including absences, the latest observation first. Reads no others. */
export function useRecordsOfSpecies(speciesId: number | null): LocalObservation[] | undefined {
  const database = currentDatabase();
  const ids = useThrottledQuery(() => ownTaxonIds(database), [database]);
  const speciesOf = useCountedSpecies(ids);
  const taxa = useMemo(
    () => (ids && speciesOf ? ids.filter((id) => id === speciesId || speciesOf.get(id) === speciesId).join() : undefined),
    [ids, speciesOf, speciesId],
  );
  return useThrottledQuery(async () => {
    if (taxa === undefined) return undefined;
    const records = taxa === '' ? [] : await ownOfTaxa(database, taxa.split(',').map(Number));
    return latestFirst(records);
  }, [database, taxa]);
}
