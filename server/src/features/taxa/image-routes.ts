import { getTaxonImage } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve, keepBytes } from '../../http/serve.ts';
import { displayKey } from '../media/keys.ts';
import { taxonomyReader } from './access.ts';
import { hasTag } from '../../http/etag.ts';
import { findImage } from './image-store.ts';
import { currentTaxonId } from './successors.ts';

export function registerTaxonImages(app: FastifyInstance, context: Context): void {
  serve(
    app,
    getTaxonImage,
    taxonomyReader,
    async ({ params, query, request, reply }) => {
      const size = query.size ?? '512';
      const image = await findImage(context.readDb, await currentTaxonId(context.readDb, params.id), size);
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
