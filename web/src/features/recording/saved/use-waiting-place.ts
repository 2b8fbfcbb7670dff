import { useLiveQuery } from 'dexie-react-hooks';
import { useAsksPermission } from '../../../device/use-asks-permission';
import { useNow } from '../../../device/use-now';
import type { LocalObservation } from '../../../local/db/rows';
import { isWaiting, readWaitingPlaces } from '../../../local/records/waiting-places';
import { currentDatabase } from '../../../shared/session/session';

/**
 * `asking`: the browser is asking for permission to use the location. `waiting`: the device is looking for the place of the record.
 * `missed`: it found none. Null if the record has a place or needs none.
 */
export function useWaitingPlace(record: LocalObservation | null | undefined): 'asking' | 'waiting' | 'missed' | null {
  const database = currentDatabase();
  const entries = useLiveQuery(() => readWaitingPlaces(database), [database]);
  const entry = entries?.find(({ id, place }) => id === record?.id && place === null);
  const now = useNow(1000, entry !== undefined);
  const isAsking = useAsksPermission(entry !== undefined && isWaiting(entry, now));
  if (!entry || !record || record.latitude != null) return null;
  if (!isWaiting(entry, now)) return 'missed';
  return isAsking ? 'asking' : 'waiting';
}
