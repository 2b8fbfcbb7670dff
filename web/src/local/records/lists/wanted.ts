import { z } from 'zod/mini';
import type { UserDatabase } from '../../db/database';
import { operations, WANTED_SUBJECT } from '../../outbox/operations';
import { enqueue } from '../../outbox/store';
import { validElements } from '../../device/device-setting';
import { changeList, sharedList } from './shared-list';

/** Ids of the taxa on the wanted list, the last added first. */
export const wantedList = sharedList<number>('wanted_taxa', validElements(z.int()), {
  subject: WANTED_SUBJECT,
  keyOf: String,
  put: (database, id, now) => enqueue(database, operations.putWantedTaxon, { params: { taxon_id: String(id) } }, now),
  remove: (database, id, now) => enqueue(database, operations.deleteWantedTaxon, { params: { taxon_id: id } }, now),
});
export const wantedTaxonIds = wantedList.setting;

/** Adds a taxon to the list or removes it. Idempotent. */
export function setWanted(database: UserDatabase, taxonId: number, isWanted: boolean): Promise<void> {
  const change = (before: number[]) => {
    if (before.includes(taxonId) === isWanted) return before;
    const others = before.filter((id) => id !== taxonId);
    return isWanted ? [taxonId, ...others] : others;
  };
  return changeList(database, wantedList, change, Date.now());
}
