import { fold, type TaxonRecord } from '@veld/taxonomy';
import Fuse from 'fuse.js';
import { makeDocument, type Search } from './search.ts';

/** Its defaults, anywhere in the name. */
export function makeFuse(records: Iterable<TaxonRecord>): Search {
  const index = new Fuse(Array.from(records, makeDocument), {
    keys: [
      { name: 'main', weight: 2 },
      { name: 'others', weight: 1 },
    ],
    ignoreLocation: true,
  });
  return (text, limit) => index.search(fold(text), { limit }).map(({ item }) => item.id);
}
