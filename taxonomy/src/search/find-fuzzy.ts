import type { QueryPlan, TypoRanges } from './query-plan.ts';
import { type Candidates, sortedCandidates } from './candidates.ts';
import { EMPTY_RANGE, type PrefixRange } from '../segment/dictionary.ts';
import { trigramAt } from '../segment/segment-head.ts';
import { FUZZY_MIN_LETTERS } from '../text/name-predicates.ts';
import type { PostingRange } from './name-slots.ts';
import type { Segment } from '../segment/segment.ts';
import { intersectTrigrams } from './trigram-intersection.ts';
import { keepInOrder } from './classify-names.ts';
import { intersectPostings } from './intersect-postings.ts';

/**
 * TypoRanges in the first letters of a token are looked up one by one, those further on are decoded by reading all words that
 * begin like it: these are direct by then.
 */
const LOOKED_UP = 3;

/** With one slip of the fingers in one token of four letters or more; with `whole` that token is a whole word. */
export function findFuzzy(plan: QueryPlan, whole: boolean, most: number): Candidates {
  const { segment, query, tokenRanges } = plan;
  const all: number[] = [];
  for (const [typoToken, token] of query.tokens.entries()) {
    if (token.length < FUZZY_MIN_LETTERS) continue;
    if (tokenRanges.some(({ start, end }, at) => at !== typoToken && start === end)) continue;
    const typos = typosOf(plan, typoToken);
    const meant = whole ? typos.whole : typos.prefix;
    if (meant.length === 0) continue;
    const tokens = tokenRanges.map((range, at) => ({ whole: null, others: at === typoToken ? meant : [range] }));
    const found = intersectPostings(segment, tokens, false);
    if (found !== null) keepInOrder(found, all);
  }
  return sortedCandidates(all, all.length, segment.head.names, most);
}

function typosOf({ segment, query, tokenRanges, typos }: QueryPlan, typoToken: number): TypoRanges {
  return (typos[typoToken] ??= typosOfToken(segment, query.tokens[typoToken] ?? '', tokenRanges[typoToken] ?? EMPTY_RANGE));
}

/** Where the words stand that differ from a token by one letter: wrong, missing, too many, or two neighbours swapped. */
function typosOfToken(segment: Segment, token: string, own: PrefixRange): TypoRanges {
  const whole: RangeMap = new Map();
  const prefix: RangeMap = new Map();
  const { words } = segment;
  // From which letter on all groups of three letters of the token are those of some name: no word goes on otherwise.
  let sound = token.length - 2;
  while (sound > 0 && isKnown(segment, token, sound - 1)) sound--;
  const add = (word: string, rest: number) => {
    // `rest`: from there on it is the token's end, whose groups of three letters were looked at.
    if (word === token || word.length === 0) return;
    for (let at = 0; at < Math.min(word.length - 2, rest); at++) if (!isKnown(segment, word, at)) return;
    if (!words.mayHavePrefix(word)) return;
    const { start, exactEnd, end } = words.prefixRange(word);
    if (exactEnd > start) keepLonger(whole, start, exactEnd);
    // Words that begin with the token itself have no slip.
    if (own.end > own.start && start < own.end && end > own.start) {
      if (start < own.start) keepLonger(prefix, start, own.start);
      if (end > own.end) keepLonger(prefix, own.end, end);
    } else if (end > start) keepLonger(prefix, start, end);
  };
  // A slip in the first letters leaves those after them as they are; of two that were swapped one may be the next letter.
  const after = token.slice(LOOKED_UP + 1);
  const mayBeEarly = after.length < 3 || intersectTrigrams(segment, [after], 1).names.length > 0;
  for (let at = 0; mayBeEarly && at < LOOKED_UP; at++) {
    const before = token.slice(0, at);
    // No word begins like this: a slip further on does not mend it.
    if (at > 0 && words.longestPrefix(before) < at) break;
    const rest = token.slice(at);
    const restAfter = token.slice(at + 1);
    if (sound <= at + 1) add(before + restAfter, at);
    if (sound <= at + 2) add(before + (token[at + 1] ?? '') + (token[at] ?? '') + token.slice(at + 2), at + 2);
    if (sound > at + 1) continue;
    for (const letter of lettersBetween(segment, before, restAfter)) add(before + letter + restAfter, at + 1);
    if (sound <= at) for (const letter of lettersBetween(segment, before, rest)) add(before + letter + rest, at + 1);
  }
  const beginning = token.slice(0, LOOKED_UP);
  if (!words.mayHavePrefix(beginning)) return { whole: mergedRanges(whole), prefix: mergedRanges(prefix) };
  words.forEachWord(words.prefixRange(beginning), (letters, length, start, end) => {
    if (isTypo(letters, length, token, true)) keepLonger(whole, start, end);
    if (isTypo(letters, length, token, false)) keepLonger(prefix, start, end);
  });
  return { whole: mergedRanges(whole), prefix: mergedRanges(prefix) };
}

/** The letters that may stand between two texts, as far as is known of groups of three letters. */
function lettersBetween(segment: Segment, before: string, after: string): string[] {
  const letters: string[] = [];
  const [a, b, d, e] = [before.at(-2), before.at(-1), after[0], after[1]].map((letter) =>
    letter === undefined ? -1 : letter.charCodeAt(0) - 97,
  );
  for (let c = 0; c < 26; c++) {
    if (holds(segment, a!, b!, c) && holds(segment, b!, c, d!) && holds(segment, c, d!, e!)) letters.push(String.fromCharCode(97 + c));
  }
  return letters;
}

/** Whether some name holds three letters; where one is none, that is not asked. */
function holds(segment: Segment, a: number, b: number, c: number): boolean {
  return a < 0 || b < 0 || c < 0 || segment.trigramListBytes(a * 676 + b * 26 + c) > 0;
}

function isKnown(segment: Segment, word: string, at: number): boolean {
  return segment.trigramListBytes(trigramAt(word, at)) > 0;
}

/**
 * Whether a word, or with `whole` false its beginning, is a token but for one slip. It is enough to look at the first
 * letter in which they differ: a letter too many in a row of the same ones may be any of them.
 */
function isTypo(letters: Uint8Array, length: number, token: string, whole: boolean): boolean {
  let same = 0;
  while (same < length && same < token.length && letters[same] === token.charCodeAt(same)) same++;
  if (same === token.length) return whole && length === token.length + 1;
  const continues = (inWord: number, inToken: number) => {
    const left = token.length - inToken;
    if (whole ? length - inWord !== left : length - inWord < left) return false;
    for (let at = 0; at < left; at++) if (letters[inWord + at] !== token.charCodeAt(inToken + at)) return false;
    return true;
  };
  return (
    continues(same, same + 1) ||
    (same < length && (continues(same + 1, same + 1) || continues(same + 1, same))) ||
    (same + 1 < length &&
      same + 1 < token.length &&
      letters[same] === token.charCodeAt(same + 1) &&
      letters[same + 1] === token.charCodeAt(same) &&
      continues(same + 2, same + 2))
  );
}

/** Where ranges begin and end. */
type RangeMap = Map<number, number>;

function keepLonger(ranges: RangeMap, start: number, end: number): void {
  ranges.set(start, Math.max(ranges.get(start) ?? 0, end));
}

const NO_RANGES: PostingRange[] = [];

/** In order, those that touch or overlap as one. */
function mergedRanges(ranges: RangeMap): PostingRange[] {
  if (ranges.size === 0) return NO_RANGES;
  const joined: PostingRange[] = [];
  for (const [start, end] of [...ranges].toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last.end) joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else joined.push({ start, end });
  }
  return joined;
}
