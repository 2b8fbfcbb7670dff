import type { TaxonRecord } from '@veld/taxonomy';
import type { PreparedStatement } from '@sqlite.org/sqlite-wasm';
import { firstIds } from '../../../lenient/search';
import { matchAnyTrigram, CREATE_NAMES, INSERT_NAME, listNameRows, ROWS_PER_HIT, SELECT_TAXA } from '../../../lenient/sqlite';
import { makeRecords } from '../records';
import type { Side } from '../side';
import { openFile } from './sqlite';

/** SQLite with its trigram index on OPFS, where any trigram may match. The records stay in memory. */
export async function makeLenientSqlite(): Promise<Side> {
  const db = await openFile();
  const records = new Map<number, TaxonRecord>();
  let search: PreparedStatement | undefined;
  return {
    async importRows(next) {
      db.exec(`${CREATE_NAMES}; begin`);
      const insert = db.prepare(INSERT_NAME);
      for (let page = await next(); page !== null; page = await next()) {
        const added = makeRecords(page, records.size);
        for (const row of listNameRows(added)) insert.bind(row).stepReset();
        for (const record of added) records.set(record.id, record);
      }
      insert.finalize();
      db.exec('commit');
    },
    query(text, limit) {
      const wanted = matchAnyTrigram(text);
      if (wanted === '') return [];
      const found = (search ??= db.prepare(SELECT_TAXA));
      const taxa: number[] = [];
      found.bind([wanted, limit * ROWS_PER_HIT]);
      while (found.step()) taxa.push(Number(found.get(0)));
      found.reset();
      return firstIds(taxa, limit).map((id) => records.get(id)!);
    },
  };
}
