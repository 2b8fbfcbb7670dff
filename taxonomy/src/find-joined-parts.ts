import type { Asking } from './asking.ts';
import { NO_CANDIDATES, ranked } from './candidates.ts';
import type { Find } from './find.ts';
import { emptyColumn, markedBits, slotsOf, unmark } from './marks.ts';
import { numberAmong, numberNames, type Stretch } from './numbered.ts';
import { isMadeOfParts, SHORTEST_PART } from './match.ts';
import type { Query } from './query.ts';
import { found } from './segment.ts';

/** Texts of more letters are not cut into beginnings of several words. */
export const MOST_JOINED_PARTS = 40;

/** So few names are looked at one by one. */
const FEW_NAMES = 48;

/** A part of the text, from one letter to another, that is the beginning of words. */
interface Cut {
  from: number;
  to: number;
}

/** And where these stand. */
interface Part extends Cut, Stretch {}

export const findJoinedParts: Find = (asking, most) => {
  const { segment, query } = asking;
  const { length } = query.joined;
  if (length < 2 * SHORTEST_PART || length > MOST_JOINED_PARTS) return NO_CANDIDATES;
  const cuts = usefulCuts(asking);
  if (cuts.length === 0 || areTokens(cuts, query)) return NO_CANDIDATES;
  const { names } = segment.head;
  // Only names with a first and with a last part can answer. The shortest first part begins all others.
  const toPart = ({ from, to }: Cut): Part => ({ from, to, ...segment.words.places(query.joined.slice(from, to)) });
  const shortest = cuts.findLast(({ from }) => from === 0);
  const firsts = shortest === undefined ? [] : [toPart(shortest)];
  const lasts = cuts.filter(({ to }) => to === length).map(toPart);
  const [fewer, more] = bytesIn(firsts) < bytesIn(lasts) ? [firsts, lasts] : [lasts, firsts];
  let numbered = numberNames(segment, fewer);
  const isWorthReading = segment.mayReadNames && bytesIn(more) > numbered.length * segment.bytesOfAName;
  if (numbered.length > FEW_NAMES || !isWorthReading) numbered = numberAmong(segment, more, numbered);
  if (segment.mayReadNames && numbered.length <= FEW_NAMES) {
    unmark(numbered, numbered.length);
    return { ...ranked(numbered, numbered.length, names, most), check: (name) => isMadeOfParts(name, query.joined) };
  }
  const parts = cuts.map(toPart);
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

/** The cuts with which the whole text can be put together, those that begin last before the others, and longer before shorter ones. */
function usefulCuts({ segment, query }: Asking): Cut[] {
  const { joined } = query;
  const { length } = joined;
  const last = length - SHORTEST_PART;
  // From which letters a part may begin that follows others, and up to where words begin with what is there.
  const longest: number[] = [];
  const isReached: boolean[] = [];
  for (let from = 0; from <= last; from++) {
    if (from !== 0 && isReached[from] !== true) continue;
    const rest = joined.slice(from);
    if (!segment.words.mayBegin(rest)) continue;
    const to = from + segment.words.longestBeginning(rest);
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

/** The text can only be cut into its tokens: the names with these in order are of a better class. Cuts that begin last come first. */
function areTokens(cuts: readonly Cut[], { tokens, joined }: Query): boolean {
  let end = joined.length;
  return (
    cuts.length === tokens.length &&
    cuts.every(({ from, to }, at) => {
      const isToken = to === end && to - from === tokens[tokens.length - 1 - at]!.length;
      end = from;
      return isToken;
    })
  );
}

function bytesIn(parts: readonly Stretch[]): number {
  return parts.reduce((sum, { start, end }) => sum + end - start, 0);
}
