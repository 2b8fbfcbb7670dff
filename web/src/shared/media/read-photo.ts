import { type DeclaredMedia, MAX_MEDIA_BYTES, MAX_MEDIA_PIXELS } from '@veld/contract';
import { isWholePicture } from '@veld/contract/images/whole-picture';
import { rgbaToThumbHash } from 'thumbhash';
import { NeedsSecureOrigin } from '../../local/db/ids';
import type { LocalPhoto } from '../../local/db/rows';
import { HeicDecoderMissing, heicToJpeg } from '../../local/device/heic';
import { newPhoto, PhotoRefused } from '../../local/records/photos';
import { readPhotoFacts } from './photo-facts';

const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/** Maximum edge of a picture for the thumbhash. */
const THUMB_EDGE = 100;

const name = (text: string) => [...text].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0);

const ISPE = name('ispe');

const IROT = name('irot');

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

/**
 * Displayed width and height of a HEIC photo in pixels, from its boxes without decoding: the largest `ispe` (tiles and thumbnails have
 * smaller ones), swapped if an `irot` rotates by 90°. Null if there is none.
 */
function readHeicSize(bytes: Uint8Array): { width: number; height: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let best: { width: number; height: number } | null = null;
  let isTurned = false;
  // Both are in the first boxes of the file, before the image data.
  const end = Math.min(bytes.length - 4, 1024 * 1024);
  for (let at = 4; at < end; at++) {
    const type = view.getUint32(at);
    if (type === ISPE && view.getUint32(at - 4) === 20 && at + 16 <= bytes.length) {
      const width = view.getUint32(at + 8);
      const height = view.getUint32(at + 12);
      if (width > 0 && height > 0 && (!best || width * height > best.width * best.height)) best = { width, height };
    } else if (type === IROT && view.getUint32(at - 4) === 9) isTurned ||= (bytes[at + 4]! & 1) === 1;
  }
  return best && isTurned ? { width: best.height, height: best.width } : best;
}

/** The type of a photo by its bytes, regardless of file name and type; null for unsupported files. */
export function detectPhotoType(bytes: Uint8Array): DeclaredMedia['type'] | null {
  const letters = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (bytes[0] === 0x89 && letters(1, 8) === 'PNG\r\n\u001a\n') return 'image/png';
  if (letters(0, 4) === 'RIFF' && letters(8, 12) === 'WEBP') return 'image/webp';
  if (letters(4, 8) !== 'ftyp') return null;
  const length = Math.min(new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0), bytes.length, 256);
  const brands = [letters(8, 12)];
  for (let at = 16; at + 4 <= length; at += 4) brands.push(letters(at, at + 4));
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'image/avif';
  return brands.some((brand) => HEIC_BRANDS.includes(brand)) ? 'image/heic' : null;
}

interface Picture {
  /** Upright, as displayed. */
  width: number;
  height: number;
  thumbhash: string | null;
}

/** Decodes a picture upright, applying its orientation. Rejects if the browser cannot decode it. */
async function decodePicture(blob: Blob): Promise<Picture> {
  const url = URL.createObjectURL(blob);
  try {
    const image = await loaded(url);
    const { naturalWidth: width, naturalHeight: height } = image;
    if (width === 0 || height === 0) throw new Error('The picture has no size');
    // The size is known before decoding, which could exhaust the memory for huge pictures.
    const isGiant = width * height > MAX_MEDIA_PIXELS;
    return { width, height, thumbhash: isGiant ? null : await thumbhashOf(blob, image) };
  } finally {
    URL.revokeObjectURL(url);
  }
}

function loaded(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('The browser cannot show this picture'));
    image.src = url;
  });
}

async function thumbhashOf(blob: Blob, image: HTMLImageElement): Promise<string | null> {
  const scale = Math.min(1, THUMB_EDGE / Math.max(image.naturalWidth, image.naturalHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  const small = await scaledDown(blob, canvas.width, canvas.height);
  context.drawImage(small ?? image, 0, 0, canvas.width, canvas.height);
  small?.close();
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return btoa(String.fromCharCode(...rgbaToThumbHash(canvas.width, canvas.height, data)));
}

/** Decodes and scales down off the main thread; null if the browser does not support it. */
export async function scaledDown(blob: Blob, width: number, height: number): Promise<ImageBitmap | null> {
  if (typeof createImageBitmap === 'undefined') return null;
  return createImageBitmap(blob, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'medium',
    imageOrientation: 'from-image',
  }).catch(() => null);
}
