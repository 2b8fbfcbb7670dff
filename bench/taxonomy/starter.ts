import { TaxonRow } from '@veld/contract';
import { listOf } from '../relevance/lists.ts';

/** The starter taxonomy as a server sends it. */
export function starterRows(): TaxonRow[] {
  return listOf('starter', null, 1).world.map((row) => TaxonRow.parse({ ...row, is_deleted: false }));
}
