import type { CandidateSource, Crop } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import { IS_ABSENCE } from '../../db/conditions.ts';
import type { Db, Tx } from '../../db/open.ts';
import { IS_LISTED, isUnblocked } from '../../db/visibility.ts';

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
  /** Where it was fetched; null for photos of people here. */
  source: string | null;
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

/** Whether a curator rejected a candidate for good. */
function isRejected(taxonId: number, source: CandidateSource, id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from taxon_image_rejections r where r.taxon_id = ${taxonId} and r.source = ${source} and r.candidate_id = ${id}
  )`;
}

/** What was stored with an image that is not of a record: of an upload with a credit, or fetched. */
const CREDIT = sql`left join image_credits ic on ic.media_id = m.id`;
/** Whether the photo `m` is an upload without a record that was once the image of a species, which any curator may take back. */
const IS_CURATED = sql<boolean>`(
  exists (select 1 from taxon_image_changes ch where ch.media_id = m.id)
  and not exists (select 1 from observation_media om where om.media_id = m.photo_id and om.sha256 = m.sha256)
)`;
const UPLOAD_LICENSE = sql<string>`coalesce(ic.license, u.preferences->>'license', 'CC-BY-4.0')`;

/**
 * The caller's uploads without a record and the images fetched for this taxon, then photos of public records of it, confirmed ones
 * first; all latest first.
 */
export async function listCandidates(db: Db, taxonId: number, callerId: string, limit: number, offset: number): Promise<ImageRow[]> {
  const { rows } = await sql<ImageRow>`
    select media_id, user_name, license, is_recorded, crop, crop_id, null as source from (
      select distinct on (m.id) m.id as media_id, u.name as user_name, ${LICENSE} as license, true as is_recorded, om.crop, mc.id as crop_id,
        o.quality = 'confirmed' as is_confirmed, o.listed_at
      from ${RECORDED} where o.taxon_id = ${taxonId} and ${isUnblocked(sql`o.user_id`, callerId)} order by m.id, is_confirmed desc, o.listed_at desc
    ) recorded
    where (crop is null or crop_id is not null) and not ${isRejected(taxonId, 'own', sql`media_id::text`)}
    order by is_confirmed desc, listed_at desc, media_id limit ${limit} offset ${offset}
  `.execute(db);
  const isOffered = sql`m.state = 'ready' and not ${isRejected(taxonId, 'own', sql`m.id::text`)}`;
  // Two queries in one, so that each can use its index.
  const own = await sql<ImageRow>`
    select media_id, user_name, license, false as is_recorded, null as crop, null as crop_id, source from (
      select m.id as media_id, u.name as user_name, coalesce(u.preferences->>'license', 'CC-BY-4.0') as license, null as source, m.created_at
      from media m join users u on u.id = m.user_id
      where m.user_id = ${callerId} and ${isOffered} and not exists (select 1 from image_credits ic where ic.media_id = m.id) and not exists (
        select 1 from observation_media om join observations o on o.id = om.observation_id
        where om.media_id = m.photo_id and o.user_id = m.user_id
      )
      union all
      select m.id, ic.author, ic.license, ic.source, m.created_at
      from image_credits ic join media m on m.id = ic.media_id where ic.taxon_id = ${taxonId} and ${isOffered}
    ) offered
    order by created_at desc, media_id limit ${offset === 0 ? limit : 0}
  `.execute(db);
  return [...own.rows, ...rows];
}

/**
 * Photos that may become an image and meet the condition on `m`: of public records, uploads of the caller, images with a credit, and
 * uploads that were images before.
 */
export function usableImages(isMeant: RawBuilder<unknown>, callerId: string | null): RawBuilder<unknown> {
  return sql`
    select media_id, user_name, license, is_recorded, crop, crop_id, source, listed_at from (
      select m.id as media_id, u.name as user_name, ${LICENSE} as license, true as is_recorded, om.crop, mc.id as crop_id, null as source,
        o.listed_at
      from ${RECORDED} where ${isMeant} ${callerId === null ? sql`` : sql`and ${isUnblocked(sql`o.user_id`, callerId)}`}
      union all
      select m.id, coalesce(ic.author, u.name), ${UPLOAD_LICENSE}, false, null, null, ic.source, null
      from media m join users u on u.id = m.user_id ${CREDIT}
      where ${isMeant} and (m.user_id = ${callerId} or ic.media_id is not null or (${IS_CURATED} and u.deleted_at is null)) and m.state <> 'failed'
    ) usable`;
}

/** A usable photo by the id in its addresses or the one that the caller's device made; otherwise null. */
export async function findUsable(db: Db | Tx, id: string, callerId: string): Promise<ImageRow | null> {
  const isMeant = sql`(m.id = ${id} or (m.photo_id = ${id} and m.user_id = ${callerId}))`;
  const { rows } = await sql<ImageRow>`
    ${usableImages(isMeant, callerId)} order by is_recorded desc, listed_at desc limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/** The ids of candidates of a source that were rejected for good. */
export async function listRejected(db: Db, taxonId: number, source: CandidateSource): Promise<Set<string>> {
  const rows = await db
    .selectFrom('taxon_image_rejections')
    .select('candidate_id')
    .where('taxon_id', '=', taxonId)
    .where('source', '=', source)
    .execute();
  return new Set(rows.map((row) => row.candidate_id));
}

export interface Rejection {
  taxonId: number;
  source: CandidateSource;
  id: string;
  userId: string;
}

export async function insertRejection(tx: Tx, { taxonId, source, id, userId }: Rejection): Promise<void> {
  await tx
    .insertInto('taxon_image_rejections')
    .values({ taxon_id: taxonId, source, candidate_id: id, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeRejection(tx: Tx, { taxonId, source, id }: Rejection): Promise<void> {
  await tx
    .deleteFrom('taxon_image_rejections')
    .where('taxon_id', '=', taxonId)
    .where('source', '=', source)
    .where('candidate_id', '=', id)
    .execute();
}

/** The scientific name of a taxon that can have an image; null for deleted and unknown ones. */
export async function findTaxonName(db: Db, taxonId: number): Promise<string | null> {
  const row = await db
    .selectFrom('taxa')
    .select('scientific_name')
    .where('id', '=', taxonId)
    .where('is_deleted', '=', false)
    .executeTakeFirst();
  return row?.scientific_name ?? null;
}
