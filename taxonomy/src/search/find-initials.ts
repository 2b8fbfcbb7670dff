import { itemAt, uintAt } from '../elements.ts';
import { hasInitials } from '../text/name-predicates.ts';
import { type Candidates, type Check, type Find, NO_CANDIDATES, sortedCandidates } from './candidates.ts';
import type { QueryPlan } from './query-plan.ts';
import { decoded } from '../segment/segment.ts';
import type { WordPrefixFingerprints } from '../segment/word-prefix-fingerprints.ts';

/** Reading and sorting one byte of postings costs as much as scanning so many fingerprints. */
const FINGERPRINTS_PER_BYTE = 2;

/**
 * Names of as many words as the text has letters, each beginning with its letter: gsw for Great Spotted Woodpecker. No foreign ones:
 * any few letters are those of some name in one of many languages.
 */
export const findInitials: Find = (plan, most) => {
  const { segment, query } = plan;
  if (query.tokens.length < 2) return NO_CANDIDATES;
  const check: Check = (name, number) => !segment.isForeign(number) && hasInitials(name, query.tokens);
  if (segment.fingerprints !== null) return { ...initialsByFingerprint(plan, segment.fingerprints, most), check };
  // The class that a name is in depends on the order of the classes.
  const all = Object.values(plan.wordMatches).flat();
  return { ...sortedCandidates(all, all.length, segment.head.names, most), check };
};

/** Tests all fingerprints, or those of the names of the rarest token. */
function initialsByFingerprint(
  { segment, query, tokenRanges, tokensByPrefixCode }: QueryPlan,
  fingerprints: WordPrefixFingerprints,
  most: number,
): Candidates {
  const bytes = tokenRanges.map(({ start, end }) => end - start);
  const fewest = Math.min(...bytes);
  if (fewest === 0) return NO_CANDIDATES;
  fingerprints.setTokens(tokensByPrefixCode, query.tokens.length);
  const { close_names: close, names } = segment.head;
  const found: number[] = [];
  if (fewest * FINGERPRINTS_PER_BYTE > close) {
    const isTruncated = fingerprints.findInitials(close, most, found);
    return { names: found, size: found.length, isTruncated, check: null };
  }
  const { start, end } = itemAt(tokenRanges, bytes.indexOf(fewest));
  const size = segment.decode(start, end);
  for (let at = 0; at < size; at++) {
    const name = uintAt(decoded.names, at);
    if (name < close && fingerprints.mayBeInitials(name)) found.push(name);
  }
  return sortedCandidates(found, found.length, names, most);
}
