import { getTaxonImage, getTaxonImages, postTaxonImage } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { displayKey } from '../media/keys.ts';
import { mediaUrls, pictureId } from '../media/signature.ts';
import { imageCurator, taxonomyReader } from './access.ts';
import { hasTag } from './bytes.ts';
import { mediaIdOf, ownHosts } from './image-address.ts';
import { findImage, findUsable, type ImageRow, listCandidates, updateImage } from './image-store.ts';
import { taxonImageUrl } from './present.ts';
import type { CachedState } from './state.ts';
import { currentTaxonId } from './successors.ts';

const PAGE_SIZE = 30;

export function registerTaxonImages(app: FastifyInstance, context: Context, state: CachedState): void {
  serve(
    app,
    getTaxonImage,
    taxonomyReader,
    async ({ params, query, request, reply }) => {
      const image = await findImage(context.readDb, await currentTaxonId(context.readDb, params.id));
      if (!image) throw new Fault('not_found');
      const size = query.size ?? '512';
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
        .serializer((value: unknown) => value as string)
        .send(context.files.read(key));
    },
    { isConditional: true },
  );

  serve(app, getTaxonImages, imageCurator(context), async ({ params, query, caller }) => {
    const page = Math.max(1, query.page ?? 1);
    const rows = await listCandidates(context.db, params.taxonId, caller.userId, PAGE_SIZE, (page - 1) * PAGE_SIZE);
    const images = rows.map((row) => presentCandidate(context, row));
    const licenses = new Set(images.map((image) => image.license_name));
    return {
      images,
      image_sources: [...new Set(images.map((image) => image.source))],
      // The licence of all images, if it is the same.
      license_name: licenses.size === 1 ? [...licenses][0]! : '',
    };
  });

  serve(app, postTaxonImage, imageCurator(context), async ({ params, body, caller, request }) => {
    const mediaId = mediaIdOf(body.image_url, ownHosts(context, request));
    const image = mediaId ? await findUsable(context.db, mediaId, caller.userId) : null;
    if (!image) throw invalid('image_url', 'image_url');
    await inTransaction(context.db, (tx) => updateImage(tx, params.taxonId, image));
    state.invalidate();
    return {
      data: { taxon_id: params.taxonId, image_url: taxonImageUrl(params.taxonId), attribution: image.user_name, license: image.license },
    };
  });
}

function presentCandidate(context: Context, row: ImageRow) {
  // An upload without a record is only shown as `whole`, to its owner.
  const variant = row.crop_id ? { cropId: row.crop_id } : row.is_recorded ? null : 'whole';
  return {
    url: mediaUrls(context, pictureId(row.media_id, variant), context.now())[512],
    source: row.is_recorded ? 'observation' : 'upload',
    attribution: row.user_name,
    license_name: row.license,
  };
}
