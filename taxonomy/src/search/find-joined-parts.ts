import { byteAt, itemAt, shortAt, uintAt } from '../elements.ts';
import type { QueryPlan } from './query-plan.ts';
import { type Check, type Find, NO_CANDIDATES, sortedCandidates } from './candidates.ts';
import { outranks } from '../ranking.ts';
import { trigramAt } from '../segment/segment-head.ts';
import { zeroedColumn, bitsetWords, slotColumn, clearBits } from './name-bitset.ts';
import { narrowSlots, assignSlots, type PostingRange } from './name-slots.ts';
import { isJoinedFromParts, MIN_PART_LETTERS } from '../text/name-predicates.ts';
import type { Query } from '../text/query.ts';
import { decoded } from '../segment/segment.ts';
import { trigramBit } from '../segment/trigram-bitmasks.ts';

/** Longer texts are not split into word prefixes. */
export const MAX_JOINED_LETTERS = 40;

/** Up to this many names are checked directly. */
const FEW_NAMES = 48;
/** Postings of last parts below this size are read before those of the first part are looked up. */
const FEW_BYTES = 1500;
/** Larger postings are read only if the dictionary confirms the parts. */
const MANY_BYTES = 400;

/** A part of the text, as offsets, that is a prefix of some word. */
interface Cut {
  from: number;
  to: number;
}

/** A part and the postings of the words it is a prefix of. */
interface Part extends Cut, PostingRange {}

export const findJoinedParts: Find = (plan, most) => {
  const { segment, query } = plan;
  const { joined } = query;
  const { length } = joined;
  const { names } = segment.head;
  const check: Check = (name) => isJoinedFromParts(name, joined);
  if (length < 2 * MIN_PART_LETTERS || length > MAX_JOINED_LETTERS) return NO_CANDIDATES;
  // Only names with a first and a last part can match. All first parts begin with the shortest one.
  let ends = endsOf(plan, true);
  if (ends === null) return NO_CANDIDATES;
  if (segment.canReadNames && bytesIn(ends.lasts) < FEW_BYTES) {
    const likely = fewLikely(plan, ends);
    if (likely !== null) return { ...sortedCandidates(likely, likely.length, names, most), check };
  }
  let firsts = [partOf(plan, 0, ends.firstEnd)];
  // False positives of the prefix filter would cost more than the dictionary.
  if (segment.words.prefixFilter !== null && Math.min(bytesIn(firsts), bytesIn(ends.lasts)) > MANY_BYTES) {
    ends = endsOf(plan, false);
    if (ends === null) return NO_CANDIDATES;
    firsts = [partOf(plan, 0, ends.firstEnd)];
  }
  const { lasts } = ends;
  const [fewer, more] = bytesIn(firsts) < bytesIn(lasts) ? [firsts, lasts] : [lasts, firsts];
  let slotted = assignSlots(segment, fewer);
  const isWorthReading = segment.canReadNames && bytesIn(more) > slotted.length * segment.nameCostInBytes;
  if (slotted.length > FEW_NAMES || !isWorthReading) slotted = narrowSlots(segment, more, slotted);
  if (segment.canReadNames && slotted.length <= FEW_NAMES) {
    clearBits(slotted, slotted.length);
    return { ...sortedCandidates(slotted, slotted.length, names, most), check };
  }
  const parts = usefulCuts(joined, (from) => longestFrom(plan, from)).map(({ from, to }) => partOf(plan, from, to));
  const size = slotted.length;
  const slots = slotColumn(names);
  const bits = bitsetWords();
  // Per offset and name: the latest word (counted from 1) from which words in order can make up the rest of the text.
  const rests: (Uint8Array | undefined)[] = [];
  const found: number[] = [];
  let columns = 0;
  for (const { from, to, start, end } of parts) {
    const after = to === length ? null : rests[to];
    if (after === undefined) continue;
    const count = segment.decodeIn(start, end, bits);
    for (let at = 0; at < count; at++) {
      const slot = uintAt(slots, uintAt(decoded.names, at));
      const place = (shortAt(decoded.codes, at) >>> 1) + 1;
      if (after !== null && place >= byteAt(after, slot)) continue;
      if (from === 0) found.push(uintAt(decoded.names, at));
      else {
        const rest = (rests[from] ??= zeroedColumn(columns++, size));
        if (byteAt(rest, slot) < place) rest[slot] = place;
      }
    }
  }
  clearBits(slotted, size);
  return sortedCandidates(found, found.length, names, most);
};

/** Where the shortest first part ends, and the possible last parts. */
interface Ends {
  firstEnd: number;
  lasts: Part[];
}

/**
 * Null if the text cannot be split, or only into its tokens. `isLikely`: trust the prefix filter, which may report too many
 * parts.
 */
function endsOf(plan: QueryPlan, isLikely: boolean): Ends | null {
  const { segment, query } = plan;
  const { joined } = query;
  const { prefixFilter } = segment.words;
  const longestAt: LongestAt =
    isLikely && prefixFilter !== null ? (from) => prefixFilter.matchEnd(joined, from) : (from) => longestFrom(plan, from);
  const lastsAt = lastParts(query, longestAt);
  if (lastsAt.length === 0) return null;
  return { firstEnd: shortestFirst(lastsAt), lasts: lastsAt.map((from) => partOf(plan, from, joined.length)) };
}

function partOf({ segment, query }: QueryPlan, from: number, to: number): Part {
  return { from, to, ...segment.words.prefixRange(query.joined.slice(from, to)) };
}

/** Names with a last part whose trigram bitmask and words fit the first part; null if there are too many or no bitmasks. */
function fewLikely(plan: QueryPlan, { firstEnd, lasts }: Ends): number[] | null {
  const { segment } = plan;
  const { bitmasks } = segment;
  if (bitmasks === null) return null;
  const first = plan.query.joined.slice(0, firstEnd);
  let bitmask = 0;
  for (let at = 0; at + MIN_PART_LETTERS <= first.length; at++) bitmask |= trigramBit(trigramAt(first, at));
  const likely: number[] = [];
  for (const { start, end } of lasts) {
    const size = bitmasks.keep(bitmask, decoded.names, 0, segment.decode(start, end));
    if (likely.length + size > FEW_NAMES) return null;
    for (let at = 0; at < size; at++) likely.push(uintAt(decoded.names, at));
  }
  for (const name of likely) segment.requestName(name);
  segment.chunks.cache?.throwIfMissing();
  return likely.filter((name) => plan.hasWordBeginning(name, first));
}

/** The offset up to which some word begins with the letters from `from` on. */
type LongestAt = (from: number) => number;

/** Per offset of the text: flags whether the letters before it can be split into exactly the first tokens, or in another way. */
const splitFlags = new Uint8Array(MAX_JOINED_LETTERS + 1);
const AS_TYPED = 1;
const OTHERWISE = 2;
/** Per reachable offset: the offset up to which some word begins with the letters from there. */
const longest = new Uint8Array(MAX_JOINED_LETTERS + 1);

/** Offsets at which the last part may begin. Skips the split into the typed tokens if `words_in_order`, which finds it, ranks first. */
function lastParts({ tokens, joined: { length } }: Query, longestAt: LongestAt): number[] {
  const last = length - MIN_PART_LETTERS;
  const lasts: number[] = [];
  splitFlags.fill(0, 0, length + 1);
  splitFlags[0] = outranks('words_in_order', 'joined_parts') ? AS_TYPED : OTHERWISE;
  let token = 0;
  let tokenEnd = 0;
  for (let from = 0; from <= last; from++) {
    while (tokenEnd <= from) tokenEnd += tokens[token++]!.length;
    const ways = byteAt(splitFlags, from);
    if (ways === 0) continue;
    const to = (longest[from] = longestAt(from));
    for (let next = from + MIN_PART_LETTERS; next <= Math.min(to, last); next++) {
      splitFlags[next]! |= (ways & OTHERWISE) | ((ways & AS_TYPED) === 0 ? 0 : next === tokenEnd ? AS_TYPED : OTHERWISE);
    }
    if (to === length && from > 0 && ((ways & OTHERWISE) !== 0 || tokenEnd !== length)) lasts.push(from);
  }
  return lasts;
}

function longestFrom({ segment, query: { joined } }: QueryPlan, from: number): number {
  const { words } = segment;
  return words.mayHavePrefix(joined.slice(from, from + MIN_PART_LETTERS)) ? from + words.longestPrefix(joined.slice(from)) : from;
}

/** Where the shortest first part ends, for the splits last found by `lastParts`. */
function shortestFirst(lasts: readonly number[]): number {
  const leads = new Set(lasts);
  for (let from = itemAt(lasts, lasts.length - 1) - 1; from >= 0; from--) {
    if (splitFlags[from] === 0) continue;
    for (let next = from + MIN_PART_LETTERS; next <= byteAt(longest, from); next++) {
      if (!leads.has(next)) continue;
      leads.add(from);
      if (from === 0) return next;
      break;
    }
  }
  return MIN_PART_LETTERS;
}

/** All parts of complete splits, in descending order of their start, and longer before shorter ones. */
function usefulCuts(joined: string, longestAt: LongestAt): Cut[] {
  const { length } = joined;
  const last = length - MIN_PART_LETTERS;
  // Reachable offsets, and how far words extend from them.
  const longest: number[] = [];
  const isReached: boolean[] = [];
  for (let from = 0; from <= last; from++) {
    if (from !== 0 && isReached[from] !== true) continue;
    const to = longestAt(from);
    longest[from] = to;
    for (let next = from + MIN_PART_LETTERS; next <= Math.min(to, last); next++) isReached[next] = true;
  }
  const cuts: Cut[] = [];
  const leadsToEnd: boolean[] = [];
  for (let from = last; from >= 0; from--) {
    const most = longest[from];
    if (most === undefined) continue;
    for (let to = from === 0 ? Math.min(most, last) : most; to >= from + MIN_PART_LETTERS; to--) {
      if (to !== length && (to > last || leadsToEnd[to] !== true)) continue;
      leadsToEnd[from] = true;
      cuts.push({ from, to });
    }
  }
  return leadsToEnd[0] === true ? cuts : [];
}

function bytesIn(parts: readonly PostingRange[]): number {
  return parts.reduce((sum, { start, end }) => sum + end - start, 0);
}
