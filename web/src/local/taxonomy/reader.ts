import {
  type BrowseFilter as CopyFilter,
  DEFAULT_LIMIT,
  ChunkCache,
  SUGGESTION_LIMIT,
  type Taxon,
  type TaxonHit,
  type TaxonIndex,
  searchCopies,
} from '@veld/taxonomy';
import { TAXONOMY_TYPES, type TaxonomyDatabase, type TaxonomyType } from './database';
import { removeStaleCopyFiles } from './copy-file';
import { type CopyStatus, dropCopy, type LoadedCopy, loadCopy } from './loaded-copies';
import { namesOfRun, ChunkLost } from './chunks';

export type { CopyStatus } from './loaded-copies';

export interface BrowseFilter extends CopyFilter {
  /** Only the country's taxa; default all. */
  copy?: TaxonomyType;
}

export interface TaxonomyStatus {
  /** No whole copy yet: answers come from what has arrived so far. */
  loading: boolean;
  global: CopyStatus | null;
  country: CopyStatus | null;
  running: { type: TaxonomyType; progress: number; total: number } | null;
}

/** How often answers from a copy that is still partial take in the pages that came since. */
const PARTIAL_REFRESH_MS = 2000;

/** After a copy was opened and its first questions were answered. */
const READ_AHEAD_AFTER_MS = 500;
/** How often a query is started again because what it reads was replaced meanwhile. */
const TRIES = 4;

/**
 * Answers from the stored copies. What a copy begins with is read once, and again when told that it changed; everything
 * else chunk by chunk, when a query needs it. Until a new copy is opened, the one before answers; where its chunks are
 * gone by then, the query is started again of the new one. So a search never sees half of a copy.
 */
export class TaxonomyReader {
  readonly #db: TaxonomyDatabase;
  readonly #now: () => number;
  readonly #cache: ChunkCache;
  #groupLabels: Record<string, string>;
  #loaded: Partial<Record<TaxonomyType, LoadedCopy>> = {};
  #loading: Promise<void> | null = null;
  #isStale = true;
  #readAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #onRead: () => void;

  /** `onRead` is called whenever other answers are to be expected. `memory`: bytes of chunks that are kept. */
  constructor(
    db: TaxonomyDatabase,
    options: { groupLabels?: Record<string, string>; now?: () => number; onRead?: () => void; memory?: number } = {},
  ) {
    this.#db = db;
    this.#groupLabels = options.groupLabels ?? {};
    this.#now = options.now ?? Date.now;
    this.#onRead = options.onRead ?? (() => {});
    this.#cache = new ChunkCache(options.memory);
  }

  /** The stored copies changed: opens them in the background. */
  markStale(what: 'swapped' | 'page'): void {
    this.#isStale = true;
    if (what === 'swapped') this.#readAt = 0;
    clearTimeout(this.#timer);
    const wait = Math.max(0, this.#readAt + PARTIAL_REFRESH_MS - this.#now());
    this.#timer = setTimeout(() => void this.#refresh(), wait);
  }

  /** Words for groups, by which homonyms are told apart. */
  setGroupLabels(labels: Record<string, string>): void {
    this.#groupLabels = labels;
    for (const type of TAXONOMY_TYPES) this.#loaded[type]?.index.setGroupLabels(labels);
    this.#onRead();
  }

  /**
   * At once where all is in memory. `shouldContinue` is started while chunks are read: a search nobody waits for any more ends with
   * QueryAborted.
   */
  searchTaxa(text: string, options: { limit?: number } = {}, shouldContinue?: () => boolean): TaxonHit[] | Promise<TaxonHit[]> {
    const limit = options.limit ?? DEFAULT_LIMIT;
    return this.#queryNow((copies) => this.#cache.run(() => searchCopies(copies, text, { limit }), shouldContinue));
  }

  suggestTaxa(text: string, shouldContinue?: () => boolean): TaxonHit[] | Promise<TaxonHit[]> {
    return this.searchTaxa(text, { limit: SUGGESTION_LIMIT }, shouldContinue);
  }

  async taxonById(id: number): Promise<Taxon | null> {
    return this.#query((copies) => this.#cache.run(() => first(copies, (copy) => copy.byId(id))));
  }

  /** Whether a country's copy has a taxon; null while that copy is not here whole. */
  async isListed(id: number, country: string): Promise<boolean | null> {
    return this.#query(() =>
      this.#cache.run(() => {
        const loaded = this.#loaded.country;
        return loaded?.status.complete && loaded.status.country_code === country ? loaded.index.byId(id) !== null : null;
      }),
    );
  }

  /** In the order of the ids; unknown ones are left out. */
  async taxaByIds(ids: readonly number[]): Promise<Taxon[]> {
    return this.#query(async (copies) => {
      const taxa: Taxon[] = [];
      for (const id of ids) {
        const taxon = await this.#cache.run(() => first(copies, (copy) => copy.byId(id)));
        if (taxon !== null) taxa.push(taxon);
      }
      return taxa;
    });
  }

  async taxonByName(name: string): Promise<Taxon | null> {
    return this.#query((copies) => this.#cache.run(() => first(copies, (copy) => copy.byName(name))));
  }

  /** Displayed name to id, species only: of a country where its copy is here, else of nothing; without a country of all. */
  async speciesList(country?: string | null): Promise<Record<string, number>> {
    await this.#ready();
    if (country && this.#loaded.country?.status.country_code !== country) return {};
    const species = await this.#browse(country ? 'country' : undefined, { rank: 'species', limit: Infinity });
    return Object.fromEntries(species.map(({ name, id }) => [name, id]));
  }

  async browse(filter: BrowseFilter = {}): Promise<Taxon[]> {
    const { copy, ...rest } = filter;
    return this.#browse(copy, rest);
  }

  async children(id: number): Promise<Taxon[]> {
    return this.#query(() => this.#cache.run(() => this.#index()?.children(id) ?? []));
  }

  async parents(id: number): Promise<Taxon[]> {
    return this.#query(() => this.#cache.run(() => this.#index()?.parents(id) ?? []));
  }

  async taxonomyStatus(): Promise<TaxonomyStatus> {
    await this.#ready();
    const running = (await this.#db.progress.toArray()).find(({ state }) => state === 'running');
    const { global, country } = this.#loaded;
    return {
      loading: global?.status.complete !== true && country?.status.complete !== true,
      global: global?.status ?? null,
      country: country?.status ?? null,
      running: running === undefined ? null : { type: running.taxonomyType, progress: running.progress, total: running.total },
    };
  }

  async #browse(copy: TaxonomyType | undefined, filter: CopyFilter): Promise<Taxon[]> {
    return this.#query(async () => {
      const cursor = this.#index(copy)?.cursor(filter);
      while (cursor !== undefined && (await this.#cache.run(() => cursor.step())));
      return cursor?.results ?? [];
    });
  }

  /** Asks the copies, country first (decision 0021), and again where one of them is no longer as it was opened. */
  async #query<T>(query: (copies: TaxonIndex[]) => T | Promise<T>, started?: Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      // Nothing is waited for where all is in memory: most questions are answered before this function gives way.
      const opening = this.#opening();
      if (opening !== null) await opening;
      try {
        const answer = tries === 1 && started !== undefined ? started : query(this.#copies());
        return answer instanceof Promise ? await answer : answer;
      } catch (error) {
        if (!(error instanceof ChunkLost) || tries === TRIES) throw error;
        await this.#reopen(error);
      }
    }
  }

  /** The same without giving way where the answer is there at once, as while somebody types. */
  #queryNow<T>(query: (copies: TaxonIndex[]) => T | Promise<T>): T | Promise<T> {
    if (this.#opening() !== null) return this.#query(query);
    try {
      const answer = query(this.#copies());
      return answer instanceof Promise ? this.#query(query, answer) : answer;
    } catch {
      // Asked again where it is seen to.
      return this.#query(query);
    }
  }

  #copies(): TaxonIndex[] {
    const { country, global } = this.#loaded;
    const copies: TaxonIndex[] = [];
    if (country !== undefined) copies.push(country.index);
    if (global !== undefined) copies.push(global.index);
    return copies;
  }

  /** A chunk is gone: another copy took the place of its own, or it is damaged, and then its copy is fetched anew. */
  async #reopen(lost: ChunkLost): Promise<void> {
    const before = { ...this.#loaded };
    this.#isStale = true;
    this.#readAt = 0;
    await (this.#loading ?? this.#refresh());
    for (const type of TAXONOMY_TYPES) {
      const loaded = this.#loaded[type];
      if (loaded === undefined || loaded !== before[type] || !loaded.stored.includes(lost.copy)) continue;
      console.error('Taxonomy', lost);
      await this.#drop(type, loaded);
    }
  }

  async #drop(type: TaxonomyType, loaded: LoadedCopy): Promise<void> {
    await dropCopy(this.#db, type, loaded.revision);
    delete this.#loaded[type];
    loaded.file?.close();
    this.#onRead();
  }

  #index(type?: TaxonomyType): TaxonIndex | undefined {
    if (type !== undefined) return this.#loaded[type]?.index;
    return (this.#loaded.global ?? this.#loaded.country)?.index;
  }

  async #ready(): Promise<void> {
    await this.#opening();
  }

  /** What an answer has to wait for. */
  #opening(): Promise<void> | null {
    const loading = this.#refresh();
    // Only the very first answer waits; later ones come from what is here while the new copy is opened.
    return loading !== null && Object.keys(this.#loaded).length === 0 ? loading : null;
  }

  #refresh(): Promise<void> | null {
    if (this.#loading !== null) return this.#loading;
    if (!this.#isStale || this.#now() - this.#readAt < PARTIAL_REFRESH_MS) return null;
    this.#isStale = false;
    this.#readAt = this.#now();
    this.#loading = this.#read().finally(() => {
      this.#loading = null;
      if (this.#isStale && this.#readAt === 0) void this.#refresh();
    });
    return this.#loading;
  }

  async #read(): Promise<void> {
    const before = TAXONOMY_TYPES.map((type) => this.#loaded[type]);
    // Together: the first answer of a page waits for both.
    const read = await Promise.all(TAXONOMY_TYPES.map((type) => this.#load(type)));
    for (const [at, type] of TAXONOMY_TYPES.entries()) {
      const loaded = read[at] ?? null;
      if (loaded === null) delete this.#loaded[type];
      else this.#loaded[type] = loaded;
    }
    for (const [at, type] of TAXONOMY_TYPES.entries()) if (before[at]?.file !== this.#loaded[type]?.file) before[at]?.file?.close();
    if (TAXONOMY_TYPES.every((type, at) => this.#loaded[type]?.revision === before[at]?.revision)) return;
    this.#onRead();
    setTimeout(() => void this.#prefetch().then(() => this.#removeStaleFiles()), READ_AHEAD_AFTER_MS);
  }

  /** While nobody asks: so that the questions to come find their chunks in memory. What fails here fails there too, and is told there. */
  async #prefetch(): Promise<void> {
    for (const type of ['country', 'global'] as const) {
      const loaded = this.#loaded[type];
      if (loaded?.status.complete === true) await loaded.index.prefetch(yieldToEventLoop).catch(() => {});
    }
  }

  /** Files of copies that are gone. One that is being made may have its file already. */
  async #removeStaleFiles(): Promise<void> {
    const [copies, runs] = await Promise.all([this.#db.copies.toArray(), this.#db.progress.toArray()]).catch(() => [[], []]);
    if (copies.length > 0) await removeStaleCopyFiles([...copies.map(({ copy }) => copy), ...runs.flatMap(({ copy }) => namesOfRun(copy))]);
  }

  /** A copy that cannot be opened at all is taken out; one that was swapped while it was being opened is opened again. */
  async #load(type: TaxonomyType): Promise<LoadedCopy | null> {
    let revision = '';
    for (;;) {
      try {
        return await loadCopy(this.#db, type, this.#loaded[type], this.#cache, this.#groupLabels);
      } catch (error) {
        if (!(error instanceof ChunkLost)) throw error;
        const now = await this.#db.copies.get(type);
        if (now === undefined) return null;
        if (now.revision === revision) {
          console.error('Taxonomy', error);
          await dropCopy(this.#db, type, revision);
        }
        revision = now.revision;
      }
    }
  }
}

/** Lets a query in that waits. */
function yieldToEventLoop(): Promise<void> {
  return new Promise((go) => setTimeout(go));
}

function first<T>(copies: readonly TaxonIndex[], find: (copy: TaxonIndex) => T | null): T | null {
  for (const copy of copies) {
    const results = find(copy);
    if (results !== null) return results;
  }
  return null;
}
