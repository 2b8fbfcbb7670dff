import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import {
  listWaiting,
  type ReplyOf,
  type TaxonGroup,
  WAITING_ORDERS,
  type WaitingOrder,
  type WaitingRecord,
  WORLDWIDE,
} from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '../../../local/app/veld';
import { ANSWER_MS } from '../../../local/outbox/pending-changes';
import { identifiedRecords } from '../../../local/changes/identifications';
import { reviewedRecords } from '../../../local/changes/votes';
import { type BatchQuery, skippedRecords } from '../../../local/records/identifications/batch';
import { isLocationFilter, type LocationFilter, makeLocationRequest, useLocationFilter } from '../../../shared/location/location-filter';
import { currentDatabase, useIsOnline, useUser } from '../../../shared/session/session';
import { groupFrom } from '../../../shared/taxa/GroupSelect';
import { isNarrowed, makeRecordRequest, type RecordQuery } from '../../../shared/record-filter/record-query';
import { type FilterProps, useRecordQuery } from '../../../shared/record-filter/use-record-query';
import { useAddressFilter } from '../../../ui/use-address-filter';

const PAGE_SIZE = 20;
/** Of the grid. */
export const GRID_SIZE = 30;
/** A queue that was left is the same when the user comes back within this time. */
const KEPT_MS = 10 * 60_000;

export const KNOWN = 'known';

/** The address of the queue without any filter. */
export const UNFILTERED = `/identify?country=${WORLDWIDE}`;

interface QueuePage extends ReplyOf<typeof listWaiting> {
  /** How many of the page are left out, because they were skipped or identified on this device. */
  hidden: number;
  /** Time of the request in milliseconds. */
  fetched_at: number;
}

export type Queue = ReturnType<typeof useQueue>;

/** The records of others that wait for the user's identification. The list does not change while the user goes through it. */
export function useQueue(filter: QueueFilter, isEnabled: boolean) {
  const database = currentDatabase();
  const query = makeBatchQuery(filter);
  const { hasSkipped, isGrid } = filter;
  const limit = isGrid ? GRID_SIZE : PAGE_SIZE;
  const list = useInfiniteQuery<QueuePage, Error, InfiniteData<QueuePage>, unknown[], string | null>({
    queryKey: ['identify', query, hasSkipped, limit],
    queryFn: async ({ pageParam, signal }) => {
      const fetchedAt = Date.now();
      const asked = {
        ...query,
        ...(hasSkipped && { reviewed: '1' as const }),
        limit,
        ...(pageParam === null ? {} : { cursor: pageParam }),
      };
      const answer = await api.call(listWaiting, { query: asked }, { signal });
      const [skipped, identified, reviewed] = await Promise.all([
        skippedRecords(database),
        identifiedRecords(database, fetchedAt - ANSWER_MS),
        reviewedRecords(database, fetchedAt - ANSWER_MS),
      ]);
      const data = answer.data.filter(({ id }) => !identified.has(id) && (hasSkipped || (!skipped.has(id) && !reviewed.has(id))));
      return { ...answer, data, hidden: answer.data.length - data.length, fetched_at: fetchedAt };
    },
    initialPageParam: null,
    getNextPageParam: (last) => last.next_cursor,
    enabled: isEnabled,
    staleTime: Infinity,
    gcTime: KEPT_MS,
    refetchOnWindowFocus: false,
  });
  const { data, isError, refetch } = list;
  useRetryOnline(isEnabled && isError && !data, refetch);
  const pages = data?.pages ?? [];
  const [first] = pages;
  const hidden = pages.reduce((sum, page) => sum + page.hidden, 0);
  return {
    records: data && pages.flatMap((page) => page.data),
    /** Without what is left out, as far as it is known. */
    total: first?.total && { count: first.total.count - hidden, isMinimum: first.total.is_minimum },
    knownGroups: first?.known_groups ?? undefined,
    since: first?.fetched_at ?? 0,
    error: data ? null : list.error,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    moreFailed: list.isFetchNextPageError,
    more: () => void list.fetchNextPage(),
    refresh: () => void refetch(),
  };
}

/** Tries again when the connection is back. */
function useRetryOnline(hasFailed: boolean, retry: () => unknown): void {
  const isOnline = useIsOnline();
  // Not when it fails: then there is a button.
  const retryIfFailed = useEffectEvent(() => {
    if (hasFailed) void retry();
  });
  useEffect(() => {
    if (isOnline) retryIfFailed();
  }, [isOnline]);
}

/** What the user did with records since a time; undefined while loading. */
export interface Handled {
  identified: ReadonlySet<string>;
  skipped: ReadonlySet<string>;
}

export function useHandled(since: number): Handled | undefined {
  const database = currentDatabase();
  return useLiveQuery(async () => {
    const [identified, skipped] = await Promise.all([identifiedRecords(database, since - ANSWER_MS), skippedRecords(database, since)]);
    return { identified, skipped };
  }, [database, since]);
}

/**
 * Gives what came with a record to the cache of answers, where its page and its identifications look it up, unless that has a newer
 * answer.
 */
export function useSeeded(record: WaitingRecord, fetchedAt: number): void {
  const client = useQueryClient();
  useState(() => {
    const { opinions, ...observation } = record;
    for (const [key, value] of [
      [['observation', record.id], observation],
      [['identifications', record.id], opinions],
    ] as const)
      if ((client.getQueryState(key)?.dataUpdatedAt ?? 0) < fetchedAt) client.setQueryData(key, value, { updatedAt: fetchedAt });
  });
}

/** What the user wants to identify, as in the address of the screen. */
export interface QueueFilter {
  location: LocationFilter;
  /** `known`: the groups that the user knows. */
  group: TaxonGroup | typeof KNOWN | null;
  /** Also records that were skipped on this device, or marked as reviewed. */
  hasSkipped: boolean;
  /** Many at a time. */
  isGrid: boolean;
  order: WaitingOrder;
  /** The records kept on this device instead. */
  isKept: boolean;
  /** Everything else, as on Explore. */
  more: RecordQuery;
}

export interface FilterChanges {
  setLocation: (location: LocationFilter) => void;
  setGroup: (group: string) => void;
  setSkipped: (hasSkipped: boolean) => void;
  setGrid: (isGrid: boolean) => void;
  setOrder: (order: string) => void;
  showKept: () => void;
  more: FilterProps['changes'];
}

/** What the queue reads of its address by itself. */
const OWN = ['country', 'place_id', 'around', 'location', 'group', 'skipped', 'kept', 'view', 'order'] as const;

export function useQueueFilter(): [QueueFilter, FilterChanges] {
  const [location, setLocation] = useLocationFilter(useUser().country_code ?? WORLDWIDE, isLocationFilter);
  const [read, write] = useAddressFilter();
  const [more, changes] = useRecordQuery(OWN);
  const group = read('group') === KNOWN ? KNOWN : groupFrom(read('group'));
  return [
    {
      location,
      group,
      hasSkipped: read('skipped') === '1',
      isGrid: read('view') === 'grid',
      order: WAITING_ORDERS.find((one) => one === read('order')) ?? 'uploaded',
      isKept: read('kept') === '1',
      more,
    },
    {
      setLocation,
      setGroup: (value) => write({ group: value }),
      setSkipped: (has) => write({ skipped: has ? '1' : null }),
      setGrid: (isGrid) => write({ view: isGrid ? 'grid' : null }),
      setOrder: (order) => write({ order: order === 'uploaded' ? null : order }),
      showKept: () => write({ kept: '1' }),
      more: changes,
    },
  ];
}

/** A filter as the query of a request. */
export function makeBatchQuery({ location, group, order, more }: Pick<QueueFilter, 'location' | 'group' | 'order' | 'more'>): BatchQuery {
  return {
    ...makeRecordRequest(more),
    ...makeLocationRequest(location),
    ...(group === KNOWN ? { known: '1' } : group ? { group } : {}),
    ...(order === 'uploaded' ? {} : { order }),
  };
}

export function isFiltered({ location, group, more }: QueueFilter): boolean {
  return location !== WORLDWIDE || group !== null || isNarrowed(more);
}
