import type { Period } from '@veld/contract';
import { useMemo } from 'react';
import type { SavedPlace } from '../../local/changes/saved-places';
import { useOwnFacts } from '../../shared/records/own';
import { useSpeciesOfRecords, useToday } from './species-count';
import { countSpecies, type OwnSpecies, picturedSpecies } from './species-list';

/** The user's records by species. Undefined while loading, and while the country or the place is. */
export function useOwnSpecies(filter: {
  country: string | null | undefined;
  place?: SavedPlace | null | undefined;
  period: Period;
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
