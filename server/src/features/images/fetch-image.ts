import { createHash, randomUUID } from 'node:crypto';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { FetchRefused, type GuardedFetch } from '../../http/guarded-fetch.ts';
import { removePhotos, renderPhoto } from '../media/jobs.ts';
import { originalKey } from '../media/keys.ts';
import { findMedia, findPhoto, insertMedia } from '../media/store.ts';
import { insertCredit, type NewCredit } from '../media/credits.ts';

const MAX_BYTES = 30_000_000;
const TIME_LIMIT_MS = 30_000;
const REFUSALS = { address: 'image_address', unreachable: 'image_unreachable', too_large: 'image_large' } as const;

export interface ImageToFetch {
  userId: string;
  /** Made by the device; the same image is fetched once. */
  writeId: string;
  fileUrl: string;
  trustedOrigin?: string | undefined;
  credit: Omit<NewCredit, 'mediaId' | 'fileUrl'>;
}

/** Fetches an image, stores it with its credit and renders its sizes. Returns its media id. Throws a 422 for `image_url`. */
export async function fetchImage(context: Context, fetch: GuardedFetch, image: ImageToFetch): Promise<string> {
  const stored = await findPhoto(context.db, image.userId, image.writeId);
  if (stored) return stored.id;
  const bytes = await download(fetch, image);
  const type = detectImageType(bytes);
  if (type === null) throw invalid('image_url', 'image_unreadable');
  const id = randomUUID();
  // The file before its row, so that no row is without its file.
  await context.files.write(originalKey(id), bytes);
  await inTransaction(context.db, async (tx) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const media = { id, userId: image.userId, photoId: image.writeId, sha256, type, byteLength: bytes.length, now: context.now() };
    // Another request with the same id was faster; its caller repeats this one.
    if (!(await insertMedia(tx, media))) throw new Fault('unavailable', { retryAfter: 2 });
    await insertCredit(tx, { ...image.credit, mediaId: id, fileUrl: image.fileUrl });
  });
  await renderPhoto(context, id);
  if ((await findMedia(context.db, id))?.state === 'ready') return id;
  const left = [[id], []];
  await removePhotos(context, () => Promise.resolve(left.shift()!));
  throw invalid('image_url', 'image_unreadable');
}

async function download(fetch: GuardedFetch, { fileUrl, trustedOrigin }: ImageToFetch): Promise<Buffer> {
  try {
    const options = { maxBytes: MAX_BYTES, timeLimitMs: TIME_LIMIT_MS, accept: 'image/jpeg, image/png, image/webp' };
    const { status, bytes } = await fetch(fileUrl, { ...options, ...(trustedOrigin ? { trustedOrigin } : {}) });
    if (status !== 200) throw new FetchRefused('unreachable');
    return bytes;
  } catch (error) {
    if (error instanceof FetchRefused) throw invalid('image_url', REFUSALS[error.reason]);
    throw error;
  }
}

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The media type that the first bytes show, whatever the sender declares; null for anything but JPEG, PNG and WebP. */
export function detectImageType(bytes: Buffer): 'image/jpeg' | 'image/png' | 'image/webp' | null {
  const beginsWith = (signature: Buffer) => bytes.subarray(0, signature.length).equals(signature);
  const letters = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (beginsWith(JPEG)) return 'image/jpeg';
  if (beginsWith(PNG)) return 'image/png';
  if (letters(0, 4) === 'RIFF' && letters(8, 12) === 'WEBP') return 'image/webp';
  return null;
}
