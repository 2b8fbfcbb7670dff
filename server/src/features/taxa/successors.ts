import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';

/** The job that moves records of merged, split or deleted taxa. Queued in the transaction of the change, and also scheduled. */
export const TAXA_GONE_JOB = 'taxa-gone';

/** What a taxon id means now. */
export interface Successor {
  requested_id: number;
  /** Its last name. */
  scientific_name: string;
  /** The current taxon: itself, its successor, or the nearest living parent. Null: none. */
  id: number | null;
  rank: string;
  /** It was deleted without a successor: `id` is a parent, or null. */
  is_lost: boolean;
}

/** A longer chain of merges and parents is an error in the data. */
const MOST_STEPS = 16;

/**
 * Resolves ids to living taxa: a merged one to its successor, one without a successor to its nearest living parent (docs/faults.md
 * C21). Unknown ids are left out.
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
      where c.is_gone and c.step < ${MOST_STEPS}
    )
    select last.requested_id, requested.scientific_name, case when last.is_gone then null else last.id end as id, last.rank,
      last.is_lost or last.is_gone as is_lost
    from (select distinct on (requested_id) * from chain order by requested_id, step desc) last
    join taxa requested on requested.id = last.requested_id
  `.execute(db);
  return new Map(rows.map((row) => [row.requested_id, row]));
}

/** The living taxon of an id, for lookups; the id itself where there is none. */
export async function currentTaxonId(db: Db | Tx, id: number): Promise<number> {
  const found = (await findSuccessors(db, [id])).get(id);
  return found && !found.is_lost ? found.id! : id;
}
