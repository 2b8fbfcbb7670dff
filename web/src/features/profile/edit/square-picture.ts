import type { Crop } from '@veld/contract';

const SIZE = 512;
const QUALITY = 0.85;

/** The largest square in the middle of a picture. */
export function middleSquare(width: number, height: number): Crop {
  const edge = Math.min(width, height);
  return { x: (width - edge) / 2 / width, y: (height - edge) / 2 / height, width: edge / width, height: edge / height };
}

/** A part of a picture as a square JPEG in base64, drawn anew, so that nothing of the file but its pixels is left. */
export function drawSquare(image: HTMLImageElement, crop: Crop): string {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const { naturalWidth: width, naturalHeight: height } = image;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas');
  context.drawImage(image, crop.x * width, crop.y * height, crop.width * width, crop.height * height, 0, 0, SIZE, SIZE);
  return canvas.toDataURL('image/jpeg', QUALITY).split(',')[1]!;
}
