import { uintAt } from '../elements.ts';
import { foldName } from '../text/fold.ts';
import type { Query } from '../text/query.ts';
import { bestNameMatch, type NameMatches, noNameMatches } from './classify-names.ts';
import type { CachedName, NameCache } from './name-cache.ts';
import { intersectFewTrigrams, matchBatch } from './trigram-intersection.ts';

/** Up to this many names are read and classified, instead of being searched class by class. */
const MAX_NAMES = 48;
/** With a longer shortest trigram list, so few names are unlikely. */
const MAX_LIST_BYTES = 1500;

/**
 * All names that match a query, by class, if there are few, as for most whole names and long words; null if there are more. In every
 * class except `joined_parts` and `initials` a name contains the trigrams of all tokens, so all matches are in the intersection of their lists.
 */
export function classifyDirectly(cache: NameCache, query: Query): NameMatches | null {
  const { segment } = cache;
  const { tokens, joined } = query;
  if (!segment.canReadNames || joined.length < 3) return null;
  const long = tokens.length === 1 ? tokens : tokens.filter(({ length }) => length >= 3);
  const size = intersectFewTrigrams(segment, long, MAX_NAMES, MAX_LIST_BYTES);
  if (size < 0) return null;
  const matches = noNameMatches();
  for (let at = 0; at < size; at++) segment.requestName(uintAt(matchBatch, at));
  segment.chunks.cache?.throwIfMissing();
  for (let at = 0; at < size; at++) {
    const name = uintAt(matchBatch, at);
    const cached = cache.name(name);
    if (!containsAll(cached, long)) continue;
    const match = bestNameMatch(foldName(cached.folded), query, segment.isMain(name));
    if (match !== null) matches[match].push(name);
  }
  return matches;
}

/** Whether the name contains each of the words, also across word boundaries. */
function containsAll(name: CachedName, words: readonly string[]): boolean {
  for (const word of words) {
    if (name.folded.includes(word)) continue;
    if (!(name.letters ??= name.folded.replaceAll(' ', '')).includes(word)) return false;
  }
  return true;
}
