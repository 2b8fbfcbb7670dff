import { fold, type TaxonRecord } from '@veld/taxonomy';
import MiniSearch from 'minisearch';
import { type Document, makeDocument, type Search } from './search.ts';

/** Any word, prefixes, and typos in a fifth of the letters. */
export function makeMiniSearch(records: Iterable<TaxonRecord>): Search {
  const index = new MiniSearch<Document>({
    fields: ['main', 'others'],
    searchOptions: { combineWith: 'OR', prefix: true, fuzzy: 0.2, boost: { main: 2 } },
  });
  for (const record of records) index.add(makeDocument(record));
  return (text, limit) =>
    index
      .search(fold(text))
      .slice(0, limit)
      .map(({ id }) => id as number);
}
