import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { HAS_IMAGE } from '../../db/visibility.ts';

/**
 * The image of a taxon in a size; null if it has none, its photo is to be erased or its crop is not rendered yet. With a focus point, the
 * small sizes show the part around it: 128 a square, 512 in 4:3.
 */
export async function findImage(db: Db, taxonId: number, size: string): Promise<{ media_id: string; crop_id: string | null } | null> {
  const { rows } = await sql<{ media_id: string; crop_id: string | null }>`
    select t.image_media_id as media_id, coalesce(part.id, mc.id) as crop_id from taxa t
    left join taxon_image_details d on d.taxon_id = t.id and d.media_id = t.image_media_id
    left join media_crops part on part.media_id = t.image_media_id and part.state = 'ready'
      and part.crop = case ${size}::text when '128' then d.square when '512' then d.wide end
    left join media_crops mc on mc.media_id = t.image_media_id and mc.crop = t.image_crop and mc.state = 'ready'
    where t.id = ${taxonId} and ${HAS_IMAGE} and (t.image_crop is null or mc.id is not null)
  `.execute(db);
  return rows[0] ?? null;
}
