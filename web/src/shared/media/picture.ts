import { MAX_MEDIA_PIXELS } from '@veld/contract';
import { rgbaToThumbHash } from 'thumbhash';

export interface Picture {
  /** Upright, as displayed. */
  width: number;
  height: number;
  thumbhash: string | null;
}

/** Maximum edge of a picture for the thumbhash. */
const THUMB_EDGE = 100;

/** Decodes a picture upright, applying its orientation. Rejects if the browser cannot decode it. */
export async function decodePicture(blob: Blob): Promise<Picture> {
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
  const small = await smallOf(blob, canvas.width, canvas.height);
  context.drawImage(small ?? image, 0, 0, canvas.width, canvas.height);
  small?.close();
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return btoa(String.fromCharCode(...rgbaToThumbHash(canvas.width, canvas.height, data)));
}

/** Decodes and scales down off the main thread; null if the browser does not support it. */
async function smallOf(blob: Blob, width: number, height: number): Promise<ImageBitmap | null> {
  if (typeof createImageBitmap === 'undefined') return null;
  return createImageBitmap(blob, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'medium',
    imageOrientation: 'from-image',
  }).catch(() => null);
}
