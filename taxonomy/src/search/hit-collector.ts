import { isReliable, type Match } from '../ranking.ts';
import { nameHash } from '../storage/row-chunk.ts';
import type { StoredTaxon } from '../storage/taxon-record.ts';
import { foldName } from '../text/fold.ts';
import type { Check } from './candidates.ts';
import { makeHit, type TaxonHit } from './hit.ts';
import type { CandidateSink } from './merge-segments.ts';
import type { CachedName, NameCache } from './name-cache.ts';

/** The ids seen in one query: an open-addressing set with a generation number per slot, so that clearing takes no time. Shared. */
let ids = new Int32Array(1 << 9);

let generations = new Int32Array(1 << 9);

let generation = 0;

let size = 0;

/** What the collector needs from a copy. */
export interface HitContext {
  /** All languages of the copy, the main one first. */
  languages: readonly string[];
  /** Hashes of displayed names that several taxa may share. */
  shared: ReadonlySet<number>;
  /** The row of a segment, or the row it was merged into. */
  storedOf(layer: number, row: number): StoredTaxon;
}

/** Turns candidates into hits, each taxon once. One search at a time. */
export class HitCollector implements CandidateSink {
  readonly hits: TaxonHit[] = [];
  /** Hits whose displayed name may be shared, and their index in `hits`. */
  readonly withoutLabel: [at: number, read: CachedName][] = [];
  #match: Match = 'exact';
  readonly #areGuesses: boolean;
  /** Whether a candidate was offered since this was last set to false. */
  hasCandidates = false;
  /** Only the names displayed in the main language. */
  isOnlyDisplayed = false;
  /** Only names of the main language. */
  isOnlyMain = false;
  /** Names in languages that are only searched do not count. */
  isWithoutForeign = false;
  /** Digits that the name as written has to contain. */
  digits = '';
  /** How many words the name has to have; 0: any number. */
  words = 0;
  limit: number;
  readonly #names: readonly NameCache[];
  readonly #context: HitContext;

  constructor(
    names: readonly NameCache[],
    context: HitContext,
    limit: number,
    except: ReadonlySet<number> | undefined,
    areGuesses = false,
  ) {
    this.#names = names;
    this.#areGuesses = areGuesses;
    this.#context = context;
    this.limit = limit;
    clearSeenIds();
    if (except !== undefined) for (const id of except) addSeen(id);
  }

  /** The class of the next hits. */
  get match(): Match {
    return this.#match;
  }

  set match(match: Match) {
    this.#match = this.#areGuesses ? 'similar' : match;
  }

  get hasReliableHits(): boolean {
    return this.hits.some(({ match }) => isReliable(match));
  }

  get wanted(): number {
    return this.limit - this.hits.length;
  }

  take(layer: number, name: number, check: Check | null): boolean {
    this.hasCandidates = true;
    const cache = this.#names[layer];
    if (cache === undefined) throw new RangeError(`No segment ${layer}`);
    // Quicker than reading the name, and true for few.
    if (this.digits !== '' && !cache.mayHaveDigits(name)) return true;
    const read = cache.name(name);
    if (read.isHidden || isSeen(read.id) || (check !== null && !check(foldName(read.folded), name))) return true;
    if (this.words > 0 && read.folded.split(' ').length !== this.words) return true;
    if (this.isOnlyMain && !cache.segment.isMain(name)) return true;
    if (this.isWithoutForeign && cache.segment.isForeign(name)) return true;
    if ((this.isOnlyDisplayed || this.digits !== '') && !this.#isWanted(cache, name)) return true;
    const hit = read.hit !== null && read.match === this.#match ? read.hit : this.#make(layer, cache, read);
    addSeen(read.id);
    // The ids differ only if the taxon was merged into another.
    if (read.shownId !== read.id) {
      if (isSeen(read.shownId)) return true;
      addSeen(read.shownId);
    }
    if (read.needsLabel) this.withoutLabel.push([this.hits.length, read]);
    this.hits.push(hit);
    return this.hits.length < this.limit;
  }

  #isWanted(cache: NameCache, name: number): boolean {
    const { segment } = cache;
    if (this.isOnlyDisplayed && !(segment.isMain(name) && segment.name(name).ordinal === 0)) return false;
    return this.digits === '' || hasNumber(cache.spelled(name), this.digits);
  }

  #make(layer: number, cache: NameCache, read: CachedName): TaxonHit {
    if (read.hit !== null) {
      // An earlier search found it in another class; only the class differs.
      read.hit = Object.freeze({ ...read.hit, match: this.#match });
      read.match = this.#match;
      return read.hit;
    }
    const stored = this.#context.storedOf(layer, read.row);
    read.hit = makeHit(stored, this.#context.languages, this.#match, cache.spelled(read.name));
    read.match = this.#match;
    read.shownId = stored.id;
    read.needsLabel = this.#context.shared.has(nameHash(stored.name));
    return read.hit;
  }
}

/** Whether a text contains the digits as a number of their own: 7 in `7-spot`, but not in `17`. */
function hasNumber(text: string, digits: string): boolean {
  return text.split(/\D+/u).includes(digits);
}

/** Empties the set. */
function clearSeenIds(): void {
  generation++;
  size = 0;
}

/** Whether the id is in the set. */
function isSeen(id: number): boolean {
  const mask = ids.length - 1;
  for (let slot = slotOf(id, mask); generations[slot] === generation; slot = (slot + 1) & mask) if (ids[slot] === id) return true;
  return false;
}

/** Adds an id that is not in the set. */
function addSeen(id: number): void {
  if (size * 2 >= ids.length) grow();
  const mask = ids.length - 1;
  let slot = slotOf(id, mask);
  while (generations[slot] === generation) slot = (slot + 1) & mask;
  ids[slot] = id;
  generations[slot] = generation;
  size++;
}

function slotOf(id: number, mask: number): number {
  return (Math.imul(id, 0x9e3779b1) >>> 16) & mask;
}

function grow(): void {
  const before = ids.filter((_, slot) => generations[slot] === generation);
  ids = new Int32Array(ids.length * 2);
  generations = new Int32Array(ids.length);
  generation = 1;
  size = 0;
  for (const id of before) addSeen(id);
}
