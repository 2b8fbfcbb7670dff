import { MAX_IMPORT_FAULTS, type TaxonomyImportFaultCode } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../db/open.ts';
import type { Field, Table } from './rows/dialect.ts';
import type { FaultList } from './faults.ts';

export interface CheckAsk {
  importId: string;
  source: string;
  /** What is not in the file will not be there: nothing may lead to it. */
  isComplete: boolean;
  /** The table of taxa, for the places of faults. */
  taxa: Table;
}

/** So long one step over a million rows may take. */
export async function patiently<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await bePatient(tx);
    return work(tx);
  });
}

export async function bePatient(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = '60min'`.execute(tx);
  await sql`set local lock_timeout = '120s'`.execute(tx);
  // Tables of a million rows are joined in memory of the database, and only this once.
  await sql`set local work_mem = '64MB'`.execute(tx);
}

interface Found {
  file: string;
  line: number;
  value: string;
  total: number;
}

/** Looks at all rows together: ids that stand twice, what leads nowhere or in a circle. Fills group and family from above. */
export async function checkStage(db: Db, ask: CheckAsk, faults: FaultList): Promise<void> {
  const { importId, source, isComplete } = ask;
  const mine = sql`import_id = ${importId}`;
  const report = async (
    tx: Tx,
    code: TaxonomyImportFaultCode,
    field: Field,
    query: RawBuilder<Found>,
    isWarning = false,
    table: Table | null = ask.taxa,
  ) => {
    const { rows } = await sql<Found>`${query} limit ${MAX_IMPORT_FAULTS}`.execute(tx);
    const index = table?.columns.get(field);
    for (const { file, line, value } of rows) {
      const place = { file, line, value, column_number: index === undefined ? null : index + 1, column_name: titleOf(table, index) };
      if (isWarning) faults.warn(code, place);
      else faults.error(code, place);
    }
    faults.countFurther(isWarning, (rows[0]?.total ?? 0) - rows.length);
    return rows.length > 0;
  };

  const hasTwice = await patiently(db, async (tx) => {
    // A file without ids may name a taxon on many lines: one for each country, say.
    await sql`
      delete from taxonomy_import_taxa where ${mine} and not has_id and row_number in (
        select row_number from (
          select row_number, row_number() over (partition by source_id order by row_number) as place from taxonomy_import_taxa where ${mine}
        ) numbered where place > 1
      )
    `.execute(tx);
    return report(
      tx,
      'id_twice',
      'id',
      sql`
        select file, line, source_id as value, count(*) over () as total from (
          select *, row_number() over (partition by source_id order by row_number) as place from taxonomy_import_taxa where ${mine}
        ) numbered where place > 1 order by row_number`,
    );
  });
  // With two rows of one id nothing else can be told for sure.
  if (hasTwice) return;

  await patiently(db, (tx) => acceptTheOther(tx, importId));
  const isKnown = isComplete ? sql`false` : sql`exists (select 1 from taxon_sources k where k.source = ${source} and k.source_id = target)`;
  await patiently(db, async (tx) => {
    await report(
      tx,
      'accepted_missing',
      'accepted_id',
      sql`
        select file, line, target as value, count(*) over () as total from (
          select s.row_number, s.file, s.line, s.accepted_source_id as target from taxonomy_import_taxa s where ${mine} and accepted_source_id is not null
          union all
          select s.row_number, s.file, s.line, unnest(s.split_source_ids) from taxonomy_import_taxa s where ${mine} and split_source_ids is not null
        ) leads
        where not ${isKnown} and not exists (
          select 1 from taxonomy_import_taxa f where f.import_id = ${importId} and f.source_id = target and f.split_source_ids is null
        ) order by row_number, target`,
    );
    // Synonyms of what an earlier import brought, then synonyms of synonyms.
    await sql`
      update taxonomy_import_taxa s set final_source_id = accepted_source_id
      where ${mine} and accepted_source_id is not null
        and not exists (select 1 from taxonomy_import_taxa f where f.import_id = ${importId} and f.source_id = s.accepted_source_id)
    `.execute(tx);
    for (;;) {
      const { numAffectedRows } = await sql`
        update taxonomy_import_taxa s set final_source_id = f.final_source_id from taxonomy_import_taxa f
        where s.import_id = ${importId} and s.final_source_id is null and s.accepted_source_id is not null
          and f.import_id = ${importId} and f.source_id = s.accepted_source_id and f.final_source_id is not null
      `.execute(tx);
      if (!numAffectedRows) break;
    }
    await report(
      tx,
      'accepted_circle',
      'accepted_id',
      sql`
        select s.file, s.line, s.accepted_source_id as value, count(*) over () as total from taxonomy_import_taxa s
        join taxonomy_import_taxa f on f.import_id = ${importId} and f.source_id = s.accepted_source_id and f.split_source_ids is null
        where s.import_id = ${importId} and s.accepted_source_id is not null and s.final_source_id is null order by s.row_number`,
    );
  });

  if (ask.taxa.columns.has('parent_id'))
    await patiently(db, async (tx) => {
      const target = sql`s.parent_source_id`;
      const isInFile = sql`exists (select 1 from taxonomy_import_taxa f where f.import_id = ${importId} and f.source_id = ${target})`;
      await report(
        tx,
        'parent_missing',
        'parent_id',
        sql`
          select s.file, s.line, s.parent_source_id as value, count(*) over () as total from taxonomy_import_taxa s
          where s.import_id = ${importId} and s.parent_source_id is not null and not ${isInFile}
            and not exists (select 1 from taxon_sources k where k.source = ${source} and k.source_id = ${target} and not ${isComplete}) order by s.row_number`,
        true,
      );
      await fillFromAbove(tx, importId);
      await report(
        tx,
        'parent_circle',
        'parent_id',
        sql`select file, line, parent_source_id as value, count(*) over () as total from taxonomy_import_taxa where ${mine} and not is_reached order by row_number`,
      );
    });

  for (const table of ['taxonomy_import_names', 'taxonomy_import_countries'] as const)
    await patiently(db, async (tx) => {
      const isOrphan = sql`not exists (select 1 from taxonomy_import_taxa f where f.import_id = ${importId} and f.source_id = o.source_id)`;
      const isAny = await report(
        tx,
        'taxon_missing',
        'id',
        sql`select file, line, source_id as value, count(*) over () as total from ${sql.table(table)} o where ${mine} and ${isOrphan} order by row_number`,
        true,
        null,
      );
      if (isAny) await sql`delete from ${sql.table(table)} o where ${mine} and ${isOrphan}`.execute(tx);
    });
}

/**
 * Two rows that each call the other the accepted name, where only one of them says that it is a synonym: lists are found that
 * lead from an accepted name to one of its own synonyms. The other one is accepted.
 */
async function acceptTheOther(tx: Tx, importId: string): Promise<void> {
  await sql`
    update taxonomy_import_taxa s set accepted_source_id = null from taxonomy_import_taxa f
    where s.import_id = ${importId} and s.accepted_source_id is not null and s.final_source_id = s.source_id
      and f.import_id = ${importId} and f.source_id = s.accepted_source_id and f.accepted_source_id = s.source_id and f.final_source_id is null
  `.execute(tx);
  await sql`
    update taxonomy_import_taxa set final_source_id = null
    where import_id = ${importId} and accepted_source_id is not null and final_source_id = source_id
  `.execute(tx);
}

function titleOf(table: Table | null, index: number | undefined): string | null {
  return index === undefined ? null : (table?.titles.get(index) ?? null);
}

/**
 * Group and family of each taxon, from its own columns or from what stands above it, whichever is nearer. What is not reached
 * from a root stands in a circle or below one; of these only the circles stay unreached.
 */
async function fillFromAbove(tx: Tx, importId: string): Promise<void> {
  await sql`
    with recursive tree as (
      select s.row_number, s.source_id, s.group_own as found, s.group_strength as strength,
        coalesce(s.family_own, case when s.rank = 'family' then s.scientific_name end) as family
      from taxonomy_import_taxa s
      where s.import_id = ${importId} and (s.parent_source_id is null or not exists (
        select 1 from taxonomy_import_taxa f where f.import_id = ${importId} and f.source_id = s.parent_source_id
      ))
      union all
      select s.row_number, s.source_id,
        case when s.group_strength >= tree.strength then s.group_own else tree.found end,
        greatest(s.group_strength, tree.strength),
        coalesce(s.family_own, case when s.rank = 'family' then s.scientific_name else tree.family end)
      from tree join taxonomy_import_taxa s on s.import_id = ${importId} and s.parent_source_id = tree.source_id
    )
    update taxonomy_import_taxa s set taxon_group = tree.found, family = nullif(tree.family, s.scientific_name), is_reached = true
    from tree where s.import_id = ${importId} and s.row_number = tree.row_number
  `.execute(tx);
  for (;;) {
    const { numAffectedRows } = await sql`
      update taxonomy_import_taxa s set is_reached = true where s.import_id = ${importId} and not s.is_reached and not exists (
        select 1 from taxonomy_import_taxa c where c.import_id = ${importId} and c.parent_source_id = s.source_id and not c.is_reached
      )
    `.execute(tx);
    if (!numAffectedRows) break;
  }
}
