import { getTaxonImage } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { HAS_IMAGE } from '../../db/visibility.ts';
import type { Context } from '../../http/context.ts';
import { hasTag } from '../../http/etag.ts';
import { Fault } from '../../http/fault.ts';
import { keepBytes, serve } from '../../http/serve.ts';
import { displayKey } from '../media/keys.ts';
import { taxonomyReader } from './access.ts';
import { currentTaxonId } from './successors.ts';

export function registerTaxonImages(app: FastifyInstance, context: Context): void {
  serve(
    app,
    getTaxonImage,
    taxonomyReader,
    async ({ params, query, request, reply }) => {
      const size = query.size ?? '512';
      const image = await findTaxonPicture(context.readDb, await currentTaxonId(context.readDb, params.id), size);
      if (!image) throw new Fault('not_found');
      const key = displayKey(image.media_id, size, image.crop_id);
      const length = await context.files.size(key);
      if (length === null) throw new Fault('not_found');
      const etag = `"${image.crop_id ?? image.media_id}-${size}"`;
      // The address stays the same when the image changes or may no longer be shown, so caches ask each time.
      void reply.header('etag', etag).header('cache-control', 'public, no-cache');
      if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return reply
        .type('image/webp')
        .header('content-length', String(length))
        .header('content-security-policy', "sandbox; default-src 'none'")
        .serializer(keepBytes)
        .send(context.files.read(key));
    },
    { isConditional: true },
  );
}

/**
 * The image of a taxon in a size; null if it has none, its photo is to be erased or its crop is not rendered yet. With a focus point, the
 * small sizes show the part around it: 128 a square, 512 in 4:3.
 */
export async function findTaxonPicture(
  db: Db,
  taxonId: number,
  size: string,
): Promise<{ media_id: string; crop_id: string | null } | null> {
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
