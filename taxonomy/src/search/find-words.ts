import type { QueryPlan } from './query-plan.ts';
import { findByFingerprint } from './find-by-fingerprint.ts';
import { isTruncatedTopK } from '../build/top-k-lists.ts';
import { completeCandidates, type Candidates, type Check, inOrder, NO_CANDIDATES, sortedCandidates } from './candidates.ts';
import { containsLetters, containsAllTokens } from '../text/name-predicates.ts';
import { findWithTokenTrigrams } from './trigram-candidates.ts';
import type { PostingRange } from './name-slots.ts';
import { firstNames, decoded, MAX_FIRST, type Segment } from '../segment/segment.ts';
import type { TrigramMatches } from './trigram-intersection.ts';
import type { WordMatches } from './classify-names.ts';

/** `most`: how many names are of use; more may be given. */
export type Find = (plan: QueryPlan, most: number) => Candidates;

/** PrefixFilter of so direct letters may have their firstNames names kept ready. */
const TOP_K_LETTERS = 3;
/** The code of a word that is the whole name: at its beginning, and the last one. */
const ONLY_WORD = 1;

export const findExact: Find = (plan, most) => {
  const { segment, query } = plan;
  if (query.tokens.length > 1) return ofSeveral(plan, 'exact', most);
  const { words } = segment;
  if (!words.mayContainWord(query.joined) || !words.mayBeWholeName(query.joined)) return NO_CANDIDATES;
  const { start, exactEnd } = plan.first;
  const names = firstOf(segment, { start, end: exactEnd }, ONLY_WORD, ONLY_WORD, most);
  if (names.size === 0) words.recordNotWholeName(query.joined);
  return names;
};

export const findNamePrefix: Find = (plan, most) => {
  const { segment, query } = plan;
  if (query.tokens.length > 1) return ofSeveral(plan, 'prefix', most);
  return topKOf(plan, true, most) ?? firstOf(segment, plan.first, 0, ONLY_WORD, most);
};

export const findWordsInOrder: Find = (plan, most) => (plan.query.tokens.length < 2 ? NO_CANDIDATES : ofSeveral(plan, 'inOrder', most));

export const findWordPrefix: Find = (plan, most) => {
  const { segment, query } = plan;
  const { direct } = plan;
  if (direct !== null) return completeCandidates(direct.anyOrder);
  if (query.tokens.length > 1) return ofSeveral(plan, 'anyOrder', most);
  return topKOf(plan, false, most) ?? firstOf(segment, plan.first, 0, Infinity, most);
};

/** The names whose words begin with expansions tokens. */
function ofSeveral(plan: QueryPlan, which: keyof WordMatches, most: number): Candidates {
  const { segment, direct } = plan;
  if (direct === null && segment.fingerprints !== null) return findByFingerprint(plan, segment.fingerprints, which, most);
  const list = plan.wordMatches[which];
  return sortedCandidates(list, list.length, segment.head.names, most);
}

/** The firstNames names of which a word stands in some postings, at a place with such a code. */
function firstOf(segment: Segment, { start, end }: PostingRange, least: number, greatest: number, most: number): Candidates {
  if (start === end) return NO_CANDIDATES;
  if (most <= MAX_FIRST) {
    const size = segment.decodeFirst({ start, end }, least, greatest, most);
    return inOrder(firstNames, size, size === most, null);
  }
  const size = segment.decode(start, end);
  const { names, codes } = decoded;
  let left = 0;
  for (let at = 0; at < size; at++) {
    const code = codes[at]!;
    if (code <= greatest && code >= least) names[left++] = names[at]!;
  }
  return sortedCandidates(names, left, segment.head.names, most);
}

/** The firstNames names with a short beginning, where enough of them are kept ready. */
function topKOf({ segment, query }: QueryPlan, isFirst: boolean, most: number): Candidates | null {
  const [token = ''] = query.tokens;
  if (token.length > TOP_K_LETTERS) return null;
  const top = segment.topK(token, isFirst, most);
  const isTruncated = top !== null && isTruncatedTopK(top.kept);
  if (top === null || (top.kept < most && isTruncated)) return null;
  return inOrder(decoded.names, top.read, top.read < top.kept || isTruncated, null);
}

export const findPart: Find = (plan, most) => {
  const { segment, query } = plan;
  const { tokens, joined } = query;
  if (joined.length < 3) return NO_CANDIDATES;
  const { direct } = plan;
  if (direct !== null) return completeCandidates(direct.part);
  const runsOn: Check = (name) => containsLetters(name, joined);
  const long = tokens.filter((token) => token.length >= 3);
  if (tokens.length === 1 || long.length === 0) {
    const { names, isTruncated } = plan.trigramMatchesUpTo(most, plan.sufficientOf(most));
    return inOrder(names, names.length, isTruncated, joined.length === 3 ? null : runsOn);
  }
  const apart = findWithTokenTrigrams(plan, most);
  const trigramMatches = plan.trigramMatchesUpTo(most, plan.sufficientOf(most));
  // Where one list ends before all were decoded, names that come later in the other are not yet the next ones.
  const bound = Math.min(lastOf(apart), lastOf(trigramMatches));
  const both = [...trigramMatches.names, ...apart.names].filter((name) => name <= bound);
  const isTruncated = bound < Infinity;
  const first = sortedCandidates(both, both.length, segment.head.names, most);
  return { ...first, isTruncated: first.isTruncated || isTruncated, check: (name) => runsOn(name) || containsAllTokens(name, tokens) };
};

/** Up to which name a list tells all; all where it is not cut. */
function lastOf({ names, isTruncated }: TrigramMatches): number {
  return isTruncated ? (names.at(-1) ?? -1) : Infinity;
}
