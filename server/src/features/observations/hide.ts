import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';
import { updateExperience } from './experience.ts';
import { applyGrades } from './grade.ts';
import { insertMapChanges } from './map-changes.ts';

/**
 * Hides a record from everybody but its owner and moderators, or shows it again, with what follows: the map, its grade, and the points of
 * its owner, whose writes must be locked.
 */
export async function setRecordHidden(tx: Tx, id: string, isHidden: boolean): Promise<void> {
  await insertMapChanges(tx, [id], -1);
  const { user_id: owner } = await tx
    .updateTable('observations')
    .set({ hidden_by_moderator_at: isHidden ? sql`now()` : null })
    .where('id', '=', id)
    .returning('user_id')
    .executeTakeFirstOrThrow();
  await insertMapChanges(tx, [id], 1);
  // Whatever counts records reads what has changed. A hidden record gives no points, whatever its grade.
  await applyGrades(tx, owner, [id]);
  await updateExperience(tx, owner, { records: [id] });
}
