import { getTaxonomyLocation, type TaxonGroup } from '@veld/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { locateOnce } from '../../device/locate-once';
import { queryPermission } from '../../device/location-permission';
import { api } from '../../local/app/veld';
import { useUser } from '../accounts/data';
import { useOwnSpecies, useSpeciesList } from '../species/data';
import { type Discovery, unseenSpecies } from './unseen';

export type { Discovery, Reason } from './unseen';

const NONE: readonly number[] = [];

/** Species of the user's country that the user has not seen. Undefined while loading. */
export function useDiscoveries(
  group: TaxonGroup | null,
  likely: readonly number[] = NONE,
): { size: number; unseen: Discovery[] } | undefined {
  const country = useUser().country_code;
  const list = useSpeciesList(country, group);
  const seen = useOwnSpecies({ country: null, period: 'all' });
  return useMemo(() => list && seen && { size: list.length, unseen: unseenSpecies(list, seen, likely) }, [list, seen, likely]);
}

const WAIT_MS = 15_000;

type Position = { latitude: number; longitude: number };

/** Species likely near the device, requested only by the user. The location sent is rounded to about 10 km. */
export function useLikelyHere() {
  const [place, setPlace] = useState<Position | null>(null);
  const [state, setState] = useState<'idle' | 'asking' | 'refused' | 'not_found'>('idle');
  const query = useQuery({
    queryKey: ['taxonomy-location', place],
    queryFn: ({ signal }) => api.call(getTaxonomyLocation, { query: place! }, { signal }),
    enabled: place !== null,
    meta: { persist: true },
  });
  const ask = useCallback(() => {
    setState('asking');
    void locateOnce(WAIT_MS).then((fix) => {
      if (!fix) return void isBlocked().then((blocked) => setState(blocked ? 'refused' : 'not_found'));
      setState('idle');
      setPlace({ latitude: rounded(fix.latitude), longitude: rounded(fix.longitude) });
    });
  }, []);
  const stop = useCallback(() => setPlace(null), []);
  return {
    ask,
    stop,
    isAsking: state === 'asking' || (place !== null && query.isLoading),
    isRefused: state === 'refused',
    isNotFound: state === 'not_found',
    hasFailed: query.isError,
    answer: place === null ? undefined : query.data?.data,
  };
}

/** Whether the location is not allowed; false where the browser cannot tell. */
async function isBlocked(): Promise<boolean> {
  const status = await queryPermission().catch(() => null);
  return status !== null && status.state !== 'granted';
}

const rounded = (degrees: number) => Math.round(degrees * 10) / 10;
