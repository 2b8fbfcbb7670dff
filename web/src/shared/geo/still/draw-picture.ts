import type { Language } from '@veld/contract';
import { countryName } from '../../../i18n/format';
import type { MapColours } from '../map/map-colours';
import type { StillShape } from './shapes';

export const BUILT_IN_CREDIT = 'GeoNames (CC BY 4.0), Natural Earth';

/** A map for a picture that leaves the app, with everything that has to be credited. */
export interface MapPicture {
  canvas: HTMLCanvasElement;
  credit: string;
}

interface Wanted {
  shapes: readonly StillShape[];
  maxZoom: number;
  colours: MapColours;
  language: Language;
}

/** So many pixels of the picture are one of the map, whose letters and lines a screen would show smaller. */
const RATIO = 2;

/** Draws the map around the shapes in pixels of the picture, whatever the screen is. Rejects when `signal` is aborted. */
export async function drawMapPicture(size: { width: number; height: number }, wanted: Wanted, signal: AbortSignal): Promise<MapPicture> {
  const [{ drawStill }, { readPacked }] = await Promise.all([import('./draw'), import('./packed/read-packed')]);
  const canvas = document.createElement('canvas');
  const scene = { ...wanted, scale: 1, packed: readPacked, countryName: (code: string) => countryName(code, wanted.language) };
  const { credit } = await drawStill(canvas, { width: size.width / RATIO, height: size.height / RATIO, ratio: RATIO }, scene, signal);
  return { canvas, credit: [credit, BUILT_IN_CREDIT].filter(Boolean).join(', ') };
}
