import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';
import { IS_CREDITED } from '../media/store.ts';

/**
 * Updates the attribution of species images made from a user's photos: null removes the name, when the account is closed; another
 * value restores it. Advances the sequence of the taxonomy, so that devices fetch the change.
 */
export async function creditPhotos(tx: Tx, userId: string, name: string | null): Promise<void> {
  const shown = await tx
    .selectFrom('taxa')
    .innerJoin('media', 'media.id', 'taxa.image_media_id')
    .select('taxa.id')
    .where('media.user_id', '=', userId)
    .where(sql<boolean>`not ${IS_CREDITED}`)
    .where('taxa.image_attribution', name === null ? 'is not' : 'is', null)
    .execute();
  if (shown.length === 0) return;
  const { seq } = await tx
    .updateTable('taxonomy_state')
    .set((eb) => ({ seq: eb('seq', '+', 1) }))
    .returning('seq')
    .executeTakeFirstOrThrow();
  const ids = shown.map((row) => row.id);
  await tx.updateTable('taxa').set({ image_attribution: name, updated_seq: seq }).where('id', 'in', ids).execute();
}
