import { randomUUID } from 'node:crypto';
import type { TaxonomyImportFault, TaxonomyImportResult } from '@veld/contract';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/open.ts';
import type { Applied, ApplyAsk } from './apply/applied.ts';
import { applyStage } from './apply/apply.ts';
import { openArchive } from './archive/archive.ts';
import { bePatient, checkStage } from './check.ts';
import { describe, type Description } from './archive/describe.ts';
import type { Field } from './rows/dialect.ts';
import { FaultList, ImportStopped } from './faults.ts';
import { IMPORT_LIMITS, type ImportLimits } from './limits.ts';
import { readTables } from './read.ts';
import { analyzeStage, clearStage, stagesOf } from './stage.ts';
import { beat, endImport, type Figures, moveImport, replaceFaults } from './store.ts';

export interface RunAsk {
  importId: string;
  path: string;
  fileName: string;
  source: string;
  isComplete: boolean;
  isDryRun: boolean;
  limits?: ImportLimits;
  /** How often it says that it lives. */
  beatMs?: number;
  onProgress?: (progress: Figures & { state: 'reading' | 'checking' | 'applying' }) => void;
}

export interface Outcome {
  state: 'checked' | 'done' | 'failed' | 'cancelled';
  result: TaxonomyImportResult | null;
  faults: TaxonomyImportFault[];
  error_count: number;
  warning_count: number;
}

/** Somebody has stopped it: nothing of it may stand. */
class Cancelled extends Error {}
/** Carries what a dry run would have done out of the transaction that is undone by it. */
class Undo extends Error {
  readonly applied: Applied;
  constructor(applied: Applied) {
    super('undo');
    this.applied = applied;
  }
}

const BEAT_MS = 1_000;

/**
 * Runs an import that stands in the state `reading`: reads the file into where rows wait, checks them, and applies them in
 * one transaction. A dry run applies them too and takes that back, so what it says is what would happen.
 */
export async function runImport({ db, log }: { db: Db; log: Pick<FastifyBaseLogger, 'error' | 'info'> }, ask: RunAsk): Promise<Outcome> {
  const { importId, isDryRun } = ask;
  const faults = new FaultList();
  const figures: Figures = { rows_done: 0, bytes_done: 0, bytes_total: 0 };
  const startedAt = performance.now();
  let state: 'reading' | 'checking' | 'applying' = 'reading';
  let isStopped = false;
  const tell = () => ask.onProgress?.({ ...figures, state });
  const pulse = setInterval(() => {
    tell();
    beat(db, importId, figures).then(
      (lives) => (isStopped ||= !lives),
      () => undefined,
    );
  }, ask.beatMs ?? BEAT_MS);
  const goOn = () => {
    if (isStopped) throw new Cancelled();
  };
  const move = async (to: typeof state) => {
    if (!(await moveImport(db, importId, [state], to))) throw new Cancelled();
    state = to;
    tell();
  };

  let result: TaxonomyImportResult | null = null;
  let hasEnded = false;
  let isCancelled = false;
  try {
    const leftOut = new Map<string, number>();
    const description = await read(db, ask, faults, figures, leftOut, goOn);
    if (description && faults.errorCount === 0) {
      await move('checking');
      await analyzeStage(db);
      await checkStage(db, { importId, source: ask.source, isComplete: ask.isComplete, taxa: description.tables[0]! }, faults);
      goOn();
    }
    if (description && faults.errorCount === 0) {
      await move('applying');
      const make = (applied: Applied): TaxonomyImportResult => ({
        format: description.format,
        title: description.title,
        ...applied,
        names_left_out: Object.fromEntries([...leftOut].toSorted(([, one], [, other]) => other - one)),
        seconds: Math.round((performance.now() - startedAt) / 100) / 10,
      });
      await db
        .transaction()
        .execute(async (tx) => {
          const applied = await apply(tx, { ...ask, ...describedIn(description) }, goOn);
          if (isDryRun) throw new Undo(applied);
          result = make(applied);
          // In the same transaction: whoever stopped it before this has stopped all of it.
          const ending = { state: 'done', error_count: 0, warning_count: faults.warningCount, result } as const;
          if (!(await endImport(tx, importId, ending, figures))) throw new Cancelled();
        })
        .catch((error: Error) => {
          if (!(error instanceof Undo)) throw error;
          result = make(error.applied);
        });
      hasEnded = !isDryRun;
    }
  } catch (error) {
    isCancelled = error instanceof Cancelled;
    if (!isCancelled) addFailure(error as Error & { code?: string }, faults, log);
    result = null;
  } finally {
    clearInterval(pulse);
  }

  const counts = { error_count: faults.errorCount, warning_count: faults.warningCount };
  if (!hasEnded && !isCancelled) {
    const ending = { state: faults.errorCount > 0 ? 'failed' : 'checked', ...counts, result } as const;
    isCancelled = !(await endImport(db, importId, ending, figures));
  }
  await clearStage(db, importId);
  await replaceFaults(db, importId, isCancelled ? [] : faults.all);
  const ended = isCancelled ? 'cancelled' : faults.errorCount > 0 ? 'failed' : isDryRun ? 'checked' : 'done';
  log.info({ import: { state: ended, rows: figures.rows_done, errors: faults.errorCount } }, 'taxonomy import');
  return { state: ended, result: isCancelled ? null : result, faults: faults.all, ...counts };
}

async function read(
  db: Db,
  ask: RunAsk,
  faults: FaultList,
  figures: Figures,
  leftOut: Map<string, number>,
  goOn: () => void,
): Promise<Description | null> {
  const limits = ask.limits ?? IMPORT_LIMITS;
  try {
    const archive = await openArchive(ask.path, ask.fileName, limits);
    try {
      const description = await describe(archive, ask.fileName, limits);
      figures.bytes_total = description.tables.reduce((sum, table) => sum + table.files.reduce((of, file) => of + file.size, 0), 0);
      const stages = stagesOf(db, ask.importId);
      await readTables(description.tables, {
        faults,
        stages,
        limits,
        leftOut,
        isComplete: ask.isComplete,
        onBytes: (count) => {
          figures.bytes_done += count;
          // Of a gzip the size is not known before.
          figures.bytes_total = Math.max(figures.bytes_total, figures.bytes_done);
        },
        onRow: () => {
          figures.rows_done += 1;
          goOn();
        },
      });
      if (stages.taxa.count === 0 && faults.errorCount === 0) faults.error('no_taxa', { file: description.tables[0]!.files[0]!.name });
      return description;
    } finally {
      archive.close();
    }
  } catch (error) {
    if (!(error instanceof ImportStopped)) throw error;
    faults.add(error.fault);
    return null;
  }
}

/** What the file speaks of at all. */
function describedIn({ tables, format }: Description): Pick<ApplyAsk, 'has'> {
  const has = (...fields: Field[]) => tables.some((table) => fields.some((field) => table.columns.has(field) || table.defaults.has(field)));
  return {
    has: {
      names: has('vernacular_name', 'name'),
      synonyms: has('accepted_id') || (format === 'veld' && has('name')),
      countries: has('countries', 'country_code', 'location_id'),
      parents: has('parent_id'),
    },
  };
}

async function apply(tx: Tx, ask: RunAsk & Pick<ApplyAsk, 'has'>, goOn: () => void): Promise<Applied> {
  await bePatient(tx);
  let state = await tx.selectFrom('taxonomy_state').select('seq').executeTakeFirst();
  if (!ask.isDryRun) {
    // One change of the taxonomy at a time; a dry run stands in nobody's way.
    if (!state)
      await tx
        .insertInto('taxonomy_state')
        .values({ epoch: randomUUID(), seq: 0, starter_hash: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    state = await tx.selectFrom('taxonomy_state').select('seq').forUpdate().executeTakeFirstOrThrow();
  }
  const seq = (state?.seq ?? 0) + 1;
  const applied = await applyStage(tx, { ...ask, seq, onStep: async () => goOn() });
  if (!ask.isDryRun) {
    const hasMoved = await tx.selectFrom('taxa').select('id').where('updated_seq', '=', seq).limit(1).executeTakeFirst();
    if (hasMoved)
      await tx
        .updateTable('taxonomy_state')
        .set({ seq, updated_at: sql<Date>`now()` })
        .execute();
  }
  return applied;
}

function addFailure(error: Error & { code?: string }, faults: FaultList, log: Pick<FastifyBaseLogger, 'error'>): void {
  const code = error.code ?? '';
  if (code === '53100' || code === 'ENOSPC') return faults.error('disk_full');
  if (
    /^(08|57P|55P03|57014)/.test(code) ||
    /^E(CONN|PIPE|TIMEDOUT|NOENT)/.test(code) ||
    /Connection terminated|timeout exceeded/.test(error.message)
  )
    return faults.error('database');
  log.error({ err: { name: error.name, message: error.message, stack: error.stack, code } }, 'taxonomy import');
  faults.error('internal');
}
