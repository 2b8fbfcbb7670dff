import type { Language } from '@veld/contract';
import { inTransaction } from '../../db/transaction.ts';
import { uuid7 } from '../../db/uuid7.ts';
import type { Context } from '../../http/context.ts';
import { mailFailedLogins } from './notices.ts';
import { lockUser } from './store.ts';

/** Queues a mail about failed logins. Also called without an account, because the time must not reveal whether there is one. */
export async function reportFailures({ jobs, now }: Context, userId: string | undefined, language: Language): Promise<void> {
  await jobs.send('failed-logins', { user_id: userId ?? uuid7(now()), mail_id: uuid7(now()), language });
}

export function addFailureJob(context: Context): void {
  context.jobs.add({
    name: 'failed-logins',
    run: async (data) => {
      const { user_id, mail_id, language } = data as { user_id: string; mail_id: string; language: Language };
      await inTransaction(context.db, async (tx) => {
        const user = await lockUser(tx, user_id);
        if (user) await mailFailedLogins(context, tx, user, { id: mail_id, language });
      });
    },
  });
}
