import { createHmac, timingSafeEqual } from 'node:crypto';
import { MEDIA_SIZES } from '@veld/contract';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../http/context.ts';

const HOUR_MS = 3_600_000;

type Sizes = Record<(typeof MEDIA_SIZES)[number], string>;

/** Signed addresses by secret, hour and picture: most responses show the same few photos, and an HMAC costs more than a lookup. */
const caches = new WeakMap<Buffer, LRUCache<string, Sizes>>();
const MAX_CACHED = 5000;

/** Which picture of a photo: the whole one as everybody may see it, a crop by its id, or the whole one for its owner only. */
export type Cut = { cropId: string } | 'whole' | null;

export function pictureId(mediaId: string, cut: Cut): string {
  if (cut === null) return mediaId;
  return `${mediaId}.${cut === 'whole' ? cut : cut.cropId}`;
}

/** The photo and picture that an address names. */
export function readPictureId(id: string): { mediaId: string; cut: Cut } {
  const [mediaId, cut] = id.split('.');
  return { mediaId: mediaId!, cut: cut === undefined ? null : cut === 'whole' ? cut : { cropId: cut } };
}

/**
 * Addresses of the display sizes of a picture (`pictureId`). An `<img>` sends no token, so each address has a signature: an
 * HMAC-SHA-256 of id, size and hour, valid in the hour of `now` and the next (decision 0018).
 */
export function mediaUrls(context: Pick<Context, 'secret'>, id: string, now: Date): Sizes {
  const hour = hourOf(now);
  const cache = caches.get(context.secret) ?? new LRUCache<string, Sizes>({ max: MAX_CACHED });
  caches.set(context.secret, cache);
  const key = `${hour} ${id}`;
  const found = cache.get(key);
  if (found) return found;
  const urls = Object.fromEntries(
    MEDIA_SIZES.map((size) => [size, `/api/media/${id}/${size}?e=${hour}&s=${sign(context.secret, id, String(size), hour)}`]),
  ) as Sizes;
  cache.set(key, urls);
  return urls;
}

/** Whether `mediaUrls` made `e` and `s` of an address in this hour or the previous one. */
export function isSigned(context: Pick<Context, 'secret'>, id: string, size: string, e: string, s: string, now: Date): boolean {
  const hour = hourOf(now);
  if (e !== String(hour) && e !== String(hour - 1)) return false;
  const wanted = Buffer.from(sign(context.secret, id, size, Number(e)));
  const given = Buffer.from(s);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function hourOf(now: Date): number {
  return Math.floor(now.getTime() / HOUR_MS);
}

function sign(secret: Buffer, id: string, size: string, hour: number): string {
  return createHmac('sha256', secret).update(`media\n${id}\n${size}\n${hour}`).digest('base64url');
}
