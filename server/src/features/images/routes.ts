import { randomUUID } from 'node:crypto';
import { getImagePreview, getTaxonImages, postTaxonImage } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { FetchRefused, guardedFetcher } from '../../http/guarded-fetch.ts';
import { serve, keepBytes } from '../../http/serve.ts';
import { taxonImageUrl } from '../taxa/present.ts';
import type { CachedState } from '../taxa/state.ts';
import { imageCurator, withSignedPreview } from './access.ts';
import { listImageCandidates } from './candidates.ts';
import { chosenImage } from './choose.ts';
import { setImage } from './curation.ts';
import { registerCuration } from './curation-routes.ts';
import { detectImageType } from './fetch-image.ts';
import { imageSources } from './sources/sources.ts';

const PREVIEW = { maxBytes: 3_000_000, timeLimitMs: 8000, accept: 'image/jpeg, image/png, image/webp' };

/** Registers the routes of species images. `taxonomy` is the version of the taxonomy, which a new image changes. */
export function registerImages(app: FastifyInstance, context: Context, taxonomy: CachedState): void {
  const fetch = guardedFetcher({ userAgent: userAgentOf(context) });
  const sources = imageSources(context, fetch);

  serve(app, getTaxonImages, imageCurator(context), ({ params, query, caller }) =>
    listImageCandidates(context, sources, {
      taxonId: params.taxonId,
      userId: caller.userId,
      page: Math.max(1, query.page ?? 1),
      source: query.source,
    }),
  );

  serve(app, getImagePreview, withSignedPreview(context), async ({ query, reply }) => {
    const source = sources.get(query.source!);
    if (!source) throw new Fault('not_found');
    const fetched = await fetch(query.u!, { ...PREVIEW, trustedOrigin: source.origin }).catch((error: unknown) => {
      if (error instanceof FetchRefused) return null;
      throw error;
    });
    const type = fetched && fetched.status === 200 ? detectImageType(fetched.bytes) : null;
    if (!fetched || type === null) throw new Fault('not_found');
    return reply
      .header('cache-control', 'private, max-age=7200')
      .header('content-security-policy', "sandbox; default-src 'none'")
      .type(type)
      .serializer(keepBytes)
      .send(fetched.bytes);
  });

  registerCuration(app, context, taxonomy);

  serve(app, postTaxonImage, imageCurator(context), async ({ params, body, caller, request }) => {
    const { taxonId } = params;
    const image = await chosenImage(context, fetch, sources, { taxonId, userId: caller.userId, body, request });
    await setImage(context, { id: body.write_id ?? randomUUID(), taxonId, userId: caller.userId, reason: body.reason ?? null }, image);
    taxonomy.invalidate();
    return { data: { taxon_id: taxonId, image_url: taxonImageUrl(taxonId), attribution: image.user_name, license: image.license } };
  });
}

/** Sites require a user agent that names the client and a contact. */
function userAgentOf({ config }: Context): string {
  return `Veld/${config.VERSION}${config.PUBLIC_URL ? ` (+${config.PUBLIC_URL})` : ''}`;
}
