import { type FoldedName, foldName } from '../text/fold.ts';
import { containsLetters, containsAllTokens, runsFromWordStart } from '../text/name-predicates.ts';
import type { Query } from '../text/query.ts';
import type { CachedName, NameCache } from './name-cache.ts';
import { matchBatch, intersectFewTrigrams } from './trigram-intersection.ts';
import { startsWithTokens, hasAllTokens, hasTokensInOrder, equalsTokens, type WordMatches } from './classify-names.ts';

/** So direct names are read and told apart at once, instead of being looked for class by class. */
const FEW_NAMES = 48;
/** Where the shortest list of three letters is longer, the names are hardly so direct. */
const FEW_BYTES = 1500;

/** Names by the firstNames class they answer in, but for `joined_parts`: those are looked for by themselves. */
export interface DirectMatches extends WordMatches {
  joined: number[];
  part: number[];
}

/**
 * All names that answer a text, where they are direct: whole names and long words are rare. Whatever the class, a name holds
 * the groups of three letters of every word of the text that has them. Null where that leaves too many.
 */
export function classifyDirectly(read: NameCache, { tokens, joined }: Query): DirectMatches | null {
  const { segment } = read;
  if (!segment.canReadNames || joined.length < 3) return null;
  const long = tokens.length === 1 ? tokens : tokens.filter(({ length }) => length >= 3);
  const size = intersectFewTrigrams(segment, long, FEW_NAMES, FEW_BYTES);
  if (size < 0) return null;
  const direct: DirectMatches = { exact: [], prefix: [], inOrder: [], joined: [], anyOrder: [], part: [] };
  if (size === 0) return direct;
  for (let at = 0; at < size; at++) segment.requestName(matchBatch[at]!);
  segment.chunks.cache?.throwIfMissing();
  for (let at = 0; at < size; at++) {
    const name = matchBatch[at]!;
    const known = read.name(name);
    if (holdsAll(known, long)) listOf(direct, foldName(known.folded), tokens, joined)?.push(name);
  }
  return direct;
}

/** Whether a name has each of these letters side by side, over spaces too. */
function holdsAll(name: CachedName, words: readonly string[]): boolean {
  for (const word of words)
    if (!name.folded.includes(word) && !(name.letters ??= name.folded.replaceAll(' ', '')).includes(word)) return false;
  return true;
}

function listOf(direct: DirectMatches, folded: FoldedName, tokens: readonly string[], joined: string): number[] | null {
  if (startsWithTokens(folded, tokens)) return equalsTokens(folded, tokens) ? direct.exact : direct.prefix;
  // One word has no order: where it is not the first one of the name, it is of the class of any order.
  if (hasTokensInOrder(folded, tokens)) return tokens.length === 1 ? direct.anyOrder : direct.inOrder;
  if (runsFromWordStart(folded, joined)) return direct.joined;
  if (hasAllTokens(folded, tokens)) return direct.anyOrder;
  return containsLetters(folded, joined) || containsAllTokens(folded, tokens) ? direct.part : null;
}
