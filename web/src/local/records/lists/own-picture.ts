import type { UserDatabase } from '../../db/database';
import type { LocalMedia } from '../../db/rows';
import { ownObservationsById } from '../observations';

/**
 * The photo with which the user sees a species: the one they chose, else the first one of the first of its records. These are records
 * with photos, the last saved first. Null if they have none any more.
 */
export async function ownPicture(
  database: UserDatabase,
  recordIds: readonly string[],
  chosenId: string | null,
): Promise<LocalMedia | null> {
  const records = await ownObservationsById(database, chosenId === null ? recordIds.slice(0, 1) : recordIds);
  const chosen = records.flatMap(({ media }) => media).find(({ id }) => id === chosenId);
  return chosen ?? records[0]?.media.toSorted((one, other) => one.order - other.order)[0] ?? null;
}
