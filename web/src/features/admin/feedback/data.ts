import {
  type BodyOf,
  type FeedbackDetails,
  getFeedbackScreenshot,
  getQueuedFeedback,
  listQueuedFeedback,
  pathFor,
  patchQueuedFeedback,
  putFeedbackReply,
  type QueryOf,
  type QueuedFeedback,
} from '@veld/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, auth } from '../../../local/app/veld';
import { useBlobUrl } from '../../../ui/use-blob-url';
import { KEY, describePages } from '../data';

export type { FeedbackDetails, QueuedFeedback };
type QueueFilter = Omit<QueryOf<typeof listQueuedFeedback>, 'cursor' | 'limit'>;

/** The messages of everybody, in pages. */
export function useQueue(filter: QueueFilter) {
  const query = useInfiniteQuery({
    queryKey: [...KEY, 'feedback', filter],
    queryFn: ({ pageParam, signal }) =>
      api.call(listQueuedFeedback, { query: { ...filter, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: (previous) => previous,
  });
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.data), [query.data]);
  return { rows, total: query.data?.pages[0]?.total ?? 0, ...describePages(query) };
}

export function useQueued(id: string) {
  const query = useQuery({
    queryKey: [...KEY, 'feedback', id],
    queryFn: ({ signal }) => api.call(getQueuedFeedback, { params: { id } }, { signal }),
  });
  return { message: query.data?.data, failure: query.data ? null : query.error, retry: () => void query.refetch() };
}

export async function changeMessage(id: string, body: BodyOf<typeof patchQueuedFeedback>): Promise<void> {
  await api.call(patchQueuedFeedback, { params: { id }, body });
}

export async function sendReply(id: string, reply: string, text: string): Promise<void> {
  await api.call(putFeedbackReply, { params: { id, reply }, body: { text } });
}

/** The address of a screenshot in this page; null while it loads. `<img>` sends no token, so it is fetched. */
export function useScreenshotUrl(id: string): { url: string | null; hasFailed: boolean } {
  const { data, isError } = useQuery({
    // Not below `KEY`: it never changes.
    queryKey: ['feedback-screenshot', id],
    queryFn: ({ signal }) => fetchScreenshot(id, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  return { url: useBlobUrl(data), hasFailed: isError };
}

async function fetchScreenshot(id: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(api.baseUrl + pathFor(getFeedbackScreenshot, { id }), {
    headers: { authorization: `Bearer ${auth.state().token ?? ''}` },
    cache: 'no-store',
    credentials: 'omit',
    signal,
  });
  if (response.headers.get('content-type') !== 'image/webp') throw new Error(`No screenshot but an answer ${response.status}`);
  return response.blob();
}
