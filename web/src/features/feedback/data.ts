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
import { useState } from 'react';
import { listCalls, type PendingCall, describeAdded, mergeAdded } from '../../local/outbox/pending-changes';
import { retryItem } from '../../local/outbox/outbox';
import { FEEDBACK_SUBJECT } from '../../local/changes/feedback';
import { type FeedbackDraft, readFeedbackDraft, storeFeedbackDraft } from '../../local/device/feedback-draft';
import { api } from '../../local/app/veld';
import { currentDatabase, useMaybeUser } from '../../shared/session/session';
import { usePendingChanges } from '../../shared/session/use-pending-changes';

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
  const client = useQueryClient();
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(listFeedback, {}, { signal }),
    meta: { persist: true },
  });
  const calls = usePendingChanges((database, since) => listCalls(database, FEEDBACK_SUBJECT, since), {
    answeredAt: dataUpdatedAt,
    onAccepted: () => void client.invalidateQueries({ queryKey: KEY }),
  });
  const stored = data?.data.map((one): FeedbackEntry => ({ ...one, item_id: null })) ?? [];
  const entries = calls && (data || error) ? mergeAdded(stored, calls.map(toFeedbackEntry)) : undefined;
  return { entries, error, retry: () => void refetch(), sentToday: sentToday(entries ?? []) };
}

/** How many were sent in the last 24 hours, as the server counts them. */
export function sentToday(entries: readonly FeedbackEntry[], now = Date.now()): number {
  const since = new Date(now - DAY_MS).toISOString();
  return entries.filter((one) => one.created_at > since).length;
}

export function toFeedbackEntry(call: PendingCall): FeedbackEntry {
  const { kind, text, may_contact, screenshot } = call.input.body as FeedbackMessage;
  const known = { kind, text, may_contact, has_screenshot: screenshot !== undefined };
  return { ...known, ticket: null, reason: '', replies: [], ...describeAdded(call, FEEDBACK_SUBJECT, 'received') };
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
