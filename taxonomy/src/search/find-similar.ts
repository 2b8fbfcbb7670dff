import { itemAt, shortAt, uintAt } from '../elements.ts';
import { editDistance } from '../text/edit-distance.ts';
import { maySoundAlike, approximateSound } from '../text/sound.ts';
import { trigramAt } from '../segment/segment-head.ts';
import { nextNames } from './trigram-intersection.ts';
import type { Segment } from '../segment/segment.ts';
import type { QueryPlan } from './query-plan.ts';

/** Texts outside these bounds have no similar names. */
const MIN_LETTERS = 4;
const MAX_LETTERS = 40;
/** Names to compare letter by letter: those that share most of the rarest trigrams. */
const MAX_NAMES = 32;
/** Bytes of trigram lists to read per segment; longer lists say little. */
const MAX_LIST_BYTES = 1 << 13;
/** Typos in a text: one in a short one, two in a longer one. */
const TWO_TYPOS_FROM = 6;
/** With three typos a text is as similar as can be. */
const THREE_TYPOS_FROM = 8;
/** A text of fewer letters has two typos only if the first letter is right. */
const ANY_TWO_TYPOS_FROM = 8;
/** Words of a name that a text is compared with together. */
const MAX_WORDS = 4;
/** Least similarity, from 0 to 1, of a name with more typos. */
const MIN_SIMILARITY = 0.5;

/** How unlike a text is: the number of typos; that of a beginning counts a little more; beyond two typos it depends on the trigrams. */
const PREFIX_COST = 0.5;
const SAME_SOUND = 1;
/** Texts that sound alike differ in length by at most this. */
const MAX_UNHEARD = 3;
const FAR = 3;

export interface Similar {
  name: number;
  /** The lower, the more similar. */
  cost: number;
}

/** Per name of a segment, how much the trigrams it shares with the text say. All 0 between two searches. */
let weights = new Uint16Array(0);
/** The names with a weight. Shared. */
let touched = new Uint32Array(1 << 12);
let touchedSize = 0;

/**
 * How close a name has to be: `alike`: the text has one typo or sounds the same, `near`: it has at most two or sounds the same, `similar`:
 * it shares most of the trigrams that say something.
 */
export type Closeness = 'alike' | 'near' | 'similar';

/** Names that the text may be a misspelling of, in no particular order. */
export function findSimilar(plan: QueryPlan, closeness: Closeness): Similar[] {
  const { joined } = plan.query;
  if (joined.length < MIN_LETTERS || joined.length > MAX_LETTERS) return [];
  const { segment } = plan;
  const likeliest = likeliestNames(segment, joined);
  const { names } = likeliest;
  for (const name of names) segment.requestName(name);
  segment.chunks.cache?.throwIfMissing();
  const costs = closeness === 'similar' ? costsByTrigrams(plan, likeliest) : (likeliest.typos ??= costsByTypos(plan, likeliest));
  const most = mostCost(closeness, joined.length);
  const found: Similar[] = [];
  for (const [at, cost] of costs.entries()) if (cost <= most) found.push({ name: itemAt(names, at), cost });
  return found;
}

interface Likeliest {
  joined: string;
  names: readonly number[];
  /** The costs of the names by typos, once computed. */
  typos: Float64Array | null;
}

/** The names found last, because several phases compare the same ones. */
const likeliestBySegment = new WeakMap<Segment, Likeliest>();

function likeliestNames(segment: Segment, joined: string): Likeliest {
  let last = likeliestBySegment.get(segment);
  if (last?.joined !== joined)
    likeliestBySegment.set(segment, (last = { joined, names: namesWithMostTrigrams(segment, joined), typos: null }));
  return last;
}

function costsByTypos(plan: QueryPlan, { joined, names }: Likeliest): Float64Array {
  const typed = { letters: joined, sound: approximateSound(joined) };
  return Float64Array.from(names, (name) => costOf(plan.foldedName(name), (letters) => typos(typed, letters)));
}

function costsByTrigrams(plan: QueryPlan, { joined, names }: Likeliest): Float64Array {
  const typed = new TypedTrigrams(plan.segment, joined);
  const costOfRun = (letters: string): number => {
    const isNear = joined.length >= THREE_TYPOS_FROM && editDistance(joined, letters, 3).whole <= 3;
    return isNear ? FAR : FAR + 1 - typed.similarity(letters);
  };
  return Float64Array.from(names, (name) => costOf(plan.foldedName(name), costOfRun));
}

/** The names that share the trigrams that say most, at most `MAX_NAMES`. */
function namesWithMostTrigrams(segment: Segment, joined: string): number[] {
  const { names } = segment.head;
  if (weights.length < names) weights = new Uint16Array(names);
  touchedSize = 0;
  let bytes = 0;
  for (const code of [...trigramsOf(joined)].sort((a, b) => segment.trigramListBytes(a) - segment.trigramListBytes(b))) {
    const size = segment.trigramListBytes(code);
    if (size === 0) continue;
    if (bytes > 0 && bytes + size > MAX_LIST_BYTES) break;
    bytes += size;
    addWeights(segment, code);
  }
  let most = 0;
  for (let at = 0; at < touchedSize; at++) most = Math.max(most, shortAt(weights, uintAt(touched, at)));
  // How many names have each weight.
  const counts = new Uint32Array(most + 1);
  for (let at = 0; at < touchedSize; at++) counts[shortAt(weights, uintAt(touched, at))]!++;
  let least = most;
  for (let count = counts[most] ?? 0; least > 1 && count + uintAt(counts, least - 1) <= MAX_NAMES;) count += uintAt(counts, --least);
  const likely: { name: number; weight: number }[] = [];
  for (let at = 0; at < touchedSize; at++) {
    const name = uintAt(touched, at);
    const weight = shortAt(weights, name);
    if (weight >= least) likely.push({ name, weight });
    weights[name] = 0;
  }
  likely.sort((a, b) => b.weight - a.weight || a.name - b.name);
  return likely.slice(0, MAX_NAMES).map(({ name }) => name);
}

function addWeights(segment: Segment, code: number): void {
  const list = segment.trigram(code);
  const weight = trigramWeight(segment, code);
  for (;;) {
    const names = nextNames(list);
    if (names.length === 0) return;
    if (touchedSize + names.length > touched.length) {
      const larger = new Uint32Array((touchedSize + names.length) * 2);
      larger.set(touched);
      touched = larger;
    }
    for (let at = 0; at < names.length; at++) {
      const name = uintAt(names, at);
      if (weights[name] === 0) touched[touchedSize++] = name;
      weights[name]! += weight;
    }
  }
}

/** How much a trigram says: the rarer, the more. At least 1. */
function trigramWeight(segment: Segment, code: number): number {
  return 1 + Math.round(Math.max(0, Math.log2((2 * segment.head.names + 1) / (segment.trigramListBytes(code) + 1))));
}

function trigramsOf(letters: string): Set<number> {
  const codes = new Set<number>();
  for (let at = 0; at + 2 < letters.length; at++) codes.add(trigramAt(letters, at));
  return codes;
}

/** The cost of the most similar run of words of a name. */
function costOf(folded: string, costOfRun: (letters: string) => number): number {
  const words = folded.split(' ');
  let best = Infinity;
  for (let from = 0; from < words.length; from++) {
    // The s of a possessive and the like begin nothing that anyone means.
    if (words[from]!.length === 1 && words.length > 1) continue;
    let letters = '';
    for (let to = from; to < Math.min(words.length, from + MAX_WORDS); to++) {
      letters += words[to]!;
      const isWhole = to - from + 1 === words.length;
      const cost = costOfRun(letters);
      // Of equally similar names, whole ones come first.
      best = Math.min(best, isWhole ? cost : cost + PREFIX_COST / 2);
    }
  }
  return best;
}

/** The highest cost of a name that is close enough. */
function mostCost(closeness: Closeness, length: number): number {
  if (closeness === 'alike') return SAME_SOUND + PREFIX_COST / 2;
  return closeness === 'near' ? maxTypos(length) + PREFIX_COST : FAR + 1 - MIN_SIMILARITY;
}

function maxTypos(length: number): number {
  return length < TWO_TYPOS_FROM ? 1 : 2;
}

/** The number of typos, if few enough, else infinite. */
function typos({ letters: typed, sound }: { letters: string; sound: string }, letters: string): number {
  const mayBeAlike = Math.abs(letters.length - typed.length) <= MAX_UNHEARD && maySoundAlike(typed, letters);
  if (mayBeAlike && approximateSound(letters) === sound) return typed === letters ? 0 : SAME_SOUND;
  const most = typed.length < ANY_TWO_TYPOS_FROM && typed[0] !== letters[0] ? 1 : maxTypos(typed.length);
  const { whole, ofPrefix } = editDistance(typed, letters, most);
  return Math.min(whole > most ? Infinity : whole, ofPrefix > most ? Infinity : ofPrefix + PREFIX_COST);
}

/** A text to compare names with by their trigrams. */
class TypedTrigrams {
  readonly #segment: Segment;
  readonly #trigrams: ReadonlySet<number>;
  /** The sum of the weights of all trigrams of the text. */
  readonly #weight: number;
  /** The weights of trigrams, computed on first use. */
  readonly #weights = new Map<number, number>();

  constructor(segment: Segment, letters: string) {
    this.#segment = segment;
    this.#trigrams = trigramsOf(letters);
    let weight = 0;
    for (const code of this.#trigrams) weight += this.#weightOf(code);
    this.#weight = weight;
  }

  /** The Dice coefficient of the trigrams of both texts, each counted with its weight. */
  similarity(letters: string): number {
    let common = 0;
    let weight = 0;
    for (const code of trigramsOf(letters)) {
      const codeWeight = this.#weightOf(code);
      weight += codeWeight;
      if (this.#trigrams.has(code)) common += codeWeight;
    }
    return weight === 0 ? 0 : (2 * common) / (this.#weight + weight);
  }

  #weightOf(code: number): number {
    let weight = this.#weights.get(code);
    if (weight === undefined) this.#weights.set(code, (weight = trigramWeight(this.#segment, code)));
    return weight;
  }
}
