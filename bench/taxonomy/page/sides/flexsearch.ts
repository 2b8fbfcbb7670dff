import { fold, type TaxonRecord } from '@veld/taxonomy';
import { Index } from 'flexsearch';
import { listFoldedNames, makeRecords } from '../records';
import type { Side } from '../side';

/** Word prefixes in memory. Its substring index needs many times the memory, so substrings are not found. */
export function makeFlexSearch(): Side {
  const records: TaxonRecord[] = [];
  const index = new Index({ tokenize: 'forward', encode: (text: string) => text.split(' '), fastupdate: false });
  return {
    async importRows(next) {
      for (let page = await next(); page !== null; page = await next()) {
        for (const record of makeRecords(page, records.length)) {
          index.add(records.length, listFoldedNames(record).join(' '));
          records.push(record);
        }
      }
    },
    query: (text, limit) => index.search(fold(text), { limit }).map((at) => records[Number(at)]!),
  };
}
