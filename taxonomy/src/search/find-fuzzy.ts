import type { QueryPlan, TypoRanges } from './query-plan.ts';
import { type Candidates, sortedCandidates } from './candidates.ts';
import { EMPTY_RANGE, type PrefixRange } from '../segment/dictionary.ts';
import { trigramAt } from '../segment/segment-head.ts';
import { FUZZY_MIN_LETTERS } from '../text/name-predicates.ts';
import type { PostingRange } from './name-slots.ts';
import type { Segment } from '../segment/segment.ts';
import { intersectTrigrams } from './trigram-intersection.ts';
import { intersectPostings, keepInOrder } from './intersect-postings.ts';

/**
 * Typos in this many first letters of a token are generated and looked up. Later typos are found by reading all words with the same
 * first letters, of which there are few.
 */
const GENERATED_LETTERS = 3;

/**
 * Names that match with edit distance 1 (including transposition) in one token of at least four letters. With `whole` that token is a
 * whole word, otherwise a prefix.
 */
export function findFuzzy(plan: QueryPlan, whole: boolean, most: number): Candidates {
  const all = (plan.fuzzyNames[whole ? 'whole' : 'prefix'] ??= fuzzyNames(plan, whole));
  return sortedCandidates(all, all.length, plan.segment.head.names, most);
}

function fuzzyNames(plan: QueryPlan, whole: boolean): number[] {
  const { segment, query, tokenRanges } = plan;
  const all: number[] = [];
  for (const [typoToken, token] of query.tokens.entries()) {
    if (token.length < FUZZY_MIN_LETTERS) continue;
    if (tokenRanges.some(({ start, end }, at) => at !== typoToken && start === end)) continue;
    const typos = typosOf(plan, typoToken);
    const ranges = whole ? typos.whole : typos.prefix;
    if (ranges.length === 0) continue;
    const tokens = tokenRanges.map((range, at) => ({ whole: null, others: at === typoToken ? ranges : [range] }));
    const found = intersectPostings(segment, tokens, false);
    if (found !== null) keepInOrder(found, all);
  }
  return all;
}

/** The typos of the tokens looked up last, because the texts of a person who types have the same words. */
const typosBySegment = new WeakMap<Segment, Map<string, TypoRanges>>();
/** Per segment. */
const MAX_TOKENS = 32;

function typosOf({ segment, query, tokenRanges }: QueryPlan, typoToken: number): TypoRanges {
  const token = query.tokens[typoToken] ?? '';
  let known = typosBySegment.get(segment);
  if (known === undefined) typosBySegment.set(segment, (known = new Map()));
  let typos = known.get(token);
  if (typos === undefined) {
    typos = typosOfToken(segment, token, tokenRanges[typoToken] ?? EMPTY_RANGE);
    if (known.size === MAX_TOKENS) known.clear();
    known.set(token, typos);
  }
  return typos;
}

/** The postings of words at edit distance 1 from a token: one letter wrong, missing, extra, or two adjacent letters swapped. */
function typosOfToken(segment: Segment, token: string, own: PrefixRange): TypoRanges {
  const whole: RangeMap = new Map();
  const prefix: RangeMap = new Map();
  const { words } = segment;
  // From this letter on, all trigrams of the token occur in some name.
  let knownFrom = token.length - 2;
  while (knownFrom > 0 && isKnown(segment, token, knownFrom - 1)) knownFrom--;
  const add = (word: string, rest: number) => {
    // From `rest` on, the word is the end of the token, whose trigrams were checked.
    if (word === token || word.length === 0) return;
    for (let at = 0; at < Math.min(word.length - 2, rest); at++) if (!isKnown(segment, word, at)) return;
    if (!words.mayHavePrefix(word)) return;
    const { start, exactEnd, end } = words.prefixRange(word);
    if (exactEnd > start) keepLonger(whole, start, exactEnd);
    // Words beginning with the token itself contain no typo.
    if (own.end > own.start && start < own.end && end > own.start) {
      if (start < own.start) keepLonger(prefix, start, own.start);
      if (end > own.end) keepLonger(prefix, own.end, end);
    } else if (end > start) keepLonger(prefix, start, end);
  };
  // A typo in the first letters leaves the rest unchanged; a transposition may reach one letter further.
  const after = token.slice(GENERATED_LETTERS + 1);
  const mayBeEarly = after.length < 3 || intersectTrigrams(segment, [after], 1).names.length > 0;
  for (let at = 0; mayBeEarly && at < GENERATED_LETTERS; at++) {
    const before = token.slice(0, at);
    // No word begins like this, so a later typo cannot fix it.
    if (at > 0 && words.longestPrefix(before) < at) break;
    const rest = token.slice(at);
    const restAfter = token.slice(at + 1);
    if (knownFrom <= at + 1) add(before + restAfter, at);
    if (knownFrom <= at + 2) add(before + (token[at + 1] ?? '') + (token[at] ?? '') + token.slice(at + 2), at + 2);
    if (knownFrom > at + 1) continue;
    for (const letter of lettersBetween(segment, before, restAfter)) add(before + letter + restAfter, at + 1);
    if (knownFrom <= at) for (const letter of lettersBetween(segment, before, rest)) add(before + letter + rest, at + 1);
  }
  const beginning = token.slice(0, GENERATED_LETTERS);
  if (!words.mayHavePrefix(beginning)) return { whole: mergedRanges(whole), prefix: mergedRanges(prefix) };
  words.forEachWord(words.prefixRange(beginning), (letters, length, start, end) => {
    if (isTypo(letters, length, token, true)) keepLonger(whole, start, end);
    if (isTypo(letters, length, token, false)) keepLonger(prefix, start, end);
  });
  return { whole: mergedRanges(whole), prefix: mergedRanges(prefix) };
}

/** The letters that may connect two texts, judging by the trigrams that occur. */
function lettersBetween(segment: Segment, before: string, after: string): string[] {
  const letters: string[] = [];
  const codeOf = (letter: string | undefined) => (letter === undefined ? -1 : letter.charCodeAt(0) - 97);
  const [a, b] = [codeOf(before.at(-2)), codeOf(before.at(-1))];
  const [d, e] = [codeOf(after[0]), codeOf(after[1])];
  for (let c = 0; c < 26; c++) {
    if (mayOccur(segment, a, b, c) && mayOccur(segment, b, c, d) && mayOccur(segment, c, d, e)) letters.push(String.fromCharCode(97 + c));
  }
  return letters;
}

/** Whether the trigram occurs in some name; true if one of its letters is unknown (negative). */
function mayOccur(segment: Segment, a: number, b: number, c: number): boolean {
  return a < 0 || b < 0 || c < 0 || segment.trigramListBytes(a * 676 + b * 26 + c) > 0;
}

function isKnown(segment: Segment, word: string, at: number): boolean {
  return segment.trigramListBytes(trigramAt(word, at)) > 0;
}

/**
 * Whether a word (`whole`) or a prefix of it is at edit distance 1 from the token. Comparing from the first difference on is
 * enough: within a run of equal letters it does not matter which one is extra.
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

/** The end of each range, by its start. */
type RangeMap = Map<number, number>;

function keepLonger(ranges: RangeMap, start: number, end: number): void {
  ranges.set(start, Math.max(ranges.get(start) ?? 0, end));
}

const NO_RANGES: PostingRange[] = [];

/** The ranges in order, with touching and overlapping ones merged. */
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
