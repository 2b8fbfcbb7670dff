import type { TrackPoint } from '@veld/contract';
import { metresBetween, shortWay } from '@veld/geometry';
import { WALK_MPS } from '../../device/walking-speed';

export interface TrackPlace {
  latitude: number;
  longitude: number;
  /** How far off the place may be. */
  uncertainty_m: number;
}

/** For devices that do not report their accuracy. */
const UNKNOWN_ACCURACY_M = 15;

/**
 * Where a track was at a time, given its parts without gaps. Within a part, between its two nearest points; else at the end of a part
 * at most `limit` milliseconds away. Null in a longer gap, before and after the track: there, nothing is guessed.
 */
export function placeAt(pieces: readonly (readonly TrackPoint[])[], time: number, limit: number): TrackPlace | null {
  let nearest: { point: TrackPoint; apart: number } | null = null;
  for (const piece of pieces) {
    let before: TrackPoint | null = null;
    for (const point of piece) {
      if (point.t === null) continue;
      if (before !== null && before.t! <= time && time <= point.t) return between(before, point, time);
      const apart = Math.abs(point.t - time);
      if (apart <= limit && (nearest === null || apart < nearest.apart)) nearest = { point, apart };
      before = point;
    }
  }
  if (nearest === null) return null;
  const { point, apart } = nearest;
  return placeOf(point, accuracyOf(point) + (WALK_MPS * apart) / 1000);
}

function between(from: TrackPoint, to: TrackPoint, time: number): TrackPlace {
  const part = to.t === from.t ? 0 : (time - from.t!) / (to.t! - from.t!);
  const longitude = from.longitude + part * shortWay(to.longitude - from.longitude);
  const nearer = Math.min(part, 1 - part) * metresBetween(from, to);
  return placeOf(
    { latitude: from.latitude + part * (to.latitude - from.latitude), longitude: shortWay(longitude) },
    Math.max(accuracyOf(from), accuracyOf(to)) + nearer,
  );
}

const accuracyOf = ({ accuracy_m }: TrackPoint) => accuracy_m ?? UNKNOWN_ACCURACY_M;

function placeOf({ latitude, longitude }: Pick<TrackPlace, 'latitude' | 'longitude'>, uncertainty: number): TrackPlace {
  return {
    latitude: Number(latitude.toFixed(6)),
    longitude: Number(longitude.toFixed(6)),
    uncertainty_m: Math.max(1, Math.ceil(uncertainty)),
  };
}
