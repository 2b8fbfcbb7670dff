import { containsAllTokens, containsLetters } from '../text/name-predicates.ts';
import { candidatesInOrder, type Check, completeCandidates, type Find, NO_CANDIDATES, sortedCandidates } from './candidates.ts';
import { findWithTokenTrigrams } from './trigram-candidates.ts';
import type { TrigramMatches } from './trigram-intersection.ts';

/** Names that contain the whole text, or every token of it. */
export const findPart: Find = (plan, most) => {
  const { segment, query } = plan;
  const { tokens, joined } = query;
  if (joined.length < 3) return NO_CANDIDATES;
  if (plan.direct !== null) return completeCandidates(plan.direct.part);
  const containsText: Check = (name) => containsLetters(name, joined);
  if (tokens.length === 1 || tokens.every((token) => token.length < 3)) {
    const { names, isTruncated } = plan.trigramMatchesUpTo(most, plan.sufficientOf(most));
    return candidatesInOrder(names, names.length, isTruncated, joined.length === 3 ? null : containsText);
  }
  const separate = findWithTokenTrigrams(plan, most);
  const whole = plan.trigramMatchesUpTo(most, plan.sufficientOf(most));
  // Beyond the end of a truncated list, the names of the other list are not necessarily the next ones.
  const bound = Math.min(lastOf(separate), lastOf(whole));
  const both = [...whole.names, ...separate.names].filter((name) => name <= bound);
  const first = sortedCandidates(both, both.length, segment.head.names, most);
  return {
    ...first,
    isTruncated: first.isTruncated || bound < Infinity,
    check: (name) => containsLetters(name, joined) || containsAllTokens(name, tokens),
  };
};

/** The last name up to which a list is complete. */
function lastOf({ names, isTruncated }: TrigramMatches): number {
  return isTruncated ? (names.at(-1) ?? -1) : Infinity;
}
