import type { TaxonRecord } from '@veld/taxonomy';
import type { MakeSearch, Search } from '../../../lenient/search';
import { makeRecords } from '../records';
import type { Side } from '../side';

/** A library with its lenient settings, in memory. */
export function makeLenient(make: MakeSearch): Side {
  const records = new Map<number, TaxonRecord>();
  let search: Search | undefined;
  return {
    async importRows(next) {
      for (let page = await next(); page !== null; page = await next()) {
        for (const record of makeRecords(page, records.size)) records.set(record.id, record);
      }
      search = await make(records.values());
    },
    async query(text, limit) {
      if (search === undefined) throw new Error('There is no index yet');
      return (await search(text, limit)).map((id) => records.get(id)!);
    },
  };
}
