import { type FoldedName, foldName } from '../text/fold.ts';
import { isWholeWord, isWordBeginning } from '../text/name-predicates.ts';
import type { ReadNames } from './name-cache.ts';

/** Names by the best class they answer in. */
export interface Walked {
  exact: number[];
  prefix: number[];
  inOrder: number[];
  anyOrder: number[];
}

/** The same as `walkWords` for a few names, by reading them instead of the postings of the other tokens. */
export function walkNames(read: ReadNames, names: readonly number[], tokens: readonly string[]): Walked {
  const { segment } = read;
  const walked: Walked = { exact: [], prefix: [], inOrder: [], anyOrder: [] };
  for (const name of names) segment.requestName(name);
  segment.chunks.cache?.throwIfMissing();
  for (const name of names) {
    const folded = foldName(read.name(name).folded);
    if (beginsLike(folded, tokens)) {
      (isAllOf(folded, tokens) ? walked.exact : walked.prefix).push(name);
    } else if (hasInOrder(folded, tokens)) walked.inOrder.push(name);
    else if (hasAll(folded, tokens)) walked.anyOrder.push(name);
  }
  return walked;
}

/** Of a name that begins like the tokens: whether it is them. */
export function isAllOf(name: FoldedName, tokens: readonly string[]): boolean {
  return name.words === tokens.length && isWholeWord(name, tokens.length - 1, tokens.at(-1)!);
}

/** Its first words are the tokens; the last one may go on. */
export function beginsLike(name: FoldedName, tokens: readonly string[]): boolean {
  const last = tokens.length - 1;
  if (name.words < tokens.length || !isWordBeginning(name, last, tokens[last]!)) return false;
  for (let word = 0; word < last; word++) if (!isWholeWord(name, word, tokens[word]!)) return false;
  return true;
}

/** Words of it, in order, begin with the tokens. */
export function hasInOrder(name: FoldedName, tokens: readonly string[]): boolean {
  let token = 0;
  for (let word = 0; word < name.words && token < tokens.length; word++) if (isWordBeginning(name, word, tokens[token]!)) token++;
  return token === tokens.length;
}

/** Words of it, in any order, begin with the tokens. */
export function hasAll(name: FoldedName, tokens: readonly string[]): boolean {
  return tokens.every((token) => {
    for (let word = 0; word < name.words; word++) if (isWordBeginning(name, word, token)) return true;
    return false;
  });
}
