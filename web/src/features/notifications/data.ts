import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { listNotifications, type Notification, NOTIFICATION_KINDS, type NotificationKind, type ReplyOf } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { api } from '../../local/app/veld';
import {
  countNeedsAttention,
  notificationCalls,
  readAllEntries,
  readEntry,
  setRecordMuted,
  sumUpChanges,
} from '../../local/changes/notifications';
import { useAddressFilter } from '../../ui/use-address-filter';
import { auth, currentDatabase, FIRST_PAGE, notifier } from '../../shared/session/session';
import { usePendingChanges } from '../../shared/session/use-pending-changes';
import { type EntryFilter, withChanges } from './shown-entries';

export type { Notification, NotificationKind };
export { NOTIFICATION_KINDS };

const KEY = ['notifications'];
const PAGE_SIZE = 50;
/** As many are kept for reading offline. */
const KEPT = 200;

type Page = ReplyOf<typeof listNotifications>;

/** The user's notifications: what the server has, and the changes on this device. The latest 200 are kept. */
export function useNotifications() {
  const client = useQueryClient();
  const { data, error, isPending, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch, dataUpdatedAt } =
    useInfiniteQuery({
      queryKey: KEY,
      queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }): Promise<Page> =>
        api.call(listNotifications, { query: { limit: PAGE_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) } }, { signal }),
      initialPageParam: FIRST_PAGE,
      getNextPageParam: (last) => last.next_cursor,
      meta: { persist: true },
    });
  const stored = useMemo(() => data?.pages.flatMap((page) => page.data), [data]);
  const askAgain = () => void client.invalidateQueries({ queryKey: KEY });
  // No allowance: an answer that has "all are read" may have entries from since then, which are unread.
  const calls = usePendingChanges(notificationCalls, { answeredAt: dataUpdatedAt, allowance: 0, onAccepted: askAgain });
  useNewerCount(data?.pages[0]?.unread, askAgain);
  const count = stored?.length ?? 0;
  useEffect(() => {
    if (count > 0 && count < KEPT && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [count, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const entries = useMemo(() => stored && withChanges(stored, calls && sumUpChanges(calls), dataUpdatedAt), [stored, calls, dataUpdatedAt]);
  const more = hasNextPage ? () => void fetchNextPage() : null;
  return { entries, error, isPending, isLoadingMore: isFetchingNextPage, more, retry: () => void refetch(), refreshedAt: dataUpdatedAt };
}

/** Calls back once for each number of unread notifications in the account that the list does not have, as after a push message. */
function useNewerCount(listed: number | undefined, onNewer: () => void): void {
  const counted = useStore(auth.store, (state) => state.user?.unread_notifications ?? 0);
  const compare = useEffectEvent(() => {
    if (listed !== undefined && listed !== counted) onNewer();
  });
  const isListed = listed !== undefined;
  useEffect(() => compare(), [counted, isListed]);
}

export interface EntryActions {
  read: (entry: Notification) => void;
  readAll: (latest: Notification) => void;
  setMuted: (recordId: string, isMuted: boolean) => void;
}

/** What can be done with notifications: shown at once, sent by the outbox. */
export function useEntryActions(): EntryActions {
  const { t } = useTranslation('common');
  const attempt = (work: Promise<void>) => {
    work.catch((error: unknown) => notifier.show('negative', t('error.storage_failed'), { cause: error }));
  };
  return {
    read: (entry) => {
      if (!entry.is_read) attempt(readEntry(currentDatabase(), entry));
    },
    readAll: (latest) => attempt(readAllEntries(currentDatabase(), latest)),
    setMuted: (recordId, isMuted) => attempt(setRecordMuted(currentDatabase(), recordId, isMuted)),
  };
}

/** The number of operations in the outbox that the user has to decide about. */
export function useNeedsAttention(): number {
  const database = currentDatabase();
  return useLiveQuery(() => countNeedsAttention(database), [database]) ?? 0;
}

/** Which entries are shown, in the query of the address. */
export function useEntryFilter(): [EntryFilter, (change: Partial<EntryFilter>) => void] {
  const [read, write] = useAddressFilter();
  const kind = NOTIFICATION_KINDS.find((one) => one === read('kind')) ?? null;
  const change = (next: Partial<EntryFilter>) =>
    write({
      ...(next.kind === undefined ? {} : { kind: next.kind }),
      ...(next.isUnread === undefined ? {} : { unread: next.isUnread ? '1' : null }),
    });
  return [{ kind, isUnread: read('unread') === '1' }, change];
}
