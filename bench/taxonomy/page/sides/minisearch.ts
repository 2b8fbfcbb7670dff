import { fold, type TaxonRecord } from '@veld/taxonomy';
import MiniSearch from 'minisearch';
import { makeRecords } from '../records';
import type { Side } from '../side';

interface Document {
  id: number;
  main: string;
  others: string;
}

/** Word prefixes and fuzzy matches in memory, ranked by its own score. */
export function makeMiniSearch(): Side {
  const records: TaxonRecord[] = [];
  const index = new MiniSearch<Document>({
    fields: ['main', 'others'],
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term || null,
    searchOptions: { prefix: true, fuzzy: (term) => (term.length > 3 ? 1 : false), combineWith: 'AND', boost: { main: 2 } },
  });
  return {
    async importRows(next) {
      for (let page = await next(); page !== null; page = await next()) {
        const before = records.length;
        records.push(...makeRecords(page, before));
        index.addAll(
          records.slice(before).map((record, at) => ({
            id: before + at,
            main: record.names.join(' '),
            others: record.names_other_languages.join(' '),
          })),
        );
      }
    },
    query: (text, limit) =>
      index
        .search(fold(text))
        .slice(0, limit)
        .map(({ id }) => records[id as number]!),
  };
}
