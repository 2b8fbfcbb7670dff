import type { UserDatabase } from '../db/database';
import type { AcknowledgedItem, ItemError, ItemState, OutboxItem } from '../db/rows';

/** Changes accepted this long before an answer may be missing in it: its request was on the way. */
export const ANSWER_MS = 30_000;

/** A change that waits here, that the server refused (`needs_attention`), or that it accepted and may not have shown yet (`sent`). */
export type PendingChange = Pick<PendingCall, 'at' | 'state'>;

/** Without what the server refused, which changed nothing. */
export function dropRefused<C extends Pick<PendingChange, 'state'>>(changes: readonly C[]): C[] {
  return changes.filter(({ state }) => state !== 'needs_attention');
}

/** The last change of each key. A refused one does not count. */
export function pickLatest<C extends Pick<PendingChange, 'state'>>(changes: readonly C[], keyOf: (change: C) => string): Map<string, C> {
  return new Map(dropRefused(changes).map((change) => [keyOf(change), change]));
}

/**
 * What the server sent, with the changes in their order. `apply` returns what an element becomes, undefined to remove it; as the answer
 * may have the change already, it sets and never adds up. Changed elements keep their place, and new ones come last.
 */
export function mergeChanges<T extends { id: string }, C extends { id: string }>(
  sent: readonly T[],
  changes: readonly C[],
  apply: (before: T | undefined, change: C) => T | undefined,
): T[] {
  const merged = new Map(sent.map((one) => [one.id, one]));
  for (const change of changes) {
    const after = apply(merged.get(change.id), change);
    if (after) merged.set(change.id, after);
    else merged.delete(change.id);
  }
  return [...merged.values()];
}

/** What the server sent and what was added here, latest first. Of what is in both, the server knows more. */
export function mergeAdded<T extends { id: string; created_at: string }>(sent: readonly T[], added: readonly T[]): T[] {
  const merged = mergeChanges(sent, added, (before, one) => before ?? one);
  return merged.toSorted((one, other) => other.created_at.localeCompare(one.created_at));
}

/** How something that is sent once shows until an answer has it; `accepted` is its first state on the server. */
export function describeAdded<S extends string>({ id, subject, at, state }: PendingCall, prefix: string, accepted: S) {
  return {
    id: subject.slice(prefix.length),
    state: state === 'sent' ? accepted : state === 'needs_attention' ? ('rejected' as const) : ('waiting' as const),
    created_at: new Date(at).toISOString(),
    /** Id of its outbox item; null once it is sent. */
    item_id: state === 'sent' ? null : id,
  };
}

/** A call of the user that the server may not have, or not have shown yet. */
export interface PendingCall extends Pick<OutboxItem, 'id' | 'route' | 'subject' | 'input'> {
  at: number;
  state: ItemState | 'sent';
  /** Why it could not be sent yet, or was refused. */
  error: ItemError | null;
}

/**
 * The calls whose subject starts with a text: those that the server accepted since a time, then the unsent ones, in order. Live
 * queries observe them.
 */
export async function listCalls(database: UserDatabase, subject: string, since: number): Promise<PendingCall[]> {
  const [sent, unsent] = await database.read(() =>
    Promise.all([
      database.acknowledged
        .where('acknowledged_at')
        .aboveOrEqual(since)
        .filter((item) => item.subject.startsWith(subject))
        .sortBy('acknowledged_at'),
      database.outbox.where('subject').startsWith(subject).sortBy('seq'),
    ]),
  );
  return [
    ...sent.map(sentCall),
    ...unsent.map(({ id, route, subject, input, created_at: at, state, last_error: error }) => ({
      id,
      route,
      subject,
      input,
      at,
      state,
      error,
    })),
  ];
}

function sentCall({ id, route, subject, input, acknowledged_at: at }: AcknowledgedItem): PendingCall {
  return { id, route, subject, input, at, state: 'sent', error: null };
}

export async function itemsBySubject(database: UserDatabase, subject: string): Promise<OutboxItem[]> {
  return database.read(() => database.outbox.where('subject').equals(subject).toArray());
}
