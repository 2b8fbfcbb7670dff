import { MAX_SCREENSHOT_CHARACTERS } from '@veld/contract';

/** A rectangle of a picture, in fractions of its width and height. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

const MAX_EDGE = 1600;
const COLOUR = '#56625a';
const JPEG_LEVELS = [0.85, 0.7, 0.5, 0.3];

/**
 * A copy of a picture in which the areas are filled with one colour, so that nothing of what was there is left, and without the
 * picture's metadata. As base64, small enough to send; null if it cannot be.
 */
export async function hiddenCopy(picture: CanvasImageSource, size: { width: number; height: number }, areas: readonly Area[]) {
  const scale = Math.min(1, MAX_EDGE / Math.max(size.width, size.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(size.width * scale));
  canvas.height = Math.max(1, Math.round(size.height * scale));
  const context = canvas.getContext('2d')!;
  // JPEG has no transparency.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  context.fillStyle = COLOUR;
  for (const area of areas) {
    const [left, top] = [Math.floor(area.x * canvas.width), Math.floor(area.y * canvas.height)];
    const right = Math.ceil((area.x + area.width) * canvas.width);
    const bottom = Math.ceil((area.y + area.height) * canvas.height);
    context.fillRect(left, top, right - left, bottom - top);
  }
  for (const level of JPEG_LEVELS) {
    const url = canvas.toDataURL('image/jpeg', level);
    const base64 = url.slice(url.indexOf(',') + 1);
    if (base64.length <= MAX_SCREENSHOT_CHARACTERS) return base64;
  }
  return null;
}
