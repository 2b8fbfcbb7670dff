import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getMotivation, listToasts } from '@veld/contract';
import { useEffect, useEffectEvent } from 'react';
import { api } from '../../local/app/veld';
import { auth, useIsOnline, useUser } from '../../shared/session/session';
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
