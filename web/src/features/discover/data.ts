import type { TaxonGroup } from '@veld/contract';
import { useCallback, useMemo, useState } from 'react';
import { locateOnce } from '../../device/locate-once';
import { queryPermission } from '../../device/location-permission';
import type { LocationFilter } from '../../shared/location/location-filter';
import { type Place, useFrequenciesAge, useCountryFrequencies, useLikelyAtLocation } from '../../shared/frequencies/data';
import { useOwnSpecies, useLocationSpecies, useToday } from '../species/data';
import { unseenSpecies } from './unseen';

export type { Discovery } from './unseen';

/** Since when a species was not seen to be shown. */
export const SINCE = ['ever', 'year'] as const;
export type Since = (typeof SINCE)[number];

interface Asked {
  location: LocationFilter;
  group: TaxonGroup | null;
  /** The place of the device; without it the saved place of the location, or where the device was last. */
  here: Place | null;
  since: Since;
}

/**
 * Species of a location that the user has not seen anywhere, or not this year, the likeliest at this time of year first. `found` is
 * undefined while loading, and the frequencies are null if this device has none of the country.
 */
export function useDiscoveries({ location, group, here, since }: Asked) {
  const { list, country, place, isMissing } = useLocationSpecies(location, group);
  const seen = useOwnSpecies({ country: null, period: since === 'ever' ? 'all' : 'this_year' });
  const today = useToday();
  const likely = useLikelyAtLocation(country, here ?? place, today);
  const age = useFrequenciesAge(country);
  const frequencies = useCountryFrequencies(country) ?? null;
  const found = useMemo(
    () => (list && seen && likely !== undefined ? { size: list.length, unseen: unseenSpecies(list, seen, likely) } : undefined),
    [list, seen, likely],
  );
  const month = Number(today.slice(5, 7));
  return { list, found, country, place, isMissing, likely: likely ?? null, frequencies, age: age ?? null, month };
}

const WAIT_MS = 15_000;

/** The place of the device, measured only when the user asks. */
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

/** Whether the location is not allowed; false where the browser does not say. */
async function isBlocked(): Promise<boolean> {
  const status = await queryPermission().catch(() => null);
  return status !== null && status.state !== 'granted';
}
