import { z } from 'zod/mini';
import { columnAt, degreesEast, degreeWidth, latitudeOnMap, METRES_PER_DEGREE, rowAt } from '@veld/geometry';

/** The rows of the finest grid, of 0.1 degree of latitude. */
const ROWS = 1800;

/**
 * How wide the cells of the obscuring grids are, in kilometres. A person who hides a place gets the finest one; a rule about a sensitive
 * taxon can ask for a coarser one (decision 0080).
 */
export const OBSCURING_GRIDS_KM = [10, 20, 50, 100] as const;
export type ObscuringGrid = (typeof OBSCURING_GRIDS_KM)[number];

/** A public point: degrees (WGS 84), and the radius in metres within which the true place lies. */
export interface PublicPoint {
  latitude: number;
  longitude: number;
  coordinate_uncertainty_m: number;
}

export interface ObscuredCell extends PublicPoint {
  south: number;
  north: number;
  west: number;
  east: number;
}

/**
 * The cell of the obscuring grid that contains a point (decision 0016): rows of 0.1 degree of latitude, columns of
 * 360 / round(3600 x cos(row centre)) degrees, so that cells are about 11 km by 11 km except at the poles; in coarser grids as many times
 * that. Deterministic: a point always gives the same cell. Input and output in degrees; the uncertainty is half the diagonal of the cell.
 */
export function obscuredCell(latitude: number, longitude: number, grid: ObscuringGrid = 10): ObscuredCell {
  const times = grid / 10;
  const height = times / 10;
  const rows = ROWS / times;
  const row = Math.min(rows - 1, Math.max(0, Math.floor((latitude + 90) / height + 1e-9)));
  const south = (row * times) / 10 - 90;
  const centre = ((row + 0.5) * times) / 10 - 90;
  const columns = Math.max(1, Math.round((3600 / times) * degreeWidth(centre)));
  const width = 360 / columns;
  const column = Math.min(columns - 1, Math.floor(degreesEast(longitude) / width + 1e-9));
  const west = column * width - 180;
  const halfHeight = (height / 2) * METRES_PER_DEGREE;
  const nearestEquator = south < 0 && south + height > 0 ? 0 : Math.min(Math.abs(south), Math.abs(south + height));
  const halfWidth = (width / 2) * METRES_PER_DEGREE * degreeWidth(nearestEquator);
  return {
    latitude: round(centre, 5),
    longitude: round(west + width / 2, 5),
    coordinate_uncertainty_m: Math.ceil(Math.hypot(halfHeight, halfWidth)),
    south: round(south, 5),
    north: round(south + height, 5),
    west: round(west, 5),
    east: round(west + width, 5),
  };
}

/** The grid of the cell that is shown instead of a place, which its size tells. */
export function shownGrid({ latitude, longitude, coordinate_uncertainty_m: uncertainty }: ShownPoint): ObscuringGrid {
  return OBSCURING_GRIDS_KM.find((grid) => obscuredCell(latitude, longitude, grid).coordinate_uncertainty_m === uncertainty) ?? 10;
}

/** The cell that is shown instead of a place, whose centre is known, in whichever grid that is. */
export function shownCell(shown: ShownPoint): ObscuredCell {
  return obscuredCell(shown.latitude, shown.longitude, shownGrid(shown));
}

type ShownPoint = Omit<PublicPoint, 'coordinate_uncertainty_m'> & { coordinate_uncertainty_m: number | null };

function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}

const AXIS = 2 ** 26;

/** The `map_key` of a point in degrees: its Z-order in Web Mercator, 26 bits per axis, as a safe integer (decision 0016). */
export function mapKey(latitude: number, longitude: number): number {
  const x = clampAxis(columnAt(longitude) * AXIS);
  const y = clampAxis(rowAt(latitudeOnMap(latitude)) * AXIS);
  let key = 0;
  for (let bit = 25; bit >= 0; bit--) key = key * 4 + (((y >>> bit) & 1) << 1) + ((x >>> bit) & 1);
  return key;
}

function clampAxis(value: number): number {
  return Math.min(AXIS - 1, Math.max(0, Math.floor(value)));
}

/** A name with those that the languages of the app have for it where they differ, by language code. */
const PlaceName = z.object({ name: z.string(), names: z.record(z.string(), z.string()) });

/**
 * A place in words, in no language: "4 km NE of Utrecht, Netherlands". Devices make a phrase of it in the language of the person
 * (decision 0037).
 */
export const PlaceInWords = z.object({
  /** The town or village at or near the place, with its own country. */
  town: z.nullable(z.object({ ...PlaceName.shape, country_code: z.string() })),
  /** From the centre of the town, in kilometres; 0 at the town itself. */
  distance_km: z.number(),
  /** The direction from the town; null at the town itself. */
  direction: z.nullable(z.enum(['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'])),
  /** The country or territory of the place (ISO 3166-1 alpha-2); null at sea and where it is not certain. */
  country_code: z.nullable(z.string()),
  sea: z.nullable(PlaceName),
});
export type PlaceInWords = z.infer<typeof PlaceInWords>;
