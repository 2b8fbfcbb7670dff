import type { MEDIA_FAULTS } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { type MediaRow, onlyRow } from '../../db/rows.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import type { ShownPhoto } from './present.ts';
import type { PictureVariant } from './signature.ts';

/** Whether a record of the photo's owner that is not deleted declares the photo and meets the condition `as`. */
const isDeclaredAs = (as: RawBuilder<unknown>) => sql<boolean>`exists (
  select 1 from observation_media om join observations o on o.id = om.observation_id
  where om.media_id = media.photo_id and om.sha256 = media.sha256 and o.user_id = media.user_id and o.deleted_at is null and ${as}
)`;
const isDeclared = isDeclaredAs(sql`true`);

/** Whether somebody else made the photo, as stored by a curator. It then belongs to the server. */
export const IS_CREDITED = sql<boolean>`exists (select 1 from image_credits ic where ic.media_id = media.id)`;

export async function findMedia(db: Db | Tx, id: string): Promise<MediaRow | undefined> {
  return db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst();
}

/** A photo by its owner and the id that the owner's device made. */
export async function findPhoto(db: Db | Tx, userId: string, photoId: string): Promise<MediaRow | undefined> {
  return db.selectFrom('media').selectAll().where('user_id', '=', userId).where('photo_id', '=', photoId).executeTakeFirst();
}

/**
 * Whether the display sizes of a picture may be sent: they exist, and a record that is not deleted shows exactly this part. After a
 * change of the crop, earlier addresses therefore give 404 even if their signature is still valid. The `whole` picture is sent as long
 * as the account is open, because only the owner gets its address. Photos to be erased with their account are hidden at once.
 */
export async function isShown(db: Db, mediaId: string, variant: PictureVariant): Promise<boolean> {
  const ready = db
    .selectFrom('media')
    .innerJoin('users', 'users.id', 'media.user_id')
    .select('media.id')
    .where('media.id', '=', mediaId)
    .where('media.state', '=', 'ready')
    .where('users.erase_after', 'is', null);
  const shown =
    variant === 'whole'
      ? ready.where('users.deleted_at', 'is', null)
      : variant === null
        ? ready.where(isDeclaredAs(sql`om.crop is null`))
        : ready
            .innerJoin('media_crops', 'media_crops.media_id', 'media.id')
            .where('media_crops.id', '=', variant.cropId)
            .where('media_crops.state', '=', 'ready')
            .where(isDeclaredAs(sql`om.crop = media_crops.crop`));
  return (await shown.executeTakeFirst()) !== undefined;
}

/** The given photos as used in a person's records: one row for each different crop. */
export async function listShown(db: Db, userId: string, ids: readonly string[]): Promise<ShownPhoto[]> {
  const { rows } = await sql<ShownPhoto>`
    select distinct on (media.id, om.crop) media.photo_id as id, media.id as media_id, om.crop, mc.id as crop_id, mc.state as crop_state, media.state,
      case when om.crop is null then media.thumbhash else mc.thumbhash end as thumbhash
    from media
    join observation_media om on om.media_id = media.photo_id and om.sha256 = media.sha256
    join observations o on o.id = om.observation_id and o.user_id = media.user_id and o.deleted_at is null
    left join media_crops mc on mc.media_id = media.id and mc.crop = om.crop
    where media.user_id = ${userId} and media.photo_id = any(${[...ids]}::uuid[])
    order by media.id, om.crop
  `.execute(db);
  return rows;
}

/** The ids of a person's stored photos. */
export async function listMediaIds(tx: Tx, userId: string, photoIds: readonly string[]): Promise<string[]> {
  if (photoIds.length === 0) return [];
  const rows = await tx.selectFrom('media').select('id').where('user_id', '=', userId).where('photo_id', 'in', photoIds).execute();
  return rows.map((row) => row.id);
}

/** Notes that a record no longer lists these photos but still exists, so that merging two devices' versions may list them again. */
export async function updateRemoved(tx: Tx, userId: string, photoIds: readonly string[]): Promise<void> {
  if (photoIds.length === 0) return;
  await tx.updateTable('media').set({ may_return: true }).where('user_id', '=', userId).where('photo_id', 'in', photoIds).execute();
}

export interface NewMedia {
  id: string;
  userId: string;
  photoId: string;
  sha256: string;
  type: string;
  byteLength: number;
  now: Date;
}

/** Inserts a photo, unused until the nightly job finds its record. False if the user has it already or the account was deleted. */
export async function insertMedia(tx: Tx, media: NewMedia): Promise<boolean> {
  const done = await sql`
    insert into media (id, user_id, photo_id, sha256, type, byte_length, unused_since)
    select ${media.id}::uuid, id, ${media.photoId}::uuid, ${media.sha256}, ${media.type}, ${media.byteLength}, ${media.now} from users
    where id = ${media.userId} and deleted_at is null
    on conflict (user_id, photo_id) do nothing
  `.execute(tx);
  return done.numAffectedRows === 1n;
}

/** Counts an attempt before it starts, so that an attempt that crashes the server counts too. */
export async function updateTries(db: Db, id: string): Promise<MediaRow | undefined> {
  return db
    .updateTable('media')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'stored')
    .returningAll()
    .executeTakeFirst();
}

/** Takes back a try that ended for a reason that is not the photo's. */
export async function returnTry(db: Db, id: string): Promise<void> {
  await db
    .updateTable('media')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'stored')
    .where('tries', '>', 0)
    .execute();
}

/** Marks a photo as rendered. False if it no longer exists. */
export async function updateReady(
  { db, jobs, photoUses }: Pick<Context, 'db' | 'jobs' | 'photoUses'>,
  id: string,
  found: { width: number; height: number; thumbhash: string },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const before = await tx.selectFrom('media').select(['user_id', 'fault']).where('id', '=', id).forUpdate().executeTakeFirst();
    if (!before) return false;
    await tx
      .updateTable('media')
      .set({ state: 'ready', fault: null, width: found.width, height: found.height, thumbhash: found.thumbhash })
      .where('id', '=', id)
      .execute();
    // The records were sent with the fault, so they have changed.
    if (before.fault !== null) {
      for (const { onRendered } of photoUses) await onRendered?.(tx, before.user_id, id);
      await jobs.send('photo-evidence', { id }, tx);
    }
    return true;
  });
}

/** Marks a photo as failed, lists its records as changed, and has them graded anew (`evidence.ts`). */
export async function updateFailed(
  { db, jobs, photoUses }: Pick<Context, 'db' | 'jobs' | 'photoUses'>,
  id: string,
  fault: (typeof MEDIA_FAULTS)[number],
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const failed = await tx
      .updateTable('media')
      .set({ state: 'failed', fault })
      .where('id', '=', id)
      .where('state', '=', 'stored')
      .returning('user_id')
      .executeTakeFirst();
    if (!failed) return;
    for (const { onRendered } of photoUses) await onRendered?.(tx, failed.user_id, id);
    await jobs.send('photo-evidence', { id }, tx);
  });
}

/** Stores the length of a photo's companion file. A photo that could not be read without it is rendered again. */
export async function updateStored(tx: Tx, id: string, companionLength: number): Promise<void> {
  await tx.updateTable('media').set({ companion_length: companionLength }).where('id', '=', id).execute();
  await tx.updateTable('media').set({ state: 'stored', tries: 0 }).where('id', '=', id).where('state', '!=', 'ready').execute();
}

/** Lets the photos and crops that could not be rendered be tried again. Returns the ids of the photos. */
export async function resetFailed(db: Db): Promise<string[]> {
  const photos = await db.updateTable('media').set({ state: 'stored', tries: 0 }).where('state', '=', 'failed').returning('id').execute();
  const crops = await db
    .updateTable('media_crops')
    .set({ state: 'stored', tries: 0 })
    .where('state', '=', 'failed')
    .returning('media_id')
    .execute();
  return [...new Set([...photos.map(({ id }) => id), ...crops.map((crop) => crop.media_id)])];
}

/** Photos stored before a time that are not rendered yet. */
export async function listUnrendered(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('media')
    .select('id')
    .where('state', '=', 'stored')
    .where('created_at', '<', before)
    .limit(1000)
    .execute();
  return rows.map((row) => row.id);
}

/** The given ids that have a row. */
export async function listKnown(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('media').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}

/** Sets `unused_since` for photos that are no longer used, and clears it for photos that are used again. */
export async function updateUnused({ db, photoUses }: Pick<Context, 'db' | 'photoUses'>, now: Date): Promise<void> {
  const isUsed = sql<boolean>`(${sql.join([isDeclared, ...photoUses.flatMap((use) => use.isUsed ?? [])], sql` or `)})`;
  await db
    .updateTable('media')
    .set({ unused_since: now })
    .where('unused_since', 'is', null)
    .where(sql<boolean>`not ${isUsed}`)
    .execute();
  await db
    .updateTable('media')
    .set({ unused_since: null, may_return: false })
    .where('unused_since', 'is not', null)
    .where(isUsed)
    .execute();
}

/** Photos unused since before `before`, or since before `beforeReturning` if a record may list them again. */
export async function listUnused(db: Db, before: Date, beforeReturning: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('media')
    .select('id')
    .where('unused_since', '<', before)
    .where((where) => where.or([where('may_return', '=', false), where('unused_since', '<', beforeReturning)]))
    .limit(1000)
    .execute();
  return rows.map((row) => row.id);
}

/** A person's own photos, which are erased with the account. */
export async function listOfUser(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('media')
    .select('id')
    .where('user_id', '=', userId)
    .where(sql<boolean>`not ${IS_CREDITED}`)
    .limit(1000)
    .execute();
  return rows.map((row) => row.id);
}

/** Deletes photos, and what features made from them. */
export async function removeMedia({ photoUses }: Pick<Context, 'photoUses'>, tx: Tx, ids: string[]): Promise<void> {
  for (const { onRemoved } of photoUses) await onRemoved?.(tx, ids);
  await tx.deleteFrom('media').where('id', 'in', ids).execute();
}

/** Why a picture with these bytes was refused before; null if it was not. */
export async function findRefusal(db: Db, sha256: Buffer): Promise<string | null> {
  const row = await db.selectFrom('refused_pictures').select('reason').where('sha256', '=', sha256).executeTakeFirst();
  return row?.reason ?? null;
}

export async function insertRefusal(db: Db, sha256: Buffer, reason: string, now: Date): Promise<void> {
  await sql`
    insert into refused_pictures (sha256, reason, refused_at) values (${sha256}, ${reason}, ${now})
    on conflict (sha256) do update set reason = excluded.reason, refused_at = excluded.refused_at
  `.execute(db);
}

/** Counts an attempt that ended the decoder, and refuses the picture with `reason` from the attempt `most` on. Returns whether it is refused. */
export async function countCrash(
  db: Db,
  sha256: Buffer,
  { reason, most, now }: { reason: string; most: number; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ reason: string | null }>`
    insert into refused_pictures (sha256, refused_at) values (${sha256}, ${now})
    on conflict (sha256) do update set tries = refused_pictures.tries + 1, refused_at = excluded.refused_at,
      reason = case when refused_pictures.tries + 1 >= ${most}::integer then ${reason}::text else refused_pictures.reason end
    returning reason
  `.execute(db);
  return onlyRow(rows).reason !== null;
}

export async function removeOldRefusals(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('refused_pictures').where('refused_at', '<', before).execute();
}

/** How many photos wait for their sizes, and how many could not be rendered, as a subquery. */
export const PHOTO_STATES = sql<{ waiting: number; failed: number }>`(select json_build_object(
  'waiting', (select count(*) from media where state = 'stored'), 'failed', (select count(*) from media where state = 'failed')))`;
