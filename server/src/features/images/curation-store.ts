import { type Crop, cropWithin, type FocusPoint, frameAround, type IMAGE_ACTIONS, type ImageDetails, insideSteps } from '@veld/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { usableImages } from './store.ts';
import { type ImageOfTaxon, removeImageDetails, setTaxonImage, upsertImageDetails } from '../taxa/taxon-images.ts';

/** What a curator said about an image. Crop and focus are relative to `base`, the part of the picture that may be shown. */
export type StoredDetails = ImageDetails & { base: Crop | null };

export const NO_DETAILS: Omit<StoredDetails, 'base'> = { crop: null, focus: null, alt: {}, life_stage: null };

export interface Change {
  /** Made by the device. */
  id: string;
  taxonId: number;
  userId: string;
  action: (typeof IMAGE_ACTIONS)[number];
  reason: string | null;
}

/**
 * Locks the taxon for a change. False if this change was made before. Throws 404 for a deleted or unknown taxon, and 422 if its image is
 * locked and the change is not the unlocking.
 */
export async function startChange(tx: Tx, { id, taxonId, action }: Change): Promise<boolean> {
  const taxon = await tx.selectFrom('taxa').select('is_deleted').where('id', '=', taxonId).forUpdate().executeTakeFirst();
  if (!taxon || taxon.is_deleted) throw new Fault('not_found');
  if (await tx.selectFrom('taxon_image_changes').select('id').where('id', '=', id).executeTakeFirst()) return false;
  if (action !== 'unlock' && (await findCurrent(tx, taxonId))?.is_locked) throw invalid('image_url', 'image_locked');
  return true;
}

export interface CurrentRow extends StoredDetails {
  media_id: string;
  photo_id: string;
  user_name: string | null;
  license: string | null;
  is_recorded: boolean;
  source: string | null;
  page_url: string | null;
  width: number | null;
  height: number | null;
  base_crop_id: string | null;
  is_locked: boolean;
}

/** The image of a taxon with what curators said about it. */
export async function findCurrent(db: Db | Tx, taxonId: number): Promise<CurrentRow | null> {
  const { rows } = await sql<CurrentRow>`
    select t.image_media_id as media_id, m.photo_id, t.image_attribution as user_name, t.image_license as license, ic.source, ic.page_url, m.width, m.height,
      coalesce(d.base, case when d.taxon_id is null then t.image_crop end) as base, d.crop, d.focus, coalesce(d.alt, '{}') as alt, d.life_stage,
      coalesce(d.is_locked, false) as is_locked, mc.id as base_crop_id,
      exists (select 1 from observation_media om where om.media_id = m.photo_id and om.sha256 = m.sha256) as is_recorded
    from taxa t
    join media m on m.id = t.image_media_id
    left join image_credits ic on ic.media_id = m.id
    left join taxon_image_details d on d.taxon_id = t.id and d.media_id = t.image_media_id
    left join media_crops mc on mc.media_id = m.id and mc.state = 'ready'
      and mc.crop = coalesce(d.base, case when d.taxon_id is null then t.image_crop end)
    where t.id = ${taxonId}
  `.execute(db);
  return rows[0] ?? null;
}

/** Sets the image of a taxon with its details, or removes it; advances the sequence of the taxonomy, so that devices fetch it. */
export async function updateImage(tx: Tx, taxonId: number, image: ImageOfTaxon | null, details: StoredDetails): Promise<void> {
  const parts = image ? await partsOf(tx, image.media_id, details) : null;
  await setTaxonImage(tx, taxonId, image && { ...image, crop: json(parts?.shown ?? null) });
  if (!image || !parts) return removeImageDetails(tx, taxonId);
  await upsertImageDetails(tx, {
    taxon_id: taxonId,
    media_id: image.media_id,
    base: json(details.base),
    crop: json(details.crop),
    focus: json(details.focus),
    square: json(parts.square),
    wide: json(parts.wide),
    alt: JSON.stringify(details.alt),
    life_stage: details.life_stage,
    is_locked: false,
  });
}

/** The parts of the whole picture that the sizes show. Without a focus point, all show the same. */
async function partsOf(tx: Tx, mediaId: string, { base, crop, focus }: StoredDetails) {
  if (!crop && !focus) return { shown: base, square: null, wide: null };
  const media = await tx.selectFrom('media').select(['width', 'height']).where('id', '=', mediaId).executeTakeFirst();
  if (!media?.width || !media.height) throw invalid('crop', 'image_unreadable');
  const area = cropWithin(base, crop);
  const shown = crop ? insideSteps(area) : base;
  if (crop && !shown) throw invalid('crop', 'too_small');
  const picture = { width: media.width, height: media.height };
  const point = absolute(base, focus);
  return { shown, square: point && frameAround(area, point, 1, picture), wide: point && frameAround(area, point, 4 / 3, picture) };
}

function absolute(base: Crop | null, focus: FocusPoint | null): FocusPoint | null {
  if (!focus) return null;
  const { x, y, width, height } = cropWithin(base, null);
  return { x: x + focus.x * width, y: y + focus.y * height };
}

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

export async function insertChange(tx: Tx, change: Change, mediaId: string | null, details: StoredDetails): Promise<void> {
  const { base, crop, focus, alt, life_stage } = details;
  await tx
    .insertInto('taxon_image_changes')
    .values({
      id: change.id,
      taxon_id: change.taxonId,
      user_id: change.userId,
      action: change.action,
      reason: change.reason,
      media_id: mediaId,
      details: JSON.stringify({ base, crop, focus, alt, life_stage }),
      // The start of the transaction would give concurrent changes the wrong order.
      changed_at: sql<Date>`clock_timestamp()`,
    })
    .execute();
}

export interface ChangeRow {
  id: string;
  action: (typeof IMAGE_ACTIONS)[number];
  user_name: string | null;
  changed_at: Date;
  reason: string | null;
  media_id: string | null;
  details: Partial<StoredDetails>;
  attribution: string | null;
  license: string | null;
  is_recorded: boolean;
  /** The crop of a public record that shows the picture. */
  crop_id: string | null;
  /** Whether the picture may still be shown: of a public record, an upload, or one that was fetched. */
  is_usable: boolean;
}

const HISTORY = 100;

/** The last changes of the image of a taxon, newest first. */
export async function listChanges(db: Db, taxonId: number): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select c.id, c.action, case when u.deleted_at is null then u.name end as user_name, c.changed_at, c.reason, c.media_id, c.details,
      usable.license, usable.is_recorded, usable.crop_id, usable.media_id is not null as is_usable, usable.user_name as attribution
    from taxon_image_changes c left join users u on u.id = c.user_id
    left join lateral (${usableImages(sql`m.id = c.media_id`, null)} order by is_recorded desc, listed_at desc limit 1) usable on true
    where c.taxon_id = ${taxonId} order by c.changed_at desc, c.id limit ${HISTORY}
  `.execute(db);
  return rows;
}

export async function findChange(db: Db | Tx, taxonId: number, id: string): Promise<Pick<ChangeRow, 'media_id' | 'details'> | null> {
  const row = await db
    .selectFrom('taxon_image_changes')
    .select(['media_id', 'details'])
    .where('taxon_id', '=', taxonId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}
