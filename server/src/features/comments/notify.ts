import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';
import { insertNotifications, type NewNotification } from '../notifications/write.ts';

interface Written {
  id: string;
  recordId: string;
  ownerId: string;
  authorId: string;
  mentioned: readonly string[];
}

/** Only the last of those who commented on a record before are notified. */
const MAX_PARTICIPANTS = 100;

/** Notifies the people that a comment mentions. A new comment also notifies the observer and those who commented on the record before. */
export async function notifyReaders(tx: Tx, { id, recordId, ownerId, authorId, mentioned }: Written, isNew: boolean): Promise<void> {
  const event = { subject: recordId, recordId, causeId: id, actorId: authorId };
  const told = new Map<string, NewNotification>();
  const tell = (userId: string, kind: 'comment' | 'mention', reason: NewNotification['reason']) => {
    if (!told.has(userId)) told.set(userId, { ...event, userId, kind, reason });
  };
  for (const person of mentioned) tell(person, 'mention', 'mentioned');
  if (isNew) {
    tell(ownerId, 'comment', 'own_record');
    for (const person of await listParticipants(tx, recordId)) tell(person, 'comment', 'commented');
  }
  await insertNotifications(tx, [...told.values()]);
}

async function listParticipants(tx: Tx, recordId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from comments where observation_id = ${recordId} and deleted_at is null and hidden_at is null
    group by user_id order by max(seq) desc limit ${MAX_PARTICIPANTS}
  `.execute(tx);
  return rows.map((row) => row.user_id);
}
