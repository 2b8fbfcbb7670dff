import type { ListedProject } from '@veld/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { invalid } from '../../http/fault.ts';
import { isBlockedFor } from './store.ts';

/** The ids of the projects that an umbrella project gathers, in order. */
export async function listPartIds(tx: Tx, umbrellaId: string): Promise<string[]> {
  const rows = await tx.selectFrom('project_parts').select('project_id').where('umbrella_id', '=', umbrellaId).execute();
  return rows.map((row) => row.project_id).toSorted();
}

/**
 * Replaces the projects that an umbrella project gathers. 422 for one that does not exist, is not open to everyone, gathers others itself,
 * or if the umbrella project is gathered by another: the depth is 1.
 */
export async function replaceParts(tx: Tx, umbrellaId: string, ids: readonly string[], callerId: string): Promise<void> {
  await tx
    .deleteFrom('project_parts')
    .where('umbrella_id', '=', umbrellaId)
    .where('project_id', 'not in', ids.length > 0 ? [...ids] : [umbrellaId])
    .execute();
  if (ids.length === 0) return;
  // Locked in order, so that two umbrella projects cannot gather each other at once.
  const { rows } = await sql<{ id: string; is_possible: boolean; is_gathered: boolean }>`
    select p.id, p.id <> ${umbrellaId} and (p.joining = 'everyone' and not ${isBlockedFor(callerId)} or exists (
        select 1 from project_parts x where x.umbrella_id = ${umbrellaId} and x.project_id = p.id
      )) and not exists (select 1 from project_parts x where x.umbrella_id = p.id) as is_possible,
      exists (select 1 from project_parts x where x.project_id = ${umbrellaId}) as is_gathered
    from projects p where p.id = any(${[...ids]}::uuid[]) order by p.id for update of p
  `.execute(tx);
  if (rows.length < ids.length || rows.some(({ is_possible, is_gathered }) => !is_possible || is_gathered))
    throw invalid('parts', 'project_parts');
  await sql`
    insert into project_parts (umbrella_id, project_id) select ${umbrellaId}, id from unnest(${[...ids]}::uuid[]) id on conflict do nothing
  `.execute(tx);
}

/** The names of the projects that an umbrella project gathers, by name: those that everyone finds. */
export async function listParts(on: Db | Tx, ids: readonly string[], callerId: string): Promise<Pick<ListedProject, 'id' | 'name'>[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Pick<ListedProject, 'id' | 'name'>>`
    select p.id, p.name from projects p where p.id = any(${[...ids]}::uuid[]) and not ${isBlockedFor(callerId)} order by p.name, p.id
  `.execute(on);
  return rows;
}
