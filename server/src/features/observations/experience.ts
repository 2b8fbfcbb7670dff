import { sql } from 'kysely';
import { IS_ABSENCE } from '../../db/absence.ts';
import { fixed } from '../../db/fixed.ts';
import type { Tx } from '../../db/open.ts';

/** Points for each record with a taxon or a photo, and for each species that a person has recorded. Absences give none. */
export const RECORD_POINTS = 1;
export const SPECIES_POINTS = 10;

/**
 * Recomputes a person's points for these records and taxa from the current records: adds missing points and removes those that are
 * no longer earned. Idempotent. The total and the total seen never become negative, and the total seen never exceeds the total.
 */
export async function updateExperience(tx: Tx, userId: string, recordIds: string[], taxonIds: number[]): Promise<void> {
  if (recordIds.length === 0) return;
  const taxa = [...new Set(taxonIds)];
  await recompute(tx, { userId, records: [...recordIds], taxa, taxaAsText: taxa.map(String) });
}

const recompute = fixed<{ userId: string; records: string[]; taxa: number[]; taxaAsText: string[] }, never>(
  ({ userId, records, taxa, taxaAsText }) => {
    const change = sql`coalesce((select sum(points) from added), 0) - coalesce((select sum(points) from removed), 0)`;
    return sql<never>`
    with earned as (
      select 'record' as reason, o.id::text as source_id, ${RECORD_POINTS}::integer as points
      from observations o
      where o.id = any(${records}::uuid[]) and o.user_id = ${userId} and o.deleted_at is null and not o.is_empty and not ${IS_ABSENCE}
        and (o.taxon_id is not null or exists (select 1 from observation_media om where om.observation_id = o.id))
      union all
      select 'species', t.id::text, ${SPECIES_POINTS}::integer
      from taxa t
      where t.id = any(${taxa}::integer[]) and t.rank = 'species' and exists (
        select 1 from observations o
        where o.user_id = ${userId} and o.taxon_id = t.id and o.deleted_at is null and not o.is_empty and not ${IS_ABSENCE}
      )
    ), removed as (
      delete from xp_events e
      where e.user_id = ${userId}
        and ((e.reason = 'record' and e.source_id = any(${records}::text[])) or (e.reason = 'species' and e.source_id = any(${taxaAsText}::text[])))
        and not exists (select 1 from earned w where w.reason = e.reason and w.source_id = e.source_id)
      returning points
    ), added as (
      insert into xp_events (user_id, reason, source_id, points) select ${userId}::uuid, reason, source_id, points from earned
      on conflict do nothing returning points
    )
    update users set
      total_xp = greatest(0, total_xp + ${change}),
      total_xp_seen = least(total_xp_seen, greatest(0, total_xp + ${change}))
    where id = ${userId} and (exists (select 1 from added) or exists (select 1 from removed))
  `;
  },
);
