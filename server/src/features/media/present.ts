import { type Crop, cropPixels, type License, type Media, type MediaAddresses, MEDIA_SIZES } from '@veld/contract';
import type { Context } from '../../http/context.ts';
import { displayKey } from './keys.ts';
import { mediaUrls, pictureId } from './signature.ts';

/** A photo declared in a record, with the state of its bytes. */
export interface DeclaredPhoto {
  /** The id that the device made. */
  id: string;
  /** The id in its addresses; null until its bytes are stored. */
  media_id: string | null;
  sha256: string;
  type: string;
  /** Size of the whole picture in pixels. */
  width: number;
  height: number;
  caption: string | null;
  license: License | null;
  order: number;
  crop: Crop | null;
  /** The row of this crop; null if the photo is not cropped or the crop has no row yet. */
  crop_id: string | null;
  crop_state: 'stored' | 'ready' | 'failed' | null;
  /** Of the visible part. */
  thumbhash: string | null;
  /** State of the whole picture; null until its bytes are stored. */
  state: 'stored' | 'ready' | 'failed' | null;
  /** One of MEDIA_FAULTS if the state is `failed`. */
  fault: string | null;
}

/** The properties that determine the addresses of a photo. */
export type ShownPhoto = Pick<DeclaredPhoto, 'id' | 'media_id' | 'crop' | 'crop_id' | 'crop_state' | 'thumbhash' | 'state'>;

/**
 * A photo in a response. Only the owner gets the hash of the original, which would let others check whether they have the same file.
 * Of a cropped photo, others get only the visible part and its size.
 */
export function presentMedia(context: Pick<Context, 'secret'>, photo: DeclaredPhoto, isOwner: boolean, now: Date): Media {
  const { crop } = photo;
  const isFailed = photo.state === 'failed' || (crop !== null && photo.crop_state === 'failed');
  const { width, height } = crop && !isOwner ? cropPixels(crop, photo.width, photo.height) : photo;
  return {
    id: photo.id,
    type: photo.type,
    width,
    height,
    caption: photo.caption,
    license: photo.license,
    order: photo.order,
    ...(isOwner ? { sha256: photo.sha256 } : {}),
    thumbhash: photo.thumbhash,
    urls: urlsOf(context, photo, now),
    ...(isOwner && crop ? { crop } : {}),
    ...(isOwner ? wholeUrlsOf(context, photo, now) : {}),
    ...(isOwner && photo.state === null ? { missing: true as const } : {}),
    ...(isOwner && isFailed ? { failed: photo.fault ?? 'damaged' } : {}),
  };
}

/** The addresses of a photo for its owner. */
export function presentAddresses(context: Pick<Context, 'secret'>, photo: ShownPhoto, now: Date): MediaAddresses {
  return {
    id: photo.id,
    thumbhash: photo.thumbhash,
    urls: urlsOf(context, photo, now),
    crop: photo.crop,
    ...wholeUrlsOf(context, photo, now),
  };
}

/** The addresses of the visible part; null until it is rendered. For a cropped photo, never those of the whole picture. */
function urlsOf(context: Pick<Context, 'secret'>, photo: ShownPhoto, now: Date): Media['urls'] {
  if (photo.state !== 'ready' || photo.media_id === null) return null;
  if (photo.crop === null) return mediaUrls(context, photo.media_id, now);
  if (photo.crop_state !== 'ready' || photo.crop_id === null) return null;
  return mediaUrls(context, pictureId(photo.media_id, { cropId: photo.crop_id }), now);
}

/** The file of what others see of a photo, in its largest size; null until it is rendered. Never of the whole picture of a cropped one. */
export function shownFile(photo: ShownPhoto): string | null {
  if (photo.state !== 'ready' || photo.media_id === null) return null;
  if (photo.crop !== null && (photo.crop_state !== 'ready' || photo.crop_id === null)) return null;
  return displayKey(photo.media_id, Math.max(...MEDIA_SIZES), photo.crop === null ? null : photo.crop_id);
}

/** For the owner of a cropped photo. */
function wholeUrlsOf(context: Pick<Context, 'secret'>, photo: ShownPhoto, now: Date): Pick<Media, 'whole_urls'> {
  if (photo.crop === null || photo.state !== 'ready' || photo.media_id === null) return {};
  return { whole_urls: mediaUrls(context, pictureId(photo.media_id, 'whole'), now) };
}
