import type { UserDatabase } from '../db/database';
import type { AcknowledgedItem, ItemState, OutboxItem } from '../db/rows';

/** A call of the user that the server may not have, or not have shown yet. */
export interface PendingCall extends Pick<OutboxItem, 'id' | 'route' | 'subject' | 'input'> {
  at: number;
  state: ItemState | 'sent';
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
    ...unsent.map(({ id, route, subject, input, created_at: at, state }) => ({ id, route, subject, input, at, state })),
  ];
}

function sentCall({ id, route, subject, input, acknowledged_at: at }: AcknowledgedItem): PendingCall {
  return { id, route, subject, input, at, state: 'sent' };
}
