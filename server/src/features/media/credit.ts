import type { Tx } from '../../db/open.ts';

/**
 * The name under species pictures that are somebody's photos: taken away when that person leaves, put back with them. Devices
 * learn of it by the taxonomy's sequence.
 */
export async function creditPhotos(tx: Tx, userId: string, name: string | null): Promise<void> {
  const shown = await tx
    .selectFrom('taxa')
    .innerJoin('media', 'media.id', 'taxa.image_media_id')
    .select('taxa.id')
    .where('media.user_id', '=', userId)
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
