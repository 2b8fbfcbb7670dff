import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';
import { invalid } from '../../http/fault.ts';

export interface ResolvedTaxon {
  taxon_id: number | null;
  verbatim_name: string | null;
}

const MAX_MERGES = 8;

/**
 * The taxon a draft means today: a merged one is its successor, a deleted one none. The name it was recorded under stays as
 * the verbatim name, so nothing is lost either way (faults.md C21). An id that never was is the caller's mistake: 422.
 */
export async function resolveTaxon(tx: Tx, taxonId: number | null, verbatimName: string | null): Promise<ResolvedTaxon> {
  if (taxonId === null) return { taxon_id: null, verbatim_name: verbatimName };
  const { rows } = await sql<{ id: number; scientific_name: string; is_deleted: boolean; accepted_id: number | null }>`
    with recursive chain as (
      select id, scientific_name, is_deleted, accepted_id, 1 as depth from taxa where id = ${taxonId}
      union all
      select t.id, t.scientific_name, t.is_deleted, t.accepted_id, chain.depth + 1
      from taxa t join chain on t.id = chain.accepted_id where chain.depth < ${MAX_MERGES}
    )
    select id, scientific_name, is_deleted, accepted_id from chain order by depth
  `.execute(tx);
  const asked = rows[0];
  if (!asked) throw invalid('taxon_id', 'taxon_id');
  const found = rows.at(-1)!;
  const isGone = found.is_deleted || found.accepted_id !== null;
  return {
    taxon_id: isGone ? null : found.id,
    verbatim_name: verbatimName ?? (isGone || found.id !== asked.id ? asked.scientific_name : null),
  };
}
