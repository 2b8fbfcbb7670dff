import { MAX_MEDIA_PIXELS } from '@veld/contract';
import { rgbaToThumbHash } from 'thumbhash';

export interface Picture {
  /** Upright, as it is shown. */
  width: number;
  height: number;
  thumbhash: string | null;
}

/** The hash takes pictures up to this edge. */
const THUMB_EDGE = 100;

/** Opens a picture as the page shows it: upright, whatever its orientation mark. Rejects what the browser cannot show. */
export async function decodePicture(blob: Blob): Promise<Picture> {
  const url = URL.createObjectURL(blob);
  try {
    const image = await loaded(url);
    const { naturalWidth: width, naturalHeight: height } = image;
    if (width === 0 || height === 0) throw new Error('The picture has no size');
    // Known before the pixels are unpacked, which for a giant would take all memory.
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

/** Unpacked and made small beside the page, which is not held up by it; null where the browser does that only as it draws. */
async function smallOf(blob: Blob, width: number, height: number): Promise<ImageBitmap | null> {
  if (typeof createImageBitmap === 'undefined') return null;
  return createImageBitmap(blob, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'medium',
    imageOrientation: 'from-image',
  }).catch(() => null);
}
