import { type Crop, MIN_CROP } from '../media.ts';

/** The most important spot of a picture, as fractions from its top left corner. */
export interface FocusPoint {
  x: number;
  y: number;
}

export interface PictureSize {
  width: number;
  height: number;
}

/** Crops are stored in steps of this part of an edge. */
const STEPS = 10_000;
const WHOLE: Crop = { x: 0, y: 0, width: 1, height: 1 };

/** A crop of a crop, as a crop of the whole. `inner` is relative to `outer`. */
export function cropWithin(outer: Crop | null, inner: Crop | null): Crop {
  const { x, y, width, height } = outer ?? WHOLE;
  const part = inner ?? WHOLE;
  return { x: x + part.x * width, y: y + part.y * height, width: part.width * width, height: part.height * height };
}

/**
 * The largest part of `area` with this ratio of width to height whose middle is as near to the focus as possible. `area` and `focus` are
 * relative to the whole picture, whose size is in pixels. Never reaches outside `area`; null if it would be too small.
 */
export function frameAround(area: Crop, focus: FocusPoint, ratio: number, picture: PictureSize): Crop | null {
  const across = area.width * picture.width;
  const down = area.height * picture.height;
  const width = Math.min(across, down * ratio) / picture.width;
  const height = Math.min(down, across / ratio) / picture.height;
  return insideSteps({
    x: clamp(focus.x - width / 2, area.x, area.x + area.width - width),
    y: clamp(focus.y - height / 2, area.y, area.y + area.height - height),
    width,
    height,
  });
}

/** The largest crop in whole steps that lies inside; null if it would be too small. */
export function insideSteps(crop: Crop): Crop | null {
  const across = edge(crop.x, crop.width);
  const down = edge(crop.y, crop.height);
  if (across.length < MIN_CROP || down.length < MIN_CROP) return null;
  return { x: across.from, y: down.from, width: across.length, height: down.length };
}

function edge(start: number, length: number): { from: number; length: number } {
  // Tolerates rounding of binary fractions.
  const tolerance = 1e-9;
  const from = Math.max(0, Math.ceil((start - tolerance) * STEPS));
  const to = Math.min(STEPS, Math.floor((start + length + tolerance) * STEPS));
  return { from: from / STEPS, length: (to - from) / STEPS };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
