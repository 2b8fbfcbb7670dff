import { randomUUID } from 'node:crypto';
import type { TaxonomyImportFault, TaxonomyImportResult } from '@veld/contract';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/open.ts';
import type { Applied, ApplyAsk } from './apply/applied.ts';
import { applyStage } from './apply/apply.ts';
import { openArchive } from './archive/archive.ts';
import { setLongTimeouts, checkStage } from './check.ts';
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
  heartbeatMs?: number;
  onProgress?: (progress: Figures & { state: 'reading' | 'checking' | 'applying' }) => void;
}

export interface Outcome {
  state: 'checked' | 'done' | 'failed' | 'cancelled';
  result: TaxonomyImportResult | null;
  faults: TaxonomyImportFault[];
  error_count: number;
  warning_count: number;
}

/** Thrown when somebody has cancelled the import, so that nothing of it is stored. */
class Cancelled extends Error {}
/** Carries the result of a dry run out of the transaction that it rolls back. */
class Rollback extends Error {
  readonly applied: Applied;
  constructor(applied: Applied) {
    super('rollback');
    this.applied = applied;
  }
}

const HEARTBEAT_MS = 1_000;
type Log = Pick<FastifyBaseLogger, 'error' | 'info'>;

/** State and progress of a run. A heartbeat stores them, and notices when somebody cancels. */
class Progress {
  readonly figures: Figures = { rows_done: 0, bytes_done: 0, bytes_total: 0 };
  readonly #startedAt = performance.now();
  readonly #db: Db;
  readonly #ask: RunAsk;
  readonly #timer: NodeJS.Timeout;
  #state: 'reading' | 'checking' | 'applying' = 'reading';
  #isCancelled = false;

  constructor(db: Db, ask: RunAsk) {
    this.#db = db;
    this.#ask = ask;
    this.#timer = setInterval(() => this.#beat(), ask.heartbeatMs ?? HEARTBEAT_MS);
  }

  async moveTo(state: 'checking' | 'applying'): Promise<void> {
    if (!(await moveImport(this.#db, this.#ask.importId, [this.#state], state))) throw new Cancelled();
    this.#state = state;
    this.#report();
  }

  throwIfCancelled(): void {
    if (this.#isCancelled) throw new Cancelled();
  }

  /** Seconds since the start, to one decimal. */
  seconds(): number {
    return Math.round((performance.now() - this.#startedAt) / 100) / 10;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #beat(): void {
    this.#report();
    beat(this.#db, this.#ask.importId, this.figures).then(
      (isRunning) => (this.#isCancelled ||= !isRunning),
      () => undefined,
    );
  }

  #report(): void {
    this.#ask.onProgress?.({ ...this.figures, state: this.#state });
  }
}

/**
 * Runs an import whose state is `reading`: reads the file into the staging tables, checks them, and applies them in one
 * transaction. A dry run applies them too and rolls back, so its result is exactly what an import would do.
 */
export async function runImport({ db, log }: { db: Db; log: Log }, ask: RunAsk): Promise<Outcome> {
  const { importId, isDryRun } = ask;
  const faults = new FaultList();
  const progress = new Progress(db, ask);
  let result: TaxonomyImportResult | null = null;
  let isCancelled = false;
  try {
    result = await readCheckApply(db, ask, faults, progress);
  } catch (error) {
    isCancelled = error instanceof Cancelled;
    if (!isCancelled) addFailure(error as Error & { code?: string }, faults, log);
  } finally {
    progress.stop();
  }

  const counts = { error_count: faults.errorCount, warning_count: faults.warningCount };
  const hasEnded = result !== null && !isDryRun;
  if (!hasEnded && !isCancelled) {
    const ending = { state: faults.errorCount > 0 ? 'failed' : 'checked', ...counts, result } as const;
    isCancelled = !(await endImport(db, importId, ending, progress.figures));
  }
  await clearStage(db, importId);
  await replaceFaults(db, importId, isCancelled ? [] : faults.all);
  const state = isCancelled ? 'cancelled' : faults.errorCount > 0 ? 'failed' : isDryRun ? 'checked' : 'done';
  log.info({ import: { state, rows: progress.figures.rows_done, errors: faults.errorCount } }, 'taxonomy import ended');
  return { state, result: isCancelled ? null : result, faults: faults.all, ...counts };
}

/** Null when the file has errors. An import that is applied has ended with that; a dry run has not. */
async function readCheckApply(db: Db, ask: RunAsk, faults: FaultList, progress: Progress): Promise<TaxonomyImportResult | null> {
  const leftOut = new Map<string, number>();
  const description = await read(db, ask, faults, progress, leftOut);
  if (!description || faults.errorCount > 0) return null;
  await progress.moveTo('checking');
  await analyzeStage(db);
  await checkStage(db, { importId: ask.importId, source: ask.source, isComplete: ask.isComplete, taxa: description.tables[0]! }, faults);
  progress.throwIfCancelled();
  if (faults.errorCount > 0) return null;
  await progress.moveTo('applying');
  const resultOf = (applied: Applied): TaxonomyImportResult => ({
    format: description.format,
    title: description.title,
    ...applied,
    names_left_out: Object.fromEntries([...leftOut].toSorted(([, one], [, other]) => other - one)),
    seconds: progress.seconds(),
  });
  try {
    return await db.transaction().execute(async (tx) => {
      const applied = await apply(tx, { ...ask, ...describedIn(description) }, progress);
      if (ask.isDryRun) throw new Rollback(applied);
      const result = resultOf(applied);
      // In the same transaction: cancelling before this cancels all of it.
      const ending = { state: 'done', error_count: 0, warning_count: faults.warningCount, result } as const;
      if (!(await endImport(tx, ask.importId, ending, progress.figures))) throw new Cancelled();
      return result;
    });
  } catch (error) {
    if (error instanceof Rollback) return resultOf(error.applied);
    throw error;
  }
}

async function read(db: Db, ask: RunAsk, faults: FaultList, progress: Progress, leftOut: Map<string, number>): Promise<Description | null> {
  const { figures } = progress;
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
          // The size of gzipped data is unknown in advance.
          figures.bytes_total = Math.max(figures.bytes_total, figures.bytes_done);
        },
        onRow: () => {
          figures.rows_done += 1;
          progress.throwIfCancelled();
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

/** Which kinds of data the file has at all. */
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

async function apply(tx: Tx, ask: RunAsk & Pick<ApplyAsk, 'has'>, progress: Progress): Promise<Applied> {
  await setLongTimeouts(tx);
  let state = await tx.selectFrom('taxonomy_state').select('seq').executeTakeFirst();
  if (!ask.isDryRun) {
    // One change of the taxonomy at a time; a dry run takes no lock.
    if (!state)
      await tx
        .insertInto('taxonomy_state')
        .values({ epoch: randomUUID(), seq: 0, starter_hash: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    state = await tx.selectFrom('taxonomy_state').select('seq').forUpdate().executeTakeFirstOrThrow();
  }
  const seq = (state?.seq ?? 0) + 1;
  const applied = await applyStage(tx, { ...ask, seq, onStep: async () => progress.throwIfCancelled() });
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
  log.error({ err: { name: error.name, message: error.message, stack: error.stack, code } }, 'taxonomy import failed');
  faults.error('internal');
}
