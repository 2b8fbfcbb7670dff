import { TaxonRow } from '@veld/contract';
import { buildTaxonList } from '../relevance/lists.ts';

/** The starter taxonomy as a server sends it. */
export function starterRows(): TaxonRow[] {
  return buildTaxonList('starter', null, 1).world.map((row) => TaxonRow.parse({ ...row, is_deleted: false }));
}
