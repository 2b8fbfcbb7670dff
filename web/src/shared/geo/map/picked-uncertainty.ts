import { degreeWidth, EQUATOR_M } from '@veld/geometry';
import type { MapView } from './map-view';

/** The built-in map has no streets, so a place chosen on it is not more precise than this. */
export const LEAST_UNCERTAINTY_M = 100;
/** A map cannot be held still to a pixel. */
const REACH_PX = 24;
const METRES_PER_PX = EQUATOR_M / 512;

/** How exact a place is that was pointed at, in metres with two digits, and the radius of its circle in pixels. */
export function pickedUncertainty({ latitude, zoom }: Pick<MapView, 'latitude' | 'zoom'>): { metres: number; pixels: number } {
  const perPixel = (METRES_PER_PX * degreeWidth(latitude)) / 2 ** zoom;
  const metres = Math.max(LEAST_UNCERTAINTY_M, Number((REACH_PX * perPixel).toPrecision(2)));
  return { metres, pixels: metres / perPixel };
}
