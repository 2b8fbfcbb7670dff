import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';

/** Erases what a person took part in and organised. Projects stay. Idempotent. */
export async function eraseProjects(context: Context, userId: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await tx.deleteFrom('project_records').where('user_id', '=', userId).execute();
    await tx.deleteFrom('project_members').where('user_id', '=', userId).execute();
    await tx.deleteFrom('project_organisers').where('user_id', '=', userId).execute();
  });
}
