import { sql } from 'kysely';
import type { Tx } from '../../../../db/open.ts';
import { KINGDOM_OF_GROUP } from '../values/groups.ts';

/** The lowest id of an imported taxon (decision 0015). */
const FIRST_ID = 100_000;

const kingdoms = sql`(values ${sql.join(KINGDOM_OF_GROUP.map(([group, kingdom]) => sql`(${group}::text, ${kingdom}::text)`))})`;

/** The letters and digits of an authority, so that "(Linnaeus, 1758)" equals "Linnaeus 1758". */
const folded = (column: ReturnType<typeof sql>) => sql`regexp_replace(lower(coalesce(${column}, '')), '[^[:alnum:]]', '', 'g')`;

/**
 * Finds the taxon of each row: by the id in its source, else by scientific name, rank and kingdom if that is unique on both sides,
 * else by a synonym. The remaining rows are new taxa.
 */
export async function matchTaxa(tx: Tx, importId: string, source: string): Promise<void> {
  await sql`
    update taxonomy_import_taxa s set taxon_id = k.taxon_id from taxon_sources k
    where s.import_id = ${importId} and k.source = ${source} and k.source_id = s.source_id
  `.execute(tx);
  await sql`
    update taxonomy_import_taxa s set taxon_id = t.id from taxa t
    where s.import_id = ${importId} and s.taxon_id is null and t.source = ${source} and t.source_id = s.source_id
  `.execute(tx);
  // If a taxon of another source was merged in the meantime, the row gets its successor unless another row has that.
  await sql`
    update taxonomy_import_taxa s
    set taxon_id = case when exists (select 1 from taxonomy_import_taxa o where o.import_id = ${importId} and o.taxon_id = t.accepted_id) then null else t.accepted_id end
    from taxa t
    where s.import_id = ${importId} and s.final_source_id = s.source_id and t.id = s.taxon_id and t.source <> ${source} and t.accepted_id is not null
  `.execute(tx);
  await sql`
    update taxonomy_import_taxa s set taxon_id = null
    where s.import_id = ${importId} and s.row_number in (
      select row_number from (
        select row_number, row_number() over (partition by taxon_id order by (final_source_id = source_id) desc, row_number) as place
        from taxonomy_import_taxa where import_id = ${importId} and taxon_id is not null
      ) numbered where place > 1
    )
  `.execute(tx);

  const sameAuthor = sql`(${folded(sql`s.authority`)} = ${folded(sql`t.authority`)})`;
  const mayBeSameAuthor = sql`(s.authority is null or t.authority is null or ${sameAuthor})`;
  const isOfOthers = sql`t.source <> ${source}`;
  await byName(tx, importId, 'accepted', sameAuthor);
  await byName(tx, importId, 'accepted', sql`(${isOfOthers} or ${mayBeSameAuthor})`);
  await byName(tx, importId, 'accepted of synonym', sql`(${isOfOthers} and ${mayBeSameAuthor})`);
  await byName(tx, importId, 'synonym', sql`(${isOfOthers} and ${mayBeSameAuthor})`);

  await sql`
    update taxonomy_import_taxa s set taxon_id = numbered.id, is_new = true
    from (
      select row_number, (select greatest(max(id), ${FIRST_ID - 1}) from taxa) + row_number() over (order by row_number) as id
      from taxonomy_import_taxa where import_id = ${importId} and final_source_id = source_id and taxon_id is null
    ) numbered
    where s.import_id = ${importId} and s.row_number = numbered.row_number
  `.execute(tx);
}

/**
 * Assigns rows without a taxon to a current taxon with the same scientific name, rank and kingdom, if both are unique. With
 * `accepted of synonym`, an accepted row gets a taxon whose name is one of its synonyms in the file.
 */
async function byName(
  tx: Tx,
  importId: string,
  which: 'accepted' | 'accepted of synonym' | 'synonym',
  fits: ReturnType<typeof sql>,
): Promise<void> {
  const rows =
    which === 'accepted of synonym'
      ? sql`select a.row_number, y.scientific_name, y.rank, y.authority, coalesce(a.taxon_group, a.group_own) as taxon_group
            from taxonomy_import_taxa y join taxonomy_import_taxa a on a.import_id = ${importId} and a.source_id = y.final_source_id
            where y.import_id = ${importId} and y.final_source_id <> y.source_id and y.taxon_id is null and y.may_match
              and a.final_source_id = a.source_id and a.taxon_id is null`
      : sql`select s.row_number, s.scientific_name, s.rank, s.authority, coalesce(s.taxon_group, s.group_own) as taxon_group
            from taxonomy_import_taxa s where s.import_id = ${importId} and s.taxon_id is null and s.may_match
              and ${which === 'accepted' ? sql`s.final_source_id = s.source_id` : sql`s.final_source_id <> s.source_id`}`;
  await sql`
    with pairs as (
      select s.row_number, t.id from (${rows}) s
      join taxa t on t.scientific_name = s.scientific_name and t.rank = s.rank and not t.is_deleted and t.accepted_id is null
      left join ${kingdoms} as ours (taxon_group, kingdom) on ours.taxon_group = t.taxon_group
      left join ${kingdoms} as theirs (taxon_group, kingdom) on theirs.taxon_group = s.taxon_group
      where (ours.kingdom is null or theirs.kingdom is null or ours.kingdom = theirs.kingdom) and ${fits}
        and not exists (select 1 from taxonomy_import_taxa o where o.import_id = ${importId} and o.taxon_id = t.id)
    ), single as (
      select row_number, id from (
        select row_number, id, count(*) over (partition by row_number) as of_row, count(*) over (partition by id) as of_taxon
        from (select distinct row_number, id from pairs) distinct_pairs
      ) counted where of_row = 1 and of_taxon = 1
    )
    update taxonomy_import_taxa s set taxon_id = single.id from single where s.import_id = ${importId} and s.row_number = single.row_number
  `.execute(tx);
}
