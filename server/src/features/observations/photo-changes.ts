import type { Tx } from '../../db/open.ts';

/** Advances the sequence of the records that use a photo, so that the owner's devices fetch them again. */
export async function updateOwnerSeq(tx: Tx, userId: string, mediaId: string): Promise<void> {
  const declaring = await tx
    .selectFrom('observations')
    .innerJoin('observation_media', 'observation_media.observation_id', 'observations.id')
    .innerJoin('media', 'media.photo_id', 'observation_media.media_id')
    .select('observations.id')
    .where('media.id', '=', mediaId)
    .where('observations.user_id', '=', userId)
    .where('observations.deleted_at', 'is', null)
    .execute();
  for (const { id } of declaring) {
    const counter = await tx
      .updateTable('owner_counters')
      .set((eb) => ({ seq: eb('seq', '+', 1) }))
      .where('user_id', '=', userId)
      .returning('seq')
      .executeTakeFirst();
    if (counter)
      await tx.updateTable('observations').set({ owner_seq: counter.seq }).where('id', '=', id).where('deleted_at', 'is', null).execute();
  }
}
