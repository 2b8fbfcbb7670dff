import type { Preferences } from '@veld/contract';
import type { Db, Tx } from '../../db/open.ts';
import { readPreferences } from '../accounts/present.ts';

/** What a person chose, with the defaults for the rest. */
export async function findPreferences(db: Db | Tx, userId: string): Promise<Preferences> {
  const user = await db.selectFrom('users').select('preferences').where('id', '=', userId).executeTakeFirst();
  return readPreferences(user?.preferences ?? {});
}
