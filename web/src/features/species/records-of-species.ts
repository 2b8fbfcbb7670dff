import { useMemo } from 'react';
import { useThrottledQuery } from '../../device/use-throttled-query';
import { latestFirst } from '../../local/records/lists/latest-first';
import { ownOfTaxa, ownTaxonIds } from '../../local/records/lists/own-of-taxon';
import { currentDatabase } from '../../shared/session/session';
import type { LocalObservation } from '../../shared/records/own';
import { useCountedSpecies } from '../../shared/taxa/data';

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
