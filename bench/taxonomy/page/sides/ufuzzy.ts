import uFuzzy from '@leeoniya/ufuzzy';
import { fold, type TaxonRecord } from '@veld/taxonomy';
import { listFoldedNames, makeRecords } from '../records';
import type { Side } from '../side';

/** A list of all names in memory, scanned with a regular expression; one typo per word. */
export function makeUFuzzy(): Side {
  const records: TaxonRecord[] = [];
  const names: string[] = [];
  const rows: number[] = [];
  const fuzzy = new uFuzzy({ intraMode: 1, intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 });
  return {
    async importRows(next) {
      for (let page = await next(); page !== null; page = await next()) {
        for (const record of makeRecords(page, records.length)) {
          for (const name of listFoldedNames(record)) {
            names.push(name);
            rows.push(records.length);
          }
          records.push(record);
        }
      }
    },
    query(text, limit) {
      const [found, info, order] = fuzzy.search(names, fold(text), 0, 1000);
      const answers = new Set<TaxonRecord>();
      const best = info !== null && order !== null ? order.map((at) => info.idx[at]!) : (found ?? []);
      for (const name of best) {
        if (answers.size >= limit) break;
        answers.add(records[rows[name]!]!);
      }
      return [...answers];
    },
  };
}
