import type { AdminAct, AdminAction } from '@veld/contract';
import type { Db, Tx } from '../../db/open.ts';
import { uuid7 } from '../../db/uuid7.ts';

export interface NewAct {
  actorId: string;
  action: AdminAction;
  subject: readonly [kind: AdminAct['subject_kind'], id: string];
  /** Never names or addresses of people, which would outlive their accounts here. */
  details?: AdminAct['details'];
}

/** Adds what an admin has done to the log (decision 0050), in the transaction that does it. */
export async function logAct(on: Db | Tx, { actorId, action, subject, details = {} }: NewAct, now: Date): Promise<void> {
  const [subject_kind, subject_id] = subject;
  await on
    .insertInto('admin_log')
    .values({ id: uuid7(now), actor_id: actorId, action, subject_kind, subject_id, details: JSON.stringify(details), at: now })
    .execute();
}
