import { foldWords } from './fold.ts';
import { type Grammar, GRAMMAR_OF_ANY } from './grammar.ts';

/** Longer queries find nothing, which bounds the search time: no name is that long. */
const MAX_QUERY_LETTERS = 200;
const MAX_TOKENS = 24;
/** Characters of a text that are read. */
export const MAX_TEXT = 2000;

/** Readings that take a text apart into letters of several words. */
export type LetterScope = 'code' | 'initials' | 'possible_code';

/** What kind of reading it is, which decides on the classes it takes part in (`ranking.ts`). */
export type Scope = 'all' | 'spelled' | 'shortened' | 'inflected' | LetterScope;

/** A parsed search text, or one of its readings (`readings.ts`). */
export interface Query {
  tokens: readonly string[];
  /** The tokens without spaces. */
  joined: string;
  scope: Scope;
  /** Digits that the name as written has to contain. */
  digits: string;
  /** The rules of the copy's main language. */
  grammar: Grammar;
}

/** Parses a search text; a query without tokens finds nothing. */
export function parseQuery(text: string, grammar: Grammar = GRAMMAR_OF_ANY): Query {
  return queryOfTokens(foldWords(text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text), grammar);
}

export function queryOfTokens(tokens: readonly string[], grammar: Grammar, scope: Scope = 'all', digits = ''): Query {
  const joined = tokens.join('');
  const isTooLong = joined.length > MAX_QUERY_LETTERS || tokens.length > MAX_TOKENS;
  return { tokens: isTooLong ? [] : tokens, joined: isTooLong ? '' : joined, scope, digits, grammar };
}
