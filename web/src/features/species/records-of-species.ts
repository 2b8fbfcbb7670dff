import { useMemo } from 'react';
import { type LocalObservation, useOwnObservations } from '../observations/data';
import { useSpeciesOfRecords } from './species-count';

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
