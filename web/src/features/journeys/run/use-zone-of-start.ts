import { useEffect } from 'react';
import type { TrackRecorder } from '../../../device/track/recorder';
import type { LocalJourney } from '../../../local/db/rows';
import { saveJourney } from '../../../local/records/journeys/journeys';
import { currentDatabase } from '../../../shared/session/session';
import { zoneAt } from '../../../shared/geo/time-zone';
import { readFirstPoint } from '../own-journeys';

/**
 * A journey starts with the time zone of the device, which may be set to that of home. Once a point is stored, it gets that of the place
 * where it began, as its records have.
 */
export function useZoneOfStart({ id, time_zone }: Pick<LocalJourney, 'id' | 'time_zone'>, recorder: TrackRecorder | null): void {
  const database = currentDatabase();
  useEffect(() => {
    if (!recorder) return undefined;
    const correct = async () => {
      const first = await readFirstPoint(id);
      const zone = first && (await zoneAt(first.latitude, first.longitude));
      if (zone && zone !== time_zone) await saveJourney(database, id, { time_zone: zone }, Date.now());
    };
    const unsubscribe = recorder.store.subscribe(({ points }, before) => {
      if (points === before.points) return;
      unsubscribe();
      correct().catch((error: unknown) => console.error('Time zone', error));
    });
    return unsubscribe;
  }, [database, id, time_zone, recorder]);
}
