import { foldWords } from './fold.ts';

/** How well a name answers a text, best first. */
export const MATCHES = ['exact', 'name_prefix', 'words_in_order', 'joined', 'joined_parts', 'word_prefix', 'part', 'forgiven'] as const;
export type Match = (typeof MATCHES)[number];

/** More letters than this find nothing: no name is so long, and the time of a search stays bounded. */
const MAX_QUERY_LETTERS = 200;
const MAX_TOKENS = 24;

/** A text as it is searched. */
export interface Query {
  tokens: readonly string[];
  /** The tokens without spaces. */
  joined: string;
}

export function queryOf(text: string): Query {
  const tokens = foldWords(text.length > 2000 ? text.slice(0, 2000) : text);
  const joined = tokens.join('');
  return joined.length > MAX_QUERY_LETTERS || tokens.length > MAX_TOKENS ? { tokens: [], joined: '' } : { tokens, joined };
}
