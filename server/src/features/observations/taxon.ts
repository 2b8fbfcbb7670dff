import type { Tx } from '../../db/open.ts';
import { invalid } from '../../http/fault.ts';
import { findSuccessors } from '../taxa/successors.ts';

export interface ResolvedTaxon {
  taxon_id: number | null;
  verbatim_name: string | null;
  /** Whether the taxon was deleted without a successor, so that the record needs a review. */
  isLost: boolean;
}

/**
 * The current taxon of a draft: for a merged taxon its successor, for a deleted one its nearest current parent or none. The recorded
 * name becomes the verbatim name, so that it is not lost (docs/faults.md C21). An unknown id gives 422.
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
