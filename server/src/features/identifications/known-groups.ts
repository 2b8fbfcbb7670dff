import { KNOWN_GROUP_IDENTIFICATIONS, KNOWN_GROUP_RECORDS, type KnownGroup, TAXON_GROUPS } from '@veld/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

/** The groups that a person has recorded or identified, or is an expert for, those with the most experience first. */
export async function findKnownGroups(db: Db, userId: string): Promise<KnownGroup[]> {
  const { rows } = await sql<KnownGroup>`
    select "group", sum(records)::integer as records, sum(identifications)::integer as identifications, bool_or(is_expert) as is_expert
    from (
      select t.taxon_group as "group", 1 as records, 0 as identifications, false as is_expert
      from observations o join taxa t on t.id = o.taxon_id
      where o.user_id = ${userId} and o.deleted_at is null and not o.is_empty
      union all
      select t.taxon_group, 0, 1, false
      from identifications i join taxa t on t.id = i.taxon_id
      where i.user_id = ${userId} and i.withdrawn_at is null
      union all
      select scope.taxon_group, 0, 0, true
      from curator_scopes c
      cross join unnest(case when c.taxon_group is null then ${[...TAXON_GROUPS]}::text[] else array[c.taxon_group] end) as scope (taxon_group)
      where c.user_id = ${userId}
    ) known
    group by "group"
    having sum(records) >= ${KNOWN_GROUP_RECORDS} or sum(identifications) >= ${KNOWN_GROUP_IDENTIFICATIONS} or bool_or(is_expert)
    order by sum(records) + sum(identifications) desc, "group"
  `.execute(db);
  return rows;
}
