import { shortAt, uintAt } from '../elements.ts';
import { lowerBound } from '../segment/block-keys.ts';
import { type Codes, decoded, firstNames, MAX_FIRST, type Segment } from '../segment/segment.ts';
import { isTruncatedTopK } from '../segment/top-k-format.ts';
import { type Candidates, candidatesInOrder, completeCandidates, type Find, NO_CANDIDATES, sortedCandidates } from './candidates.ts';
import type { WordMatch } from './classify-names.ts';
import { findByFingerprint } from './find-by-fingerprint.ts';
import type { PostingRange } from './name-slots.ts';
import type { QueryPlan } from './query-plan.ts';

/** Prefixes of up to this many letters may have a top-k list. */
const TOP_K_LETTERS = 3;
/** Codes of a word anywhere, first or last in a name, and of one that is the whole name: position 0 and last word. */
export const CODES = {
  any: { least: 0, greatest: Infinity, mask: 0 },
  first: { least: 0, greatest: 1, mask: 0 },
  last: { least: 0, greatest: Infinity, mask: 1 },
  only: { least: 1, greatest: 1, mask: 0 },
} as const;

export const findExact: Find = (plan, most) => {
  const { segment, query } = plan;
  // Most texts are half-typed: no name consists of their words.
  if (query.tokens.length > 1)
    return plan.tokenRanges.some(({ start, exactEnd }) => start === exactEnd) ? NO_CANDIDATES : findSeveral(plan, 'exact', most);
  const { words } = segment;
  if (!words.mayContainWord(query.joined) || !words.mayBeWholeName(query.joined)) return NO_CANDIDATES;
  const { start, exactEnd } = plan.first;
  const names = firstWithCode(segment, { start, end: exactEnd }, CODES.only, most);
  if (names.size === 0) words.recordNotWholeName(query.joined);
  return names;
};

/** Names of the main language that have the words of the text as whole words. */
export const findWholeWords: Find = (plan, most) => findWhole(plan, 'main', most);

/** The same for names of other languages. */
export const findOtherWords: Find = (plan, most) => findWhole(plan, 'others', most);

function findWhole(plan: QueryPlan, section: 'main' | 'others', most: number): Candidates {
  const { segment, query } = plan;
  if (query.tokens.length === 1) {
    const { start, exactEnd } = plan.first;
    return firstWithCode(segment, { start, end: exactEnd }, CODES.any, most, segment.sections[section]);
  }
  const { direct } = plan;
  if (direct !== null) return completeCandidates(section === 'main' ? direct.whole_words : direct.other_words);
  const end = lowerBound(plan.wholeWords, segment.head.main_names, 0);
  return completeCandidates(section === 'main' ? plan.wholeWords.subarray(0, end) : plan.wholeWords.subarray(end));
}

export const findNamePrefix: Find = (plan, most) => {
  if (plan.query.tokens.length > 1) return findSeveral(plan, 'name_prefix', most);
  return fromTopK(plan, true, most) ?? firstWithCode(plan.segment, plan.first, CODES.first, most);
};

export const findWordsInOrder: Find = (plan, most) =>
  plan.query.tokens.length < 2 ? NO_CANDIDATES : findSeveral(plan, 'words_in_order', most);

export const findWordPrefix: Find = (plan, most) => {
  if (plan.direct !== null) return completeCandidates(plan.direct.word_prefix);
  if (plan.query.tokens.length > 1) return findSeveral(plan, 'word_prefix', most);
  return fromTopK(plan, false, most) ?? firstWithCode(plan.segment, plan.first, CODES.any, most);
};

/** The names whose words begin with several tokens. */
function findSeveral(plan: QueryPlan, match: WordMatch, most: number): Candidates {
  const { segment, direct } = plan;
  if (direct === null && segment.fingerprints !== null) return findByFingerprint(plan, segment.fingerprints, match, most);
  const list = plan.wordMatches[match];
  return sortedCandidates(list, list.length, segment.head.names, most);
}

/** The first names in a range of postings with such codes. */
export function firstWithCode(
  segment: Segment,
  { start, end }: PostingRange,
  codes: Codes,
  most: number,
  section = segment.sections.all,
): Candidates {
  if (start === end) return NO_CANDIDATES;
  if (most <= MAX_FIRST) {
    const size = segment.decodeFirst({ start, end }, codes, section, most);
    return candidatesInOrder(firstNames, size, size === most, null);
  }
  const size = segment.decode(start, end);
  const { names } = decoded;
  let left = 0;
  for (let at = 0; at < size; at++) {
    const code = shortAt(decoded.codes, at);
    const name = uintAt(names, at);
    if (name < section.from || name >= section.before || code > codes.greatest || code < codes.least) continue;
    if ((code & codes.mask) === codes.mask) names[left++] = name;
  }
  return sortedCandidates(names, left, segment.head.names, most);
}

/** The first names with a short prefix, if its top-k list is long enough. */
function fromTopK({ segment, query }: QueryPlan, isFirst: boolean, most: number): Candidates | null {
  const [token = ''] = query.tokens;
  if (token.length > TOP_K_LETTERS) return null;
  const topK = segment.topK(token, isFirst, most);
  const isTruncated = topK !== null && isTruncatedTopK(topK.kept);
  if (topK === null || (topK.kept < most && isTruncated)) return null;
  return candidatesInOrder(decoded.names, topK.read, topK.read < topK.kept || isTruncated, null);
}
