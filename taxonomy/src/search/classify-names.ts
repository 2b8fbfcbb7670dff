import { type FoldedName, foldName } from '../text/fold.ts';
import { wordEquals, wordStartsWith } from '../text/name-predicates.ts';
import type { NameCache } from './name-cache.ts';

/** Names by the firstNames class they answer in. */
export interface WordMatches {
  exact: number[];
  prefix: number[];
  inOrder: number[];
  anyOrder: number[];
}

/** The same as `intersectPostings` for a direct names, by reading them instead of the postings of the other tokens. */
export function classifyNames(read: NameCache, names: readonly number[], tokens: readonly string[]): WordMatches {
  const { segment } = read;
  const wordMatches: WordMatches = { exact: [], prefix: [], inOrder: [], anyOrder: [] };
  for (const name of names) segment.requestName(name);
  segment.chunks.cache?.throwIfMissing();
  for (const name of names) {
    const folded = foldName(read.name(name).folded);
    if (startsWithTokens(folded, tokens)) {
      (equalsTokens(folded, tokens) ? wordMatches.exact : wordMatches.prefix).push(name);
    } else if (hasTokensInOrder(folded, tokens)) wordMatches.inOrder.push(name);
    else if (hasAllTokens(folded, tokens)) wordMatches.anyOrder.push(name);
  }
  return wordMatches;
}

/** Of a name that begins like the tokens: whether it is them. */
export function equalsTokens(name: FoldedName, tokens: readonly string[]): boolean {
  return name.words === tokens.length && wordEquals(name, tokens.length - 1, tokens.at(-1)!);
}

/** Its first words are the tokens; the last one may go on. */
export function startsWithTokens(name: FoldedName, tokens: readonly string[]): boolean {
  const last = tokens.length - 1;
  if (name.words < tokens.length || !wordStartsWith(name, last, tokens[last]!)) return false;
  for (let word = 0; word < last; word++) if (!wordEquals(name, word, tokens[word]!)) return false;
  return true;
}

/** Words of it, in order, begin with the tokens. */
export function hasTokensInOrder(name: FoldedName, tokens: readonly string[]): boolean {
  let token = 0;
  for (let word = 0; word < name.words && token < tokens.length; word++) if (wordStartsWith(name, word, tokens[token]!)) token++;
  return token === tokens.length;
}

/** Words of it, in any order, begin with the tokens. */
export function hasAllTokens(name: FoldedName, tokens: readonly string[]): boolean {
  return tokens.every((token) => {
    for (let word = 0; word < name.words; word++) if (wordStartsWith(name, word, token)) return true;
    return false;
  });
}
