import { type FoldedName, foldName } from '../text/fold.ts';
import { holdsLetters, holdsParts, runsOnFromWord } from '../text/name-predicates.ts';
import type { Query } from '../text/query.ts';
import type { ReadName, ReadNames } from './name-cache.ts';
import { fewHolding, holdFew } from './trigram-intersection.ts';
import { beginsLike, hasAll, hasInOrder, isAllOf, type Walked } from './classify-names.ts';

/** So few names are read and told apart at once, instead of being looked for class by class. */
const FEW_NAMES = 48;
/** Where the shortest list of three letters is longer, the names are hardly so few. */
const FEW_BYTES = 1500;

/** Names by the best class they answer in, but for `joined_parts`: those are looked for by themselves. */
export interface FewNames extends Walked {
  joined: number[];
  part: number[];
}

/**
 * All names that answer a text, where they are few: whole names and long words are rare. Whatever the class, a name holds
 * the groups of three letters of every word of the text that has them. Null where that leaves too many.
 */
export function fewNames(read: ReadNames, { tokens, joined }: Query): FewNames | null {
  const { segment } = read;
  if (!segment.canReadNames || joined.length < 3) return null;
  const long = tokens.length === 1 ? tokens : tokens.filter(({ length }) => length >= 3);
  const size = holdFew(segment, long, FEW_NAMES, FEW_BYTES);
  if (size < 0) return null;
  const few: FewNames = { exact: [], prefix: [], inOrder: [], joined: [], anyOrder: [], part: [] };
  if (size === 0) return few;
  for (let at = 0; at < size; at++) segment.requestName(fewHolding[at]!);
  segment.chunks.cache?.throwIfMissing();
  for (let at = 0; at < size; at++) {
    const name = fewHolding[at]!;
    const known = read.name(name);
    if (holdsAll(known, long)) listOf(few, foldName(known.folded), tokens, joined)?.push(name);
  }
  return few;
}

/** Whether a name has each of these letters side by side, over spaces too. */
function holdsAll(name: ReadName, words: readonly string[]): boolean {
  for (const word of words)
    if (!name.folded.includes(word) && !(name.letters ??= name.folded.replaceAll(' ', '')).includes(word)) return false;
  return true;
}

function listOf(few: FewNames, folded: FoldedName, tokens: readonly string[], joined: string): number[] | null {
  if (beginsLike(folded, tokens)) return isAllOf(folded, tokens) ? few.exact : few.prefix;
  // One word has no order: where it is not the first one of the name, it is of the class of any order.
  if (hasInOrder(folded, tokens)) return tokens.length === 1 ? few.anyOrder : few.inOrder;
  if (runsOnFromWord(folded, joined)) return few.joined;
  if (hasAll(folded, tokens)) return few.anyOrder;
  return holdsLetters(folded, joined) || holdsParts(folded, tokens) ? few.part : null;
}
