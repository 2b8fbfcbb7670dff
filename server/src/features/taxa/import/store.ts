import {
  type Kingdom,
  MAX_IMPORT_FAULTS,
  type TaxonGroup,
  type TaxonomyImportFault,
  type TaxonomyImportResult,
  type TaxonomyImportState,
} from '@veld/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/open.ts';
import type { TaxonomyImportRow } from '../../../db/rows.ts';

export const RUNNING = ['reading', 'checking', 'applying'] as const satisfies readonly TaxonomyImportState[];

export interface NewImport {
  id: string;
  user_id: string | null;
  file_name: string;
  byte_length: number;
  source: string;
  is_complete: boolean;
  is_dry_run: boolean;
  default_group?: TaxonGroup | null;
  default_kingdom?: Kingdom | null;
  state: TaxonomyImportState;
}

/** Inserts an import. False if the id exists already. */
export async function insertImport(db: Db | Tx, row: NewImport): Promise<boolean> {
  const done = await db
    .insertInto('taxonomy_imports')
    .values({ ...row, ...(row.state === 'reading' ? { started_at: sql<Date>`now()` } : {}) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
}

export type ImportWithUser = TaxonomyImportRow & { user_name: string | null };

function withUser(db: Db | Tx) {
  return db
    .selectFrom('taxonomy_imports')
    .leftJoin('users', (join) => join.onRef('users.id', '=', 'taxonomy_imports.user_id').on('users.deleted_at', 'is', null))
    .selectAll('taxonomy_imports')
    .select('users.name as user_name');
}

export async function findImport(db: Db | Tx, id: string): Promise<ImportWithUser | null> {
  return (await withUser(db).where('taxonomy_imports.id', '=', id).executeTakeFirst()) ?? null;
}

export async function listImports(db: Db, limit: number): Promise<ImportWithUser[]> {
  return withUser(db).orderBy('taxonomy_imports.created_at', 'desc').orderBy('taxonomy_imports.id').limit(limit).execute();
}

/** The faults of an import. Those that differ only in their line are one, with their number. */
export async function listFaults(db: Db, id: string): Promise<TaxonomyImportFault[]> {
  const same = ['is_warning', 'code', 'file', 'column_number', 'column_name', 'value'] as const;
  const rows = await db
    .selectFrom('taxonomy_import_faults')
    .select((eb) => [...same, eb.fn.min('line').as('line'), eb.cast<number>(eb.fn.countAll(), 'integer').as('count')])
    .where('import_id', '=', id)
    .groupBy(same)
    .orderBy((eb) => eb.fn.min('position'))
    .limit(MAX_IMPORT_FAULTS)
    .execute();
  return rows as TaxonomyImportFault[];
}

/** Up to `limit` faults from a position on, each with its own line. */
export async function listFaultsFrom(db: Db, id: string, position: number, limit: number): Promise<TaxonomyImportFault[]> {
  const rows = await db
    .selectFrom('taxonomy_import_faults')
    .selectAll()
    .where('import_id', '=', id)
    .where('position', '>=', position)
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map(({ import_id: _import, position: _position, ...fault }) => ({ ...fault, count: 1 }) as TaxonomyImportFault);
}

export async function updateReceived(tx: Tx, id: string, received: number): Promise<void> {
  await tx
    .updateTable('taxonomy_imports')
    .set({ received, beat_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Changes the state of an import if it is one of `from`. Null otherwise. */
export async function moveImport(
  db: Db | Tx,
  id: string,
  from: readonly TaxonomyImportState[],
  to: TaxonomyImportState,
  set: { is_dry_run?: boolean } = {},
): Promise<TaxonomyImportRow | null> {
  const starts = to === 'waiting' || to === 'reading';
  const row = await db
    .updateTable('taxonomy_imports')
    .set({
      state: to,
      beat_at: sql<Date>`now()`,
      ...(to === 'waiting' ? { rows_done: 0, bytes_done: 0, error_count: 0, warning_count: 0, result: null } : {}),
      ...(starts ? { started_at: sql<Date>`now()`, finished_at: null } : {}),
      ...(to === 'cancelled' ? { finished_at: sql<Date>`now()` } : {}),
      ...set,
    })
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export interface ProgressCounts {
  rows_done: number;
  bytes_done: number;
  bytes_total: number;
}

/** Stores a heartbeat. False if the run was cancelled. */
export async function storeHeartbeat(db: Db, id: string, counts: ProgressCounts): Promise<boolean> {
  const done = await db
    .updateTable('taxonomy_imports')
    .set({ ...counts, beat_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', 'in', [...RUNNING])
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

export interface Ending {
  state: 'checked' | 'done' | 'failed';
  error_count: number;
  warning_count: number;
  result: TaxonomyImportResult | null;
}

/** Stores the end of a run. False if it is no longer running, in which case its changes must not be stored. */
export async function endImport(
  db: Db | Tx,
  id: string,
  { result, ...ending }: Ending,
  counts: Partial<ProgressCounts> = {},
): Promise<boolean> {
  const done = await db
    .updateTable('taxonomy_imports')
    .set({ ...ending, ...counts, result: result && JSON.stringify(result), finished_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', 'in', [...RUNNING])
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

const FAULTS_PER_STATEMENT = 5_000;

/** Stores the faults of an import. Earlier imports of its source keep only as many as are listed. */
export async function replaceFaults(db: Db | Tx, id: string, faults: readonly TaxonomyImportFault[]): Promise<void> {
  await db.deleteFrom('taxonomy_import_faults').where('import_id', '=', id).execute();
  await db
    .deleteFrom('taxonomy_import_faults')
    .where('position', '>=', MAX_IMPORT_FAULTS)
    .where('import_id', 'in', (eb) =>
      eb
        .selectFrom('taxonomy_imports as earlier')
        .innerJoin('taxonomy_imports as own', 'own.source', 'earlier.source')
        .select('earlier.id')
        .where('own.id', '=', id),
    )
    .execute();
  for (let from = 0; from < faults.length; from += FAULTS_PER_STATEMENT) {
    const part = faults.slice(from, from + FAULTS_PER_STATEMENT);
    await db
      .insertInto('taxonomy_import_faults')
      .values(part.map(({ count: _count, ...fault }, index) => ({ import_id: id, position: from + index, ...fault })))
      .execute();
  }
}

/** Marks runs without a heartbeat for this many seconds as failed. Returns their ids. */
export async function failStale(db: Db, seconds: number): Promise<string[]> {
  const rows = await db
    .updateTable('taxonomy_imports')
    .set({ state: 'failed', error_count: 1, finished_at: sql<Date>`now()` })
    .where('state', 'in', [...RUNNING])
    .where('beat_at', '<', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** The import that has waited longest, if it has for this many seconds although none runs; else null. */
export async function findLostImport(db: Db, seconds: number): Promise<string | null> {
  const row = await db
    .selectFrom('taxonomy_imports as waiting')
    .select('id')
    .where('state', '=', 'waiting')
    .where('beat_at', '<', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('taxonomy_imports as running')
            .select('running.id')
            .where('running.state', 'in', [...RUNNING]),
        ),
      ),
    )
    .orderBy('beat_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The given ids whose file is no longer needed, because the import is done or was last used before `olderThan`. */
export async function listUnneededFiles(db: Db, ids: readonly string[], olderThan: Date): Promise<string[]> {
  if (ids.length === 0) return [];
  const needed = await db
    .selectFrom('taxonomy_imports')
    .select('id')
    .where('id', 'in', [...ids])
    .where('state', 'not in', ['done'])
    .where((eb) => eb.or([eb('state', 'in', ['waiting', ...RUNNING]), eb('beat_at', '>=', olderThan)]))
    .execute();
  const neededIds = new Set(needed.map((row) => row.id));
  return ids.filter((id) => !neededIds.has(id));
}
