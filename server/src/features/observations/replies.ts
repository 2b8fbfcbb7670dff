import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';

/** Removes what people said about records: identifications, reactions and comments, and the notifications about them. In one statement, because deleting is common. */
export async function removeReplies(tx: Tx, ids: readonly string[]): Promise<void> {
  const records = sql`any(${[...ids]}::uuid[])`;
  await sql`
    with identified as (delete from identifications where observation_id = ${records} returning user_id),
      due as (insert into motivation_due (user_id) select distinct user_id from identified),
      reacted as (delete from reactions where observation_id = ${records}),
      told as (delete from notifications where observation_id = ${records}),
      muted as (delete from notification_mutes where observation_id = ${records})
    delete from comments where observation_id = ${records}
  `.execute(tx);
}
