import { editDistance } from '../text/edit-distance.ts';
import { soundOf } from '../text/sound.ts';
import { trigramAt } from '../segment/segment-head.ts';
import { nextNames } from './trigram-intersection.ts';
import type { Segment } from '../segment/segment.ts';
import type { QueryPlan } from './query-plan.ts';

/** Texts outside these bounds have no similar names. */
const MIN_LETTERS = 4;
const MAX_LETTERS = 40;
/** Names to compare letter by letter: those that share most of the rarest trigrams. */
const MAX_NAMES = 64;
/** Bytes of trigram lists to read per segment; longer lists say little. */
const MAX_LIST_BYTES = 1 << 15;
/** Typos in a text: one in a short one, two in a longer one. */
const TWO_TYPOS_FROM = 6;
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

/** Per name of a segment, how much the trigrams it shares with the text say. */
let weights = new Uint16Array(0);

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
  const names = likeliestNames(segment, joined);
  for (const name of names) segment.requestName(name);
  segment.chunks.cache?.throwIfMissing();
  const typed = typedText(segment, joined);
  const found: Similar[] = [];
  for (const name of names) {
    const cost = costOf(segment, typed, plan.foldedName(name), closeness);
    if (cost !== null) found.push({ name, cost });
  }
  return found;
}

/** The names found last, because two phases compare the same ones. */
const likeliest = new WeakMap<Segment, { joined: string; names: number[] }>();

function likeliestNames(segment: Segment, joined: string): number[] {
  let last = likeliest.get(segment);
  if (last?.joined !== joined) likeliest.set(segment, (last = { joined, names: namesWithMostTrigrams(segment, joined) }));
  return last.names;
}

/** The names that share the trigrams that say most, at most `MAX_NAMES`. */
function namesWithMostTrigrams(segment: Segment, joined: string): number[] {
  const { names } = segment.head;
  if (weights.length < names) weights = new Uint16Array(names);
  else weights.fill(0, 0, names);
  const touched: number[] = [];
  let bytes = 0;
  for (const code of [...trigramsOf(joined)].sort((a, b) => segment.trigramListBytes(a) - segment.trigramListBytes(b))) {
    const size = segment.trigramListBytes(code);
    if (size === 0) continue;
    if (bytes > 0 && bytes + size > MAX_LIST_BYTES) break;
    bytes += size;
    addWeights(segment, code, touched);
  }
  // How many names have at least each weight.
  const most = touched.reduce((max, name) => Math.max(max, weights[name]!), 0);
  const counts = new Uint32Array(most + 1);
  for (const name of touched) counts[weights[name]!]!++;
  let least = most;
  for (let count = counts[most] ?? 0; least > 1 && count + counts[least - 1]! <= MAX_NAMES;) count += counts[--least]!;
  return touched
    .filter((name) => weights[name]! >= least)
    .toSorted((a, b) => weights[b]! - weights[a]! || a - b)
    .slice(0, MAX_NAMES);
}

function addWeights(segment: Segment, code: number, touched: number[]): void {
  const list = segment.trigram(code);
  const weight = trigramWeight(segment, code);
  for (;;) {
    const names = nextNames(list);
    if (names.length === 0) return;
    for (const name of names) {
      if (weights[name] === 0) touched.push(name);
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

/** A text to compare names with. */
interface Typed {
  letters: string;
  sound: string;
  trigrams: ReadonlySet<number>;
  /** What all its trigrams say. */
  weight: number;
}

function typedText(segment: Segment, letters: string): Typed {
  const trigrams = trigramsOf(letters);
  let weight = 0;
  for (const code of trigrams) weight += trigramWeight(segment, code);
  return { letters, sound: soundOf(letters), trigrams, weight };
}

/** The cost of the most similar run of words of a name; null if none is similar enough. */
function costOf(segment: Segment, typed: Typed, folded: string, closeness: Closeness): number | null {
  const words = folded.split(' ');
  const isNear = closeness !== 'similar';
  let best = Infinity;
  for (let from = 0; from < words.length; from++) {
    // The s of a possessive and the like begin nothing that anyone means.
    if (words[from]!.length === 1 && words.length > 1) continue;
    let letters = '';
    for (let to = from; to < Math.min(words.length, from + MAX_WORDS); to++) {
      letters += words[to]!;
      const isWhole = to - from + 1 === words.length;
      const cost = isNear ? typos(typed, letters) : FAR + 1 - similarity(segment, typed, letters);
      // Of equally similar names, whole ones come first.
      best = Math.min(best, isWhole ? cost : cost + PREFIX_COST / 2);
    }
  }
  return best <= mostCost(closeness, typed.letters.length) ? best : null;
}

function mostCost(closeness: Closeness, length: number): number {
  if (closeness === 'alike') return SAME_SOUND + PREFIX_COST / 2;
  return closeness === 'near' ? maxTypos(length) + PREFIX_COST : FAR + 1 - MIN_SIMILARITY;
}

function maxTypos(length: number): number {
  return length < TWO_TYPOS_FROM ? 1 : 2;
}

/** The number of typos, if few enough, else infinite. */
function typos({ letters: typed, sound }: Typed, letters: string): number {
  const mayBeAlike = Math.abs(letters.length - typed.length) <= MAX_UNHEARD;
  if (mayBeAlike && soundOf(letters) === sound) return typed === letters ? 0 : SAME_SOUND;
  const most = typed.length < ANY_TWO_TYPOS_FROM && typed[0] !== letters[0] ? 1 : maxTypos(typed.length);
  const { whole, ofPrefix } = editDistance(typed, letters, most);
  return Math.min(whole > most ? Infinity : whole, ofPrefix > most ? Infinity : ofPrefix + PREFIX_COST);
}

/** The share of what the trigrams of both say that is common to them: a Dice coefficient. */
function similarity(segment: Segment, typed: Typed, letters: string): number {
  let common = 0;
  let weight = 0;
  for (const code of trigramsOf(letters)) {
    const said = trigramWeight(segment, code);
    weight += said;
    if (typed.trigrams.has(code)) common += said;
  }
  return weight === 0 ? 0 : (2 * common) / (typed.weight + weight);
}
