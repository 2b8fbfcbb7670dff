import { createHmac, timingSafeEqual } from 'node:crypto';
import { fromKeys, MEDIA_SIZES } from '@veld/contract';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../http/context.ts';

const HOUR_MS = 3_600_000;

type Sizes = Record<(typeof MEDIA_SIZES)[number], string>;

/** Signed addresses by secret, hour and picture. Cached because responses mostly show the same photos and an HMAC is expensive. */
const caches = new WeakMap<Buffer, LRUCache<string, Sizes>>();
const MAX_CACHED = 5000;

/** A picture of a photo: null for the whole picture of an uncropped photo, a crop, or `whole` for the owner of a cropped photo. */
export type PictureVariant = { cropId: string } | 'whole' | null;

export function pictureId(mediaId: string, variant: PictureVariant): string {
  if (variant === null) return mediaId;
  return `${mediaId}.${variant === 'whole' ? variant : variant.cropId}`;
}

/** Parses the result of `pictureId`. */
export function readPictureId(id: string): { mediaId: string; variant: PictureVariant } {
  const [mediaId = id, variant] = id.split('.');
  return { mediaId, variant: variant === undefined ? null : variant === 'whole' ? variant : { cropId: variant } };
}

/**
 * Addresses of the display sizes of a picture (`pictureId`). Because an `<img>` sends no token, each address has a signature: an
 * HMAC-SHA-256 of id, size and hour, valid in the hour of `now` and the next one (decision 0018).
 */
export function mediaUrls(context: Pick<Context, 'secret'>, id: string, now: Date): Sizes {
  const hour = hourOf(now);
  const cache = caches.get(context.secret) ?? new LRUCache<string, Sizes>({ max: MAX_CACHED });
  caches.set(context.secret, cache);
  const key = `${hour} ${id}`;
  const found = cache.get(key);
  if (found) return found;
  const urls = fromKeys(MEDIA_SIZES, (size) => `/api/media/${id}/${size}?e=${hour}&s=${sign(context.secret, id, String(size), hour)}`);
  cache.set(key, urls);
  return urls;
}

/** Whether `e` and `s` are the hour and signature of an address that `mediaUrls` made in this hour or the previous one. */
export function isSigned(context: Pick<Context, 'secret'>, id: string, size: string, e: string, s: string, now: Date): boolean {
  const hour = hourOf(now);
  if (e !== String(hour) && e !== String(hour - 1)) return false;
  const expected = Buffer.from(sign(context.secret, id, size, Number(e)));
  const actual = Buffer.from(s);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function hourOf(now: Date): number {
  return Math.floor(now.getTime() / HOUR_MS);
}

function sign(secret: Buffer, id: string, size: string, hour: number): string {
  return createHmac('sha256', secret).update(`media\n${id}\n${size}\n${hour}`).digest('base64url');
}
