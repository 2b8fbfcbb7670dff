import type { Crop } from '@veld/contract';
import { sql } from 'kysely';
import { IS_ABSENCE } from '../../db/absence.ts';
import type { Db, Tx } from '../../db/open.ts';
import { HAS_IMAGE, IS_LISTED } from '../../db/visibility.ts';
import { Fault } from '../../http/fault.ts';
import { advance } from './store.ts';

/** A photo that can be chosen as the image of a species. */
export interface ImageRow {
  media_id: string;
  user_name: string;
  license: string;
  /** Whether the photo is part of a record. If not, it is an upload of the curator. */
  is_recorded: boolean;
  /** The crop in its record, and the id of its rendered row. */
  crop: Crop | null;
  crop_id: string | null;
}

/** The image of a taxon; null if it has none, its photo is to be erased or its crop is not rendered yet. */
export async function findImage(db: Db, taxonId: number): Promise<{ media_id: string; crop_id: string | null } | null> {
  const { rows } = await sql<{ media_id: string; crop_id: string | null }>`
    select t.image_media_id as media_id, mc.id as crop_id from taxa t
    left join media_crops mc on mc.media_id = t.image_media_id and mc.crop = t.image_crop and mc.state = 'ready'
    where t.id = ${taxonId} and ${HAS_IMAGE} and (t.image_crop is null or mc.id is not null)
  `.execute(db);
  return rows[0] ?? null;
}

/** Photos of public records, without absences, whose photos do not show the taxon. */
const RECORDED = sql`
  observation_media om
  join observations o on o.id = om.observation_id and not ${IS_ABSENCE}
  join users u on u.id = o.user_id and u.deleted_at is null and ${IS_LISTED}
  join media m on m.photo_id = om.media_id and m.user_id = o.user_id and m.sha256 = om.sha256 and m.state = 'ready'
  left join media_crops mc on mc.media_id = m.id and mc.crop = om.crop and mc.state = 'ready'`;

/** The licence of the photo, else of its record, else the default of its owner. */
const LICENSE = sql<string>`coalesce(om.license, o.license, u.preferences->>'license', 'CC-BY-4.0')`;

/** The caller's uploads without a record, then photos of public records of a taxon; both latest first. */
export async function listCandidates(db: Db, taxonId: number, callerId: string, limit: number, offset: number): Promise<ImageRow[]> {
  const { rows } = await sql<ImageRow>`
    select media_id, user_name, license, is_recorded, crop, crop_id from (
      select distinct on (m.id) m.id as media_id, u.name as user_name, ${LICENSE} as license, true as is_recorded, om.crop, mc.id as crop_id,
        o.listed_at
      from ${RECORDED} where o.taxon_id = ${taxonId} order by m.id, o.listed_at desc
    ) recorded
    where crop is null or crop_id is not null
    order by listed_at desc, media_id limit ${limit} offset ${offset}
  `.execute(db);
  const own = await sql<ImageRow>`
    select m.id as media_id, u.name as user_name, coalesce(u.preferences->>'license', 'CC-BY-4.0') as license, false as is_recorded,
      null as crop, null as crop_id
    from media m join users u on u.id = m.user_id
    where m.user_id = ${callerId} and m.state = 'ready' and not exists (
      select 1 from observation_media om join observations o on o.id = om.observation_id
      where om.media_id = m.photo_id and o.user_id = m.user_id
    )
    order by m.created_at desc, m.id limit ${offset === 0 ? limit : 0}
  `.execute(db);
  return [...own.rows, ...rows];
}

/** A photo of a public record or of the caller, by the id in its addresses or the one that the caller's device made; otherwise null. */
export async function findUsable(db: Db | Tx, id: string, callerId: string): Promise<ImageRow | null> {
  const isMeant = sql`(m.id = ${id} or (m.photo_id = ${id} and m.user_id = ${callerId}))`;
  const { rows } = await sql<ImageRow>`
    select media_id, user_name, license, is_recorded, crop, crop_id from (
      select m.id as media_id, u.name as user_name, ${LICENSE} as license, true as is_recorded, om.crop, mc.id as crop_id, o.listed_at
      from ${RECORDED} where ${isMeant}
      union all
      select m.id, u.name, coalesce(u.preferences->>'license', 'CC-BY-4.0'), false, null, null, null
      from media m join users u on u.id = m.user_id where ${isMeant} and m.user_id = ${callerId} and m.state <> 'failed'
    ) usable
    order by is_recorded desc, listed_at desc limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/** Sets the image of a taxon and advances the sequence of the taxonomy, so that devices fetch it. 404 for a deleted or unknown taxon. */
export async function updateImage(tx: Tx, taxonId: number, image: ImageRow): Promise<void> {
  const seq = await advance(tx);
  const done = await tx
    .updateTable('taxa')
    .set({
      image_media_id: image.media_id,
      image_attribution: image.user_name,
      image_license: image.license,
      image_crop: image.crop && JSON.stringify(image.crop),
      updated_seq: seq,
    })
    .where('id', '=', taxonId)
    .where('is_deleted', '=', false)
    .executeTakeFirst();
  if (done.numUpdatedRows !== 1n) throw new Fault('not_found');
}
