import { MAX_MEDIA_BYTES, MAX_MEDIA_PIXELS } from '@veld/contract';
import { isWholePicture } from '@veld/contract/images/whole-picture';
import { HeicDecoderMissing, heicToJpeg } from '../../local/device/heic';
import { NeedsSecureOrigin } from '../../local/db/ids';
import { newPhoto, PhotoRefused } from '../../local/records/photos';
import type { LocalPhoto } from '../../local/db/rows';
import { readHeicSize } from './heic-size';
import { decodePicture, type Picture } from './picture';
import { readPhotoFacts } from './photo-facts';
import { detectPhotoType } from './photo-type';

export type RefusalReason = PhotoRefused['reason'] | 'insecure';

/** Decoders, replaceable in tests, which run without a browser. */
export interface Decoders {
  decode: (blob: Blob) => Promise<Picture>;
  heicToJpeg: (blob: Blob) => Promise<Blob>;
}

const browserDecoders: Decoders = {
  decode: decodePicture,
  heicToJpeg,
};

/**
 * Reads a picked file as a photo: unchanged bytes, metadata, upright size, thumbhash, and a JPEG preview for HEIC. If the HEIC decoder
 * cannot be loaded, the last two are missing and the sender creates them. Throws `PhotoRefused` with the reason.
 */
export async function readPhoto(file: Blob, decoders: Decoders = browserDecoders): Promise<LocalPhoto> {
  if (file.size === 0) throw new PhotoRefused('empty');
  if (file.size > MAX_MEDIA_BYTES) throw new PhotoRefused('too_large');
  const bytes = await file.arrayBuffer().catch((error: unknown) => {
    throw new PhotoRefused('unreadable', error);
  });
  const type = detectPhotoType(new Uint8Array(bytes, 0, Math.min(bytes.byteLength, 256)));
  if (!type) throw new PhotoRefused('type');
  // Browsers show what is left of it.
  if (!isWholePicture(new Uint8Array(bytes))) throw new PhotoRefused('cut_off');
  const blob = new Blob([bytes], { type });
  // Read from the original, because a JPEG converted from HEIC has no metadata.
  const facts = await readPhotoFacts(bytes);
  try {
    const preview = type === 'image/heic' ? await decoders.heicToJpeg(blob) : null;
    const { width, height, thumbhash } = await decoders.decode(preview ?? blob);
    if (width * height > MAX_MEDIA_PIXELS) throw new PhotoRefused('too_many_pixels');
    return await newPhoto(blob, { type, width, height, preview, thumbhash, facts });
  } catch (error) {
    const size = error instanceof HeicDecoderMissing ? readHeicSize(new Uint8Array(bytes)) : null;
    if (size) return newPhoto(blob, { type, ...size, facts });
    if (error instanceof PhotoRefused || error instanceof NeedsSecureOrigin) throw error;
    throw new PhotoRefused('unreadable', error);
  }
}

/** Why a file was refused, as a code with a text on screens; null for other errors. */
export function findRefusal(error: unknown): RefusalReason | null {
  if (error instanceof PhotoRefused) return error.reason;
  return error instanceof NeedsSecureOrigin ? 'insecure' : null;
}
