import type { UserDatabase } from '../db/database';
import type { OutboxItem } from '../db/rows';

export async function itemsBySubject(database: UserDatabase, subject: string): Promise<OutboxItem[]> {
  return database.read(() => database.outbox.where('subject').equals(subject).toArray());
}
