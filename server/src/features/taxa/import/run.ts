import { itemAt } from '@veld/contract';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { TaxonomyImportFault, TaxonomyImportResult } from '@veld/contract';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/open.ts';
import type { Applied, ApplyOptions } from './apply/apply-names.ts';
import { applyStage } from './apply/apply.ts';
import { openArchive } from './archive/archive.ts';
import { checkStage, endStatements, setLongTimeouts } from './check.ts';
import { describe, type Description } from './archive/describe.ts';
import type { Field } from './rows/dialect.ts';
import { FaultList, groupFaults, ImportStopped } from './faults.ts';
import { IMPORT_LIMITS, type ImportLimits } from './limits.ts';
import { readTables } from './read.ts';
import { analyzeStage, clearStage, openStages } from './stage.ts';
import { type ImportDefaults, NO_DEFAULTS } from './values/groups.ts';
import { storeHeartbeat, endImport, type ProgressCounts, moveImport, replaceFaults } from './store.ts';
import { readErrorCode, toError } from '../../../thrown.ts';

export interface RunOptions {
  importId: string;
  path: string;
  fileName: string;
  source: string;
  isComplete: boolean;
  isDryRun: boolean;
  /** What rows are that do not say it; none by default. */
  defaults?: ImportDefaults;
  limits?: ImportLimits;
  heartbeatMs?: number;
  onProgress?: (progress: ProgressCounts & { state: 'reading' | 'checking' | 'applying' }) => void;
}

export interface Outcome {
  state: 'checked' | 'done' | 'failed' | 'cancelled';
  result: TaxonomyImportResult | null;
  /** As listed: identical ones are one. */
  faults: TaxonomyImportFault[];
  error_count: number;
  warning_count: number;
}

/** Thrown after the import was cancelled, to roll back its transaction. */
class Cancelled extends Error {}
/** Rolls back the transaction of a dry run, and carries its result. */
class Rollback extends Error {
  readonly applied: Applied;
  constructor(applied: Applied) {
    super('rollback');
    this.applied = applied;
  }
}

const HEARTBEAT_MS = 1_000;
type Log = Pick<FastifyBaseLogger, 'error' | 'info'>;

/** How long the work of a stopped run may take to end, before the next import starts. */
const SETTLING_MS = 2_000;

/**
 * The state and progress of a run. A heartbeat stores the progress, and stops the run when it was cancelled, or when nothing more is
 * read from its file.
 */
class Progress {
  readonly counts: ProgressCounts = { rows_done: 0, bytes_done: 0, bytes_total: 0 };
  readonly #startedAt = performance.now();
  readonly #db: Db;
  readonly #options: RunOptions;
  readonly #stallMs: number;
  readonly #timer: NodeJS.Timeout;
  readonly #stopped = Promise.withResolvers<never>();
  #state: 'reading' | 'checking' | 'applying' = 'reading';
  #movedAt = performance.now();
  #reason: Error | null = null;

  constructor(db: Db, options: RunOptions) {
    this.#db = db;
    this.#options = options;
    this.#stallMs = (options.limits ?? IMPORT_LIMITS).stallMs;
    this.#stopped.promise.catch(() => undefined);
    this.#timer = setInterval(() => this.#beat(), options.heartbeatMs ?? HEARTBEAT_MS);
  }

  async moveTo(state: 'checking' | 'applying'): Promise<void> {
    if (!(await moveImport(this.#db, this.#options.importId, [this.#state], state))) throw new Cancelled();
    this.#state = state;
    this.#report();
  }

  /** Notes that something was read. */
  note(): void {
    this.#movedAt = performance.now();
  }

  throwIfStopped(): void {
    if (this.#reason) throw this.#reason;
  }

  /** Rejects when the run is stopped, even if its work hangs. */
  get stopped(): Promise<never> {
    return this.#stopped.promise;
  }

  /** Seconds since the start, to one decimal. */
  seconds(): number {
    return Math.round((performance.now() - this.#startedAt) / 100) / 10;
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #stop(reason: Error): void {
    this.#reason ??= reason;
    this.#stopped.reject(this.#reason);
  }

  #beat(): void {
    this.#report();
    // Statements of the other states have a time limit of their own.
    if (this.#state === 'reading' && performance.now() - this.#movedAt > this.#stallMs)
      this.#stop(new ImportStopped('stalled', { file: this.#options.fileName }));
    storeHeartbeat(this.#db, this.#options.importId, this.counts).then(
      (isRunning) => {
        if (!isRunning) this.#stop(new Cancelled());
      },
      () => undefined,
    );
  }

  #report(): void {
    this.#options.onProgress?.({ ...this.counts, state: this.#state });
  }
}

/**
 * Runs an import whose state is `reading`: reads the file into the staging tables, checks them, and applies them in one transaction.
 * A dry run also applies them but rolls back, so that its result is exactly that of an import.
 */
export async function runImport({ db, log }: { db: Db; log: Log }, options: RunOptions): Promise<Outcome> {
  const { importId, isDryRun } = options;
  const faults = new FaultList();
  const progress = new Progress(db, options);
  let result: TaxonomyImportResult | null = null;
  let isCancelled = false;
  try {
    result = await untilStopped(db, importId, readCheckApply(db, options, faults, progress), progress);
  } catch (error) {
    isCancelled = error instanceof Cancelled;
    if (error instanceof ImportStopped) faults.stop(error.fault);
    else if (!isCancelled) addFailure(toError(error), faults, log);
  } finally {
    progress.end();
  }

  const faultCounts = { error_count: faults.errorCount, warning_count: faults.warningCount };
  const hasEnded = result !== null && !isDryRun;
  // Before the end of the run, so that nobody sees an import that failed for no reason.
  if (!isCancelled) await replaceFaults(db, importId, faults.all);
  if (!hasEnded && !isCancelled) {
    const ending = { state: faults.errorCount > 0 ? 'failed' : 'checked', ...faultCounts, result } as const;
    isCancelled = !(await endImport(db, importId, ending, progress.counts));
  }
  await clearStage(db, importId);
  if (isCancelled) await replaceFaults(db, importId, []);
  const state = isCancelled ? 'cancelled' : faults.errorCount > 0 ? 'failed' : isDryRun ? 'checked' : 'done';
  log.info({ import: { state, rows: progress.counts.rows_done, errors: faults.errorCount } }, 'taxonomy import ended');
  return { state, result: isCancelled ? null : result, faults: groupFaults(faults.all), ...faultCounts };
}

/**
 * The result of the work. If the run is stopped, its work is given a moment to end, so that a run which was just done stays done; a
 * read that hangs is left behind.
 */
async function untilStopped<T>(db: Db, importId: string, work: Promise<T>, progress: Progress): Promise<T> {
  try {
    return await Promise.race([work, progress.stopped]);
  } catch (error) {
    const outcome = work.then(
      (value) => ({ value }),
      () => null,
    );
    const until = performance.now() + SETTLING_MS;
    while (performance.now() < until) {
      // Again and again, because it can be between two statements.
      await endStatements(db, importId).catch(() => undefined);
      const ended = await Promise.race([outcome, setTimeout(200, undefined)]);
      if (ended) return ended.value;
      if (ended === null) throw error;
    }
    void outcome.then(() => clearStage(db, importId)).catch(() => undefined);
    throw error;
  }
}

/** The result, or null if the file has errors. Stores the end of an applied import, but not that of a dry run. */
async function readCheckApply(db: Db, options: RunOptions, faults: FaultList, progress: Progress): Promise<TaxonomyImportResult | null> {
  const skipped = new Map<string, number>();
  const leftOut = new Set<string>();
  const description = await read(db, options, faults, progress, skipped, leftOut);
  if (!description || faults.errorCount > 0) return null;
  await progress.moveTo('checking');
  await analyzeStage(db);
  const unplaced = await checkStage(
    db,
    { importId: options.importId, source: options.source, isComplete: options.isComplete, taxa: itemAt(description.tables, 0) },
    faults,
  );
  progress.throwIfStopped();
  if (faults.errorCount > 0) return null;
  await progress.moveTo('applying');
  const resultOf = (applied: Applied): TaxonomyImportResult => ({
    format: description.format,
    title: description.title,
    ...applied,
    names_left_out: Object.fromEntries([...skipped].toSorted(([, one], [, other]) => other - one)),
    seconds: progress.seconds(),
  });
  try {
    return await db.transaction().execute(async (tx) => {
      const applied = await apply(tx, { ...options, ...describedIn(description), leftOut: [...leftOut, ...unplaced] }, progress);
      if (options.isDryRun) throw new Rollback(applied);
      const result = resultOf(applied);
      // In the same transaction, so that an import cancelled before this is rolled back.
      const ending = { state: 'done', error_count: 0, warning_count: faults.warningCount, result } as const;
      if (!(await endImport(tx, options.importId, ending, progress.counts))) throw new Cancelled();
      return result;
    });
  } catch (error) {
    if (error instanceof Rollback) return resultOf(error.applied);
    throw error;
  }
}

async function read(
  db: Db,
  options: RunOptions,
  faults: FaultList,
  progress: Progress,
  skipped: Map<string, number>,
  leftOut: Set<string>,
): Promise<Description | null> {
  const { counts } = progress;
  const limits = options.limits ?? IMPORT_LIMITS;
  try {
    const archive = await openArchive(options.path, options.fileName, limits, () => progress.note());
    try {
      progress.throwIfStopped();
      const description = await describe(archive, options.fileName, limits, faults);
      counts.bytes_total = description.tables.reduce((sum, table) => sum + table.files.reduce((of, file) => of + file.size, 0), 0);
      const stages = openStages(db, options.importId);
      await readTables(description.tables, {
        faults,
        stages,
        limits,
        skipped,
        leftOut,
        defaults: options.defaults ?? NO_DEFAULTS,
        onBytes: (count) => {
          progress.note();
          counts.bytes_done += count;
          // The size of gzipped data is not known in advance.
          counts.bytes_total = Math.max(counts.bytes_total, counts.bytes_done);
        },
        onRow: () => {
          progress.note();
          counts.rows_done += 1;
          progress.throwIfStopped();
        },
      });
      if (stages.taxa.count === 0 && faults.errorCount === 0)
        faults.error('no_taxa', { file: itemAt(description.tables, 0).files[0].name });
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

/** The title and the kinds of data of the file. */
function describedIn({ tables, format, title }: Description): Pick<ApplyOptions, 'has' | 'title'> {
  const has = (...fields: Field[]) => tables.some((table) => fields.some((field) => table.columns.has(field) || table.defaults.has(field)));
  return {
    title,
    has: {
      names: has('vernacular_name', 'name') || tables.some(({ nameColumns }) => nameColumns !== undefined && nameColumns.size > 0),
      synonyms: has('accepted_id', 'accepted_name', 'original_name') || format === 'coldp' || (format === 'veld' && has('name')),
      countries: has('countries', 'country_code', 'location_id'),
      statuses: has('establishment_means', 'degree_of_establishment', 'threat_status', 'is_invasive', 'protection') || format === 'coldp',
      parents: has('parent_id', 'parent_name'),
    },
  };
}

async function apply(tx: Tx, options: RunOptions & Pick<ApplyOptions, 'has' | 'title' | 'leftOut'>, progress: Progress): Promise<Applied> {
  await setLongTimeouts(tx, options.importId);
  let state = await tx.selectFrom('taxonomy_state').select('seq').executeTakeFirst();
  if (!options.isDryRun) {
    // Locks the taxonomy, except for a dry run.
    if (!state)
      await tx
        .insertInto('taxonomy_state')
        .values({ epoch: randomUUID(), seq: 0, starter_hash: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    state = await tx.selectFrom('taxonomy_state').select('seq').forUpdate().executeTakeFirstOrThrow();
  }
  const seq = (state?.seq ?? 0) + 1;
  const applied = await applyStage(tx, { ...options, seq, onStep: async () => progress.throwIfStopped() });
  if (!options.isDryRun) {
    const hasChanges = await tx.selectFrom('taxa').select('id').where('updated_seq', '=', seq).limit(1).executeTakeFirst();
    if (hasChanges)
      await tx
        .updateTable('taxonomy_state')
        .set({ seq, updated_at: sql<Date>`now()` })
        .execute();
  }
  return applied;
}

function addFailure(error: Error, faults: FaultList, log: Pick<FastifyBaseLogger, 'error'>): void {
  const code = readErrorCode(error) ?? '';
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
