import { useQuery } from '@tanstack/react-query';
import { getNews } from '@veld/contract';
import { api } from '../../local/app/veld';
import type { Place } from '../../shared/frequencies/data';

const FRESH_MS = 10 * 60_000;
/** Notable records are shown from this far around a place. */
export const NEWS_RADIUS_KM = 50;
/** About 10 km, so that the server does not learn where the person is. */
const rounded = (degrees: number) => Math.round(degrees * 10) / 10;

/** What is new in a country, the notable records around a place if there is one. The last answer stays on the device. */
export function useNews(country: string | null | undefined, place: Place | null | undefined) {
  const near = place ? { latitude: rounded(place.latitude), longitude: rounded(place.longitude), radius_km: NEWS_RADIUS_KM } : null;
  return useQuery({
    queryKey: ['news', country, near],
    queryFn: async ({ signal }) => (await api.call(getNews, { params: { country: country! }, query: near ?? {} }, { signal })).data,
    enabled: typeof country === 'string' && place !== undefined,
    staleTime: FRESH_MS,
    meta: { persist: true },
  });
}
