import { useLiveQuery } from 'dexie-react-hooks';
import { ownObservations } from '../../../local/records/observations';
import { currentDatabase } from '../../../shared/session/session';

/** So many of the last records are looked through for their saved places. */
const RECORDS = 500;
const NONE: readonly string[] = [];

/** Ids of the saved places that the last records were made with, the last first. */
export function useUsedPlaces(): readonly string[] {
  const database = currentDatabase();
  const used = useLiveQuery(async () => {
    const records = await ownObservations(database, { limit: RECORDS });
    return records.flatMap(({ location_id }) => (location_id ? [location_id] : []));
  }, [database]);
  return used ?? NONE;
}
