import { publicAttributeNames } from '@veld/contract';
import { sql } from 'kysely';
import type { Context } from '../../http/context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { resetExperience } from '../accounts/store.ts';
import { insertMapChanges } from './map-changes.ts';
import { removeReplies } from './history.ts';

const BATCH = 500;

/** Erases a person's records, including tombstones, and their points and sequence. Idempotent. */
export async function eraseObservations(context: Context, userId: string): Promise<void> {
  for (;;) {
    const isDone = await inTransaction(context.db, async (tx) => {
      const rows = await tx.selectFrom('observations').select('id').where('user_id', '=', userId).limit(BATCH).execute();
      const ids = rows.map((row) => row.id);
      if (ids.length === 0) return true;
      await insertMapChanges(tx, ids, -1);
      await tx.deleteFrom('observation_media').where('observation_id', 'in', ids).execute();
      await tx.deleteFrom('observation_writes').where('observation_id', 'in', ids).execute();
      await removeReplies(context, tx, ids);
      await tx.deleteFrom('observations').where('id', 'in', ids).execute();
      return false;
    });
    if (isDone) break;
  }
  await inTransaction(context.db, async (tx) => {
    await tx.deleteFrom('xp_events').where('user_id', '=', userId).execute();
    await tx.deleteFrom('owner_counters').where('user_id', '=', userId).execute();
    await resetExperience(tx, userId);
  });
}

/**
 * Erases what only the person could read of records that stay: private notes, values that no field declares, and all former versions.
 * Idempotent.
 */
export async function erasePrivateParts({ db }: Context, userId: string): Promise<void> {
  const shown = publicAttributeNames();
  for (let after = -1; ;) {
    const rows = await db
      .selectFrom('observations')
      .select(['id', 'owner_seq'])
      .where('user_id', '=', userId)
      .where('owner_seq', '>', after)
      .orderBy('owner_seq')
      .limit(BATCH)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    const ids = rows.map((row) => row.id);
    await inTransaction(db, async (tx) => {
      await tx.deleteFrom('observation_writes').where('observation_id', 'in', ids).execute();
      await sql`
        update observations set private_notes = null,
          attributes = (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(attributes) where key = any(${shown}::text[]))
        where id = any(${ids}::uuid[]) and (private_notes is not null or attributes - ${shown}::text[] <> '{}')
      `.execute(tx);
    });
    after = last.owner_seq;
  }
}
