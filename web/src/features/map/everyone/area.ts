import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { getMapCell, getMapSummary, getObservation, type Period, type PublicObservation, type TaxonGroup } from '@veld/contract';
import { api } from '../../../local/app/veld';
import type { MapBounds } from '../../geo/map/graticule';
import type { Tapped } from './taps';

/** A tap shows so many records at most. */
const MAX_TAPPED = 10;

export interface EveryoneFilter {
  group: TaxonGroup | null;
  period: Period;
}

/** The filter as the server's routes of the map have it. */
export function mapQuery({ group, period }: EveryoneFilter): { group?: TaxonGroup; period?: Period } {
  return { ...(group && { group }), ...(period !== 'all' && { period }) };
}

const inTurn = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180;
const rounded = (degrees: number) => Number(degrees.toFixed(4));

/** The bounds of a view as the server reads them: the whole world at most, and west greater than east across the antimeridian. */
export function boxOf({ west, south, east, north }: MapBounds) {
  const isWorld = east - west >= 360;
  return {
    west: rounded(isWorld ? -180 : inTurn(west)),
    south: rounded(Math.max(-90, south)),
    east: rounded(isWorld ? 180 : inTurn(east)),
    north: rounded(Math.min(90, north)),
  };
}

/** What everyone recorded in a view. */
export function useArea(bounds: MapBounds, filter: EveryoneFilter) {
  const query = { ...boxOf(bounds), ...mapQuery(filter), content: '1' as const };
  return useQuery({
    queryKey: ['map-summary', query],
    queryFn: async ({ signal }) => (await api.call(getMapSummary, { query }, { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

export function useCell({ level, cell, isObscured }: Extract<Tapped, { kind: 'cell' }>, filter: EveryoneFilter) {
  const query = { ...mapQuery(filter), ...(isObscured && { obscured: '1' as const }) };
  return useQuery({
    queryKey: ['map-cell', level, cell, query],
    queryFn: async ({ signal }) => (await api.call(getMapCell, { params: { level, cell }, query }, { signal })).data,
    staleTime: 60_000,
  });
}

/** The first of some public records, as they arrive. */
export function useTappedRecords(ids: readonly string[]) {
  return useQueries({
    queries: ids.slice(0, MAX_TAPPED).map((id) => ({
      queryKey: ['map-record', id],
      queryFn: async ({ signal }: { signal: AbortSignal }) => (await api.call(getObservation, { params: { id } }, { signal })).data,
      staleTime: 60_000,
    })),
    combine: (found) => ({
      // An own record has all that a public one has.
      records: found.flatMap(({ data }) => (data as PublicObservation | undefined) ?? []),
      isPending: found.some(({ isPending }) => isPending),
      hasFailed: found.some(({ isError }) => isError),
    }),
  });
}
