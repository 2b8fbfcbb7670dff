import { isDeepStrictEqual } from 'node:util';
import { type BodyOf, parseImageLicense, imageLicenseUrl, isImageLicense, type putImageDetails, type revertImage } from '@veld/contract';
import type { Tx } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { renderPhoto } from '../media/jobs.ts';
import {
  type Change,
  findChange,
  findCurrent,
  insertChange,
  NO_DETAILS,
  startChange,
  type StoredDetails,
  updateImage,
} from './curation-store.ts';
import { insertCredit } from '../media/credits.ts';
import { findUsable, type ImageRow } from './store.ts';
import { type ImageOfTaxon, updateLocked } from '../taxa/taxon-images.ts';

type Meta = Omit<Change, 'action'>;

/** Makes a photo the image of a taxon, and renders it at once, so that the curator sees it. */
export async function setImage(context: Context, meta: Meta, image: ImageRow): Promise<void> {
  // The size of an upload that has just arrived is needed for its parts.
  await renderPhoto(context, image.media_id);
  await inTransaction(context.db, async (tx) => {
    const change: Change = { ...meta, action: 'choose' };
    if (!(await startChange(tx, change))) return;
    await put(tx, change, image, { ...NO_DETAILS, base: image.crop });
  });
  await renderPhoto(context, image.media_id);
}

/** Changes what is said about the image. 409 if the taxon has another one by now. */
export async function editDetails(context: Context, meta: Meta, body: BodyOf<typeof putImageDetails>): Promise<void> {
  const { crop, focus, alt, life_stage } = body;
  await inTransaction(context.db, async (tx) => {
    const change: Change = { ...meta, action: 'edit' };
    if (!(await startChange(tx, change))) return;
    const current = await findCurrent(tx, meta.taxonId);
    if (current?.media_id !== body.media_id) throw new Fault('conflict');
    const { base, media_id } = current;
    const image = { media_id, user_name: current.user_name, license: current.license };
    const credit = body.credit && (await correctCredit(context, tx, meta.taxonId, current, body.credit));
    await put(tx, change, { ...image, ...credit }, { base, crop, focus, alt: withoutEmpty(alt), life_stage });
  });
  await renderPhoto(context, body.media_id);
}

/** Corrects who made an upload or an image of another site. The credit of a record's photo is that of its record. */
async function correctCredit(
  context: Context,
  tx: Tx,
  taxonId: number,
  current: NonNullable<Awaited<ReturnType<typeof findCurrent>>>,
  credit: NonNullable<BodyOf<typeof putImageDetails>['credit']>,
) {
  if (current.is_recorded) throw invalid('credit', 'unknown');
  const license = parseImageLicense(credit.license);
  if (license === null || !isImageLicense(license, context.config.IMAGES_NONCOMMERCIAL)) throw invalid('license', 'image_license');
  await insertCredit(tx, {
    mediaId: current.media_id,
    taxonId,
    source: current.source ?? 'upload',
    author: credit.author,
    license,
    licenseUrl: imageLicenseUrl(license),
    pageUrl: credit.page_url ?? null,
  });
  return { user_name: credit.author, license };
}

/** Returns to the image after an earlier change, or to none. Only what may still be shown can be taken back. */
export async function revert(context: Context, meta: Meta, { change_id }: BodyOf<typeof revertImage>): Promise<void> {
  const mediaId = await inTransaction(context.db, async (tx) => {
    const change: Change = { ...meta, action: change_id === null ? 'remove' : 'revert' };
    if (!(await startChange(tx, change))) return null;
    if (change_id === null) {
      await put(tx, change, null, { ...NO_DETAILS, base: null });
      return null;
    }
    const earlier = await findChange(tx, meta.taxonId, change_id);
    if (!earlier) throw new Fault('not_found');
    const image = earlier.media_id ? await findUsable(tx, earlier.media_id, meta.userId) : null;
    if (earlier.media_id && (!image || !isImageLicense(image.license, context.config.IMAGES_NONCOMMERCIAL)))
      throw invalid('change_id', 'image_gone');
    await put(tx, change, image, detailsOf(earlier.details, image));
    return image?.media_id ?? null;
  });
  if (mediaId) await renderPhoto(context, mediaId);
}

/** The details of an earlier image. What was cut out of a picture does not fit after its owner has cropped it differently. */
function detailsOf(earlier: Partial<StoredDetails>, image: ImageRow | null): StoredDetails {
  const base = image?.crop ?? null;
  const fits = isDeepStrictEqual(earlier.base ?? null, base);
  const { alt = {}, life_stage = null } = earlier;
  return { base, crop: (fits && earlier.crop) || null, focus: (fits && earlier.focus) || null, alt, life_stage };
}

export async function setLocked(context: Context, meta: Meta, isLocked: boolean): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const current = await findCurrent(tx, meta.taxonId);
    if (!current) throw new Fault('not_found');
    // Locking a locked image changes nothing.
    if (current.is_locked === isLocked) return;
    const change: Change = { ...meta, action: isLocked ? 'lock' : 'unlock' };
    if (!(await startChange(tx, change))) return;
    // An image from before there were details gets them with the lock.
    if (isLocked) await updateImage(tx, meta.taxonId, current, current);
    await updateLocked(tx, meta.taxonId, isLocked);
    await insertChange(tx, change, current.media_id, current);
  });
}

async function put(tx: Tx, change: Change, image: ImageOfTaxon | null, details: StoredDetails): Promise<void> {
  await updateImage(tx, change.taxonId, image, details);
  await insertChange(tx, change, image?.media_id ?? null, details);
}

function withoutEmpty(alt: StoredDetails['alt']): StoredDetails['alt'] {
  return Object.fromEntries(Object.entries(alt).filter(([, text]) => text.trim() !== ''));
}
