import { wrapWest } from '@veld/geometry';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { getMapCell, getMapSummary, getObservation, type PublicObservation, type RecordFilterInput } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { latestFirst } from '../../../local/records/lists/latest-first';
import { api } from '../../../local/app/veld';
import { CallError } from '../../../shared/session/session';
import type { MapBounds } from '../../../shared/geo/map/graticule';
import type { Tapped } from './taps';

/** Maximum number of records shown for a tap. */
const MAX_TAPPED = 10;

/** The filter as query parameters of the map routes. */
export type AreaQuery = RecordFilterInput;

/** The address of Explore with a filter and a box, as one of its views. */
export function exploreAddress(
  { latitude, longitude, radius_km, ...filter }: AreaQuery,
  box: string,
  view: 'records' | 'species' | 'people',
): string {
  const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]));
  if (latitude !== undefined) query.set('around', [latitude, longitude, radius_km].join(','));
  query.set('box', box);
  if (view !== 'records') query.set('view', view);
  return `/explore?${query}`;
}

const rounded = (degrees: number) => Number(degrees.toFixed(4));

/** Bounds as the server expects them: at most the whole world, with west greater than east across the antimeridian. */
export function normalizeBounds({ west, south, east, north }: MapBounds) {
  const isWorld = east - west >= 360;
  return {
    west: rounded(isWorld ? -180 : wrapWest(west)),
    south: rounded(Math.max(-90, south)),
    east: rounded(isWorld ? 180 : wrapWest(east)),
    north: rounded(Math.min(90, north)),
  };
}

/** Totals and content for the current view. */
export function useArea(bounds: MapBounds, filter: AreaQuery) {
  const query = { ...normalizeBounds(bounds), ...filter, content: '1' as const };
  return useQuery({
    queryKey: ['map-summary', query],
    queryFn: async ({ signal }) => (await api.call(getMapSummary, { query }, { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** Whether the server does not have the saved place of the filter: nothing else of a view can be unknown to it. */
export const isUnknownPlace = (error: Error | null) => error instanceof CallError && error.code === 'not_found';

export function useCell({ level, cell, isObscured }: Extract<Tapped, { kind: 'cell' }>, filter: AreaQuery) {
  const query = { ...filter, ...(isObscured && { obscured: '1' as const }) };
  return useQuery({
    queryKey: ['map-cell', level, cell, query],
    queryFn: async ({ signal }) => (await api.call(getMapCell, { params: { level, cell }, query }, { signal })).data,
    staleTime: 60_000,
  });
}

/** Loads the tapped records, up to the limit. */
export function useTappedRecords(ids: readonly string[]) {
  return useQueries({
    queries: ids.slice(0, MAX_TAPPED).map((id) => ({
      queryKey: ['map-record', id],
      queryFn: async ({ signal }: { signal: AbortSignal }) => (await api.call(getObservation, { params: { id } }, { signal })).data,
      staleTime: 60_000,
    })),
    combine: (found) => ({
      // The user's own records have all fields of public ones.
      records: latestFirst(found.flatMap(({ data }) => (data as PublicObservation | undefined) ?? [])),
      isPending: found.some(({ isPending }) => isPending),
      hasFailed: found.some(({ isError }) => isError),
    }),
  });
}

interface Total {
  count: number;
  is_minimum: boolean;
}

/** Formats totals: "412 records and 96 species", with "at least" if the counting limit was reached. */
export function useTotals(): (totals: { records: Total; species: Total }) => string {
  const { t } = useTranslation(['map', 'common']);
  return ({ records, species }) => {
    const one = (kind: 'records' | 'species', { count, is_minimum }: Total) => {
      const text = t(`common:count.${kind}`, { count });
      return is_minimum ? t('at_least', { total: text }) : text;
    };
    return t('totals', { records: one('records', records), species: one('species', species) });
  };
}
