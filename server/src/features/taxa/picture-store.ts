import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { HAS_IMAGE } from '../../db/visibility.ts';
import { displayKey } from '../media/keys.ts';

/** The image of a taxon: its photo, or the crop of it. */
export interface PictureRow {
  id: number;
  media_id: string;
  crop_id: string | null;
}

/** The file of the small picture. */
export const pictureKey = ({ media_id, crop_id }: PictureRow) => displayKey(media_id, '128', crop_id);
/** Another picture has another version. */
export const pictureVersion = ({ media_id, crop_id }: PictureRow) => crop_id ?? media_id;

/** Images that may be shown and whose crop is rendered. */
const SHOWN = sql`
  taxa t left join media_crops mc on mc.media_id = t.image_media_id and mc.crop = t.image_crop and mc.state = 'ready'
  where t.image_media_id is not null and not t.is_deleted and ${HAS_IMAGE} and (t.image_crop is null or mc.id is not null)`;

/** The images of the taxa of a country, the commonest taxon first. */
export async function listPictures(db: Db, country: string): Promise<PictureRow[]> {
  const { rows } = await sql<PictureRow>`
    select t.id, t.image_media_id as media_id, mc.id as crop_id from ${SHOWN}
      and exists (select 1 from taxon_countries c where c.taxon_id = t.id and c.country_code = ${country})
    order by t.arrival, t.id
  `.execute(db);
  return rows;
}

/** The images of some taxa. */
export async function findPictures(db: Db, ids: readonly number[]): Promise<PictureRow[]> {
  const { rows } = await sql<PictureRow>`
    select t.id, t.image_media_id as media_id, mc.id as crop_id from ${SHOWN} and t.id = any(${[...ids]}::int[])
  `.execute(db);
  return rows;
}
