import type { Crop } from '../media.ts';

// Separate from media.ts, so that the process that resizes a photo does not load the schemas, which takes half of its run time.

/** The pixels that lie completely inside a crop of an image of `width` by `height` pixels; at least one in each direction. */
export function cropPixels(crop: Crop, width: number, height: number): { left: number; top: number; width: number; height: number } {
  const across = pixelsOf(crop.x, crop.width, width);
  const down = pixelsOf(crop.y, crop.height, height);
  return { left: across.from, top: down.from, width: across.length, height: down.length };
}

function pixelsOf(start: number, part: number, edge: number): { from: number; length: number } {
  // Tolerates rounding of binary fractions.
  const tolerance = 1e-6;
  const from = Math.min(edge - 1, Math.ceil(start * edge - tolerance));
  return { from, length: Math.max(1, Math.min(edge, Math.floor((start + part) * edge + tolerance)) - from) };
}
