import type { Selectable } from 'kysely';
import type { Tables } from './schema.ts';
import { LRUCache } from 'lru-cache';

export type UserRow = Selectable<Tables['users']>;
export type ClosedAccountRow = Selectable<Tables['closed_accounts']>;
export type MediaRow = Selectable<Tables['media']>;
export type MediaCropRow = Selectable<Tables['media_crops']>;
export type ObservationRow = Selectable<Tables['observations']>;
export type ObservationMediaRow = Selectable<Tables['observation_media']>;
export type TaxonomyImportRow = Selectable<Tables['taxonomy_imports']>;
export type TaxonTableRow = Selectable<Tables['taxa']>;

/** The row of a statement that always answers with exactly one, such as a count. Throws an error if it has none. */
export function onlyRow<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('A statement that always has a row has none');
  return row;
}

/** More than there are countries. */
const MAX_KEYS = 500;

/**
 * Counts that take long because they read a whole table: each is counted again only after `maxAge` seconds, and once for all who ask
 * at the same time. Keys must be JSON. With 0 it is counted for each call.
 */
export function counted<K, T extends object>(maxAge: number, count: (key: K) => Promise<T>): (key: K) => Promise<T> {
  if (maxAge === 0) return count;
  const cache = new LRUCache<string, T>({ max: MAX_KEYS, ttl: maxAge * 1000, fetchMethod: (text) => count(JSON.parse(text)) });
  return (key) => cache.forceFetch(JSON.stringify(key));
}
