import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo, useState } from 'react';
import { location } from '../../../device/location';
import { lastPlace } from '../../../local/device/last-place';
import { currentDatabase } from '../../session/session';
import type { MapPoint } from './map-view';

/**
 * Where the device was when the screen was opened, or was last; null if that was never known, undefined while loading. It asks for no
 * permission and follows nothing: a map that a person looks at must not move by itself.
 */
export function useDevicePlace(): MapPoint | null | undefined {
  const database = currentDatabase();
  const [fix] = useState(() => location.store.getState().fix);
  const last = useLiveQuery(async () => ({ place: await lastPlace.read(database) }), [database]);
  const known = fix ?? last?.place;
  // The object changes with every read of the database, the place does not.
  const { latitude, longitude } = known ?? {};
  return useMemo(() => {
    if (latitude === undefined || longitude === undefined) return known === null ? null : undefined;
    return { latitude, longitude };
  }, [latitude, longitude, known]);
}
