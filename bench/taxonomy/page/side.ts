import type { TaxonRow } from '@veld/contract';

/** One answer of a search; a side answers with all that a list shows, and of this the bench looks at the id. */
export interface Answer {
  id: number;
}

/** The next rows of a server, in arrival order; null after the last. */
export type Pages = () => Promise<TaxonRow[] | null>;

/** Something that keeps taxa and finds them by their names. Every side is driven by the same code, in a worker of its own. */
export interface Side {
  /** From the rows of a server to stored, closed durable, and searchable. */
  importRows(next: Pages, total: number): Promise<void>;
  /** Opens what an earlier page stored. Absent where a side keeps nothing. */
  open?(): Promise<void>;
  /** Best first, at most `limit`. */
  query(text: string, limit: number): Answer[] | Promise<Answer[]>;
}

/** What the bench may ask a side. */
export type Ask =
  | { what: 'load'; pages: string[] }
  | { what: 'import'; pages: string[]; total: number }
  | { what: 'open' }
  | { what: 'first'; text: string }
  | { what: 'queries'; texts: string[]; limit: number }
  | { what: 'query'; text: string; limit: number }
  | { what: 'collect' };

/** Of every query how long it took, in milliseconds, as the mean where it was asked several times; and the ids that it answered with. */
export interface Timed {
  times: number[];
  found: number[][];
}
