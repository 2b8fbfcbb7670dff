import type { Asking } from './query-plan.ts';
import { type Check, NO_CANDIDATES, ranked } from './candidates.ts';
import type { Find } from './find-words.ts';
import { trigramAt } from '../segment/segment-head.ts';
import { emptyColumn, markedBits, slotsOf, unmark } from './name-bitset.ts';
import { numberAmong, numberNames, type Stretch } from './name-slots.ts';
import { isMadeOfParts, SHORTEST_PART } from '../text/name-predicates.ts';
import type { Query } from '../text/query.ts';
import { found } from '../segment/segment.ts';
import { bitOf } from '../segment/trigram-bitmasks.ts';

/** Texts of more letters are not cut into beginnings of several words. */
export const MOST_JOINED_PARTS = 40;

/** So few names are looked at one by one. */
const FEW_NAMES = 48;
/** Postings of last parts of so few bytes are read before those of the first part are looked for. */
const FEW_BYTES = 1500;
/** Postings of so many bytes are read only where it is certain that the text has such parts. */
const MANY_BYTES = 400;

/** A part of the text, from one letter to another, that is the beginning of words. */
interface Cut {
  from: number;
  to: number;
}

/** And where these stand. */
interface Part extends Cut, Stretch {}

export const findJoinedParts: Find = (asking, most) => {
  const { segment, query } = asking;
  const { joined } = query;
  const { length } = joined;
  const { names } = segment.head;
  const check: Check = (name) => isMadeOfParts(name, joined);
  if (length < 2 * SHORTEST_PART || length > MOST_JOINED_PARTS) return NO_CANDIDATES;
  // Only names with a first and with a last part can answer. The shortest first part begins all others.
  let ends = endsOf(asking, true);
  if (ends === null) return NO_CANDIDATES;
  if (segment.canReadNames && bytesIn(ends.lasts) < FEW_BYTES) {
    const likely = fewLikely(asking, ends);
    if (likely !== null) return { ...ranked(likely, likely.length, names, most), check };
  }
  let firsts = [partOf(asking, 0, ends.firstEnd)];
  // What was told too much costs more than the dictionary.
  if (segment.words.beginnings !== null && Math.min(bytesIn(firsts), bytesIn(ends.lasts)) > MANY_BYTES) {
    ends = endsOf(asking, false);
    if (ends === null) return NO_CANDIDATES;
    firsts = [partOf(asking, 0, ends.firstEnd)];
  }
  const { lasts } = ends;
  const [fewer, more] = bytesIn(firsts) < bytesIn(lasts) ? [firsts, lasts] : [lasts, firsts];
  let numbered = numberNames(segment, fewer);
  const isWorthReading = segment.canReadNames && bytesIn(more) > numbered.length * segment.nameCostInBytes;
  if (numbered.length > FEW_NAMES || !isWorthReading) numbered = numberAmong(segment, more, numbered);
  if (segment.canReadNames && numbered.length <= FEW_NAMES) {
    unmark(numbered, numbered.length);
    return { ...ranked(numbered, numbered.length, names, most), check };
  }
  const parts = usefulCuts(joined, (from) => longestFrom(asking, from)).map(({ from, to }) => partOf(asking, from, to));
  const size = numbered.length;
  const slots = slotsOf(names);
  const bits = markedBits();
  // Of each name, the latest place (counted from 1) from which words in order can make up the rest of the letters.
  const rests: (Uint8Array | undefined)[] = [];
  const answers: number[] = [];
  let columns = 0;
  for (const { from, to, start, end } of parts) {
    const after = to === length ? null : rests[to];
    if (after === undefined) continue;
    const count = segment.decodeAmong(start, end, bits);
    for (let at = 0; at < count; at++) {
      const slot = slots[found.names[at]!]!;
      const place = (found.codes[at]! >>> 1) + 1;
      if (after !== null && place >= after[slot]!) continue;
      if (from === 0) answers.push(found.names[at]!);
      else {
        const rest = (rests[from] ??= emptyColumn(columns++, size));
        if (rest[slot]! < place) rest[slot] = place;
      }
    }
  }
  unmark(numbered, size);
  return ranked(answers, answers.length, names, most);
};

/** Where the shortest first part ends, and the last parts that the text may have. */
interface Ends {
  firstEnd: number;
  lasts: Part[];
}

/** Null where the text has no parts, or only its tokens. `isLikely`: what is told without the dictionary will do, and may be too much. */
function endsOf(asking: Asking, isLikely: boolean): Ends | null {
  const { segment, query } = asking;
  const { joined } = query;
  const { beginnings } = segment.words;
  const longestAt: LongestAt =
    isLikely && beginnings !== null ? (from) => beginnings.reach(joined, from) : (from) => longestFrom(asking, from);
  const lastsAt = lastParts(query, longestAt);
  if (lastsAt.length === 0) return null;
  return { firstEnd: shortestFirst(lastsAt), lasts: lastsAt.map((from) => partOf(asking, from, joined.length)) };
}

function partOf({ segment, query }: Asking, from: number, to: number): Part {
  return { from, to, ...segment.words.places(query.joined.slice(from, to)) };
}

/** The names with some last parts that have a word that begins like the first one; null where many may have, or it is not known. */
function fewLikely(asking: Asking, { firstEnd, lasts }: Ends): number[] | null {
  const { segment } = asking;
  const { signatures } = segment;
  if (signatures === null) return null;
  const first = asking.query.joined.slice(0, firstEnd);
  let signature = 0;
  for (let at = 0; at + SHORTEST_PART <= first.length; at++) signature |= bitOf(trigramAt(first, at));
  const likely: number[] = [];
  for (const { start, end } of lasts) {
    const size = signatures.keep(signature, found.names, 0, segment.decode(start, end));
    if (likely.length + size > FEW_NAMES) return null;
    for (let at = 0; at < size; at++) likely.push(found.names[at]!);
  }
  for (const name of likely) segment.requestName(name);
  segment.chunks.cache?.throwIfMissing();
  return likely.filter((name) => asking.hasWordBeginning(name, first));
}

/** Up to where words begin with what stands in the text from some letter on. */
type LongestAt = (from: number) => number;

/** Of each place in the text: that the letters before it may be parts, that these may be just the first tokens, or something else. */
const parted = new Uint8Array(MOST_JOINED_PARTS + 1);
const AS_TYPED = 1;
const OTHERWISE = 2;
/** Up to where words begin with what stands there, where the letters before it may be parts. */
const longest = new Uint8Array(MOST_JOINED_PARTS + 1);

/**
 * Where the last part may begin when the text is cut into parts that are not just its tokens: names with the tokens in order are of a
 * better class.
 */
function lastParts({ tokens, joined: { length } }: Query, longestAt: LongestAt): number[] {
  const last = length - SHORTEST_PART;
  const lasts: number[] = [];
  parted.fill(0, 0, length + 1);
  parted[0] = AS_TYPED;
  let token = 0;
  let tokenEnd = 0;
  for (let from = 0; from <= last; from++) {
    while (tokenEnd <= from) tokenEnd += tokens[token++]!.length;
    const ways = parted[from]!;
    if (ways === 0) continue;
    const to = (longest[from] = longestAt(from));
    for (let next = from + SHORTEST_PART; next <= Math.min(to, last); next++) {
      parted[next]! |= (ways & OTHERWISE) | ((ways & AS_TYPED) === 0 ? 0 : next === tokenEnd ? AS_TYPED : OTHERWISE);
    }
    if (to === length && from > 0 && ((ways & OTHERWISE) !== 0 || tokenEnd !== length)) lasts.push(from);
  }
  return lasts;
}

function longestFrom({ segment, query: { joined } }: Asking, from: number): number {
  const { words } = segment;
  return words.mayBegin(joined.slice(from, from + SHORTEST_PART)) ? from + words.longestBeginning(joined.slice(from)) : from;
}

/** Of the ways that `lastParts` found last: where the shortest first part ends. */
function shortestFirst(lasts: readonly number[]): number {
  const leads = new Set(lasts);
  for (let from = lasts.at(-1)! - 1; from >= 0; from--) {
    if (parted[from] === 0) continue;
    for (let next = from + SHORTEST_PART; next <= longest[from]!; next++) {
      if (!leads.has(next)) continue;
      leads.add(from);
      if (from === 0) return next;
      break;
    }
  }
  return SHORTEST_PART;
}

/** The cuts with which the whole text can be put together, those that begin last before the others, and longer before shorter ones. */
function usefulCuts(joined: string, longestAt: LongestAt): Cut[] {
  const { length } = joined;
  const last = length - SHORTEST_PART;
  // From which letters a part may begin that follows others, and up to where words begin with what is there.
  const longest: number[] = [];
  const isReached: boolean[] = [];
  for (let from = 0; from <= last; from++) {
    if (from !== 0 && isReached[from] !== true) continue;
    const to = longestAt(from);
    longest[from] = to;
    for (let next = from + SHORTEST_PART; next <= Math.min(to, last); next++) isReached[next] = true;
  }
  const cuts: Cut[] = [];
  const leadsToEnd: boolean[] = [];
  for (let from = last; from >= 0; from--) {
    const most = longest[from];
    if (most === undefined) continue;
    for (let to = from === 0 ? Math.min(most, last) : most; to >= from + SHORTEST_PART; to--) {
      if (to !== length && (to > last || leadsToEnd[to] !== true)) continue;
      leadsToEnd[from] = true;
      cuts.push({ from, to });
    }
  }
  return leadsToEnd[0] === true ? cuts : [];
}

function bytesIn(parts: readonly Stretch[]): number {
  return parts.reduce((sum, { start, end }) => sum + end - start, 0);
}
