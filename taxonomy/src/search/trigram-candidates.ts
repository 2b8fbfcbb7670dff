import type { QueryPlan } from './query-plan.ts';
import { intersectNames } from './name-slots.ts';
import { type TrigramMatches, intersectTrigrams } from './trigram-intersection.ts';

/** Names that may be looked at one by one. */
const FEW = 64;

/** The last answers: expansions classes may setTokens for them. */
const matchesByPlan = new WeakMap<QueryPlan, TrigramMatches & { most: number }>();

/**
 * The first names, up to `most` or some more and each once, that hold the groups of three letters of every token that has them. Where
 * these are many, they also have words that begin with the other tokens.
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
    // What is left is looked at name by name anyway; before that many are too many.
    return { names: names.length > FEW ? keepBeginning(plan, names) : names, isTruncated: false };
  }
  if (long.length === tokens.length) return intersectTrigrams(segment, long, most, plan.sufficientOf(most));
  const short = tokens.reduce((bits, { length }, at) => (length < 3 ? bits | (1 << at) : bits), 0);
  fingerprints.setTokens(tokensByPrefixCode, tokens.length);
  return intersectTrigrams(segment, long, most, plan.sufficientOf(most), (names, size) => fingerprints.filterAll(names, size, short));
}

/** Those of the names that have words that begin with the tokens of one and two letters. */
function keepBeginning({ segment, query: { tokens } }: QueryPlan, names: Uint32Array): Uint32Array {
  let kept = names;
  for (const token of tokens) if (token.length < 3) kept = intersectNames(segment, segment.words.prefixRange(token), kept);
  return kept;
}
