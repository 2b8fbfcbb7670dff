import type { QueryPlan } from './query-plan.ts';
import { intersectNames } from './name-slots.ts';
import { type TrigramMatches, intersectTrigrams } from './trigram-intersection.ts';

/** Up to this many names are checked directly. */
const FEW = 64;

/** Matches by query, because several classes use them. */
const matchesByPlan = new WeakMap<QueryPlan, TrigramMatches & { most: number }>();

/**
 * The first `most` (or more) distinct names that contain the trigrams of every token of three or more letters. If these are
 * many, they also have words beginning with the shorter tokens.
 */
export function findWithTokenTrigrams(plan: QueryPlan, most: number): TrigramMatches {
  const before = matchesByPlan.get(plan);
  if (before !== undefined && (!before.isTruncated || before.most >= most)) return before;
  const found = { ...withParts(plan, most), most };
  matchesByPlan.set(plan, found);
  return found;
}

function withParts(plan: QueryPlan, most: number): TrigramMatches {
  const { segment, query, tokensByPrefixCode } = plan;
  const { fingerprints } = segment;
  const { tokens } = query;
  const long = tokens.filter((token) => token.length >= 3);
  if (fingerprints === null) {
    const { names } = intersectTrigrams(segment, long, Infinity);
    // Every remaining name is checked, so their number is reduced first.
    return { names: names.length > FEW ? keepBeginning(plan, names) : names, isTruncated: false };
  }
  if (long.length === tokens.length) return intersectTrigrams(segment, long, most, plan.sufficientOf(most));
  const short = tokens.reduce((bits, { length }, at) => (length < 3 ? bits | (1 << at) : bits), 0);
  fingerprints.setTokens(tokensByPrefixCode, tokens.length);
  return intersectTrigrams(segment, long, most, plan.sufficientOf(most), (names, size) => fingerprints.filterAll(names, size, short));
}

/** Keeps the names with words beginning with the tokens of one or two letters. */
function keepBeginning({ segment, query: { tokens } }: QueryPlan, names: Uint32Array): Uint32Array {
  let kept = names;
  for (const token of tokens) if (token.length < 3) kept = intersectNames(segment, segment.words.prefixRange(token), kept);
  return kept;
}
