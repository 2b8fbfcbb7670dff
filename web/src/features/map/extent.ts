import { METRES_PER_MILE } from '../../i18n/format';

/** A bounding box in degrees (WGS 84). `east` exceeds 180 if the box crosses the antimeridian. */
export interface Extent {
  south: number;
  north: number;
  west: number;
  east: number;
}

export interface Place {
  latitude: number;
  longitude: number;
}

const KM_PER_DEGREE = (Math.PI / 180) * 6371.0088;

/** The smallest bounding box of places, possibly across the antimeridian; null if there are none. */
export function extentOf(places: readonly Place[]): Extent | null {
  if (places.length === 0) return null;
  let south = Infinity;
  let north = -Infinity;
  for (const { latitude } of places) {
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  const longitudes = [...new Set(places.map(({ longitude }) => longitude))].sort((first, second) => first - second);
  // The box excludes the widest gap between neighbouring longitudes.
  let west = longitudes[0]!;
  let widest = west + 360 - longitudes.at(-1)!;
  for (let at = 1; at < longitudes.length; at++) {
    const gap = longitudes[at]! - longitudes[at - 1]!;
    if (gap > widest) {
      widest = gap;
      west = longitudes[at]!;
    }
  }
  return { south, north, west, east: west + 360 - widest };
}

/** Height and width of a box in kilometres; the width at its middle latitude. */
export function sizeOf(extent: Extent): { height: number; width: number } {
  const middle = ((extent.north + extent.south) / 2) * (Math.PI / 180);
  return {
    height: (extent.north - extent.south) * KM_PER_DEGREE,
    width: (extent.east - extent.west) * KM_PER_DEGREE * Math.cos(middle),
  };
}

/** A cluster of points, in units of the plot. */
export interface Dot {
  x: number;
  y: number;
  count: number;
}

export interface Line {
  at: number;
  degrees: number;
}

export interface Plot {
  dots: Dot[];
  meridians: Line[];
  parallels: Line[];
  /** A distance that is round in the person's units, and its length in the plot. */
  scale: { metres: number; length: number };
}

/** Margin between the outermost dots and the edge, as a fraction of the plot. */
const MARGIN = 0.1;
/** Minimum extent of a plot, about 2 km, for a single point. */
const LEAST_DEGREES = 0.02;
/** Points closer than this are merged into one dot. */
const TOGETHER = 8;
const STEPS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30];
const LINES = 5;

/** Projects places onto a plot of the given size, true to scale at the middle of their extent. */
export function plotOf(places: readonly Place[], extent: Extent, width: number, height: number, units: 'metric' | 'imperial'): Plot {
  const middle = { latitude: (extent.north + extent.south) / 2, longitude: (extent.east + extent.west) / 2 };
  const squeeze = Math.max(0.05, Math.cos((middle.latitude * Math.PI) / 180));
  const high = Math.max(extent.north - extent.south, LEAST_DEGREES);
  const wide = Math.max((extent.east - extent.west) * squeeze, LEAST_DEGREES);
  const perDegree = Math.min((width * (1 - 2 * MARGIN)) / wide, (height * (1 - 2 * MARGIN)) / high);
  const x = (longitude: number) => width / 2 + (unwrapped(longitude, extent.west) - middle.longitude) * squeeze * perDegree;
  const y = (latitude: number) => height / 2 - (latitude - middle.latitude) * perDegree;

  const cells = new Map<string, Dot>();
  for (const place of places) {
    const at = { x: x(place.longitude), y: y(place.latitude) };
    const key = `${Math.round(at.x / TOGETHER)} ${Math.round(at.y / TOGETHER)}`;
    const dot = cells.get(key);
    if (dot) dot.count += 1;
    else cells.set(key, { ...at, count: 1 });
  }
  return {
    dots: [...cells.values()],
    meridians: lines(middle.longitude, width / (squeeze * perDegree)).map((degrees) => ({ at: x(degrees), degrees: wrapped(degrees) })),
    parallels: lines(middle.latitude, height / perDegree)
      .filter((degrees) => Math.abs(degrees) <= 90)
      .map((degrees) => ({ at: y(degrees), degrees })),
    scale: scaleOf(perDegree / (KM_PER_DEGREE * 1000), width / 4, units === 'metric' ? 1000 : METRES_PER_MILE),
  };
}

/** Round degrees within a span around a centre. */
function lines(middle: number, span: number): number[] {
  const step = STEPS.find((one) => span / one <= LINES) ?? 45;
  const found: number[] = [];
  for (let at = Math.ceil((middle - span / 2) / step); at * step <= middle + span / 2; at++) found.push(Number((at * step).toFixed(6)));
  return found;
}

/** The largest scale bar of 1, 2 or 5 times a power of ten kilometres or miles that fits; `unit` in metres. */
function scaleOf(perMetre: number, room: number, unit: number): { metres: number; length: number } {
  const max = room / perMetre / unit;
  const power = 10 ** Math.floor(Math.log10(max));
  const metres = [5, 2, 1].find((one) => one * power <= max)! * power * unit;
  return { metres, length: metres * perMetre };
}

const unwrapped = (longitude: number, west: number) => (longitude < west - 1e-9 ? longitude + 360 : longitude);
const wrapped = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180;
