import { useLiveQuery } from 'dexie-react-hooks';
import { useNow } from '../../../device/use-now';
import type { LocalObservation } from '../../../local/db/rows';
import { isWaiting, readWaitingPlaces } from '../../../local/records/waiting-places';
import { currentDatabase } from '../../accounts/data';

/** `waiting`: the device is looking for the place of the record. `missed`: it found none. Null if the record has a place or needs none. */
export function useWaitingPlace(record: LocalObservation | null | undefined): 'waiting' | 'missed' | null {
  const database = currentDatabase();
  const entries = useLiveQuery(() => readWaitingPlaces(database), [database]);
  const entry = entries?.find(({ id, place }) => id === record?.id && place === null);
  const now = useNow(1000, entry !== undefined);
  if (!entry || !record || record.latitude != null) return null;
  return isWaiting(entry, now) ? 'waiting' : 'missed';
}
