import {
  type BrowseFilter as CopyFilter,
  DEFAULT_LIMIT,
  PieceCache,
  SUGGESTION_LIMIT,
  type Taxon,
  type TaxonHit,
  type TaxonIndex,
  searchCopies,
} from '@veld/taxonomy';
import { TAXONOMY_TYPES, type TaxonomyDatabase, type TaxonomyType } from './database';
import { tidyCopyFiles } from './copy-file';
import { type CopyStatus, dropCopy, type Held, holdCopy } from './held-copies';
import { namesOfRun, PieceLost } from './pieces';

export type { CopyStatus } from './held-copies';

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

/** How often answers from a copy that is still arriving take in the pages that came since. */
const PARTIAL_REFRESH_MS = 2000;

/** After a copy was opened and its first questions were answered. */
const READ_AHEAD_AFTER_MS = 500;
/** How often a question is asked again because what it reads was replaced meanwhile. */
const TRIES = 4;

/**
 * Answers from the stored copies. What a copy begins with is read once, and again when told that it changed; everything
 * else piece by piece, when a question needs it. Until a new copy is opened, the one before answers; where its pieces are
 * gone by then, the question is asked again of the new one. So a search never sees half of a copy.
 */
export class TaxonomyReader {
  readonly #db: TaxonomyDatabase;
  readonly #now: () => number;
  readonly #cache: PieceCache;
  #groupLabels: Record<string, string>;
  #held: Partial<Record<TaxonomyType, Held>> = {};
  #loading: Promise<void> | null = null;
  #isStale = true;
  #readAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #onRead: () => void;

  /** `onRead` is called whenever other answers are to be expected. `memory`: bytes of pieces that are kept. */
  constructor(
    db: TaxonomyDatabase,
    options: { groupLabels?: Record<string, string>; now?: () => number; onRead?: () => void; memory?: number } = {},
  ) {
    this.#db = db;
    this.#groupLabels = options.groupLabels ?? {};
    this.#now = options.now ?? Date.now;
    this.#onRead = options.onRead ?? (() => {});
    this.#cache = new PieceCache(options.memory);
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
    for (const type of TAXONOMY_TYPES) this.#held[type]?.index.setGroupLabels(labels);
    this.#onRead();
  }

  /**
   * At once where all is in memory. `isWanted` is asked while pieces are read: a search nobody waits for any more ends with
   * NoLongerWanted.
   */
  searchTaxa(text: string, options: { limit?: number } = {}, isWanted?: () => boolean): TaxonHit[] | Promise<TaxonHit[]> {
    const limit = options.limit ?? DEFAULT_LIMIT;
    return this.#askNow((copies) => this.#cache.run(() => searchCopies(copies, text, { limit }), isWanted));
  }

  suggestTaxa(text: string, isWanted?: () => boolean): TaxonHit[] | Promise<TaxonHit[]> {
    return this.searchTaxa(text, { limit: SUGGESTION_LIMIT }, isWanted);
  }

  async taxonById(id: number): Promise<Taxon | null> {
    return this.#ask((copies) => this.#cache.run(() => first(copies, (copy) => copy.byId(id))));
  }

  /** Whether a country's copy has a taxon; null while that copy is not here whole. */
  async isListed(id: number, country: string): Promise<boolean | null> {
    return this.#ask(() =>
      this.#cache.run(() => {
        const held = this.#held.country;
        return held?.status.complete && held.status.country_code === country ? held.index.byId(id) !== null : null;
      }),
    );
  }

  /** In the order of the ids; unknown ones are left out. */
  async taxaByIds(ids: readonly number[]): Promise<Taxon[]> {
    return this.#ask(async (copies) => {
      const taxa: Taxon[] = [];
      for (const id of ids) {
        const taxon = await this.#cache.run(() => first(copies, (copy) => copy.byId(id)));
        if (taxon !== null) taxa.push(taxon);
      }
      return taxa;
    });
  }

  async taxonByName(name: string): Promise<Taxon | null> {
    return this.#ask((copies) => this.#cache.run(() => first(copies, (copy) => copy.byName(name))));
  }

  /** Displayed name to id, species only: of a country where its copy is here, else of nothing; without a country of all. */
  async speciesList(country?: string | null): Promise<Record<string, number>> {
    await this.#ready();
    if (country && this.#held.country?.status.country_code !== country) return {};
    const species = await this.#browse(country ? 'country' : undefined, { rank: 'species', limit: Infinity });
    return Object.fromEntries(species.map(({ name, id }) => [name, id]));
  }

  async browse(filter: BrowseFilter = {}): Promise<Taxon[]> {
    const { copy, ...rest } = filter;
    return this.#browse(copy, rest);
  }

  async children(id: number): Promise<Taxon[]> {
    return this.#ask(() => this.#cache.run(() => this.#index()?.children(id) ?? []));
  }

  async parents(id: number): Promise<Taxon[]> {
    return this.#ask(() => this.#cache.run(() => this.#index()?.parents(id) ?? []));
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

  async #browse(copy: TaxonomyType | undefined, filter: CopyFilter): Promise<Taxon[]> {
    return this.#ask(async () => {
      const walk = this.#index(copy)?.browsing(filter);
      while (walk !== undefined && (await this.#cache.run(() => walk.step())));
      return walk?.found ?? [];
    });
  }

  /** Asks the copies, country first (decision 0021), and again where one of them is no longer as it was opened. */
  async #ask<T>(question: (copies: TaxonIndex[]) => T | Promise<T>, asked?: Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      // Nothing is waited for where all is in memory: most questions are answered before this function gives way.
      const opening = this.#opening();
      if (opening !== null) await opening;
      try {
        const answer = tries === 1 && asked !== undefined ? asked : question(this.#copies());
        return answer instanceof Promise ? await answer : answer;
      } catch (error) {
        if (!(error instanceof PieceLost) || tries === TRIES) throw error;
        await this.#reopen(error);
      }
    }
  }

  /** The same without giving way where the answer is there at once, as while somebody types. */
  #askNow<T>(question: (copies: TaxonIndex[]) => T | Promise<T>): T | Promise<T> {
    if (this.#opening() !== null) return this.#ask(question);
    try {
      const answer = question(this.#copies());
      return answer instanceof Promise ? this.#ask(question, answer) : answer;
    } catch {
      // Asked again where it is seen to.
      return this.#ask(question);
    }
  }

  #copies(): TaxonIndex[] {
    const { country, global } = this.#held;
    const copies: TaxonIndex[] = [];
    if (country !== undefined) copies.push(country.index);
    if (global !== undefined) copies.push(global.index);
    return copies;
  }

  /** A piece is gone: another copy took the place of its own, or it is damaged, and then its copy is fetched anew. */
  async #reopen(lost: PieceLost): Promise<void> {
    const before = { ...this.#held };
    this.#isStale = true;
    this.#readAt = 0;
    await (this.#loading ?? this.#refresh());
    for (const type of TAXONOMY_TYPES) {
      const held = this.#held[type];
      if (held === undefined || held !== before[type] || !held.stored.includes(lost.copy)) continue;
      console.error('Taxonomy', lost);
      await this.#forget(type, held);
    }
  }

  async #forget(type: TaxonomyType, held: Held): Promise<void> {
    await dropCopy(this.#db, type, held.revision);
    delete this.#held[type];
    held.file?.close();
    this.#onRead();
  }

  #index(type?: TaxonomyType): TaxonIndex | undefined {
    if (type !== undefined) return this.#held[type]?.index;
    return (this.#held.global ?? this.#held.country)?.index;
  }

  async #ready(): Promise<void> {
    await this.#opening();
  }

  /** What an answer has to wait for. */
  #opening(): Promise<void> | null {
    const loading = this.#refresh();
    // Only the very first answer waits; later ones come from what is here while the new copy is opened.
    return loading !== null && Object.keys(this.#held).length === 0 ? loading : null;
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
    const before = TAXONOMY_TYPES.map((type) => this.#held[type]);
    // Together: the first answer of a page waits for both.
    const read = await Promise.all(TAXONOMY_TYPES.map((type) => this.#hold(type)));
    for (const [at, type] of TAXONOMY_TYPES.entries()) {
      const held = read[at] ?? null;
      if (held === null) delete this.#held[type];
      else this.#held[type] = held;
    }
    for (const [at, type] of TAXONOMY_TYPES.entries()) if (before[at]?.file !== this.#held[type]?.file) before[at]?.file?.close();
    if (TAXONOMY_TYPES.every((type, at) => this.#held[type]?.revision === before[at]?.revision)) return;
    this.#onRead();
    setTimeout(() => void this.#readAhead().then(() => this.#tidy()), READ_AHEAD_AFTER_MS);
  }

  /** While nobody asks: so that the questions to come find their pieces in memory. What fails here fails there too, and is told there. */
  async #readAhead(): Promise<void> {
    for (const type of ['country', 'global'] as const) {
      const held = this.#held[type];
      if (held?.status.complete === true) await held.index.readAhead(giveWay).catch(() => {});
    }
  }

  /** Files of copies that are gone. One that is being made may have its file already. */
  async #tidy(): Promise<void> {
    const [copies, runs] = await Promise.all([this.#db.copies.toArray(), this.#db.progress.toArray()]).catch(() => [[], []]);
    if (copies.length > 0) await tidyCopyFiles([...copies.map(({ copy }) => copy), ...runs.flatMap(({ copy }) => namesOfRun(copy))]);
  }

  /** A copy that cannot be opened at all is taken out; one that was swapped while it was being opened is opened again. */
  async #hold(type: TaxonomyType): Promise<Held | null> {
    let revision = '';
    for (;;) {
      try {
        return await holdCopy(this.#db, type, this.#held[type], this.#cache, this.#groupLabels);
      } catch (error) {
        if (!(error instanceof PieceLost)) throw error;
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

/** Lets a question in that waits. */
function giveWay(): Promise<void> {
  return new Promise((go) => setTimeout(go));
}

function first<T>(copies: readonly TaxonIndex[], find: (copy: TaxonIndex) => T | null): T | null {
  for (const copy of copies) {
    const found = find(copy);
    if (found !== null) return found;
  }
  return null;
}
