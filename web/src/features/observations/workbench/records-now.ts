import type { UserDatabase } from '../../../local/db/database';
import { ownObservationsById } from '../../../local/records/observations';
import type { LocalObservation } from '../../../shared/records/own';
import { rowId, type WorkRow } from './record-columns';

/**
 * The records of rows as the device has them now, in the order of the rows. The table itself lags behind a burst of changes. Taxa keep
 * the names that the rows show.
 */
export async function recordsNow(database: UserDatabase, rows: readonly WorkRow[]): Promise<LocalObservation[]> {
  const taxa = new Map(rows.map((row) => [rowId(row), row.record.taxon]));
  const records = await ownObservationsById(database, rows.map(rowId));
  return records.map((record) => {
    const shown = taxa.get(record.id);
    return shown && shown.id === record.taxon?.id ? { ...record, taxon: shown } : record;
  });
}
