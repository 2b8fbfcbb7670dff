import { itemAt } from '@veld/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../db/open.ts';
import { isAboveSpecies } from '../../../db/conditions.ts';
import { KINGDOM_OF_GROUP } from '../../taxa/import/values/groups.ts';
import { parseName } from '../../taxa/import/values/names/parse.ts';
import { SPECIES } from '../store.ts';

export interface NameToMatch {
  name: string;
  kingdom: string | null;
}

export type NameMatch = number | 'unknown' | 'ambiguous' | 'above_species';

const kingdoms = sql`(values ${sql.join(KINGDOM_OF_GROUP.map(([group, kingdom]) => sql`(${group}::text, ${kingdom}::text)`))})`;

/**
 * The species of each name: a current taxon with that scientific name, else one with it as a synonym, in the kingdom of the row if it
 * has one. Names are read as in an import of a species list: without authors, in the writing of the codes.
 */
export async function matchNames(tx: Tx, names: readonly NameToMatch[]): Promise<NameMatch[]> {
  const parsed = names.map(({ name }) => parseName(name).name);
  const { rows } = await sql<{ at: number; ids: number[]; is_above: boolean }>`
    with wanted as (
      select * from unnest(${parsed}::text[], ${names.map(({ kingdom }) => kingdom?.toLowerCase() ?? null)}::text[]) with ordinality as w (name, kingdom, at)
    ), candidates as (
      select w.at, t.id, t.taxon_group, w.kingdom, 1 as kind from wanted w join taxa t on t.scientific_name = w.name
      union all
      select w.at, t.id, t.taxon_group, w.kingdom, 2 from wanted w
      join taxon_names n on n.language = 'sci' and n.name = w.name join taxa t on t.id = n.taxon_id
    ), fitting as (
      select c.at, coalesce(${SPECIES}, -1) as species, ${isAboveSpecies(sql`t.rank`)} as is_above,
        rank() over (partition by c.at order by c.kind) as place
      from candidates c join taxa gone on gone.id = c.id join taxa t on t.id = coalesce(gone.accepted_id, gone.id)
      left join taxa p on p.id = t.parent_id and t.rank <> 'species'
      left join ${kingdoms} as k (taxon_group, kingdom) on k.taxon_group = t.taxon_group
      where not t.is_deleted and (c.kingdom is null or k.kingdom is null or lower(k.kingdom) = c.kingdom)
    )
    select at::integer, array_agg(distinct species) as ids, bool_and(is_above) as is_above from fitting where place = 1 group by at
  `.execute(tx);
  const matches: NameMatch[] = names.map(() => 'unknown');
  for (const { at, ids, is_above } of rows) matches[at - 1] = is_above ? 'above_species' : ids.length > 1 ? 'ambiguous' : itemAt(ids, 0);
  return matches;
}
