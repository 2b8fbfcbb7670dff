import { hasInitials } from '../text/name-predicates.ts';
import { type Find, NO_CANDIDATES, sortedCandidates } from './candidates.ts';
import { findWordsInOrder } from './find-words.ts';

/** Names of as many words as the text has letters, each beginning with its letter: gsw for Great Spotted Woodpecker. */
export const findInitials: Find = (plan, most) => {
  const { segment, query, direct } = plan;
  if (query.tokens.length < 2) return NO_CANDIDATES;
  const check = (name: Parameters<typeof hasInitials>[0]) => hasInitials(name, query.tokens);
  if (direct === null && segment.fingerprints !== null) {
    const found = findWordsInOrder(plan, most);
    const own = found.check;
    return { ...found, check: (name, number) => check(name) && (own === null || own(name, number)) };
  }
  // The class that a name is in depends on the order of the classes.
  const all = Object.values(direct ?? plan.wordMatches).flat();
  return { ...sortedCandidates(all, all.length, segment.head.names, most), check };
};
