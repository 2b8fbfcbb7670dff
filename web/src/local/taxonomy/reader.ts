import {
  type BrowseFilter as CopyFilter,
  DEFAULT_LIMIT,
  ChunkCache,
  languageList,
  type LikelyTaxa,
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
  /** Restrict to one copy; default all taxa. */
  copy?: TaxonomyType;
}

export interface TaxonomyStatus {
  /** There is no complete copy yet: hits come from the pages that have arrived. */
  loading: boolean;
  global: CopyStatus | null;
  country: CopyStatus | null;
  running: { type: TaxonomyType; progress: number; total: number } | null;
}

const BELOW_SPECIES = new Set(['subspecies', 'variety', 'form']);

/** Minimum interval between refreshes of a partial copy. */
const PARTIAL_REFRESH_MS = 2000;

/** Delay before prefetching, so that the first queries go first. */
const READ_AHEAD_AFTER_MS = 500;
/** Attempts per query, if the copies it reads are replaced meanwhile. */
const TRIES = 4;

/**
 * Answers queries from the stored copies. Segment heads are read when a copy is opened, everything else chunk by chunk on
 * demand. Until a new copy is open, the previous one answers; if its chunks are gone by then, the query is repeated on the new
 * one. A search therefore never sees parts of two versions of a copy.
 */
export class TaxonomyReader {
  readonly #db: TaxonomyDatabase;
  readonly #now: () => number;
  readonly #cache: ChunkCache;
  #groupLabels: Record<string, string>;
  #likely: LikelyTaxa | null = null;
  #loaded: Partial<Record<TaxonomyType, LoadedCopy>> = {};
  #loading: Promise<void> | null = null;
  #isStale = true;
  #readAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #onRead: () => void;

  /** `onRead` is called whenever results may differ. `memory`: cache budget in bytes. */
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

  /** The stored copies changed: reopens them in the background. */
  markStale(what: 'swapped' | 'page'): void {
    this.#isStale = true;
    if (what === 'swapped') this.#readAt = 0;
    clearTimeout(this.#timer);
    const wait = Math.max(0, this.#readAt + PARTIAL_REFRESH_MS - this.#now());
    this.#timer = setTimeout(() => void this.#refresh(), wait);
  }

  /** Localised group names for homonym labels. */
  setGroupLabels(labels: Record<string, string>): void {
    this.#groupLabels = labels;
    for (const type of TAXONOMY_TYPES) this.#loaded[type]?.index.setGroupLabels(labels);
    this.#onRead();
  }

  /** Ids of the taxa that are likely here and now, the likeliest first: they come before others that match a text equally well. */
  setLikely(ids: readonly number[]): void {
    this.#likely = new Map(ids.map((id, place) => [id, place]));
    this.#onRead();
  }

  /**
   * Synchronous if all chunks are in memory. `shouldContinue` is called while chunks load; if it returns false, the search
   * rejects with `QueryAborted`.
   */
  searchTaxa(text: string, options: { limit?: number } = {}, shouldContinue?: () => boolean): TaxonHit[] | Promise<TaxonHit[]> {
    const limit = options.limit ?? DEFAULT_LIMIT;
    return this.#queryNow((copies) => this.#cache.run(() => searchCopies(copies, text, { limit }, this.#likely), shouldContinue));
  }

  suggestTaxa(text: string, shouldContinue?: () => boolean): TaxonHit[] | Promise<TaxonHit[]> {
    return this.searchTaxa(text, { limit: SUGGESTION_LIMIT }, shouldContinue);
  }

  async taxonById(id: number): Promise<Taxon | null> {
    return this.#query((copies) => this.#cache.run(() => first(copies, (copy) => copy.byId(id))));
  }

  /** Whether a country's copy has a taxon; null if that copy is not complete on this device. */
  async isListed(id: number, country: string): Promise<boolean | null> {
    return this.#query(() =>
      this.#cache.run(() => {
        const loaded = this.#loaded.country;
        return loaded?.status.complete && loaded.status.country_code === country ? loaded.index.byId(id) !== null : null;
      }),
    );
  }

  /** In the order of the ids, without unknown ones. With a language: named in it, from the copies that have its names. */
  async taxaByIds(ids: readonly number[], language?: string): Promise<Taxon[]> {
    return this.#query(async (copies) => {
      const usable = language === undefined ? copies : copies.filter((copy) => languageList(copy.languages).includes(language));
      const taxa: Taxon[] = [];
      for (const id of ids) {
        const taxon = await this.#cache.run(() => first(usable, (copy) => taxonIn(copy, id, language)));
        if (taxon !== null) taxa.push(taxon);
      }
      return taxa;
    });
  }

  /** The species that taxa count for, where it is another: of a subspecies its species, of a merged taxon its successor. */
  async speciesOf(ids: readonly number[]): Promise<[id: number, speciesId: number][]> {
    return this.#query(async (copies) => {
      const found: [number, number][] = [];
      for (const id of ids) {
        const taxon = await this.#cache.run(() => first(copies, (copy) => copy.byId(id)));
        const species = taxon?.parent_id != null && BELOW_SPECIES.has(taxon.rank) ? taxon.parent_id : (taxon?.id ?? id);
        if (species !== id) found.push([id, species]);
      }
      return found;
    });
  }

  async taxonByName(name: string): Promise<Taxon | null> {
    return this.#query((copies) => this.#cache.run(() => first(copies, (copy) => copy.byName(name))));
  }

  /**
   * Displayed name to id, species only. With a country: only if its copy is on this device, else empty. Without one: all
   * species.
   */
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

  /** Runs a query on the copies, the country's first (decision 0021), and repeats it if one was replaced meanwhile. */
  async #query<T>(query: (copies: TaxonIndex[]) => T | Promise<T>, started?: Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      // With everything in memory there is no await, so most queries finish before this function yields.
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

  /** The same, but synchronous if possible, for searching while the user types. */
  #queryNow<T>(query: (copies: TaxonIndex[]) => T | Promise<T>): T | Promise<T> {
    if (this.#opening() !== null) return this.#query(query);
    try {
      const answer = query(this.#copies());
      return answer instanceof Promise ? this.#query(query, answer) : answer;
    } catch {
      // Runs the query again with error handling.
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

  /** A chunk is gone. Either its copy was replaced, or it is damaged and must be fetched again. */
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

  /** What a query must wait for, or null. */
  #opening(): Promise<void> | null {
    const loading = this.#refresh();
    // Only the very first query waits; later ones use the previous copy until the new one is open.
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
    // In parallel: the first query of a page waits for both.
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

  /**
   * While idle, so that later queries find their chunks in memory. Errors are ignored here, because a query will meet and
   * report them.
   */
  async #prefetch(): Promise<void> {
    for (const type of ['country', 'global'] as const) {
      const loaded = this.#loaded[type];
      if (loaded?.status.complete === true) await loaded.index.prefetch(yieldToEventLoop).catch(() => {});
    }
  }

  /** Removes the files of deleted copies, but not of a copy being built. */
  async #removeStaleFiles(): Promise<void> {
    const [copies, runs] = await Promise.all([this.#db.copies.toArray(), this.#db.progress.toArray()]).catch(() => [[], []]);
    if (copies.length > 0) await removeStaleCopyFiles([...copies.map(({ copy }) => copy), ...runs.flatMap(({ copy }) => namesOfRun(copy))]);
  }

  /** Drops a copy that cannot be opened. If it was replaced while being opened, opens the new one. */
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

/** Lets pending queries run. */
function yieldToEventLoop(): Promise<void> {
  return new Promise((go) => setTimeout(go));
}

/** The taxon with its name in a language. Without one, and in the copy's main language, as displayed. */
function taxonIn(copy: TaxonIndex, id: number, language: string | undefined): Taxon | null {
  const taxon = copy.byId(id);
  if (taxon === null || language === undefined || language === copy.languages.main) return taxon;
  return { ...taxon, name: taxon.spelled[language]?.[0] ?? taxon.english_name ?? taxon.scientific_name };
}

function first<T>(copies: readonly TaxonIndex[], find: (copy: TaxonIndex) => T | null): T | null {
  for (const copy of copies) {
    const results = find(copy);
    if (results !== null) return results;
  }
  return null;
}
