import { randomUUID } from 'node:crypto';
import type { Crop } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { MediaCropRow } from '../../db/rows.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';

export type CropRow = Pick<MediaCropRow, 'id' | 'crop' | 'state' | 'tries'>;

type Uses = Pick<Context, 'db' | 'photoUses'>;

/** The crops in use: by records of the photo's owner that are not deleted, or by other features. */
function wantedCrops({ photoUses }: Uses): RawBuilder<unknown> {
  const ofRecords = sql`
    select m.id as media_id, om.crop from observation_media om
    join observations o on o.id = om.observation_id and o.deleted_at is null
    join media m on m.photo_id = om.media_id and m.user_id = o.user_id and m.sha256 = om.sha256
    where om.crop is not null`;
  return sql.join([ofRecords, ...photoUses.flatMap(({ crops }) => crops ?? [])], sql` union `);
}

const isWanted = (uses: Uses) => sql<boolean>`exists (
  select 1 from (${wantedCrops(uses)}) wanted where wanted.media_id = media_crops.media_id and wanted.crop = media_crops.crop
)`;

/**
 * Updates the crop rows of a photo: inserts those newly in use and deletes unused ones. Returns the ids of the deleted crops and
 * the crops to render.
 */
export async function syncCrops(uses: Uses, mediaId: string): Promise<{ waiting: CropRow[]; removed: string[] }> {
  return inTransaction(uses.db, async (tx) => {
    // Makes concurrent runs wait, so that the later one sees the result of the earlier.
    const media = await tx.selectFrom('media').select('id').where('id', '=', mediaId).forUpdate().executeTakeFirst();
    if (!media) return { waiting: [], removed: [] };
    const { rows: wanted } = await sql<{ crop: Crop }>`select crop from (${wantedCrops(uses)}) wanted where media_id = ${mediaId}`.execute(
      tx,
    );
    for (const { crop } of wanted) {
      await tx
        .insertInto('media_crops')
        .values({ id: randomUUID(), media_id: mediaId, crop: JSON.stringify(crop) })
        .onConflict((conflict) => conflict.columns(['media_id', 'crop']).doNothing())
        .execute();
    }
    const removed = await tx
      .deleteFrom('media_crops')
      .where('media_id', '=', mediaId)
      .where(sql<boolean>`not ${isWanted(uses)}`)
      .returning('id')
      .execute();
    const waiting = await tx
      .selectFrom('media_crops')
      .select(['id', 'crop', 'state', 'tries'])
      .where('media_id', '=', mediaId)
      .where('state', '=', 'stored')
      .execute();
    return { waiting, removed: removed.map((row) => row.id) };
  });
}

/** Counts an attempt before it starts, so that an attempt that crashes the server counts too. */
export async function updateCropTries(db: Db, id: string): Promise<CropRow | undefined> {
  return db
    .updateTable('media_crops')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'stored')
    .returning(['id', 'crop', 'state', 'tries'])
    .executeTakeFirst();
}

/** As `returnTry` of photos. */
export async function returnCropTry(db: Db, id: string): Promise<void> {
  await db
    .updateTable('media_crops')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'stored')
    .where('tries', '>', 0)
    .execute();
}

/** Stores the result of rendering a crop, and lists its records as changed. False if the crop is no longer in use. */
export async function updateCrop(
  uses: Uses,
  id: string,
  change: { state: 'ready'; thumbhash: string } | { state: 'failed' },
): Promise<boolean> {
  return inTransaction(uses.db, async (tx) => {
    const row = await tx
      .updateTable('media_crops')
      .set(change)
      .where('id', '=', id)
      .where('state', '=', 'stored')
      .returning('media_id')
      .executeTakeFirst();
    if (!row) return false;
    const media = await tx.selectFrom('media').select('user_id').where('id', '=', row.media_id).executeTakeFirst();
    if (media) for (const { onRendered } of uses.photoUses) await onRendered?.(tx, media.user_id, row.media_id);
    return true;
  });
}

/** Photos stored before a time that have a crop without renderings; and photos with an unused crop. */
export async function listWithOutdatedCrops(uses: Uses, before: Date): Promise<string[]> {
  const { rows } = await sql<{ media_id: string }>`
    select wanted.media_id from (${wantedCrops(uses)}) wanted
      join media m on m.id = wanted.media_id and m.state = 'ready' and m.created_at < ${before}
      left join media_crops made on made.media_id = wanted.media_id and made.crop = wanted.crop
      where made.id is null or (made.state = 'stored' and made.created_at < ${before})
    union
    select media_id from media_crops where not ${isWanted(uses)}
    limit 1000
  `.execute(uses.db);
  return rows.map((row) => row.media_id);
}

/** The crops of these photos. */
export async function listCrops(db: Db | Tx, mediaIds: string[]): Promise<Pick<MediaCropRow, 'id' | 'media_id' | 'state'>[]> {
  if (mediaIds.length === 0) return [];
  return db.selectFrom('media_crops').select(['id', 'media_id', 'state']).where('media_id', 'in', mediaIds).execute();
}
