import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';

/** The job that moves records of merged, split or deleted taxa. It is queued in the transaction of the change, and also scheduled. */
export const TAXA_GONE_JOB = 'taxa-gone';

/** The current taxon of a taxon id. */
export interface Successor {
  requested_id: number;
  /** The last scientific name of the requested taxon. */
  scientific_name: string;
  /** The requested taxon itself, its successor, or its nearest current parent; null for none. */
  id: number | null;
  rank: string;
  /** Whether it was deleted without a successor, so that `id` is a parent or null. */
  is_lost: boolean;
}

/** Limit of merges and parents to follow, which also ends circular chains. */
const MAX_STEPS = 16;

/**
 * Resolves ids to current taxa: a merged taxon to its successor, a deleted one without a successor to its nearest current parent
 * (docs/faults.md C21). Omits unknown ids.
 */
export async function findSuccessors(db: Db | Tx, ids: readonly number[]): Promise<Map<number, Successor>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Successor>`
    with recursive chain as (
      select t.id as requested_id, t.id, t.is_deleted or t.accepted_id is not null as is_gone, t.accepted_id, t.parent_id, t.rank,
        false as is_lost, 1 as step
      from taxa t where t.id = any(${[...ids]}::int[])
      union all
      select c.requested_id, t.id, t.is_deleted or t.accepted_id is not null, t.accepted_id, t.parent_id, t.rank,
        c.is_lost or c.accepted_id is null, c.step + 1
      from chain c join taxa t on t.id = coalesce(c.accepted_id, c.parent_id)
      where c.is_gone and c.step < ${MAX_STEPS}
    )
    select last.requested_id, requested.scientific_name, case when last.is_gone then null else last.id end as id, last.rank,
      last.is_lost or last.is_gone as is_lost
    from (select distinct on (requested_id) * from chain order by requested_id, step desc) last
    join taxa requested on requested.id = last.requested_id
  `.execute(db);
  return new Map(rows.map((row) => [row.requested_id, row]));
}

/** The id of the taxon itself or of its successor; the given id if there is none. For lookups. */
export async function currentTaxonId(db: Db | Tx, id: number): Promise<number> {
  const found = (await findSuccessors(db, [id])).get(id);
  return found && !found.is_lost && found.id !== null ? found.id : id;
}
