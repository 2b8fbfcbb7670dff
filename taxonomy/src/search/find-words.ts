import type { Asking } from './query-plan.ts';
import { byInitials } from './find-by-fingerprint.ts';
import { isCutTop } from '../build/top-k-lists.ts';
import { allOf, type Candidates, type Check, inOrder, NO_CANDIDATES, ranked } from './candidates.ts';
import { holdsLetters, holdsParts } from '../text/name-predicates.ts';
import { namesWithParts } from './trigram-candidates.ts';
import type { Stretch } from './name-slots.ts';
import { best, found, MOST_BEST, type Segment } from '../segment/segment.ts';
import type { Holding } from './trigram-intersection.ts';
import type { Walked } from './classify-names.ts';

/** `most`: how many names are of use; more may be given. */
export type Find = (asking: Asking, most: number) => Candidates;

/** Beginnings of so few letters may have their best names kept ready. */
const TOP_LETTERS = 3;
/** The code of a word that is the whole name: at its beginning, and the last one. */
const ONLY_WORD = 1;

export const findExact: Find = (asking, most) => {
  const { segment, query } = asking;
  if (query.tokens.length > 1) return ofSeveral(asking, 'exact', most);
  const { words } = segment;
  if (!words.mayBeWord(query.joined) || !words.mayBeName(query.joined)) return NO_CANDIDATES;
  const { start, exactEnd } = asking.first;
  const names = bestOf(segment, { start, end: exactEnd }, ONLY_WORD, ONLY_WORD, most);
  if (names.size === 0) words.noteNoName(query.joined);
  return names;
};

export const findNamePrefix: Find = (asking, most) => {
  const { segment, query } = asking;
  if (query.tokens.length > 1) return ofSeveral(asking, 'prefix', most);
  return topOf(asking, true, most) ?? bestOf(segment, asking.first, 0, ONLY_WORD, most);
};

export const findWordsInOrder: Find = (asking, most) =>
  asking.query.tokens.length < 2 ? NO_CANDIDATES : ofSeveral(asking, 'inOrder', most);

export const findWordPrefix: Find = (asking, most) => {
  const { segment, query } = asking;
  const { few } = asking;
  if (few !== null) return allOf(few.anyOrder);
  if (query.tokens.length > 1) return ofSeveral(asking, 'anyOrder', most);
  return topOf(asking, false, most) ?? bestOf(segment, asking.first, 0, Infinity, most);
};

/** The names whose words begin with several tokens. */
function ofSeveral(asking: Asking, which: keyof Walked, most: number): Candidates {
  const { segment, few } = asking;
  if (few === null && segment.initials !== null) return byInitials(asking, segment.initials, which, most);
  const list = asking.walked[which];
  return ranked(list, list.length, segment.head.names, most);
}

/** The best names of which a word stands in some postings, at a place with such a code. */
function bestOf(segment: Segment, { start, end }: Stretch, least: number, greatest: number, most: number): Candidates {
  if (start === end) return NO_CANDIDATES;
  if (most <= MOST_BEST) {
    const size = segment.decodeBest({ start, end }, least, greatest, most);
    return inOrder(best, size, size === most, null);
  }
  const size = segment.decode(start, end);
  const { names, codes } = found;
  let left = 0;
  for (let at = 0; at < size; at++) {
    const code = codes[at]!;
    if (code <= greatest && code >= least) names[left++] = names[at]!;
  }
  return ranked(names, left, segment.head.names, most);
}

/** The best names with a short beginning, where enough of them are kept ready. */
function topOf({ segment, query }: Asking, isFirst: boolean, most: number): Candidates | null {
  const [token = ''] = query.tokens;
  if (token.length > TOP_LETTERS) return null;
  const top = segment.top(token, isFirst, most);
  const isCut = top !== null && isCutTop(top.kept);
  if (top === null || (top.kept < most && isCut)) return null;
  return inOrder(found.names, top.read, top.read < top.kept || isCut, null);
}

export const findPart: Find = (asking, most) => {
  const { segment, query } = asking;
  const { tokens, joined } = query;
  if (joined.length < 3) return NO_CANDIDATES;
  const { few } = asking;
  if (few !== null) return allOf(few.part);
  const runsOn: Check = (name) => holdsLetters(name, joined);
  const long = tokens.filter((token) => token.length >= 3);
  if (tokens.length === 1 || long.length === 0) {
    const { names, isCut } = asking.holdingUpTo(most, asking.enoughOf(most));
    return inOrder(names, names.length, isCut, joined.length === 3 ? null : runsOn);
  }
  const apart = namesWithParts(asking, most);
  const holding = asking.holdingUpTo(most, asking.enoughOf(most));
  // Where one list ends before all were found, names that come later in the other are not yet the next ones.
  const bound = Math.min(lastOf(apart), lastOf(holding));
  const both = [...holding.names, ...apart.names].filter((name) => name <= bound);
  const isCut = bound < Infinity;
  const first = ranked(both, both.length, segment.head.names, most);
  return { ...first, isCut: first.isCut || isCut, check: (name) => runsOn(name) || holdsParts(name, tokens) };
};

/** Up to which name a list tells all; all where it is not cut. */
function lastOf({ names, isCut }: Holding): number {
  return isCut ? (names.at(-1) ?? -1) : Infinity;
}
