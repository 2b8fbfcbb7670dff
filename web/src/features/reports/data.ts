import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type BodyOf, type HiddenThing, listHidden, listReports, type putReport, type Report, type ReportSubject } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef } from 'react';
import { api } from '../../local/app/veld';
import { newId } from '../../local/db/ids';
import { retryItem } from '../../local/outbox/outbox';
import { APPEAL_SUBJECT, operations, REPORT_SUBJECT } from '../../local/outbox/operations';
import { itemsBySubject, itemsBySubjectPrefix } from '../../local/outbox/items-by-subject';
import { afterEnqueue, enqueue } from '../../local/outbox/store';
import { currentDatabase } from '../../shared/session/session';

export type { HiddenThing, ReportSubject };
export type ReportForm = BodyOf<typeof putReport>;

/** A report of the user, sent or still in the outbox. */
export interface ReportEntry extends Omit<Report, 'state'> {
  /** `waiting` will be sent; `rejected` was rejected by the server. */
  state: Report['state'] | 'waiting' | 'rejected';
  /** Id of its outbox item; null once it is sent. */
  item_id: string | null;
}

const REPORTS = ['reports'];
const HIDDEN = ['hidden-things'];

/** Resolves once the report is stored on this device; the outbox sends it. */
export async function sendReport(form: ReportForm, database = currentDatabase(), now = Date.now()): Promise<void> {
  await enqueue(database, operations.sendReport, { params: { id: newId() }, body: { ...form, text: form.text.trim() } }, now);
  await afterEnqueue(database);
}

/** The user's reports, latest first: those in the outbox and those last fetched from the server. */
export function useReports(): { entries: ReportEntry[] | undefined; error: Error | null; retry: () => void } {
  const database = currentDatabase();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: REPORTS,
    queryFn: ({ signal }) => api.call(listReports, {}, { signal }),
    meta: { persist: true },
  });
  const queued = useLiveQuery(() => queuedReports(database), [database]);
  const count = queued?.length;
  const before = useRef(count);
  // A report that left the outbox is on the server now.
  useEffect(() => {
    if (count !== undefined && before.current !== undefined && count < before.current) void client.invalidateQueries({ queryKey: REPORTS });
    before.current = count;
  }, [client, count]);
  const stored = (query.data?.data ?? []).map((one) => ({ ...one, item_id: null }));
  const isAsked = query.data !== undefined || query.isError;
  return { entries: queued && isAsked ? merged(queued, stored) : undefined, error: query.error, retry: () => void query.refetch() };
}

/** Merges both lists. A report that is in both appears once. */
export function merged(queued: readonly ReportEntry[], stored: readonly ReportEntry[]): ReportEntry[] {
  const known = new Set(stored.map(({ id }) => id));
  return [...queued.filter(({ id }) => !known.has(id)), ...stored].toSorted((one, other) => other.created_at.localeCompare(one.created_at));
}

export async function queuedReports(database = currentDatabase()): Promise<ReportEntry[]> {
  const items = await itemsBySubjectPrefix(database, REPORT_SUBJECT);
  return items.map((item) => ({
    ...(item.input.body as ReportForm),
    id: item.subject.slice(REPORT_SUBJECT.length),
    state: item.state === 'needs_attention' ? 'rejected' : 'waiting',
    created_at: new Date(item.created_at).toISOString(),
    item_id: item.id,
  }));
}

export function retryReport(itemId: string): Promise<void> {
  return retryItem(currentDatabase(), itemId).then(() => undefined);
}

type Hideable = HiddenThing['subject_kind'];

/** What moderators have hidden of something of the user, and whether an appeal waits on this device; null if it is not hidden. */
export function useHidden(kind: Hideable, id: string): { thing: HiddenThing; isAppealWaiting: boolean } | null {
  const database = currentDatabase();
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: HIDDEN,
    queryFn: ({ signal }) => api.call(listHidden, {}, { signal }),
    meta: { persist: true },
  });
  const waiting = useLiveQuery(async () => (await itemsBySubject(database, appealSubject(kind, id))).length, [database, kind, id]);
  const before = useRef(waiting);
  useEffect(() => {
    if (before.current === 1 && waiting === 0) void client.invalidateQueries({ queryKey: HIDDEN });
    before.current = waiting;
  }, [client, waiting]);
  const thing = data?.data.find((one) => one.subject_kind === kind && one.subject_id === id);
  return thing ? { thing, isAppealWaiting: (waiting ?? 0) > 0 } : null;
}

const appealSubject = (kind: Hideable, id: string) => `${APPEAL_SUBJECT}${kind}:${id}`;

/** Resolves once the appeal is stored on this device; the outbox sends it. */
export async function sendAppeal(kind: Hideable, id: string, text: string, database = currentDatabase(), now = Date.now()): Promise<void> {
  const body = { subject_kind: kind, subject_id: id, text: text.trim() };
  await enqueue(database, operations.sendAppeal, { params: { id: newId() }, body }, now);
  await afterEnqueue(database);
}
