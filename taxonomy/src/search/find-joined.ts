import type { Asking } from './query-plan.ts';
import { allOf, type Check, inOrder, NO_CANDIDATES, ranked } from './candidates.ts';
import { NOWHERE, type Places } from '../segment/dictionary.ts';
import type { Find } from './find-words.ts';
import { mark, markedBits, emptySet, unmark } from './name-bitset.ts';
import { beginsWord, runsOnFromWord } from '../text/name-predicates.ts';
import { found } from '../segment/segment.ts';
import { bytesCompared } from './trigram-intersection.ts';
import { type Step, walkWords } from './intersect-postings.ts';

/** So few names that hold all the letters are looked at one by one. */
const FEW_NAMES = 32;
/** Ways to lay the text out over words that are looked at one by one. */
const MOST_WAYS = 12;

/** Postings of so few bytes are of names that may all be looked at one by one. */
const FEW_BYTES = 64;

/** Words one after another: all of them whole, but for the last one, which may go on. */
type Way = readonly Places[];

export const findJoined: Find = (asking, most) => {
  const { segment, query } = asking;
  const { tokens, joined } = query;
  if (joined.length < 3 || !asking.mayHold) return NO_CANDIDATES;
  const { few } = asking;
  if (few !== null) return allOf(few.joined);
  const ways = waysOf(asking);
  if (ways?.length === 0) return NO_CANDIDATES;
  const isOneWord = tokens.length === 1;
  // One word running on from a word's beginning is that word's beginning, which has its own class.
  const check: Check = (name) => runsOnFromWord(name, joined) && !(isOneWord && beginsWord(name, joined));
  const bytes = ways === null ? Infinity : ways.reduce((sum, way) => sum + bytesOf(way), 0);
  if (segment.canReadNames && bytes > FEW_BYTES) {
    const { names: holding, isCut } = asking.holdingUpTo(FEW_NAMES);
    if (!isCut && holding.length <= FEW_NAMES) return inOrder(holding, holding.length, false, check);
  }
  const list = ways !== null && bytes < bytesCompared(segment, [joined]) ? namesOfWays(asking, ways) : namesHolding(asking);
  if (list.length === 0) return NO_CANDIDATES;
  return { ...ranked(list, list.length, segment.head.names, most), check };
};

/** All ways but that of the tokens, whose names are found in better classes; null where they are too many. */
function waysOf({ segment, query }: Asking): Way[] | null {
  const { joined, tokens } = query;
  const { words } = segment;
  const ways: Way[] = [];
  // From which letters on the rest is no words: nothing need be tried there twice.
  const isDeadEnd: boolean[] = [];
  /** `isAsTyped`: so far the words are the tokens. */
  const goOn = (from: number, way: Way, isAsTyped: boolean): boolean => {
    if (isDeadEnd[from] === true) return true;
    const tokenEnd = isAsTyped ? from + (tokens[way.length]?.length ?? 0) : -1;
    let isWords = false;
    for (let to = from + 1; to < joined.length; to++) {
      const text = joined.slice(from, to);
      if (!words.mayBegin(text)) break;
      if (!words.mayBeWord(text)) continue;
      const places = words.exactly(text);
      if (places === null) break;
      if (places.start === places.end) continue;
      if (!goOn(to, [...way, places], to === tokenEnd)) return false;
      isWords ||= isDeadEnd[to] !== true;
    }
    if (tokenEnd === joined.length) return true;
    const rest = joined.slice(from);
    const places = words.mayBegin(rest) ? words.places(rest) : NOWHERE;
    if (places.start < places.end && ways.push([...way, places]) > MOST_WAYS) return false;
    isDeadEnd[from] = !isWords && places.start === places.end;
    return true;
  };
  return goOn(0, [], true) ? ways : null;
}

function namesOfWays({ segment }: Asking, ways: readonly Way[]): number[] {
  const list: number[] = [];
  for (const way of ways) {
    const rarest = rarestOf(way);
    if (segment.canReadNames && rarest.end - rarest.start <= FEW_BYTES) {
      const size = segment.decode(rarest.start, rarest.end);
      for (let at = 0; at < size; at++) list.push(found.names[at]!);
      continue;
    }
    const steps: Step[] = way.map(({ start, end }) => ({ whole: null, others: [{ start, end }] }));
    const walked = walkWords(segment, steps, null);
    for (const names of [walked.exact, walked.prefix, walked.inOrder]) for (const name of names) list.push(name);
  }
  return list;
}

/** The names that hold the letters, as far as the index tells, and the first word that these run through. */
function namesHolding(asking: Asking): number[] {
  const { segment, query, holding } = asking;
  const { joined, tokens } = query;
  const list: number[] = [];
  if (holding.length === 0) return list;
  for (let length = 1; length <= joined.length; length++) {
    const isAll = length === joined.length;
    if (isAll && tokens.length === 1) break;
    const places = isAll ? segment.words.places(joined) : segment.words.exactly(joined.slice(0, length));
    if (places === null) break;
    emptySet(segment.head.names);
    mark(holding, holding.length);
    const size = segment.decodeAmong(places.start, places.end, markedBits());
    unmark(holding, holding.length);
    for (let at = 0; at < size; at++) list.push(found.names[at]!);
  }
  return list;
}

function rarestOf(way: Way): Places {
  return way.reduce((rarest, places) => (places.end - places.start < rarest.end - rarest.start ? places : rarest));
}

/** How much is to be read for a way. */
function bytesOf(way: Way): number {
  const rarest = rarestOf(way);
  const least = rarest.end - rarest.start;
  return least <= FEW_BYTES ? least : way.reduce((sum, { start, end }) => sum + end - start, 0);
}
