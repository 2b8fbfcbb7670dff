import type { License, Media } from '@veld/contract';
import type { Context } from '../../http/context.ts';
import { mediaUrls } from './signature.ts';

/** A photo of a record as `store` reads it: what the record declared, and what is known of the bytes. */
export interface DeclaredPhoto {
  id: string;
  sha256: string;
  type: string;
  width: number;
  height: number;
  caption: string | null;
  license: string | null;
  order: number;
  thumbhash: string | null;
  /** Null while the bytes have not arrived. */
  state: 'stored' | 'ready' | 'failed' | null;
  /** One of MEDIA_FAULTS, where the state is `failed`. */
  fault: string | null;
}

/** A photo on the wire. The hash of the original is for the owner: it would tell others whether they hold the same file. */
export function presentMedia(context: Pick<Context, 'secret'>, photo: DeclaredPhoto, isOwner: boolean, now: Date): Media {
  return {
    id: photo.id,
    type: photo.type,
    width: photo.width,
    height: photo.height,
    caption: photo.caption,
    license: photo.license as License | null,
    order: photo.order,
    ...(isOwner ? { sha256: photo.sha256 } : {}),
    thumbhash: photo.thumbhash,
    urls: photo.state === 'ready' ? mediaUrls(context, photo.id, now) : null,
    ...(isOwner && photo.state === 'failed' ? { failed: photo.fault ?? 'damaged' } : {}),
  };
}
