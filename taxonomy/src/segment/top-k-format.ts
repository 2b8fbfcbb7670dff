/** Length of the top-k list of a prefix with many names, enough for suggestions. */
export const SHORT_LIST_LENGTH = 24;
/** Length of the top-k list of a prefix with very many names, enough for a whole search. */
export const LONG_LIST_LENGTH = 400;

/** Whether a list of this length may have been cut off. */
export function isTruncatedTopK(length: number): boolean {
  return length === SHORT_LIST_LENGTH || length === LONG_LIST_LENGTH;
}
