import type { UserDatabase } from '../../../local/db/database';
import { applyPlan, type BoardChange, type BoardPlan, changeBoardRows } from '../../../local/records/photo-board';
import type { FormValues } from '../../recording/data';
import { zoneTable } from '../../../shared/geo/time-zone';
import type { ZoneOf } from './board-values';
import { type Board, readBoard } from './board';

export { type BoardChange as Change, ChangedSince, undoBoardChange } from '../../../local/records/photo-board';

export type Plan = BoardPlan<FormValues>;

/**
 * Changes the board as stored, in one transaction. `plan` must be synchronous; it returns null when there is nothing to do.
 */
export async function changeBoard(
  database: UserDatabase,
  plan: (board: Board, zoneOf: ZoneOf) => Plan | null,
): Promise<BoardChange | null> {
  const zoneOf = await zoneTable();
  return changeBoardRows(database, async () => {
    const wanted = plan(await readBoard(database), zoneOf);
    return wanted && applyPlan(database, wanted);
  });
}
