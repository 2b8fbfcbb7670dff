import { randomUUID } from 'node:crypto';
import { type BodyOf, parseImageLicense, imageLicenseUrl, isImageLicense, type postTaxonImage } from '@veld/contract';
import type { FastifyRequest } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { FetchRefused, type GuardedFetch } from '../../http/guarded-fetch.ts';
import { parseMediaId, ownHosts } from '../taxa/image-address.ts';
import { fetchImage } from './fetch-image.ts';
import type { ImageSource } from './sources/source.ts';
import type { ImageSources } from './sources/sources.ts';
import { insertCredit } from '../media/credits.ts';
import { findTaxonName, findUsable, type ImageRow } from './store.ts';

export interface Choice {
  taxonId: number;
  userId: string;
  body: BodyOf<typeof postTaxonImage>;
  request: FastifyRequest;
}

/** The photo that a curator means, fetched first if it is elsewhere. Throws a 422 that names the field, and 404 for the taxon. */
export async function chosenImage(context: Context, fetch: GuardedFetch, sources: ImageSources, choice: Choice): Promise<ImageRow> {
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
