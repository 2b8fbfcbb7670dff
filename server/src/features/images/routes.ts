import { randomUUID } from 'node:crypto';
import { getImagePreview, getTaxonImages, postTaxonImage, CANDIDATE_SOURCES, type CandidateSource, type TaxonImages } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { FetchRefused, guardedFetcher } from '../../http/guarded-fetch.ts';
import { serve, keepBytes } from '../../http/serve.ts';
import { taxonImageUrl } from '../taxa/present.ts';
import type { CachedState } from '../taxa/state.ts';
import { imageCurator, withSignedPreview } from './access.ts';
import { chosenImage } from './choose.ts';
import { setImage } from './curation.ts';
import { registerCuration } from './curation-routes.ts';
import { detectImageType } from './fetch-image.ts';
import { imageSources, type ImageSources } from './sources/sources.ts';
import { presentFound, presentPhoto } from './present.ts';
import { findTaxonName, listCandidates, listRejected } from './store.ts';

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
    const source = query.source === undefined ? undefined : sources.get(query.source);
    if (!source || query.u === undefined) throw new Fault('not_found');
    const fetched = await fetch(query.u, { ...PREVIEW, trustedOrigin: source.origin }).catch((error: unknown) => {
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

const PAGE_SIZE = 30;

interface Wanted {
  taxonId: number;
  userId: string;
  page: number;
  source: CandidateSource | undefined;
}

/** A page of candidates: own photos, and those of other sites, which are asked at the same time. */
async function listImageCandidates(context: Context, sources: ImageSources, wanted: Wanted): Promise<TaxonImages> {
  const { taxonId, userId, page } = wanted;
  const name = await findTaxonName(context.db, taxonId);
  const names = wanted.source ? [wanted.source] : CANDIDATE_SOURCES;
  const asked = await Promise.all(
    names.map(async (source) => {
      if (source === 'own') {
        const rows = await listCandidates(context.db, taxonId, userId, PAGE_SIZE, (page - 1) * PAGE_SIZE);
        const hasMore = rows.filter((row) => row.is_recorded).length === PAGE_SIZE;
        return { images: rows.map((row) => presentPhoto(context, row)), source, state: 'ok' as const, hasMore };
      }
      const rejected = await listRejected(context.db, taxonId, source);
      const found = name === null ? { images: [], hasMore: false, source, state: 'ok' as const } : await sources.ask(source, name, page);
      return {
        ...found,
        images: found.images.filter(({ id }) => !rejected.has(id)).map((image) => presentFound(context, taxonId, source, image)),
      };
    }),
  );
  const images = asked.flatMap((one) => one.images);
  const [license = '', ...otherLicenses] = new Set(images.map((image) => image.license_name));
  return {
    images,
    image_sources: [...new Set(images.map((image) => image.source))],
    license_name: otherLicenses.length === 0 ? license : '',
    sources: asked.map(({ source, state, hasMore }) => ({ source, state, has_more: hasMore })),
    allows_non_commercial: context.config.IMAGES_NONCOMMERCIAL,
  };
}
