import type { TaxonomyPage, TaxonomyUpdates, TaxonRow } from '@veld/contract';
import { ChunkCache, type StoredTaxon, type TaxonRecord, withNormalisedNames } from '@veld/taxonomy';
import type { Clock } from '../device/clock';
import type { CopyChange } from './stored-copies';
import { buildOnThisThread } from './build-copy';
import { type ProgressRecord, TaxonomyDatabase, type TaxonomyType } from './database';
import { languagesOfCopy, openCopy } from './open-copy';
import type { CheckQuery, PageQuery, ProgressNotice, TaxonomyLog, TaxonomySession, UpdatePorts } from './ports';
import { TaxonomyUpdate } from './update';

/** A clock that jumps to the next timer. */
class JumpingClock implements Clock {
  time = 1_700_000_000_000;
  /** Every wait, in milliseconds. */
  waits: number[] = [];

  now(): number {
    return this.time;
  }

  after(ms: number, work: () => void): () => void {
    this.waits.push(ms);
    const timer = setTimeout(() => {
      this.time += ms;
      work();
    }, 0);
    return () => clearTimeout(timer);
  }
}

export function remoteTaxon(id: number, names: TaxonRow['names'], more: Partial<TaxonRow> = {}): TaxonRow {
  return {
    id,
    name: names.sci ?? `Taxon ${id}`,
    rank: 'species',
    group: 'bird',
    family: null,
    parent_id: null,
    names,
    name_synonyms: {},
    image_url: null,
    image_attribution: null,
    external_observation_count: 0,
    rarity_class: 1,
    is_deleted: false,
    accepted_id: null,
    ...more,
  };
}

/** A number of birds: "Great Bird a", "Great Bird b", ... */
export function flock(size: number): TaxonRow[] {
  return Array.from({ length: size }, (_, at) => {
    const letters = at.toString(25).replace(/[0-9]/g, (digit) => String.fromCharCode(112 + Number(digit)));
    return remoteTaxon(at + 1, { sci: `Avis ${letters}`, en: `Great Bird ${letters}`, nl: `Grote vogel ${letters}` });
  });
}

/** The server's taxonomy routes, in memory. */
class TaxonomyServer {
  taxa: TaxonRow[] = [];
  /** Per country: only these ids. */
  countries: Record<string, number[]> = {};
  /** Changes after a cursor. */
  deltas: Record<string, TaxonRow[]> = {};
  version = 'v1';
  epoch = 'epoch-1';
  pageSize = 2;
  fullReindex = false;
  cancelChecks = false;
  pages: PageQuery[] = [];
  checks: CheckQuery[] = [];
  logs: TaxonomyLog[] = [];
  /** Called before each page: may change the response, fail, or change the state of the test. */
  onPage: (query: PageQuery, answer: TaxonomyPage) => TaxonomyPage | Promise<TaxonomyPage> = (_, answer) => answer;

  async fetchPage(query: PageQuery): Promise<TaxonomyPage> {
    this.pages.push(query);
    const rows = query.since === undefined ? this.#rows(query.country_code) : (this.deltas[query.since] ?? []);
    const from = (Number(query.page) - 1) * this.pageSize;
    const answer = {
      data: rows.slice(from, from + this.pageSize),
      total: rows.length,
      last_updated_at: this.version,
      cancel: query.version !== undefined && query.version !== this.version,
    };
    return this.onPage(query, answer);
  }

  async checkUpdates(query: CheckQuery): Promise<TaxonomyUpdates> {
    this.checks.push(query);
    const isCountry = query.is_country_update === '1';
    const total = this.#rows(isCountry ? query.country : undefined).length;
    const count = Number(isCountry ? query.country_count : query.global_count);
    const since = isCountry ? query.country_since : query.since;
    return {
      update_required: count !== total || since !== this.version,
      full_reindex: this.fullReindex || (since === this.version && count !== total),
      total,
      database_version: this.epoch,
      last_updated_at: this.version,
      cancel: this.cancelChecks,
    };
  }

  #rows(country: string | undefined): TaxonRow[] {
    return country === undefined ? this.taxa : this.taxa.filter(({ id }) => this.countries[country]?.includes(id));
  }
}

/** One device: its database and any number of tabs. */
export class Device {
  db = new TaxonomyDatabase(`veld-taxonomy-${crypto.randomUUID()}`);
  readonly clock = new JumpingClock();
  readonly server = new TaxonomyServer();
  readonly notices: ProgressNotice[] = [];
  readonly announcements: CopyChange[] = [];
  session: TaxonomySession = { loggedIn: true, country: null, locale: 'nl', nameLanguages: [], debug: false };
  isOnline = true;
  #isLocked = false;

  /** A page load. `locks` false: a browser without the Web Locks API. */
  tab(processId: string, { locks = true, ...others }: { locks?: boolean } & Partial<UpdatePorts> = {}): TaxonomyUpdate {
    const ports: UpdatePorts = {
      db: this.db,
      clock: this.clock,
      fetchPage: (query) => this.server.fetchPage(query),
      checkUpdates: (query) => this.server.checkUpdates(query),
      sendLog: async (log) => this.server.logs.push(log),
      session: () => this.session,
      online: () => this.isOnline,
      withLock: async (work) => {
        if (!locks) {
          await work();
          return true;
        }
        if (this.#isLocked) return false;
        this.#isLocked = true;
        await work().finally(() => {
          this.#isLocked = false;
        });
        return true;
      },
      processId,
      notify: (notice) => this.notices.push(notice),
      announce: (announcement) => this.announcements.push(announcement),
      startBuild: (copy, pages) => buildOnThisThread(this.db, copy, pages),
      ...others,
    };
    return new TaxonomyUpdate(ports);
  }

  /** The rows of the copy in use. */
  async rows(type: TaxonomyType = 'global'): Promise<TaxonRecord[]> {
    const copy = await this.db.copies.get(type);
    if (copy === undefined) return [];
    const cache = new ChunkCache();
    const cursor = (await openCopy(this.db, copy, cache, {})).rows();
    while (await cache.run(() => cursor.step()));
    const languages = languagesOfCopy(copy);
    return cursor.results.map((row: StoredTaxon) => withNormalisedNames(row, languages));
  }

  /** All names under which chunks are stored. */
  async storedNames(): Promise<string[]> {
    const keys = await this.db.blocks.toCollection().primaryKeys();
    return [...new Set(keys.map(([copy]) => copy))];
  }

  async storedIds(type: TaxonomyType = 'global'): Promise<number[]> {
    return (await this.rows(type)).map(({ id }) => id);
  }

  progress(type: TaxonomyType = 'global'): Promise<ProgressRecord | undefined> {
    return this.db.progress.get(type);
  }

  /** All tabs are killed; the next one opens the database again. */
  restart(): void {
    this.db.close();
    this.db = new TaxonomyDatabase(this.db.name);
    this.#isLocked = false;
  }

  /** A tab is killed while a page is being fetched. */
  async dieAt(page: number): Promise<void> {
    const died = new Promise<void>((resolve) => {
      this.server.onPage = (query, answer) => {
        if (query.page !== page) return answer;
        resolve();
        return new Promise(() => {});
      };
    });
    void this.tab('dying', { locks: false }).tick();
    await died;
    this.server.onPage = (_, answer) => answer;
  }
}

/** A rule, its source, and the test that proves it. */
export interface Rule {
  rule: string;
  from: string;
  proof: () => Promise<void>;
}
