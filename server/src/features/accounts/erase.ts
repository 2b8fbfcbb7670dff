import { Language } from '@veld/contract';
import { inTransaction } from '../../db/transaction.ts';
import { uuid7 } from '../../db/uuid7.ts';
import type { Context } from '../../http/context.ts';
import type { Erasers } from '../../http/feature.ts';
import { translate } from '../../http/messages.ts';
import { insertMail, mailName } from '../../mail/outbox.ts';
import { erasePersonalData, hasKeptName, listDueErasures } from './closed.ts';
import { removeOldConfirmations } from './confirmations.ts';
import { removeOldDevices } from './devices.ts';
import { removeOldResets } from './resets.ts';
import { removeOldSessions } from './sessions.ts';

/**
 * Registers the daily job that erases accounts closed 14 days ago and deletes old sessions, devices and links of mails. The erasers
 * run in order.
 */
export function registerErasing(context: Context, erasers: Required<Pick<Erasers, 'private' | 'everything'>>): void {
  context.jobs.add({
    name: 'accounts-daily',
    cron: '17 3 * * *',
    timeLimit: 3600,
    run: async () => {
      const now = context.now();
      await removeOldSessions(context.db, now);
      await removeOldResets(context.db, now);
      await removeOldConfirmations(context.db, now);
      await removeOldDevices(context.db, now);
      for (const { id, is_erased } of await listDueErasures(context.db, now)) {
        for (const erase of [...(is_erased ? erasers.everything : []), ...erasers.private]) await erase(context, id);
        // Last, so that the next run repeats an interrupted erasure.
        await eraseAccount(context, id, is_erased, now);
      }
    },
  });
}

/** Erases the account and queues the confirmation mail in one transaction, so that repeated runs send one mail. */
async function eraseAccount(context: Context, id: string, isErased: boolean, now: Date): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const closed = await erasePersonalData(tx, id, now);
    if (!closed) return;
    const language = Language.safeParse(closed.language).data ?? 'en';
    const records = isErased ? 'mail.records.erased' : hasKeptName(closed) ? 'mail.records.named' : 'mail.records.stay';
    await insertMail(context, tx, {
      id: uuid7(now),
      // The account is gone; sending it empties the mail.
      userId: null,
      recipient: closed.email,
      language,
      template: 'ended',
      values: { name: mailName(closed.name), records: translate(language, records) },
    });
  });
}
