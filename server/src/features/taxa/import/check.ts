import { MAX_STORED_IMPORT_FAULTS, type TaxonomyImportFaultCode } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../db/open.ts';
import type { Field, Table } from './rows/dialect.ts';
import type { FaultList } from './faults.ts';
import { onlyRow } from '../../../db/rows.ts';

export interface CheckOptions {
  importId: string;
  source: string;
  /** Whether the file is the complete list of its source. Taxa that it lacks are then deleted, so rows must not refer to them. */
  isComplete: boolean;
  /** The table of taxa, for the columns in faults. */
  taxa: Table;
}

/** Runs a step for up to a million rows in a transaction with longer timeouts. */
export async function withLongTimeouts<T>(db: Db, importId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await setLongTimeouts(tx, importId);
    return work(tx);
  });
}

export async function setLongTimeouts(tx: Tx, importId: string): Promise<void> {
  await sql`select set_config('application_name', ${applicationName(importId)}, true)`.execute(tx);
  await sql`set local statement_timeout = '60min'`.execute(tx);
  await sql`set local lock_timeout = '120s'`.execute(tx);
  // Enough to join tables of a million rows in memory.
  await sql`set local work_mem = '64MB'`.execute(tx);
}

/** The name of the connection while it works on an import. */
const applicationName = (importId: string) => `import ${importId}`;

/** Ends the statements of an import that are running, which would otherwise hold it up until their time limit. */
export async function endStatements(db: Db, importId: string): Promise<void> {
  await sql`
    select pg_cancel_backend(pid) from pg_stat_activity where application_name = ${applicationName(importId)} and pid <> pg_backend_pid()
  `.execute(db);
}

interface Found {
  file: string;
  line: number;
  value: string;
  total: number;
}

/** Adds the rows of queries to a list of faults. */
class Report {
  readonly #faults: FaultList;
  readonly #taxa: Table;

  constructor(faults: FaultList, taxa: Table) {
    this.#faults = faults;
    this.#taxa = taxa;
  }

  /** Warns of each row that `query` finds, with the column of a field of the table of taxa. Returns whether there were any. */
  async warn(tx: Tx, code: TaxonomyImportFaultCode, field: Field | null, query: RawBuilder<Found>): Promise<boolean> {
    const index = field === null ? undefined : this.#taxa.columns.get(field);
    const { rows } = await sql<Found>`${query} limit ${MAX_STORED_IMPORT_FAULTS}`.execute(tx);
    const column_number = index === undefined ? null : index + 1;
    const column_name = index === undefined ? null : (this.#taxa.titles.get(index) ?? null);
    for (const { file, line, value } of rows) this.#faults.warn(code, { file, line, value, column_number, column_name });
    this.#faults.countFurtherWarnings((rows[0]?.total ?? 0) - rows.length);
    return rows.length > 0;
  }
}

/**
 * Checks the staged rows for duplicate ids, missing references and circular references. Also sets group and family. Returns the ids of
 * rows that were left out.
 */
export async function checkStage(db: Db, options: CheckOptions, faults: FaultList): Promise<string[]> {
  const leftOut: string[] = [];
  const report = new Report(faults, options.taxa);
  const has = await withLongTimeouts(db, options.importId, (tx) => contentOf(tx, options.importId));
  // The other checks require unique ids.
  if (has.repeated_ids) await withLongTimeouts(db, options.importId, (tx) => checkIds(tx, options, report));
  if (has.accepted_names) await withLongTimeouts(db, options.importId, (tx) => resolveNames(tx, options, ACCEPTED));
  await withLongTimeouts(db, options.importId, (tx) => dropNamesOfOthers(tx, options.importId));
  if (has.synonyms) await withLongTimeouts(db, options.importId, (tx) => resolveMutualSynonyms(tx, options.importId));
  if (has.synonyms) await withLongTimeouts(db, options.importId, async (tx) => leftOut.push(...(await checkAccepted(tx, options, report))));
  if (has.parent_names) await withLongTimeouts(db, options.importId, (tx) => resolveNames(tx, options, PARENT));
  if (has.parent_names || options.taxa.columns.has('parent_id'))
    await withLongTimeouts(db, options.importId, (tx) => checkParents(tx, options, report));
  for (const table of ['taxonomy_import_names', 'taxonomy_import_countries'] as const)
    await withLongTimeouts(db, options.importId, (tx) => checkTaxaOf(tx, options, report, table));
  return leftOut;
}

type Content = Record<'repeated_ids' | 'accepted_names' | 'parent_names' | 'synonyms', boolean>;

/** What the staged rows contain. Most lists need only some of the checks, which read all rows. */
async function contentOf(tx: Tx, importId: string): Promise<Content> {
  const { rows } = await sql<Content>`
    select count(*) > count(distinct source_id) as repeated_ids, count(accepted_name) > 0 as accepted_names, count(parent_name) > 0 as parent_names,
      count(accepted_source_id) + count(accepted_name) + count(split_source_ids) > 0 as synonyms
    from taxonomy_import_taxa where import_id = ${importId}`.execute(tx);
  return onlyRow(rows);
}

/** Reports duplicate ids, and keeps the first row of each. */
async function checkIds(tx: Tx, { importId }: CheckOptions, report: Report): Promise<void> {
  const mine = sql`import_id = ${importId}`;
  // A file without ids may have several lines for a taxon, for example one per country.
  await report.warn(
    tx,
    'id_twice',
    'id',
    sql`
      select file, line, source_id as value, count(*) over () as total from (
        select *, row_number() over (partition by source_id order by row_number) as place from taxonomy_import_taxa where ${mine}
      ) numbered where place > 1 and has_id order by row_number`,
  );
  await sql`
    delete from taxonomy_import_taxa where ${mine} and row_number in (
      select row_number from (
        select row_number, row_number() over (partition by source_id order by row_number) as place from taxonomy_import_taxa where ${mine}
      ) numbered where place > 1
    )
  `.execute(tx);
}

/** The columns of another taxon to which a row refers: its id, and its name. */
interface Reference {
  id: RawBuilder<unknown>;
  name: RawBuilder<unknown>;
  /** Whether the row of a synonym will do if no accepted taxon has the name. */
  mayBeSynonym: boolean;
}
const ACCEPTED: Reference = { id: sql.ref('accepted_source_id'), name: sql.ref('accepted_name'), mayBeSynonym: true };
const PARENT: Reference = { id: sql.ref('parent_source_id'), name: sql.ref('parent_name'), mayBeSynonym: false };

/**
 * Finds the taxa to which rows refer by name: the only accepted row with that name; else the only row, which is a synonym itself; else
 * the only one of earlier imports of the source. The name also counts if the file does not have the id.
 */
async function resolveNames(tx: Tx, { importId, source, isComplete }: CheckOptions, { id, name, mayBeSynonym }: Reference): Promise<void> {
  const isOpen = sql`s.import_id = ${importId} and s.${name} is not null and (s.${id} is null or not exists (
    select 1 from taxonomy_import_taxa f where f.import_id = ${importId} and f.source_id = s.${id}))`;
  const isAccepted = sql`accepted_source_id is null and accepted_name is null and split_source_ids is null`;
  for (const isMeant of mayBeSynonym ? [isAccepted, sql`true`] : [isAccepted]) {
    await sql`
      update taxonomy_import_taxa s set ${id} = f.source_id from (
        select scientific_name, min(source_id) as source_id from taxonomy_import_taxa
        where import_id = ${importId} and ${isMeant} group by scientific_name having count(*) = 1
      ) f
      where ${isOpen} and s.${name} = f.scientific_name and s.source_id <> f.source_id
    `.execute(tx);
  }
  if (isComplete) return;
  await sql`
    update taxonomy_import_taxa s set ${id} = f.source_id from (
      select t.scientific_name, min(k.source_id) as source_id from taxon_sources k join taxa t on t.id = k.taxon_id and not t.is_deleted
      where k.source = ${source} group by t.scientific_name having count(*) = 1
    ) f
    where ${isOpen} and s.${id} is null and s.${name} = f.scientific_name and s.source_id <> f.source_id
  `.execute(tx);
}

/** Original names that are accepted for another taxon of the file are no synonyms. */
async function dropNamesOfOthers(tx: Tx, importId: string): Promise<void> {
  await sql`
    delete from taxonomy_import_names n where n.import_id = ${importId} and n.language = 'sci' and exists (
      select 1 from taxonomy_import_taxa f where f.import_id = ${importId} and f.scientific_name = n.name and f.source_id <> n.source_id
        and f.accepted_source_id is null and f.accepted_name is null
    )
  `.execute(tx);
}

/**
 * Reports synonyms whose accepted taxon exists neither in the file nor from an earlier import, and leaves them out, with the synonyms
 * of such synonyms: none of them may become a taxon. Returns their ids. Also reports circular synonyms, whose rows stay as taxa of
 * their own.
 */
async function checkAccepted(tx: Tx, { importId, source, isComplete }: CheckOptions, report: Report): Promise<string[]> {
  const mine = sql`import_id = ${importId}`;
  const isKnown = isComplete ? sql`false` : sql`exists (select 1 from taxon_sources k where k.source = ${source} and k.source_id = target)`;
  const targets = sql`
    select s.row_number, s.source_id, s.file, s.line, coalesce(s.accepted_source_id, s.accepted_name) as target, s.accepted_source_id is null as is_name
    from taxonomy_import_taxa s where ${mine} and (accepted_source_id is not null or accepted_name is not null)
    union all
    select s.row_number, s.source_id, s.file, s.line, unnest(s.split_source_ids), false from taxonomy_import_taxa s
    where ${mine} and split_source_ids is not null`;
  const dangling = sql`
    with recursive targets as (${targets}),
    dangling as (
      select * from targets where is_name or (not ${isKnown} and not exists (
        select 1 from taxonomy_import_taxa f where f.import_id = ${importId} and f.source_id = target and f.split_source_ids is null
      ))
      union
      select t.* from dangling d join targets t on t.target = d.source_id and not t.is_name
    )
    select row_number, file, line, target from dangling`;
  const isAny = await report.warn(
    tx,
    'accepted_missing',
    'accepted_id',
    sql`select file, line, target as value, count(*) over () as total from (${dangling}) missing order by row_number, target`,
  );
  const { rows: leftOut } = isAny
    ? await sql<{ source_id: string }>`
        delete from taxonomy_import_taxa where ${mine} and row_number in (select row_number from (${dangling}) missing) returning source_id
      `.execute(tx)
    : { rows: [] };
  await resolveAccepted(tx, importId);
  const isCircular = sql`accepted_source_id is not null and final_source_id is null`;
  const isAnyCircle = await report.warn(
    tx,
    'accepted_circle',
    'accepted_id',
    sql`
      select file, line, accepted_source_id as value, count(*) over () as total from taxonomy_import_taxa
      where ${mine} and ${isCircular} order by row_number`,
  );
  if (isAnyCircle) await makeUnplaced(tx, importId, isCircular);
  return leftOut.map(({ source_id }) => source_id);
}

async function makeUnplaced(tx: Tx, importId: string, isMeant: RawBuilder<unknown>): Promise<void> {
  await sql`
    update taxonomy_import_taxa set accepted_source_id = null, accepted_name = null, split_source_ids = null, final_source_id = source_id
    where import_id = ${importId} and ${isMeant}
  `.execute(tx);
}

/** Sets the final accepted id: first of synonyms of taxa from earlier imports, then of synonyms of synonyms. */
async function resolveAccepted(tx: Tx, importId: string): Promise<void> {
  await sql`
    update taxonomy_import_taxa s set final_source_id = accepted_source_id
    where import_id = ${importId} and accepted_source_id is not null
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
}

async function checkParents(tx: Tx, { importId, source, isComplete }: CheckOptions, report: Report): Promise<void> {
  const target = sql`s.parent_source_id`;
  const isInFile = sql`exists (select 1 from taxonomy_import_taxa f where f.import_id = ${importId} and f.source_id = ${target})`;
  await report.warn(
    tx,
    'parent_missing',
    'parent_id',
    sql`
      select s.file, s.line, coalesce(s.parent_source_id, s.parent_name) as value, count(*) over () as total from taxonomy_import_taxa s
      where s.import_id = ${importId} and (s.parent_source_id is not null or s.parent_name is not null) and not ${isInFile}
        and not exists (select 1 from taxon_sources k where k.source = ${source} and k.source_id = ${target} and not ${isComplete}) order by s.row_number`,
  );
  await inheritFromAncestors(tx, importId);
  const isCircle = await report.warn(
    tx,
    'parent_circle',
    'parent_id',
    sql`
      select file, line, parent_source_id as value, count(*) over () as total from taxonomy_import_taxa
      where import_id = ${importId} and not is_reached order by row_number`,
  );
  if (!isCircle) return;
  // Without their parents, the rows of the circles are roots, so that all rows below them can be reached.
  await sql`update taxonomy_import_taxa set parent_source_id = null where import_id = ${importId} and not is_reached`.execute(tx);
  await inheritFromAncestors(tx, importId);
}

/** Reports and deletes names and countries of taxa that are not in the file. */
async function checkTaxaOf(
  tx: Tx,
  { importId }: CheckOptions,
  report: Report,
  table: 'taxonomy_import_names' | 'taxonomy_import_countries',
): Promise<void> {
  const isOrphan = sql`import_id = ${importId} and not exists (
    select 1 from taxonomy_import_taxa f where f.import_id = ${importId} and f.source_id = o.source_id)`;
  const isAny = await report.warn(
    tx,
    'taxon_missing',
    null,
    sql`select file, line, source_id as value, count(*) over () as total from ${sql.table(table)} o where ${isOrphan} order by row_number`,
  );
  if (isAny) await sql`delete from ${sql.table(table)} o where ${isOrphan}`.execute(tx);
}

/**
 * Resolves rows that refer to each other as accepted, as in lists where an accepted name refers to one of its own synonyms. If only
 * one of the two has the status of a synonym, the other one is accepted.
 */
async function resolveMutualSynonyms(tx: Tx, importId: string): Promise<void> {
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

/**
 * Sets the group and family of each taxon from its own columns or its nearest ancestors. Rows that cannot be reached from a root are
 * part of a circle or below one; the loop then marks those below a circle as reached, so that only the circles remain.
 */
async function inheritFromAncestors(tx: Tx, importId: string): Promise<void> {
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
