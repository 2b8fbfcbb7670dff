import type { Crop } from '@veld/contract';
import { type Insertable, sql } from 'kysely';
import type { Tx } from '../../db/open.ts';
import type { Tables } from '../../db/schema.ts';
import { advance } from './store.ts';
import type { MergedTaxon, PhotoUse } from '../../http/pieces.ts';
import { IS_CREDITED } from '../media/store.ts';

/** A photo with its credit; null for the name of a closed account. */
export interface ImageOfTaxon {
  media_id: string;
  user_name: string | null;
  license: string | null;
}

/** Sets the image of a taxon, or removes it; advances the sequence of the taxonomy, so that devices fetch it. */
export async function setTaxonImage(tx: Tx, taxonId: number, image: (ImageOfTaxon & { crop: string | null }) | null): Promise<void> {
  await tx
    .updateTable('taxa')
    .set({
      image_media_id: image?.media_id ?? null,
      image_attribution: image?.user_name ?? null,
      image_license: image?.license ?? null,
      image_crop: image?.crop ?? null,
      updated_seq: await advance(tx),
    })
    .where('id', '=', taxonId)
    .execute();
}

export async function removeImageDetails(tx: Tx, taxonId: number): Promise<void> {
  await tx.deleteFrom('taxon_image_details').where('taxon_id', '=', taxonId).execute();
}

export async function upsertImageDetails(tx: Tx, values: Insertable<Tables['taxon_image_details']>): Promise<void> {
  await tx
    .insertInto('taxon_image_details')
    .values(values)
    .onConflict((conflict) => conflict.column('taxon_id').doUpdateSet(values))
    .execute();
}

export async function updateLocked(tx: Tx, taxonId: number, isLocked: boolean): Promise<void> {
  await tx.updateTable('taxon_image_details').set({ is_locked: isLocked }).where('taxon_id', '=', taxonId).execute();
}

/** Sets the crops of species images made from photos, after a record of their owner changed the crops. */
export async function updateTaxonCrops(tx: Tx, userId: string, changed: readonly { photo_id: string; crop: Crop | null }[]): Promise<void> {
  if (changed.length === 0) return;
  await sql`
    update taxa set image_crop = c.crop
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c (photo_id uuid, crop jsonb)
    join media m on m.photo_id = c.photo_id and m.user_id = ${userId}
    where taxa.image_media_id = m.id and image_crop is distinct from c.crop
  `.execute(tx);
  // What a curator cut out was part of the earlier crop.
  await sql`
    update taxon_image_details d set base = c.crop, crop = null, focus = null, square = null, wide = null
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c (photo_id uuid, crop jsonb)
    join media m on m.photo_id = c.photo_id and m.user_id = ${userId}
    where d.media_id = m.id
  `.execute(tx);
}

/** Gives successors of merged taxa without an image the image of a taxon merged into them; of several, the one with the smallest id. */
export async function inheritImages(tx: Tx, merged: readonly MergedTaxon[]): Promise<void> {
  const pairs = sql`unnest(${merged.map((one) => one.from)}::int[], ${merged.map((one) => one.to)}::int[]) as pair (old_id, new_id)`;
  const inherited = sql`
    select distinct on (pair.new_id) pair.new_id, old.image_media_id, old.image_attribution, old.image_license, old.image_crop
    from ${pairs} join taxa old on old.id = pair.old_id join taxa successor on successor.id = pair.new_id
    where old.image_media_id is not null and successor.image_media_id is null and not successor.is_deleted
    order by pair.new_id, pair.old_id`;
  const { rows } = await sql`${inherited} limit 1`.execute(tx);
  if (rows.length === 0) return;
  const seq = await advance(tx);
  await sql`
    update taxa set image_media_id = inherited.image_media_id, image_attribution = inherited.image_attribution,
      image_license = inherited.image_license, image_crop = inherited.image_crop, updated_seq = ${seq}
    from (${inherited}) inherited where taxa.id = inherited.new_id
  `.execute(tx);
}

/** Removes the images that were made from photos; advances the sequence of the taxonomy, so that devices fetch the change. */
async function removeImagesFrom(tx: Tx, mediaIds: readonly string[]): Promise<void> {
  const shown = await tx.selectFrom('taxa').select('id').where('image_media_id', 'in', mediaIds).execute();
  if (shown.length === 0) return;
  await tx
    .updateTable('taxa')
    .set({
      image_media_id: null,
      image_attribution: null,
      image_license: null,
      image_crop: null,
      updated_seq: await advance(tx),
    })
    .where('image_media_id', 'in', mediaIds)
    .execute();
}

/** The images of taxa are photos. */
export const photos: PhotoUse = {
  isUsed: sql`exists (select 1 from taxa where taxa.image_media_id = media.id)`,
  crops: sql`
    select image_media_id as media_id, image_crop as crop from taxa where image_crop is not null
    union
    select d.media_id, part.crop from taxon_image_details d, lateral (values (d.base), (d.square), (d.wide)) part (crop) where part.crop is not null`,
  onRemoved: removeImagesFrom,
};

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
