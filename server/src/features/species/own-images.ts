import type { DayRange } from '@veld/contract';
import { sql } from 'kysely';
import { IS_ABSENCE } from '../../db/conditions.ts';
import type { Db, Tx } from '../../db/open.ts';
import { IS_LISTED, isUnblocked } from '../../db/visibility.ts';
import { liesInDays } from '../observations/filter/record-filter.ts';

export interface OwnImageRow {
  taxon_id: number;
  photo_id: string;
  media_id: string;
  crop_id: string | null;
  is_chosen: boolean;
}

export interface OwnImageFilter {
  userId: string;
  /** Of others, only what they publish counts, by its public place and date. */
  callerId: string;
  country?: string | null | undefined;
  days?: DayRange | null | undefined;
  taxonId?: number | undefined;
  isChosen?: boolean | undefined;
}

/**
 * The image of each taxon that a person has photos of, ordered by taxon: the photo they chose, else the first one of their latest
 * record. For others, "latest" is the order of public lists, which does not reveal when a hidden record was made.
 */
export async function listOwnImages(db: Db | Tx, filter: OwnImageFilter): Promise<OwnImageRow[]> {
  const isOwn = filter.userId === filter.callerId;
  const where = [
    sql`o.user_id = ${filter.userId} and not ${IS_ABSENCE}`,
    isOwn ? sql`o.deleted_at is null` : sql`${IS_LISTED} and ${isUnblocked(sql`o.user_id`, filter.callerId)}`,
  ];
  if (filter.country) where.push(isOwn ? sql`o.country_code = ${filter.country}` : sql`o.public_country_code = ${filter.country}`);
  if (filter.days) where.push(liesInDays(filter.days, isOwn));
  const taxon = sql`coalesce(c.taxon_id, o.taxon_id)`;
  if (filter.taxonId !== undefined) where.push(sql`${taxon} = ${filter.taxonId}`);
  if (filter.isChosen) where.push(sql`c.taxon_id is not null`);
  const tables = isOwn ? sql`observations o` : sql`observations o join users u on u.id = o.user_id`;
  const { rows } = await sql<OwnImageRow>`
    select distinct on (taxon_id) taxon_id, photo_id, media_id, crop_id, is_chosen from (
      select ${taxon} as taxon_id, om.media_id as photo_id, m.id as media_id, mc.id as crop_id, c.taxon_id is not null as is_chosen,
        o.listed_at, o.id, om.position
      from ${tables}
      join observation_media om on om.observation_id = o.id
      join media m on m.photo_id = om.media_id and m.user_id = o.user_id and m.sha256 = om.sha256 and m.state = 'ready'
      left join media_crops mc on mc.media_id = m.id and mc.crop = om.crop and mc.state = 'ready'
      left join species_images c on c.user_id = o.user_id and c.photo_id = om.media_id
      where ${sql.join(where, sql` and `)} and (om.crop is null or mc.id is not null)
    ) shown
    where taxon_id is not null
    order by taxon_id, is_chosen desc, listed_at desc, id, position
  `.execute(db);
  return rows;
}

/** Whether a photo, by either of its ids, belongs to a record of the person; its id on their devices. */
export async function findOwnPhoto(db: Db | Tx, userId: string, id: string): Promise<string | null> {
  const { rows } = await sql<{ photo_id: string }>`
    select m.photo_id from media m
    where m.user_id = ${userId} and (m.id = ${id} or m.photo_id = ${id}) and m.state <> 'failed' and exists (
      select 1 from observation_media om join observations o on o.id = om.observation_id
      where om.media_id = m.photo_id and o.user_id = m.user_id and o.deleted_at is null
    )
    limit 1
  `.execute(db);
  return rows[0]?.photo_id ?? null;
}

export async function hasTaxon(db: Db | Tx, id: number): Promise<boolean> {
  return (await db.selectFrom('taxa').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Sets or, with null, forgets the chosen photo of a taxon. */
export async function chooseImage(tx: Tx, userId: string, taxonId: number, photoId: string | null): Promise<void> {
  if (photoId === null) {
    await tx.deleteFrom('species_images').where('user_id', '=', userId).where('taxon_id', '=', taxonId).execute();
    return;
  }
  await tx
    .insertInto('species_images')
    .values({ user_id: userId, taxon_id: taxonId, photo_id: photoId })
    .onConflict((conflict) => conflict.columns(['user_id', 'taxon_id']).doUpdateSet({ photo_id: photoId }))
    .execute();
}

/** Forgets all photos that a person chose. */
export async function removeOwnImages(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('species_images').where('user_id', '=', userId).execute();
}
