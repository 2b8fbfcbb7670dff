import { WORLDWIDE } from '@veld/contract';
import { newId } from '../db/ids';
import { type CopyRecord, type ProgressRecord, readState, TAXONOMY_TYPES, type TaxonomyType } from './database';
import { decideProgress, remainingIdleMs, planUpdate, type TargetCopy, targetCopy } from './plan';
import type { CheckQuery, UpdatePorts } from './ports';
import { newProgress, type RunResult, UpdateRun } from './run-update';
import { beginProgress, cancelRunning, deleteAbandoned, removeCopy } from './stored-copies';

/** Interval of the update loop (decision 0021). */
const LOOP_MS = 60_000;
/** A stored check-updates response serves all tabs for this long (decision 0021). */
const CHECK_CACHE_MS = 60_000;

/**
 * Keeps the device's copies current: every minute, only while logged in, the global copy and then the country's, never both at
 * once. See docs/pipelines/taxonomy-update.md.
 */
export class TaxonomyUpdate {
  readonly #ports: UpdatePorts;
  #isStarted = false;
  #isTicking = false;
  #isWoken = false;
  /** Time until the next tick; shorter if an abandoned update can be resumed sooner. */
  #restMs = LOOP_MS;
  #stopWaiting: (() => void) | null = null;

  constructor(ports: UpdatePorts) {
    this.#ports = ports;
  }

  /** Starts the loop with an immediate tick. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    void this.#loop();
  }

  stop(): void {
    this.#isStarted = false;
    this.#stopWaiting?.();
  }

  /** Ticks now instead of at the next minute: after a login, or when the user's country changed. */
  wake(): void {
    if (this.#isTicking) this.#isWoken = true;
    else this.#stopWaiting?.();
  }

  /**
   * Cancels running updates in all tabs, within one page, because the language is about to change. Await it before reloading.
   */
  async cancelForLanguageChange(): Promise<void> {
    await cancelRunning(this.#ports.db, 'language', this.#ports.clock.now());
  }

  /** One tick. Never rejects; failures are retried by a later tick. */
  async tick(): Promise<void> {
    if (this.#isTicking) return;
    this.#isTicking = true;
    try {
      if (this.#mayRequest()) await this.#ports.withLock(() => this.#updateAll());
    } catch (error) {
      console.error('Taxonomy update', error);
    } finally {
      this.#isTicking = false;
    }
  }

  async #loop(): Promise<void> {
    while (this.#isStarted) {
      await this.tick();
      if (!this.#isStarted) return;
      if (this.#isWoken) {
        this.#isWoken = false;
        continue;
      }
      await new Promise<void>((resolve) => {
        const cancel = this.#ports.clock.after(this.#restMs, resolve);
        this.#stopWaiting = () => {
          cancel();
          resolve();
        };
      });
      this.#stopWaiting = null;
      this.#restMs = LOOP_MS;
    }
  }

  /** Makes no request while offline (decision 0021). */
  #mayRequest(): boolean {
    return this.#ports.session().loggedIn && this.#ports.online();
  }

  async #updateAll(): Promise<void> {
    for (const type of TAXONOMY_TYPES) {
      if (!this.#mayRequest()) return;
      const target = targetCopy(type, this.#ports.session());
      if (type === 'country' && target.country === null) {
        if (await removeCopy(this.#ports.db, type)) this.#ports.announce({ type, what: 'swapped' });
        continue;
      }
      const result = await this.#update(target);
      if (result === 'active_elsewhere' || result === 'lost' || result === 'paused') return;
    }
  }

  async #update(target: TargetCopy): Promise<RunResult | 'active_elsewhere' | 'current' | 'unknown'> {
    const { db, clock, processId } = this.#ports;
    const before = await db.progress.get(target.type);
    const copy = await db.copies.get(target.type);
    const judgement = decideProgress(before, target, clock.now());
    if (judgement === 'leave') {
      this.#restMs = Math.min(LOOP_MS, remainingIdleMs(before!, clock.now()));
      return 'active_elsewhere';
    }
    // A delta is useful only for the copy it continues from.
    const fits = before !== undefined && (before.since === null || before.since === copy?.since);
    if (judgement === 'resume' && fits) return this.#resume(before, { ...before, processId, timestamp: clock.now() });
    const answer = await this.#check(target, copy);
    if (answer === null) return 'unknown';
    const plan = planUpdate(copy, target, answer);
    if (answer.cancel) {
      // The server is rebuilding its copy: start nothing for now.
      if (plan !== 'nothing')
        void this.#ports.sendLog({ code: 'cancelled_by_server', type: target.type, page: 0, total: answer.total }).catch(() => {});
      return 'unknown';
    }
    if (plan === 'nothing') {
      await deleteAbandoned(db, target.type);
      return 'current';
    }
    const since = plan === 'delta' ? (copy?.since ?? null) : null;
    return this.#run(newProgress(target, copy, answer.database_version, since, this.#ports, newId()));
  }

  /** Takes over an earlier run, unless it was cancelled or taken over since it was examined. */
  async #resume(before: ProgressRecord, progress: ProgressRecord): Promise<RunResult> {
    const { db } = this.#ports;
    const isTaken = await db.transaction('rw', [db.progress, db.copies, db.blocks], async () => {
      const now = await db.progress.get(before.taxonomyType);
      if (now?.state !== 'running' || now.timestamp !== before.timestamp || now.copy !== before.copy) return false;
      await beginProgress(db, progress);
      return true;
    });
    return isTaken ? new UpdateRun(this.#ports, progress).run() : 'lost';
  }

  async #run(progress: ProgressRecord): Promise<RunResult> {
    await beginProgress(this.#ports.db, progress);
    return new UpdateRun(this.#ports, progress).run();
  }

  async #check(target: TargetCopy, copy: CopyRecord | undefined) {
    const { db, clock } = this.#ports;
    const query = checkQuery(target, await db.copies.get('global'), target.type === 'country' ? copy : await db.copies.get('country'));
    const stored = (await readState(db)).checks[target.type];
    if (
      stored !== undefined &&
      Math.abs(clock.now() - stored.timestamp) < CHECK_CACHE_MS &&
      JSON.stringify(stored.query) === JSON.stringify(query)
    ) {
      return stored.answer;
    }
    try {
      const answer = await this.#ports.checkUpdates(query);
      await this.#storeCheck(target.type, query, answer);
      return answer;
    } catch (error) {
      console.warn('Taxonomy check', error);
      return null;
    }
  }

  async #storeCheck(type: TaxonomyType, query: CheckQuery, answer: Awaited<ReturnType<UpdatePorts['checkUpdates']>>): Promise<void> {
    const { db, clock } = this.#ports;
    await db.transaction('rw', [db.state], async () => {
      const state = await readState(db);
      state.checks[type] = { timestamp: clock.now(), query: query, answer };
      await db.state.put(state);
    });
  }
}

/** Counts of the stored copies; the global one includes the nameless taxa of its last full update (decision 0021). */
function checkQuery(target: TargetCopy, global: CopyRecord | undefined, country: CopyRecord | undefined): CheckQuery {
  const query: CheckQuery = {
    is_country_update: target.type === 'country' ? '1' : '0',
    global_count: global === undefined ? 0 : global.size + global.skipped_count,
    country_count: country === undefined ? 0 : country.size,
    country: target.country ?? WORLDWIDE,
    languages: target.languages.join(','),
  };
  if (global !== undefined) query.since = global.since;
  if (country !== undefined && country.country_code === target.country) query.country_since = country.since;
  return query;
}
