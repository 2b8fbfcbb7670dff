import { trackFigures, type TrackPoint } from '@veld/contract';
import { metresBetween } from '@veld/geometry';

export interface ElevationProfile {
  /** Heights in metres at equal distances along the track, the first and the last included. */
  heights: number[];
  /** Of the whole track, without its gaps. */
  distance_m: number;
  least: number;
  most: number;
}

const SAMPLES = 121;
/** A height that differs from most of its neighbours is a GPS error. */
const NEIGHBOURS = 2;

/** Heights along the parts of a track; null if fewer than two points have one. */
export function elevationProfile(pieces: readonly (readonly TrackPoint[])[]): ElevationProfile | null {
  let distance = 0;
  const along: number[] = [];
  const raw: number[] = [];
  for (const piece of pieces) {
    for (const [at, point] of piece.entries()) {
      if (at > 0) distance += metresBetween(piece[at - 1]!, point);
      if (point.elevation_m === null) continue;
      along.push(distance);
      raw.push(point.elevation_m);
    }
  }
  if (raw.length < 2) return null;
  const smooth = raw.map((_, at) => medianOf(raw.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1)));
  const heights = sampled(along, smooth, distance);
  return { heights, distance_m: trackFigures(pieces).distance_m, least: Math.min(...heights), most: Math.max(...heights) };
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1]!;
}

/** Values at equal steps, interpolated between those that are known. */
function sampled(along: readonly number[], values: readonly number[], distance: number): number[] {
  let next = 0;
  return Array.from({ length: SAMPLES }, (_, step) => {
    const wanted = (distance * step) / (SAMPLES - 1);
    while (next < along.length - 1 && along[next]! < wanted) next++;
    const before = Math.max(0, next - 1);
    const length = along[next]! - along[before]!;
    const part = length <= 0 ? 1 : Math.min(1, Math.max(0, (wanted - along[before]!) / length));
    return values[before]! + part * (values[next]! - values[before]!);
  });
}
