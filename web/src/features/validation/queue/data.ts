import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import {
  type BodyOf,
  deleteBatch,
  listToValidate,
  putBatch,
  type RecordFilterInput,
  type RecordToValidate,
  type ReplyOf,
} from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { api } from '../../../local/app/veld';
import { decidedRecords } from '../../../local/changes/validation';
import { ANSWER_MS } from '../../../local/outbox/pending-changes';
import { currentDatabase } from '../../../shared/session/session';

const PAGE_SIZE = 100;

type Page = ReplyOf<typeof listToValidate> & { fetched_at: number };

export interface ToValidate {
  /** Undefined until they are known. */
  records: readonly RecordToValidate[] | undefined;
  total: { count: number; is_minimum: boolean } | null;
  isValidator: boolean;
  /** When the server sent the first ones. */
  since: number;
  error: Error | null;
  /** Asks for more; absent without any, and while they load. */
  more: (() => void) | undefined;
  hasMore: boolean;
  refresh: () => void;
}

/** The records about which the user may decide, by a filter. */
export function useToValidate(filter: RecordFilterInput): ToValidate {
  const list = useInfiniteQuery<Page, Error, InfiniteData<Page>, unknown[], string | null>({
    queryKey: ['to-validate', filter],
    queryFn: async ({ pageParam, signal }) => {
      const fetched_at = Date.now();
      const query = { ...filter, limit: PAGE_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) };
      return { ...(await api.call(listToValidate, { query }, { signal })), fetched_at };
    },
    initialPageParam: null,
    getNextPageParam: (last) => last.next_cursor,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError } = list;
  const [first] = data?.pages ?? [];
  return {
    records: data?.pages.flatMap((page) => page.data),
    total: first?.total ?? null,
    isValidator: first?.is_validator ?? true,
    since: first?.fetched_at ?? 0,
    error: data ? null : list.error,
    more: hasNextPage && !isFetchingNextPage && !isFetchNextPageError ? () => void list.fetchNextPage() : undefined,
    hasMore: hasNextPage,
    refresh: () => void list.refetch(),
  };
}

/** What the user has done since a time, by the id of the record. */
export type Decided = ReadonlyMap<string, 'decided' | 'asked'>;

/** The records about which the user has decided or asked since a time; undefined while loading. */
export function useDecided(since: number): Decided | undefined {
  const database = currentDatabase();
  return useLiveQuery(() => decidedRecords(database, since - ANSWER_MS), [database, since]);
}

/** Accepts records in one request, which can be repeated with its id. Returns the ids of those that were accepted. */
export async function acceptAll(id: string, records: BodyOf<typeof putBatch>['records']): Promise<readonly string[]> {
  return (await api.call(putBatch, { params: { id }, body: { records } })).data.decided;
}

export async function takeBatchBack(id: string): Promise<void> {
  await api.call(deleteBatch, { params: { id } });
}

/** What a validator says of a record that is right: by evidence if it has any. */
export const acceptedState = ({ media }: Pick<RecordToValidate, 'media'>) =>
  media.length > 0 ? ('accepted_by_evidence' as const) : ('accepted' as const);

/** Nothing was found about it, so that it can be accepted with others. */
export const isUnsuspicious = ({ findings, is_answered, taxon }: RecordToValidate): boolean =>
  findings.length === 0 && !is_answered && taxon !== null;
