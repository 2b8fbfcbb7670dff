import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useMemo, useState } from 'react';
import { locateOnce } from '../../device/locate-once';
import { lastPlace } from '../../local/device/last-place';
import type { SavedPlace } from '../../local/changes/saved-places';
import { currentDatabase } from '../../shared/session/session';
import { useFilterPlaces } from '../../shared/location/location-place';
import { HERE } from './feed-view';

const WAIT_MS = 15_000;

export interface Centre {
  /** Null if the place of the device is not known; undefined while loading. */
  at: { latitude: number; longitude: number } | null | undefined;
  /** What can be chosen, homes first. */
  places: readonly SavedPlace[];
  /** Measures where the device is. */
  locate: () => void;
  isLocating: boolean;
  hasFailed: boolean;
}

/** The middle of the circle: where the device is or was last, or a saved place. */
export function useCentre(around: string): Centre {
  const database = currentDatabase();
  const saved = useFilterPlaces();
  const last = useLiveQuery(() => lastPlace.read(database), [database]);
  const [state, setState] = useState<'idle' | 'locating' | 'failed'>('idle');
  const [measured, setMeasured] = useState<{ latitude: number; longitude: number } | null>(null);
  const locate = useCallback(() => {
    setState('locating');
    void locateOnce(WAIT_MS).then((fix) => {
      setState(fix ? 'idle' : 'failed');
      if (fix) setMeasured({ latitude: fix.latitude, longitude: fix.longitude });
    });
  }, []);
  const places = useMemo(
    () => (saved ?? []).toSorted((one, other) => Number(other.kind === 'home') - Number(one.kind === 'home')),
    [saved],
  );
  const place = places.find(({ id }) => id === around);
  const isHere = around === HERE || (saved !== undefined && !place);
  const at = isHere ? (measured ?? last) : place;
  return { at, places, locate, isLocating: state === 'locating', hasFailed: state === 'failed' };
}
