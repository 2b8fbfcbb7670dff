import type { TaxonGroup } from '@veld/contract';
import { useCallback, useMemo, useState } from 'react';
import { locateOnce } from '../../device/locate-once';
import { queryPermission } from '../../device/location-permission';
import type { LocationFilter } from '../accounts/location-filter';
import { type Place, useFrequenciesAge } from '../frequencies/data';
import { useLikelyOf } from '../frequencies/likely-of-location';
import { useOwnSpecies, useSpeciesListOf, useToday } from '../species/data';
import { unseenSpecies } from './unseen';

export type { Discovery } from './unseen';

/**
 * Species of a location that the user has not seen anywhere, the likeliest at this time of year first; undefined while loading.
 * `here` is the place of the device; else it is the saved place of the location, or where the device was last.
 */
export function useDiscoveries(location: LocationFilter, group: TaxonGroup | null, here: Place | null) {
  const { list, country, place, isMissing } = useSpeciesListOf(location, group);
  const seen = useOwnSpecies({ country: null, period: 'all' });
  const today = useToday();
  const likely = useLikelyOf(country, here ?? place, today);
  const age = useFrequenciesAge(country);
  const found = useMemo(
    () => (list && seen && likely !== undefined ? { size: list.length, unseen: unseenSpecies(list, seen, likely) } : undefined),
    [list, seen, likely],
  );
  return { found, country, isMissing, likely: likely ?? null, age: age ?? null, month: Number(today.slice(5, 7)) };
}

const WAIT_MS = 15_000;

/** The place of the device, measured only when the user asks. It stays on the device. */
export function useHere() {
  const [place, setPlace] = useState<Place | null>(null);
  const [state, setState] = useState<'idle' | 'asking' | 'refused' | 'not_found'>('idle');
  const ask = useCallback(() => {
    setState('asking');
    void locateOnce(WAIT_MS).then((fix) => {
      if (!fix) return void isBlocked().then((blocked) => setState(blocked ? 'refused' : 'not_found'));
      setState('idle');
      setPlace({ latitude: fix.latitude, longitude: fix.longitude });
    });
  }, []);
  const stop = useCallback(() => setPlace(null), []);
  return { ask, stop, place, isAsking: state === 'asking', isRefused: state === 'refused', isNotFound: state === 'not_found' };
}

/** Whether the location is not allowed; false where the browser cannot tell. */
async function isBlocked(): Promise<boolean> {
  const status = await queryPermission().catch(() => null);
  return status !== null && status.state !== 'granted';
}
