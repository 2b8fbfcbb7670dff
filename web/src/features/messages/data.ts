import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type Conversation,
  getConversation,
  listConversations,
  listExperts,
  type MentionedPerson,
  type ReplyOf,
  type Writing,
} from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../local/app/veld';
import { mentionedPeople, rememberMentioned } from '../../local/changes/comments';
import { deleteMessage, endConversation, markRead, messageChanges, writeMessage } from '../../local/changes/messages';
import { auth, currentDatabase, FIRST_PAGE, notifier } from '../../shared/session/session';
import { usePendingChanges } from '../../shared/session/use-pending-changes';
import { type ShownConversation, type ShownMessage, withChanges, withListChanges } from './shown-messages';

const KEY = ['messages'];
/** How often an open conversation asks for what the other person wrote. */
const ASK_MS = 15_000;
const NO_PEOPLE: readonly MentionedPerson[] = [];

type Page = ReplyOf<typeof getConversation>;

/** The user's conversations: what the server has, and the changes on this device. What was loaded is kept for reading offline. */
export function useConversations() {
  const database = currentDatabase();
  const client = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: [...KEY, 'list'],
    // A block hides a conversation at once.
    staleTime: 0,
    queryFn: ({ pageParam, signal }) => api.call(listConversations, { query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => page.next_cursor,
    meta: { persist: true },
  });
  const { data, error, dataUpdatedAt, refetch } = query;
  const changes = usePendingChanges((from, since) => messageChanges(from, since), {
    answeredAt: dataUpdatedAt,
    onAccepted: () => void client.invalidateQueries({ queryKey: KEY }),
  });
  const people = useLiveQuery(() => mentionedPeople(database), [database]) ?? NO_PEOPLE;
  const list = useMemo((): ShownConversation[] | undefined => {
    const sent = data?.pages.flatMap((page) => page.data);
    const shown = withListChanges(sent ?? [], changes ?? [], people);
    // Not before the server or this device has some: an empty list would be a false one.
    return sent || shown.length > 0 ? shown : undefined;
  }, [data, changes, people]);
  const more = query.hasNextPage ? () => void query.fetchNextPage() : null;
  return { list, error, more, isLoadingMore: query.isFetchingNextPage, refreshedAt: dataUpdatedAt, retry: () => void refetch() };
}

export interface OpenConversation {
  /** The oldest first; undefined until the server or this device has some. */
  list: readonly ShownMessage[] | undefined;
  /** Undefined for somebody of whom this device knows nothing. */
  person: Conversation['person'] | undefined;
  /** Undefined if it is not known, such as offline before the first message. */
  writing: Writing | undefined;
  error: Error | null;
  refreshedAt: number;
  retry: () => void;
  /** Loads earlier messages; null if there are none. */
  more: (() => void) | null;
  isLoadingMore: boolean;
}

const conversationQuery = (personId: string) => ({
  queryKey: [...KEY, personId],
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }): Promise<Page> =>
    api.call(getConversation, { params: { id: personId }, query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
  initialPageParam: FIRST_PAGE,
  getNextPageParam: (page: Page) => page.next_cursor,
  meta: { persist: true },
});

/** Whether the user can write to somebody, and whether they wrote to each other before; undefined until it is known. */
export function useWriting(personId: string): { writing: Writing; hasMessages: boolean } | undefined {
  // Whether somebody accepts messages may have changed since.
  const { data } = useInfiniteQuery({ ...conversationQuery(personId), staleTime: 0 });
  const first = data?.pages[0];
  return first && { writing: first.writing, hasMessages: first.data.length > 0 };
}

/** The messages of the user and a person: what the server has, and the changes on this device. Marks them as read while it is shown. */
export function useConversation(personId: string): OpenConversation {
  const database = currentDatabase();
  const client = useQueryClient();
  const query = useInfiniteQuery({ ...conversationQuery(personId), refetchInterval: ASK_MS });
  const { data, error, dataUpdatedAt, refetch } = query;
  const changes = usePendingChanges((from, since) => messageChanges(from, since, personId), {
    answeredAt: dataUpdatedAt,
    about: personId,
    onAccepted: () => {
      for (const queryKey of [KEY, ['notifications']]) void client.invalidateQueries({ queryKey });
      // The number on the bell is part of the account.
      auth.fetchUser().catch(() => undefined);
    },
  });
  const people = useLiveQuery(() => mentionedPeople(database), [database]) ?? NO_PEOPLE;
  const first = data?.pages[0];
  const list = useMemo(() => {
    const sent = data?.pages.flatMap((page) => page.data).toReversed();
    const shown = withChanges(sent ?? [], changes ?? []);
    return sent || shown.length > 0 ? shown : undefined;
  }, [data, changes]);
  useReadMark(personId, first);
  const named = people.find(({ id }) => id === personId);
  return {
    list,
    person: first?.person ?? (named && { ...named, is_pro: false }),
    writing: first?.writing,
    error,
    refreshedAt: dataUpdatedAt,
    retry: () => void refetch(),
    more: query.hasNextPage ? () => void query.fetchNextPage() : null,
    isLoadingMore: query.isFetchingNextPage,
  };
}

/** Marks what is shown as read, each latest message once. */
function useReadMark(personId: string, page: Page | undefined): void {
  const marked = useRef<string | null>(null);
  const latest = page?.is_unread ? page.data[0]?.id : undefined;
  const mark = useEffectEvent((id: string) => {
    if (marked.current === id) return;
    marked.current = id;
    markRead(currentDatabase(), { personId, id }).catch(() => (marked.current = null));
  });
  useEffect(() => {
    if (latest !== undefined) mark(latest);
  }, [latest]);
}

/** What the user can do in a conversation: shown at once, sent by the outbox. Resolves with false if it could not be stored. */
export function useMessageActions(personId: string, person: Conversation['person'] | undefined) {
  const { t } = useTranslation('common');
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      notifier.show('negative', t('error.storage_failed'), { cause: error });
      return false;
    }
  };
  return {
    /** With the id of a message, one that was refused is written again. */
    write: (text: string, aboutId: string | null, id?: string) =>
      attempt(async () => {
        const database = currentDatabase();
        // For the name in the list of conversations until the server has this one.
        if (person) await rememberMentioned(database, [{ id: person.id, name: person.name }]);
        await writeMessage(database, personId, { text, aboutId }, id === undefined ? {} : { id });
      }),
    remove: (id: string) => attempt(() => deleteMessage(currentDatabase(), { personId, id })),
    end: (id: string) => attempt(() => endConversation(currentDatabase(), { personId, id })),
  };
}

/** People to ask about a record. */
export function useExperts(recordId: string) {
  return useQuery({
    queryKey: ['experts', recordId],
    queryFn: async ({ signal }) => (await api.call(listExperts, { params: { id: recordId } }, { signal })).data,
  });
}

/** A message of the user, for their export. */
export interface WrittenMessage {
  to: Pick<Conversation['person'], 'id' | 'name'>;
  writtenAt: string;
  text: string;
  recordId: string | null;
}

/** All that the user wrote and did not delete, from the server. */
export async function fetchWritten(signal: AbortSignal): Promise<WrittenMessage[]> {
  const conversations = await readPages((query) => api.call(listConversations, { query }, { signal }));
  const written: WrittenMessage[] = [];
  for (const { person: to } of conversations) {
    const messages = await readPages((query) => api.call(getConversation, { params: { id: to.id }, query }, { signal }));
    for (const { is_own, text, written_at: writtenAt, about_id: recordId } of messages.toReversed())
      if (is_own && text !== '') written.push({ to, writtenAt, text, recordId });
  }
  return written;
}

async function readPages<T>(read: (query: { cursor?: string }) => Promise<{ data: T[]; next_cursor: string | null }>): Promise<T[]> {
  const all: T[] = [];
  let cursor: string | null = null;
  do {
    const page = await read(cursor === null ? {} : { cursor });
    all.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return all;
}
