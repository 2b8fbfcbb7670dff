import { TAXONOMY_SCHEMA_VERSION, type TaxonomyPage } from '@veld/contract';
import { RowPacker } from '@veld/taxonomy';
import { wait } from '../device/clock';
import type { CopyBuild } from './build-copy';
import type { CancelCause, CopyRecord, ChunkRecord, ProgressRecord } from './database';
import { languagesOfRun } from './open-copy';
import { targetChange, type TargetCopy, targetCopy } from './plan';
import type { PageQuery, ProgressNotice, TaxonomyLog, UpdatePorts } from './ports';
import { applyDelta, makeChunkRecords, RunLost, saveProgress, storePage, swapInCopy } from './stored-copies';

/** Attempts per page before the update is cancelled (decision 0021). */
const FETCH_TRIES = 30;
const RETRY_MS = 10_000;
/** More recent activity need not be renewed. */
const RENEWED_MS = 1000;
/** The update yields for this long after every `PAUSE_EVERY` items (decision 0021). */
const PAUSE_MS = 5;
const PAUSE_EVERY = 1000;

export type RunResult = 'finished' | 'cancelled' | 'paused' | 'lost';

/** An empty page before the total was reached; counts as a fetch error (decision 0021). */
class DataMissing extends Error {
  override readonly name = 'DataMissing';
}

/** The record of an update that starts with page 1. */
export function newProgress(
  target: TargetCopy,
  copy: CopyRecord | undefined,
  epoch: string,
  since: string | null,
  ports: UpdatePorts,
  id: string,
): ProgressRecord {
  return {
    taxonomyType: target.type,
    page: 0,
    progress: 0,
    total: 0,
    skippedCount: 0,
    languages: target.languages,
    mainLanguage: target.mainLanguage,
    foreignLanguages: target.foreignLanguages,
    isCountryUpdate: target.type === 'country',
    userCountryCode: target.country,
    lastUpdatedAt: copy?.last_updated_at ?? null,
    newLastUpdatedAt: null,
    databaseVersion: TAXONOMY_SCHEMA_VERSION,
    processId: ports.processId,
    timestamp: ports.clock.now(),
    state: 'running',
    cause: null,
    copy: id,
    since,
    epoch,
    rows: 0,
    merged: [],
  };
}

/** Runs one update from the page after the last stored one to the end. This process already owns the record. */
export class UpdateRun {
  readonly #ports: UpdatePorts;
  #progress: ProgressRecord;
  #hasLoggedMissing = false;
  /** The previous page is stored while the next one is fetched and packed. */
  #storing: Promise<void> = Promise.resolve();
  /** The index of a new copy; grows with every page. */
  #build: CopyBuild | null = null;

  constructor(ports: UpdatePorts, progress: ProgressRecord) {
    this.#ports = ports;
    this.#progress = progress;
  }

  async run(): Promise<RunResult> {
    const { db } = this.#ports;
    if (this.#progress.page === 0) this.#notify('ongoing', 'Starting taxonomy update');
    try {
      if (this.#progress.since === null) this.#growing();
      while (this.#progress.page === 0 || this.#progress.progress < this.#progress.total) {
        const stop = await this.#stopBefore();
        if (stop !== null) return stop;
        const page = await this.#fetch();
        if (page === null) return 'paused';
        if (page === 'too_many_errors') return await this.#cancel('errors', 'too_many_errors');
        if (page.cancel) return await this.#cancel('server', 'cancelled_by_server');
        if (this.#isOfAnotherCopy(page)) return await this.#cancel('total_mismatch', 'total_mismatch');
        await this.#store(page);
      }
      await this.#storing;
      // Changes while the last page arrived count too: an outdated copy must not be swapped in.
      const stop = await this.#stopBefore();
      if (stop !== null) return stop;
      if (this.#progress.since === null) {
        const built = await this.#growing().finish();
        await swapInCopy(db, this.#progress, this.#ports.clock.now(), built);
      } else await applyDelta(db, this.#progress, this.#ports.clock.now(), () => this.#pause(), this.#ports.startBuild);
      this.#ports.announce({ type: this.#progress.taxonomyType, what: 'swapped' });
      this.#notify('positive', `${this.#what} updated`);
      return 'finished';
    } catch (error) {
      if (!(error instanceof RunLost)) {
        this.#notify('negative', `Error updating ${this.#what}`);
        throw error;
      }
      if (error.reason === 'running_twice') this.#log('running_twice');
      this.#notify('negative', `Error updating ${this.#what}`);
      return error.reason === 'cancelled' ? 'cancelled' : 'lost';
    } finally {
      this.#releaseBuild();
    }
  }

  #growing(): CopyBuild {
    return (this.#build ??= this.#ports.startBuild(this.#progress.copy, this.#progress.page));
  }

  #releaseBuild(): void {
    this.#build?.stop();
    this.#build = null;
  }

  /** Called before each page: a change by the user cancels or pauses the run within one page. */
  async #stopBefore(): Promise<RunResult | null> {
    const session = this.#ports.session();
    if (!session.loggedIn) {
      await this.#storing;
      return 'paused';
    }
    const change = targetChange(this.#progress, targetCopy(this.#progress.taxonomyType, session));
    return change === null ? null : this.#cancel(change, null);
  }

  /** Fetches the next page, retrying every 10 seconds; while offline it only waits. Null if the user logged out meanwhile. */
  async #fetch(): Promise<TaxonomyPage | 'too_many_errors' | null> {
    const { clock, db } = this.#ports;
    let errors = 0;
    for (;;) {
      if (this.#ports.online()) {
        // Storing a page also renewed the activity and checked the ownership of the record.
        if (errors > 0 || this.#progress.page === 0 || clock.now() - this.#progress.timestamp > RENEWED_MS) {
          await this.#storing;
          this.#progress = { ...this.#progress, timestamp: clock.now() };
          await saveProgress(db, this.#progress);
        }
        try {
          return await this.#fetchOnce();
        } catch (error) {
          errors++;
          if (error instanceof DataMissing && !this.#hasLoggedMissing) {
            this.#hasLoggedMissing = true;
            this.#log('data_missing');
          }
          if (errors >= FETCH_TRIES) return 'too_many_errors';
        }
      }
      // The wait may be long. The build restarts from the stored pages.
      this.#releaseBuild();
      await this.#storing;
      await wait(clock, RETRY_MS);
      if (!this.#ports.session().loggedIn) return null;
    }
  }

  async #fetchOnce(): Promise<TaxonomyPage> {
    const { page, languages, userCountryCode, since, newLastUpdatedAt, progress } = this.#progress;
    const query: PageQuery = { page: page + 1, languages: languages.join(',') };
    if (userCountryCode !== null) query.country_code = userCountryCode;
    if (since !== null) query.since = since;
    if (newLastUpdatedAt !== null) query.version = newLastUpdatedAt;
    const answer = await this.#ports.fetchPage(query);
    if (!answer.cancel && answer.data.length === 0 && progress < answer.total)
      throw new DataMissing('An empty page before the total was reached');
    return answer;
  }

  /** All pages of an update belong to one server version: same total, same time (decision 0021). */
  #isOfAnotherCopy(page: TaxonomyPage): boolean {
    const { total, newLastUpdatedAt } = this.#progress;
    return newLastUpdatedAt !== null && (page.total !== total || page.last_updated_at !== newLastUpdatedAt);
  }

  async #store(page: TaxonomyPage): Promise<void> {
    const before = this.#progress;
    const languages = languagesOfRun(before);
    const isDelta = before.since !== null;
    const rows = new PageRows(new RowPacker(languages), isDelta ? null : before.rows, before.merged);
    for (let at = 0; at < page.data.length;) {
      const end = Math.min(page.data.length, at + PAUSE_EVERY - ((before.progress + at) % PAUSE_EVERY));
      rows.take(page.data, at, end);
      at = end;
      if ((before.progress + at) % PAUSE_EVERY === 0) await this.#pause();
    }
    await this.#storing;
    const build = isDelta ? null : this.#growing();
    this.#progress = {
      ...before,
      page: before.page + 1,
      progress: before.progress + page.data.length,
      total: before.newLastUpdatedAt === null ? page.total : before.total,
      skippedCount: before.skippedCount + rows.skipped,
      newLastUpdatedAt: before.newLastUpdatedAt ?? page.last_updated_at,
      timestamp: this.#ports.clock.now(),
      rows: before.rows + (isDelta ? 0 : rows.size),
      merged: rows.merged,
    };
    const chunks = makeChunkRecords(this.#progress, rows.packed(), isDelta ? rows.removed : []);
    build?.add(chunks);
    this.#storing = this.#keep(this.#progress, chunks);
    // The next await of `#storing` reports the error.
    this.#storing.catch(() => {});
  }

  async #keep(progress: ProgressRecord, chunks: readonly ChunkRecord[]): Promise<void> {
    await storePage(this.#ports.db, progress, chunks);
    this.#ports.announce({ type: progress.taxonomyType, what: 'page' });
    this.#notify('ongoing', `Updating ${this.#what} (${progress.progress} / ${progress.total})`);
  }

  async #cancel(cause: CancelCause, code: TaxonomyLog['code'] | null): Promise<RunResult> {
    await this.#storing;
    this.#progress = { ...this.#progress, state: 'cancelled', cause, timestamp: this.#ports.clock.now() };
    await saveProgress(this.#ports.db, this.#progress);
    if (code !== null) this.#log(code);
    this.#notify('negative', `Error updating ${this.#what}`);
    return 'cancelled';
  }

  #pause(): Promise<void> {
    return wait(this.#ports.clock, PAUSE_MS);
  }

  get #what(): string {
    return this.#progress.isCountryUpdate ? `country taxonomy (${this.#progress.userCountryCode ?? ''})` : 'global taxonomy';
  }

  #log(code: TaxonomyLog['code']): void {
    const { taxonomyType, page, total } = this.#progress;
    void this.#ports.sendLog({ code, type: taxonomyType, page, total }).catch(() => {});
  }

  #notify(type: ProgressNotice['type'], text: string): void {
    if (this.#ports.session().debug) this.#ports.notify({ type, text });
  }
}

/** Packs the rows of one page of an update, some at a time so that the update can yield in between. */
class PageRows {
  readonly #packer: RowPacker;
  readonly #rowsBefore: number | null;
  /** Rows packed. */
  size = 0;
  /** Taxa without a name in any of the languages. */
  skipped = 0;
  readonly removed: number[] = [];
  readonly merged: [from: number, into: number][];

  /** `rowsBefore`: number of rows already in the copy; null for a delta, whose rows keep their keys. */
  constructor(packer: RowPacker, rowsBefore: number | null, mergedBefore: readonly [from: number, into: number][]) {
    this.#packer = packer;
    this.#rowsBefore = rowsBefore;
    this.merged = [...mergedBefore];
  }

  take(taxa: TaxonomyPage['data'], from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const taxon = taxa[at]!;
      if (taxon.is_deleted) {
        this.removed.push(taxon.id);
        if (taxon.accepted_id !== null) this.merged.push([taxon.id, taxon.accepted_id]);
      } else if (this.#packer.addInput(taxon, this.#rowsBefore === null ? 0 : this.#rowsBefore + this.size + 1)) this.size++;
      else {
        this.skipped++;
        // A taxon that lost its name cannot be displayed.
        this.removed.push(taxon.id);
      }
    }
  }

  packed(): Uint8Array[] {
    return this.#packer.finish();
  }
}
