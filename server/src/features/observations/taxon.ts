import type { Tx } from '../../db/open.ts';
import { invalid } from '../../http/fault.ts';
import { findSuccessors } from '../taxa/successors.ts';

export interface ResolvedTaxon {
  taxon_id: number | null;
  verbatim_name: string | null;
  /** The taxon went without a successor: somebody must look at the record. */
  isLost: boolean;
}

/**
 * The taxon a draft means today: a merged one is its successor, one that went without any its nearest living parent or
 * none. The name it was recorded under stays as the verbatim name, so nothing is lost either way (docs/faults.md C21). An id that
 * never was is the caller's mistake: 422.
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
