/**
 * Displayed width and height of a HEIC photo in pixels, from its boxes without decoding: the largest `ispe` (tiles and thumbnails have
 * smaller ones), swapped if an `irot` rotates by 90°. Null if there is none.
 */
export function readHeicSize(bytes: Uint8Array): { width: number; height: number } | null {
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

const name = (text: string) => [...text].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0);
const ISPE = name('ispe');
const IROT = name('irot');
