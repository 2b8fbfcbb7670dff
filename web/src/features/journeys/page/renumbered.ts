import type { TrackPoint } from '@veld/contract';

/** Points numbered from the beginning, with the segments of each list after those of the list before. */
export function renumbered(...lists: readonly (readonly TrackPoint[])[]): TrackPoint[] {
  const points: TrackPoint[] = [];
  for (const list of lists) {
    let [segment, before] = [points.at(-1)?.segment ?? -1, -1];
    for (const point of list) {
      if (point.segment !== before) segment++;
      before = point.segment;
      points.push({ ...point, seq: points.length, segment });
    }
  }
  return points;
}
