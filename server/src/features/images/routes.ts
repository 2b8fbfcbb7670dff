import { randomUUID } from 'node:crypto';
import {
  getImagePreview,
  getTaxonImages,
  postTaxonImage,
  CANDIDATE_SOURCES,
  type CandidateSource,
  type TaxonImages,
  type BodyOf,
  parseImageLicense,
  imageLicenseUrl,
  isImageLicense,
} from '@veld/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { FetchRefused, guardedFetcher, type GuardedFetch } from '../../http/guarded-fetch.ts';
import { serve, keepBytes } from '../../http/serve.ts';
import { minuteLimit } from '../../http/write-limit.ts';
import { taxonImageUrl } from '../taxa/present.ts';
import type { CachedState } from '../taxa/state.ts';
import { imageCurator, withSignedPreview } from './access.ts';
import { setImage } from './curation.ts';
import { registerCuration } from './curation-routes.ts';
import { detectImageType, fetchImage } from './fetch-image.ts';
import { imageSources, type ImageSources } from './sources/sources.ts';
import { presentFound, presentPhoto } from './present.ts';
import { findTaxonName, listCandidates, listRejected, findUsable, type ImageRow } from './store.ts';
import { inTransaction } from '../../db/transaction.ts';
import { parseMediaId, ownHosts } from '../taxa/image-address.ts';
import type { ImageSource } from './sources/source.ts';
import { insertCredit } from '../media/credits.ts';

const PREVIEW = { maxBytes: 3_000_000, timeLimitMs: 8000, accept: 'image/jpeg, image/png, image/webp' };

/** Registers the routes of species images. `taxonomy` is the version of the taxonomy, which a new image changes. */
export function registerImages(app: FastifyInstance, context: Context, taxonomy: CachedState): void {
  const fetch = guardedFetcher({ userAgent: userAgentOf(context) });
  const sources = imageSources(context, fetch);
  const countSearch = minuteLimit(context.config.LIMIT_IMAGE_SEARCHES, context.now);

  serve(
    app,
    getTaxonImages,
    imageCurator(context),
    ({ params, query, caller }) =>
      listImageCandidates(context, sources, {
        taxonId: params.taxonId,
        userId: caller.userId,
        page: Math.max(1, query.page ?? 1),
        source: query.source,
        count: () => countSearch(caller.userId),
      }),
    { problems: ['too_many_requests'] },
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
  /** Counts a question to another site. */
  count: () => void;
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
      const found =
        name === null ? { images: [], hasMore: false, source, state: 'ok' as const } : await sources.ask(source, name, page, wanted.count);
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

interface Choice {
  taxonId: number;
  userId: string;
  body: BodyOf<typeof postTaxonImage>;
  request: FastifyRequest;
}

/** The photo that a curator means, fetched first if it is elsewhere. Throws a 422 that names the field, and 404 for the taxon. */
async function chosenImage(context: Context, fetch: GuardedFetch, sources: ImageSources, choice: Choice): Promise<ImageRow> {
  const { body, taxonId, userId, request } = choice;
  if ((await findTaxonName(context.db, taxonId)) === null) throw new Fault('not_found');
  const image = await findUsable(
    context.db,
    await mediaIdFor(context, fetch, sources, choice, parseMediaId(body.image_url, ownHosts(context, request))),
    userId,
  );
  if (!image) throw invalid('image_url', 'image_url');
  const credited = await withCredit(context, choice, image);
  if (!isImageLicense(credited.license, context.config.IMAGES_NONCOMMERCIAL)) throw invalid('license', 'image_license');
  return credited;
}

async function mediaIdFor(
  context: Context,
  fetch: GuardedFetch,
  sources: ImageSources,
  { body, taxonId, userId }: Choice,
  ownId: string | null,
): Promise<string> {
  if (ownId) return ownId;
  const writeId = body.write_id ?? randomUUID();
  if (body.candidate_id !== undefined) {
    const source = sources.get(body.image_source);
    if (!source) throw invalid('image_source', 'choice');
    const found = await findAt(source, body.candidate_id);
    const license = checkedLicense(context, found.license);
    if (found.author === '') throw invalid('credit', 'required');
    return fetchImage(context, fetch, {
      userId,
      writeId,
      fileUrl: found.fileUrl,
      trustedOrigin: source.origin,
      credit: { taxonId, source: source.name, author: found.author, license, licenseUrl: found.licenseUrl, pageUrl: found.pageUrl },
    });
  }
  const { credit } = body;
  // Addresses that are none are refused as such, before their licence.
  if (!/^https?:\/\//i.test(body.image_url)) throw invalid('image_url', 'image_url');
  if (!credit) throw invalid('credit', 'required');
  const license = checkedLicense(context, credit.license);
  return fetchImage(context, fetch, {
    userId,
    writeId,
    fileUrl: body.image_url,
    credit: {
      taxonId,
      source: 'url',
      author: credit.author,
      license,
      licenseUrl: imageLicenseUrl(license),
      pageUrl: credit.page_url ?? body.image_url,
    },
  });
}

async function findAt(source: ImageSource, id: string) {
  const found = await source.find(id).catch((error: unknown) => {
    if (error instanceof FetchRefused) throw invalid('image_url', 'image_unreachable');
    throw error;
  });
  if (!found) throw invalid('image_url', 'image_unreachable');
  return found;
}

/** The code of an accepted licence. */
function checkedLicense(context: Context, text: string): string {
  const license = parseImageLicense(text);
  if (license === null || !isImageLicense(license, context.config.IMAGES_NONCOMMERCIAL)) throw invalid('license', 'image_license');
  return license;
}

/** Stores who made an upload, if the curator says so. */
async function withCredit(context: Context, { body, taxonId }: Choice, image: ImageRow): Promise<ImageRow> {
  const { credit } = body;
  if (!credit || image.is_recorded || image.source !== null) return image;
  const license = checkedLicense(context, credit.license);
  await inTransaction(context.db, (tx) =>
    insertCredit(tx, {
      mediaId: image.media_id,
      taxonId,
      source: 'upload',
      author: credit.author,
      license,
      licenseUrl: imageLicenseUrl(license),
      pageUrl: credit.page_url ?? null,
    }),
  );
  return { ...image, user_name: credit.author, license, source: 'upload' };
}
