import { skipToken, useQuery } from '@tanstack/react-query';
import { listTaxonStatuses, STATUS_FILTERS, type StatusFilter } from '@veld/contract';
import { useMemo } from 'react';
import { api } from '../../../local/app/veld';

const A_DAY = 86_400_000;

export const statusFrom = (value: string | null): StatusFilter | null => STATUS_FILTERS.find((one) => one === value) ?? null;

export interface ListStatus {
  /** The chosen status; null for any, and where nothing is known about the country. */
  status: StatusFilter | null;
  /** The statuses that any species of the country has. */
  choices: readonly StatusFilter[];
  /** The taxa with the status; null for all, undefined while they are loaded. */
  ids: ReadonlySet<number> | null | undefined;
}

/** Limits a list of a country by what sources say about species there. Once loaded, it is kept on the device. */
export function useStatusFilter(country: string | null | undefined, asked: string | null): ListStatus {
  const { data, isLoading } = useQuery({
    queryKey: ['statuses-of-country', country],
    queryFn:
      typeof country === 'string'
        ? async ({ signal }) => (await api.call(listTaxonStatuses, { params: { country } }, { signal })).data
        : skipToken,
    staleTime: A_DAY,
    meta: { persist: true },
  });
  const choices = useMemo(() => (data ? STATUS_FILTERS.filter((one) => data[one].length > 0) : []), [data]);
  const wanted = statusFrom(asked);
  const status = wanted !== null && choices.includes(wanted) ? wanted : null;
  const ids = useMemo(() => (data && status !== null ? new Set(data[status]) : null), [status, data]);
  const isWaiting = wanted !== null && isLoading;
  return useMemo(() => ({ status, choices, ids: isWaiting ? undefined : ids }), [status, choices, isWaiting, ids]);
}
