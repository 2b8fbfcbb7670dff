import { TAXONOMY_SCHEMA_VERSION } from '@veld/contract';
import {
  BLOCK_FORMAT,
  DEFAULT_LIMIT,
  SUGGESTION_LIMIT,
  type Taxon,
  type TaxonHit,
  TaxonIndex,
  nameLanguages,
  searchCopies,
} from '@veld/taxonomy';
import { type CopyRecord, type ProgressRecord, TAXONOMY_TYPES, type TaxonomyDatabase, type TaxonomyType } from './database';

export interface BrowseFilter {
  group?: string;
  family?: string;
  rank?: string;
  /** Only the country's taxa; default all. */
  copy?: TaxonomyType;
  offset?: number;
  limit?: number;
}

export interface CopyStatus {
  size: number;
  /** False while the first copy is still arriving. */
  complete: boolean;
  country_code: string | null;
  languages: string[];
  /** The server's time of the last full update. */
  last_updated_at: string | null;
  /** Device time of the last update, in milliseconds. */
  finished_at: number | null;
}

export interface TaxonomyStatus {
  /** No whole copy yet: answers come from what has arrived so far. */
  loading: boolean;
  global: CopyStatus | null;
  country: CopyStatus | null;
  running: { type: TaxonomyType; progress: number; total: number } | null;
}

interface Held {
  revision: string;
  index: TaxonIndex;
  status: CopyStatus;
}

/** How often answers from a copy that is still arriving take in the pages that came since. */
const PARTIAL_REFRESH_MS = 2000;

/**
 * Answers from the stored copies: reads their blocks once, and again when told that they changed. Until a new copy is
 * read, the one before answers, so a search never sees half of one.
 */
export class TaxonomyReader {
  readonly #db: TaxonomyDatabase;
  readonly #now: () => number;
  #groupLabels: Record<string, string>;
  #labelsVersion = 0;
  #held: Partial<Record<TaxonomyType, Held>> = {};
  #loading: Promise<void> | null = null;
  #isStale = true;
  #readAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #onRead: () => void;

  /** `onRead` is called whenever other answers are to be expected. */
  constructor(db: TaxonomyDatabase, options: { groupLabels?: Record<string, string>; now?: () => number; onRead?: () => void } = {}) {
    this.#db = db;
    this.#groupLabels = options.groupLabels ?? {};
    this.#now = options.now ?? Date.now;
    this.#onRead = options.onRead ?? (() => {});
  }

  /** The stored copies changed: reads them in the background. */
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
    this.#labelsVersion++;
    this.markStale('swapped');
  }

  async searchTaxa(text: string, options: { limit?: number } = {}): Promise<TaxonHit[]> {
    return searchCopies(await this.#copies(), text, { limit: options.limit ?? DEFAULT_LIMIT });
  }

  async suggestTaxa(text: string): Promise<TaxonHit[]> {
    return searchCopies(await this.#copies(), text, { limit: SUGGESTION_LIMIT });
  }

  async taxonById(id: number): Promise<Taxon | null> {
    for (const index of await this.#copies()) {
      const taxon = index.byId(id);
      if (taxon !== null) return taxon;
    }
    return null;
  }

  /** In the order of the ids; unknown ones are left out. */
  async taxaByIds(ids: readonly number[]): Promise<Taxon[]> {
    const copies = await this.#copies();
    return ids.flatMap((id) => {
      for (const index of copies) {
        const taxon = index.byId(id);
        if (taxon !== null) return [taxon];
      }
      return [];
    });
  }

  async taxonByName(name: string): Promise<Taxon | null> {
    for (const index of await this.#copies()) {
      const taxon = index.byName(name);
      if (taxon !== null) return taxon;
    }
    return null;
  }

  /** Displayed name to id, species only: of a country where its copy is here, else of nothing; without a country of all. */
  async speciesList(country?: string | null): Promise<Record<string, number>> {
    await this.#ready();
    const held = country ? this.#held.country : (this.#held.global ?? this.#held.country);
    if (held === undefined || (country && held.status.country_code !== country)) return {};
    return Object.fromEntries(held.index.browse({ rank: 'species', limit: Infinity }).map(({ name, id }) => [name, id]));
  }

  async browse(filter: BrowseFilter = {}): Promise<Taxon[]> {
    await this.#ready();
    const { copy, ...rest } = filter;
    return this.#index(copy)?.browse(rest) ?? [];
  }

  async children(id: number): Promise<Taxon[]> {
    await this.#ready();
    return this.#index()?.children(id) ?? [];
  }

  async parents(id: number): Promise<Taxon[]> {
    await this.#ready();
    return this.#index()?.parents(id) ?? [];
  }

  async taxonomyStatus(): Promise<TaxonomyStatus> {
    await this.#ready();
    const running = (await this.#db.progress.toArray()).find(({ state }) => state === 'running');
    const { global, country } = this.#held;
    return {
      loading: global?.status.complete !== true && country?.status.complete !== true,
      global: global?.status ?? null,
      country: country?.status ?? null,
      running: running === undefined ? null : { type: running.taxonomyType, progress: running.progress, total: running.total },
    };
  }

  /** Country first (decisions.md section 4). */
  async #copies(): Promise<TaxonIndex[]> {
    await this.#ready();
    return [this.#held.country, this.#held.global].flatMap((held) => held?.index ?? []);
  }

  #index(type?: TaxonomyType): TaxonIndex | undefined {
    if (type !== undefined) return this.#held[type]?.index;
    return (this.#held.global ?? this.#held.country)?.index;
  }

  async #ready(): Promise<void> {
    const loading = this.#refresh();
    // Only the very first answer waits; later ones come from what is here while the new copy is read.
    if (loading !== null && Object.keys(this.#held).length === 0) await loading;
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
    const before = TAXONOMY_TYPES.map((type) => this.#held[type]?.revision);
    for (const type of TAXONOMY_TYPES) {
      const held = await this.#readCopy(type);
      if (held === null) delete this.#held[type];
      else this.#held[type] = held;
    }
    if (TAXONOMY_TYPES.some((type, at) => this.#held[type]?.revision !== before[at])) this.#onRead();
  }

  async #readCopy(type: TaxonomyType): Promise<Held | null> {
    const before = this.#held[type];
    const labelsVersion = this.#labelsVersion;
    // Pointer and blocks in one transaction: a swap happens before or after it, never in between.
    const found = await this.#db.transaction('r', [this.#db.copies, this.#db.progress, this.#db.blocks], async () => {
      const copy = await this.#db.copies.get(type);
      const source = copy !== undefined && isReadable(copy) ? fromCopy(copy) : fromProgress(await this.#db.progress.get(type));
      if (source === null) return null;
      const revision = `${source.revision} ${labelsVersion}`;
      if (revision === before?.revision) return { ...source, revision, blocks: null };
      return { ...source, revision, blocks: await this.#db.blocks.where('copy').equals(source.copy).sortBy('number') };
    });
    if (found === null) return null;
    if (found.blocks === null) return before ?? null;
    const blocks = found.blocks.map(({ block }) => block);
    const languages = nameLanguages(found.mainLanguage, found.status.languages);
    const index = new TaxonIndex(blocks, { languages, groupLabels: this.#groupLabels, merged: found.merged });
    return { revision: found.revision, index, status: { ...found.status, size: index.size } };
  }
}

function isReadable(copy: CopyRecord): boolean {
  return copy.schema_version === TAXONOMY_SCHEMA_VERSION && copy.block_format === BLOCK_FORMAT;
}

interface Source {
  copy: string;
  revision: string;
  mainLanguage: string;
  merged: [number, number][];
  status: CopyStatus;
}

function fromCopy(copy: CopyRecord): Source {
  return {
    copy: copy.copy,
    revision: copy.revision,
    mainLanguage: copy.main_language,
    merged: copy.merged,
    status: {
      size: copy.size,
      complete: true,
      country_code: copy.country_code,
      languages: copy.languages,
      last_updated_at: copy.last_updated_at,
      finished_at: copy.finished_at,
    },
  };
}

/** Where there is no whole copy yet: the pages that have arrived. */
function fromProgress(progress: ProgressRecord | undefined): Source | null {
  if (progress === undefined || progress.since !== null || progress.page === 0 || progress.state === 'finished') return null;
  if (progress.databaseVersion !== TAXONOMY_SCHEMA_VERSION) return null;
  return {
    copy: progress.copy,
    revision: `${progress.copy}:${progress.page}`,
    mainLanguage: progress.mainLanguage,
    merged: progress.merged,
    status: {
      size: progress.rows,
      complete: false,
      country_code: progress.userCountryCode,
      languages: progress.languages,
      last_updated_at: null,
      finished_at: null,
    },
  };
}
