import { Language } from '@veld/contract';
import { inTransaction } from '../../db/transaction.ts';
import { uuid7 } from '../../db/uuid7.ts';
import type { Context } from '../../http/context.ts';
import { translate } from '../../http/messages.ts';
import { insertMail, mailName } from '../../mail/outbox.ts';
import { endUser, listEnded } from './closed.ts';
import { removeOldDevices } from './devices.ts';
import { removeOldResets } from './resets.ts';
import { removeOldSessions } from './sessions.ts';

/** Erases everything a feature stores about a person. Idempotent. */
export type Eraser = (context: Context, userId: string) => Promise<void>;

/**
 * The daily job for accounts: erases those closed 14 days ago, with what every feature stores about them where the person chose
 * so, and deletes old sessions and links. `erasers` run in order: records before the photos they use.
 */
export function registerErasing(context: Context, erasers: Eraser[]): void {
  context.jobs.add({
    name: 'accounts-daily',
    cron: '17 3 * * *',
    timeLimit: 3600,
    run: async () => {
      const now = context.now();
      await removeOldSessions(context.db, now);
      await removeOldResets(context.db, now);
      await removeOldDevices(context.db, now);
      for (const { id, is_erased } of await listEnded(context.db, now)) {
        if (is_erased) for (const erase of erasers) await erase(context, id);
        // Last: an interrupted erasure runs again tomorrow.
        await end(context, id, is_erased, now);
      }
    },
  });
}

/** The row and the confirmation mail are written in one transaction: one mail, however often this runs. */
async function end(context: Context, id: string, isErased: boolean, now: Date): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const closed = await endUser(tx, id, now);
    if (!closed) return;
    const language = Language.safeParse(closed.language).data ?? 'en';
    await insertMail(context, tx, {
      id: uuid7(now),
      recipient: closed.email,
      language,
      template: 'ended',
      values: { name: mailName(closed.name), records: translate(language, isErased ? 'mail.records.erased' : 'mail.records.stay') },
    });
  });
}
