import { useQuery } from '@tanstack/react-query';
import { getStatistics, markStatisticSeen, type Period, type StatisticName, WORLDWIDE } from '@veld/contract';
import { useEffect, useMemo } from 'react';
import { api } from '../../local/app/veld';
import { useUser } from '../../shared/session/session';

const NONE: readonly StatisticName[] = [];

/** The figures of a period that are higher than at the last visit, on any device; they count as seen now. Empty without a connection. */
export function useRaised(period: Period): ReadonlySet<StatisticName> {
  const { id: user } = useUser();
  const { data: raised = NONE } = useQuery({
    queryKey: ['raised-statistics', user, period],
    queryFn: async ({ signal }) =>
      (await api.call(getStatistics, { params: { user, period, location: WORLDWIDE } }, { signal })).data.raised,
    retry: false,
    gcTime: 0,
  });
  useEffect(() => {
    // A mark that fails is set at the next visit.
    for (const statistic of raised) api.call(markStatisticSeen, { params: { user, period }, body: { statistic } }).catch(() => undefined);
  }, [raised, user, period]);
  return useMemo(() => new Set(raised), [raised]);
}
