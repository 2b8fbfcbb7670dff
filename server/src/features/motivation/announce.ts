import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { insertNotifications } from '../notifications/write.ts';
import { listAudience, listUnannounced, setAnnounced } from './toasts-store.ts';

const PEOPLE_BATCH = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Notifies everybody that a message is for, once its time has come. Progress is stored in batches, and repeating a notification changes
 * nothing, so it may be interrupted at any point. The text is looked up when the notification is read.
 */
export async function announceToasts({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  for (const id of await listUnannounced(db, now())) {
    for (let after: string | undefined = FIRST; after !== undefined;) {
      const people: string[] = await listAudience(db, id, after, PEOPLE_BATCH);
      await inTransaction(db, (tx) =>
        insertNotifications(
          tx,
          people.map((userId) => ({ userId, kind: 'announcement', reason: 'everyone', subject: id, causeId: id, at: now() })),
        ),
      );
      after = people.length < PEOPLE_BATCH ? undefined : people.at(-1);
    }
    await setAnnounced(db, id, now());
  }
}
