import type { TaxonRow } from '@veld/contract';

/** A hit. Sides return everything a list displays; the bench looks only at the id. */
export interface Answer {
  id: number;
}

/** The next rows of a server in arrival order; null after the last. */
export type Pages = () => Promise<TaxonRow[] | null>;

/** A store of taxa that are searched by name. The same code drives every side, each in its own worker. */
export interface Side {
  /** From server rows to durably stored and searchable. */
  importRows(next: Pages, total: number): Promise<void>;
  /** Opens what an earlier page stored. Absent if the side stores nothing. */
  open?(): Promise<void>;
  /** At most `limit` hits, best first. */
  query(text: string, limit: number): Answer[] | Promise<Answer[]>;
}

/** Requests from the bench to a side. */
export type Ask =
  | { what: 'load'; pages: string[] }
  | { what: 'import'; pages: string[]; total: number }
  | { what: 'open' }
  | { what: 'first'; text: string }
  | { what: 'queries'; texts: string[]; limit: number }
  | { what: 'query'; text: string; limit: number }
  | { what: 'collect' };

/** Per query: the time in milliseconds (the mean, if it was run several times) and the ids found. */
export interface Timed {
  times: number[];
  found: number[][];
}
