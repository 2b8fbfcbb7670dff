import { itemAt, shortAt, uintAt } from '../elements.ts';
import type { QueryPlan } from './query-plan.ts';
import { lowerBound } from '../segment/block-keys.ts';
import { type Candidates, type Check, candidatesInOrder, NO_CANDIDATES, sortedCandidates } from './candidates.ts';
import {
  type WordPrefixFingerprints,
  FINGERPRINT_LETTERS,
  type Selection,
  tokensByPrefixCode,
} from '../segment/word-prefix-fingerprints.ts';
import { findWithTokenTrigrams } from './trigram-candidates.ts';
import { intersectNames, type PostingRange } from './name-slots.ts';
import { decoded } from '../segment/segment.ts';
import { shortestTrigramList } from './trigram-intersection.ts';
import type { WordMatch } from './classify-names.ts';
import { equalsTokens, hasAllTokens, hasTokensInOrder, startsWithTokens } from '../text/name-predicates.ts';

/** Up to this many names are checked directly instead of reading the postings of another token. */
const FEW_NAMES = 64;
/** Average bytes per posting. */
const BYTES_PER_POSTING = 2.6;
/** Reading one posting costs as much as scanning this many fingerprints. */
const FINGERPRINTS_PER_POSTING = 5;

let scanned = new Uint32Array(1 << 9);

/**
 * Names whose words begin with several tokens, found with the word-prefix fingerprints of a large segment. Either filters the names
 * of the most selective token or, if matches are frequent, scans the fingerprints in order until there are enough. Longer tokens than
 * the two letters of a fingerprint are checked on the name.
 */
export function findByFingerprint(plan: QueryPlan, fingerprints: WordPrefixFingerprints, match: WordMatch, most: number): Candidates {
  const { tokens } = plan.query;
  if (plan.tokenRanges.some(({ start, end }) => start === end)) return NO_CANDIDATES;
  if (match === 'exact') return findLeading(plan, fingerprints, most, (name) => equalsTokens(name, tokens));
  if (match === 'name_prefix') return findLeading(plan, fingerprints, most, (name) => startsWithTokens(name, tokens), false);
  fingerprints.setTokens(plan.tokensByPrefixCode, tokens.length);
  const isOrdered = match === 'words_in_order';
  if (isScanCheaper(plan, most)) return scanInOrder(plan, fingerprints, isOrdered, most);
  const rarest = rarestOf(plan.tokenRanges);
  // The fingerprint alone decides whether the other token matches.
  if (tokens.length === 2 && itemAt(tokens, 1 - rarest).length <= FINGERPRINT_LETTERS)
    return selectFrom(plan, fingerprints, rarest, isOrdered, most);
  let list = matching.get(plan);
  if (list === undefined) matching.set(plan, (list = namesWithAllTokens(plan, fingerprints, most)));
  if (isOrdered) list = list.filter((name) => fingerprints.areInOrder(name));
  const check: Check = isOrdered ? (name) => hasTokensInOrder(name, tokens) : (name) => hasAllTokens(name, tokens);
  return { ...sortedCandidates(list, list.length, plan.segment.head.names, most), check: areFullyInFingerprint(tokens) ? null : check };
}

/** Names that begin with the tokens. With `isAll` they consist of exactly the tokens; otherwise the last token may be a prefix. */
function findLeading(
  { segment, query, tokenRanges }: QueryPlan,
  fingerprints: WordPrefixFingerprints,
  most: number,
  check: Check,
  isAll = true,
): Candidates {
  const last = query.tokens.length - 1;
  const ranges = tokenRanges.map(({ start, exactEnd, end }, at) => ({ start, end: at < last || isAll ? exactEnd : end }));
  if (ranges.some(({ start, end }) => start === end)) return NO_CANDIDATES;
  const rarest = rarestOf(ranges);
  fingerprints.setTokens(tokensByPrefixCode(query.tokens, isAll ? last + 1 : last), last + 1);
  const { start, end } = itemAt(ranges, rarest);
  const size = segment.decode(start, end);
  const { names, codes } = decoded;
  let left = 0;
  for (let at = 0; at < size; at++) {
    if (shortAt(codes, at) >>> 1 !== rarest) continue;
    const words = fingerprints.leadingWordCount(uintAt(names, at));
    if (words > 0 && (!isAll || words === last + 1)) names[left++] = uintAt(names, at);
  }
  return { ...sortedCandidates(names, left, segment.head.names, most), check };
}

/** Whether all tokens are so short that fingerprints alone decide. */
function areFullyInFingerprint(tokens: readonly string[]): boolean {
  return tokens.every(({ length }) => length <= FINGERPRINT_LETTERS);
}

/** Estimated number of names per token. */
function countsOf({ tokenRanges }: QueryPlan): number[] {
  return tokenRanges.map(({ start, end }) => (end - start) / BYTES_PER_POSTING);
}

/** Estimated fraction of names that match all tokens, assuming independence. */
function matchingFraction({ segment }: QueryPlan, counts: readonly number[]): number {
  return counts.reduce((product, count) => product * Math.min(1, count / segment.head.names), 1);
}

/** Whether matches are so frequent that scanning finds enough of them sooner than filtering the most selective token's names. */
function isScanCheaper(plan: QueryPlan, most: number): boolean {
  if (!areFullyInFingerprint(plan.query.tokens)) return false;
  const { names, main_names: main } = plan.segment.head;
  const counts = countsOf(plan);
  return Math.min(names, main + plan.sufficientOf(most) / matchingFraction(plan, counts)) < Math.min(...counts) * FINGERPRINTS_PER_POSTING;
}

/** Scans the fingerprints in name order until there are enough matches. */
function scanInOrder(plan: QueryPlan, fingerprints: WordPrefixFingerprints, isOrdered: boolean, most: number): Candidates {
  const { names, main_names: main } = plan.segment.head;
  const rarest = itemAt(plan.query.tokens, rarestOf(plan.tokenRanges));
  const wanted = Math.min(most, names);
  if (scanned.length < wanted) scanned = new Uint32Array(wanted * 2);
  const mainEnd = fingerprints.scan(0, main, isOrdered, rarest, scanned, 0, wanted);
  const enough = Math.min(wanted, mainEnd + plan.sufficientOf(most));
  const size = fingerprints.scan(main, names, isOrdered, rarest, scanned, mainEnd, enough);
  return candidatesInOrder(scanned, size, size === enough && size < names, null);
}

/** Selections by query, because two classes use the same one. */
const selections = new WeakMap<QueryPlan, Selection>();

/** Filters the names of the most selective token. */
function selectFrom(plan: QueryPlan, fingerprints: WordPrefixFingerprints, rarest: number, isOrdered: boolean, most: number): Candidates {
  const { tokens } = plan.query;
  let selection = selections.get(plan);
  if (selection === undefined) selections.set(plan, (selection = newSelection(plan, rarest)));
  const { names, matching } = selection;
  const other = itemAt(tokens, 1 - rarest);
  const mainEnd = lowerBound(names, plan.segment.head.main_names, 0);
  fingerprints.select(selection, other, mainEnd, isOrdered, most);
  if (selection.at >= mainEnd) {
    const mainSelected = lowerBound(matching.subarray(0, selection.size), plan.segment.head.main_names, 0);
    const main = isOrdered ? countInOrder(fingerprints, matching, mainSelected) : mainSelected;
    fingerprints.select(selection, other, names.length, isOrdered, Math.min(most, main + plan.sufficientOf(most)));
  }
  const isTruncated = selection.at < names.length;
  const check: Check = isOrdered ? (name) => hasTokensInOrder(name, tokens) : (name) => hasAllTokens(name, tokens);
  const needed = areFullyInFingerprint(tokens) ? null : check;
  if (!isOrdered) return candidatesInOrder(matching, selection.size, isTruncated, needed);
  if (scanned.length < selection.ordered) scanned = new Uint32Array(selection.ordered * 2);
  let size = 0;
  for (let at = 0; at < selection.size; at++) if (fingerprints.areInOrder(uintAt(matching, at))) scanned[size++] = uintAt(matching, at);
  return candidatesInOrder(scanned, size, isTruncated, needed);
}

function newSelection({ segment, tokenRanges }: QueryPlan, rarest: number): Selection {
  const { start, end } = itemAt(tokenRanges, rarest);
  const size = segment.decode(start, end);
  const all = sortedCandidates(decoded.names, size, segment.head.names, Infinity);
  const names = Uint32Array.from(all.names.slice(0, all.size));
  return { names, at: 0, matching: new Uint32Array(names.length), size: 0, ordered: 0 };
}

function countInOrder(fingerprints: WordPrefixFingerprints, names: Uint32Array, end: number): number {
  let count = 0;
  for (let at = 0; at < end; at++) if (fingerprints.areInOrder(uintAt(names, at))) count++;
  return count;
}

/** Matches by query, because two classes use them. */
const matching = new WeakMap<QueryPlan, Uint32Array>();

/** The names whose words may begin with all tokens, according to fingerprints and postings. */
function namesWithAllTokens(plan: QueryPlan, fingerprints: WordPrefixFingerprints, most: number): Uint32Array {
  const { segment, query, tokenRanges } = plan;
  const rarest = rarestOf(tokenRanges);
  const { start, end } = itemAt(tokenRanges, rarest);
  // If few names match, the class `part` is searched too. Its names include these matches, so they are searched only once.
  const usesTrigrams =
    end - start > shortestTrigramList(segment, query.tokens) && matchingFraction(plan, countsOf(plan)) * segment.head.names < most;
  const all = usesTrigrams ? findWithTokenTrigrams(plan, Infinity).names.slice() : decoded.names.slice(0, segment.decode(start, end));
  let names = all.subarray(0, fingerprints.filterAll(all, all.length));
  for (const [at, token] of query.tokens.entries()) {
    if (names.length <= FEW_NAMES || token.length <= FINGERPRINT_LETTERS || (at === rarest && !usesTrigrams)) continue;
    names = intersectNames(segment, itemAt(tokenRanges, at), names);
  }
  return names;
}

/** The index of the shortest range. */
function rarestOf(ranges: readonly PostingRange[]): number {
  const sizes = ranges.map(({ start, end }) => end - start);
  return sizes.indexOf(Math.min(...sizes));
}
