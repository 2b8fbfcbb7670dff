import { foldWords } from './fold.ts';

/** Longer queries find nothing, which bounds the search time: no name is that long. */
const MAX_QUERY_LETTERS = 200;
const MAX_TOKENS = 24;
/** Characters of a text that are read. */
const MAX_TEXT = 2000;

/** A parsed search text. */
export interface Query {
  tokens: readonly string[];
  /** The tokens without spaces. */
  joined: string;
}

/** Parses a search text; a query without tokens finds nothing. */
export function queryOf(text: string): Query {
  const tokens = foldWords(text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text);
  const joined = tokens.join('');
  return joined.length > MAX_QUERY_LETTERS || tokens.length > MAX_TOKENS ? { tokens: [], joined: '' } : { tokens, joined };
}
