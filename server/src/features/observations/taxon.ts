import type { Tx } from '../../db/open.ts';
import { invalid } from '../../http/fault.ts';
import { findSuccessors } from '../taxa/successors.ts';

export interface ResolvedTaxon {
  taxon_id: number | null;
  verbatim_name: string | null;
  /** The taxon was deleted without a successor: the record needs a review. */
  isLost: boolean;
}

/**
 * The current taxon of a draft: the successor of a merged one; the nearest living parent, or none, of a deleted one. The recorded
 * name stays as the verbatim name, so nothing is lost (docs/faults.md C21). An id that never existed is a 422.
 */
export async function resolveTaxon(tx: Tx, taxonId: number | null, verbatimName: string | null): Promise<ResolvedTaxon> {
  if (taxonId === null) return { taxon_id: null, verbatim_name: verbatimName, isLost: false };
  const found = (await findSuccessors(tx, [taxonId])).get(taxonId);
  if (!found) throw invalid('taxon_id', 'taxon_id');
  return {
    taxon_id: found.id,
    verbatim_name: verbatimName ?? (found.id === taxonId ? null : found.scientific_name),
    isLost: found.is_lost,
  };
}
