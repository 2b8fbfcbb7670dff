import {
  type BodyOf,
  deleteVote,
  type Feedback,
  listFeedback,
  listIdeas,
  type PublicIdea,
  type putFeedback,
  putFeedbackReply,
  putVote,
} from '@veld/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef, useState } from 'react';
import { openUserDatabase, type UserDatabase } from '../../local/db/database';
import { itemsBySubjectPrefix } from '../../local/outbox/items-by-subject';
import { afterEnqueue, enqueue } from '../../local/outbox/store';
import { newId } from '../../local/db/ids';
import { retryItem } from '../../local/outbox/outbox';
import { FEEDBACK_SUBJECT, findOperation, operations } from '../../local/outbox/operations';
import { type FeedbackDraft, readFeedbackDraft, storeFeedbackDraft } from '../../local/device/feedback-draft';
import { api } from '../../local/app/veld';
import { currentDatabase, useMaybeUser } from '../../shared/session/session';

/** What is sent: the text, and what the person adds to it. */
export type FeedbackMessage = FeedbackDraft & Pick<BodyOf<typeof putFeedback>, 'diagnostics' | 'screenshot'>;

/** A message of the user, sent or still in the outbox. */
export interface FeedbackEntry extends Omit<Feedback, 'state' | 'ticket'> {
  /** Null until the server has given it a number. */
  ticket: number | null;
  /** `waiting` will be sent; `rejected` was rejected by the server. */
  state: Feedback['state'] | 'waiting' | 'rejected';
  /** Id of its outbox item; null once it is sent. */
  item_id: string | null;
}

const KEY = ['feedback'];
const IDEAS = ['feedback-ideas'];
const DAY_MS = 86_400_000;
/** The server's limit per user and day. */
export const MOST_A_DAY = 10;
export const LONGEST = 5000;

/** All messages of the user, latest first: those in the outbox and those last fetched from the server. */
export function useFeedback(): { entries: FeedbackEntry[] | undefined; error: Error | null; retry: () => void; sentToday: number } {
  const userId = useMaybeUser()?.id ?? null;
  const client = useQueryClient();
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(listFeedback, {}, { signal }),
    meta: { persist: true },
  });
  const queued = useLiveQuery(async () => (userId === null ? [] : queuedFeedback(openUserDatabase(userId))), [userId]);
  const before = useRef<readonly FeedbackEntry[]>([]);
  // An item that left the outbox is on the server now.
  useEffect(() => {
    if (queued === undefined) return;
    const ids = new Set(queued.map(({ id }) => id));
    if (before.current.some(({ id }) => !ids.has(id))) void client.invalidateQueries({ queryKey: KEY });
    before.current = queued;
  }, [queued, client]);

  const stored: FeedbackEntry[] = (query.data?.data ?? []).map((one) => ({ ...one, item_id: null }));
  const isAsked = query.data !== undefined || query.isError;
  const entries = queued && isAsked ? merged(queued, stored) : undefined;
  return { entries, error: query.error, retry: () => void query.refetch(), sentToday: sentToday(entries ?? []) };
}

/** How many were sent in the last 24 hours, as the server counts them. */
export function sentToday(entries: readonly FeedbackEntry[], now = Date.now()): number {
  const since = new Date(now - DAY_MS).toISOString();
  return entries.filter((one) => one.created_at > since).length;
}

/** Merges both lists. A message that is in both appears once. */
export function merged(queued: readonly FeedbackEntry[], stored: readonly FeedbackEntry[]): FeedbackEntry[] {
  const known = new Set(stored.map(({ id }) => id));
  const all = [...queued.filter(({ id }) => !known.has(id)), ...stored];
  return all.toSorted((one, other) => other.created_at.localeCompare(one.created_at));
}

export async function queuedFeedback(database: UserDatabase): Promise<FeedbackEntry[]> {
  const items = await itemsBySubjectPrefix(database, FEEDBACK_SUBJECT);
  return items
    .filter((item) => findOperation(item) === operations.sendFeedback)
    .map((item) => {
      const body = item.input.body as BodyOf<typeof putFeedback>;
      return {
        id: item.subject.slice(FEEDBACK_SUBJECT.length),
        kind: body.kind,
        text: body.text,
        may_contact: body.may_contact,
        ticket: null,
        has_screenshot: body.screenshot !== undefined,
        reason: '',
        replies: [],
        state: item.state === 'needs_attention' ? ('rejected' as const) : ('waiting' as const),
        created_at: new Date(item.created_at).toISOString(),
        item_id: item.id,
      };
    });
}

/** Resolves once the message is stored on this device; the outbox sends it. */
export async function sendFeedback(message: FeedbackMessage, database = currentDatabase(), now = Date.now()): Promise<void> {
  const id = newId();
  await enqueue(database, operations.sendFeedback, { params: { id }, body: { ...message, text: message.text.trim() } }, now);
  await afterEnqueue(database);
}

/** Replies to a message; needs the network. */
export function useReply(id: string): (replyId: string, text: string) => Promise<void> {
  const client = useQueryClient();
  return async (replyId, text) => {
    await api.call(putFeedbackReply, { params: { id, reply: replyId }, body: { text } });
    await client.invalidateQueries({ queryKey: KEY });
  };
}

/** What admins have published; those last fetched without a connection. */
export function useIdeas(): PublicIdea[] | undefined {
  const query = useQuery({
    queryKey: IDEAS,
    queryFn: ({ signal }) => api.call(listIdeas, {}, { signal }),
    meta: { persist: true },
  });
  return query.data?.data;
}

/** Votes for an idea, or takes the vote back; needs the network. */
export function useVote(): (idea: PublicIdea) => Promise<void> {
  const client = useQueryClient();
  return async ({ id, has_voted }) => {
    await api.call(has_voted ? deleteVote : putVote, { params: { id } });
    await client.invalidateQueries({ queryKey: IDEAS });
  };
}

export async function retryFeedback(itemId: string): Promise<void> {
  await retryItem(currentDatabase(), itemId);
}

/** The unsent text of the user on this device; survives a reload. */
export function useFeedbackDraft(): { form: FeedbackDraft; change: (next: Partial<FeedbackDraft>) => void; clear: () => void } {
  const userId = useMaybeUser()?.id ?? '';
  const [form, setForm] = useState(() => readFeedbackDraft(userId));
  const store = (next: FeedbackDraft) => {
    setForm(next);
    storeFeedbackDraft(userId, next);
  };
  return { form, change: (next) => store({ ...form, ...next }), clear: () => store({ ...form, text: '' }) };
}
