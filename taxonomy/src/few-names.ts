import { type FoldedName, foldName } from './fold.ts';
import { holdsLetters, holdsParts, runsOnFromWord } from './match.ts';
import type { Query } from './query.ts';
import type { ReadNames } from './read-names.ts';
import { type Holding, keepHolding, shortestList } from './trigrams.ts';
import { beginsLike, hasAll, hasInOrder, isAllOf, type Walked } from './walk-text.ts';

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
 * the groups of three letters of every word of the text that has them. Null where that leaves too
 * many. `holdingUpTo`: the names that hold all groups of the text.
 */
export function fewNames(read: ReadNames, { tokens, joined }: Query, holdingUpTo: (most: number) => Holding): FewNames | null {
  const { segment } = read;
  if (!segment.mayReadNames) return null;
  const long = tokens.length === 1 ? tokens : tokens.filter(({ length }) => length >= 3);
  if (joined.length < 3 || long.length === 0 || shortestList(segment, long) > FEW_BYTES) return null;
  const { names, isCut } = tokens.length === 1 ? holdingUpTo(FEW_NAMES + 1) : keepHolding(segment, long, FEW_NAMES + 1);
  if (isCut || names.length > FEW_NAMES) return null;
  for (const name of names) segment.wantName(name);
  segment.pieces.cache?.demand();
  const few: FewNames = { exact: [], prefix: [], inOrder: [], joined: [], anyOrder: [], part: [] };
  for (const name of names) {
    const folded = foldName(read.name(name).folded);
    listOf(few, folded, tokens, joined)?.push(name);
  }
  return few;
}

function listOf(few: FewNames, folded: FoldedName, tokens: readonly string[], joined: string): number[] | null {
  if (beginsLike(folded, tokens)) return isAllOf(folded, tokens) ? few.exact : few.prefix;
  // One word has no order: where it is not the first one of the name, it is of the class of any order.
  if (hasInOrder(folded, tokens)) return tokens.length === 1 ? few.anyOrder : few.inOrder;
  if (runsOnFromWord(folded, joined)) return few.joined;
  if (hasAll(folded, tokens)) return few.anyOrder;
  return holdsLetters(folded, joined) || holdsParts(folded, tokens) ? few.part : null;
}
