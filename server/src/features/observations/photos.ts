import { type Crop, normalCrop, type ObservationWrite } from '@veld/contract';
import type { Tx } from '../../db/open.ts';
import { updateTaxonCrops } from '../taxa/taxon-images.ts';
import { listMediaIds, updateRemoved } from '../media/store.ts';
import type { PhotoRow } from './save.ts';

/** The crops of a record's photos, by photo id; null for the whole picture. */
export type Crops = ReadonlyMap<string, Crop | null>;

export async function findCrops(tx: Tx, recordId: string): Promise<Crops> {
  const rows = await tx.selectFrom('observation_media').select(['media_id', 'crop']).where('observation_id', '=', recordId).execute();
  return new Map(rows.map((row) => [row.media_id, row.crop]));
}

/**
 * Normalises the crops of a save. App versions without crops omit them; the photos then keep their current crops, because otherwise
 * any edit would reveal what was cut away.
 */
export function withCrops(body: ObservationWrite, before: Crops): ObservationWrite {
  const media = body.media.map((photo) => ({
    ...photo,
    crop: photo.crop === undefined ? (before.get(photo.id) ?? null) : normalCrop(photo.crop),
  }));
  return { ...body, media };
}

export function photoRows(body: ObservationWrite): PhotoRow[] {
  return body.media.map((photo) => ({
    media_id: photo.id,
    sha256: photo.sha256,
    type: photo.type,
    width: photo.width,
    height: photo.height,
    caption: photo.caption ?? null,
    license: photo.license ?? null,
    position: photo.order,
    crop: photo.crop ?? null,
  }));
}

/** Removes the photos of a record before a save stores them again. */
export async function removePhotos(tx: Tx, recordId: string): Promise<void> {
  await tx.deleteFrom('observation_media').where('observation_id', '=', recordId).execute();
}

/** What else a save changes for its photos, once it has stored them. Returns the media ids of stored photos whose crop changed. */
export async function updatePhotos(tx: Tx, write: { userId: string; body: ObservationWrite }, before: Crops): Promise<string[]> {
  const after = new Map(write.body.media.map((photo) => [photo.id, photo.crop ?? null]));
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((id) => !isSame(before.get(id), after.get(id)));
  await updateTaxonCrops(
    tx,
    write.userId,
    changed.filter((id) => after.has(id)).map((id) => ({ photo_id: id, crop: after.get(id) ?? null })),
  );
  await updateRemoved(
    tx,
    write.userId,
    [...before.keys()].filter((id) => !after.has(id)),
  );
  return listMediaIds(tx, write.userId, changed);
}

function isSame(one: Crop | null | undefined, other: Crop | null | undefined): boolean {
  if (!one || !other) return !one && !other;
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}

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
