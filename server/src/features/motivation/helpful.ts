import { EXPERIENCE } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import { ledgerStatement } from '../observations/ledger.ts';
import type { Tx } from '../../db/open.ts';

/**
 * The helpful identifications `i` of a person: active ones of records of others that were confirmed under that name. Identifications
 * that a moderator has hidden, and those of hidden records, are not.
 */
export function selectHelpful(userId: string): RawBuilder<unknown> {
  return sql`identifications i join observations o on o.id = i.observation_id
    where i.user_id = ${userId} and i.withdrawn_at is null and i.hidden_by_moderator_at is null
      and o.deleted_at is null and o.hidden_by_moderator_at is null and o.user_id <> i.user_id
      and o.quality = 'confirmed' and o.community_taxon_id = i.taxon_id`;
}

/** Recomputes the experience for a person's identifications. Their writes must be locked. */
export async function updateHelpful(tx: Tx, userId: string): Promise<void> {
  const { points, perDay } = EXPERIENCE.identification;
  await ledgerStatement({
    userId,
    earned: sql`earned as (
      select 'identification'::text as reason, id::text as source_id, ${sql.lit(points)}::integer as points, day
      from (
        select i.id, (i.created_at at time zone 'utc')::date as day,
          row_number() over (partition by (i.created_at at time zone 'utc')::date order by i.seq) as number
        from ${selectHelpful(userId)}
      ) helpful
      where number <= ${sql.lit(perDay)}
    )`,
    isDecided: sql`e.reason = 'identification'`,
    isFollowed: false,
  }).execute(tx);
}
