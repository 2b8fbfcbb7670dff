import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getMotivation, listToasts } from '@veld/contract';
import { useEffect, useEffectEvent } from 'react';
import { useThrottledQuery } from '../../device/use-throttled-query';
import { api } from '../../local/app/veld';
import { countOwnObservations } from '../../local/records/own-count';
import { auth, currentDatabase, useIsOnline, useUser } from '../../shared/session/session';
import { isAnyUnsent } from '../../local/outbox/outbox-counts';
import { useOutboxCounts } from '../../shared/records/own';

const TOASTS_STALE_MS = 10 * 60_000;

/** The user's experience and badges, as last fetched; fetched again once the records of this device have been sent. */
export function useMotivation(isWanted = true) {
  const counts = useOutboxCounts();
  const isOnline = useIsOnline();
  const { total_xp } = useUser();
  const unsent = counts && isAnyUnsent(counts);
  const query = useQuery({
    queryKey: ['motivation', unsent],
    queryFn: async ({ signal }) => (await api.call(getMotivation, {}, { signal })).data,
    enabled: isWanted && isOnline && unsent !== undefined,
    placeholderData: keepPreviousData,
    meta: { persist: true },
  });
  const told = query.data?.total_xp;
  const at = query.dataUpdatedAt;
  const followAnswer = useEffectEvent(() => {
    // The user on this device is from before.
    if (told !== undefined && told !== total_xp) auth.fetchUser().catch(() => undefined);
  });
  useEffect(() => followAnswer(), [told, at]);
  return query;
}

/** The number of the user's records on this device; undefined while loading, and 0 where nobody asks. */
export function useRecordCount(isWanted: boolean): number | undefined {
  const database = currentDatabase();
  return useThrottledQuery(async () => (isWanted ? await countOwnObservations(database) : 0), [database, isWanted]);
}

/** Messages of the administrators that the user has not seen. */
export function useWaitingToasts() {
  const isOnline = useIsOnline();
  return useQuery({
    queryKey: ['toasts'],
    queryFn: async ({ signal }) => (await api.call(listToasts, {}, { signal })).data,
    enabled: isOnline,
    staleTime: TOASTS_STALE_MS,
  });
}

/** Marks something as shown, on all devices of the user; offline, when this one is online again. */
export function markSeen(kind: 'badge' | 'toast' | 'wizard', id: string): void {
  auth.change({ kind, id }).catch((error: unknown) => console.warn('Seen', error));
}
