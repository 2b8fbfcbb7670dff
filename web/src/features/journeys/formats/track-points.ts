import { rounded, type TrackPoint } from '@veld/contract';
import type { FileTrack } from './track-file';

/** The points of a track of a file, numbered for a journey and with the precision in which they are stored. */
export function trackPoints({ segments }: Pick<FileTrack, 'segments'>): TrackPoint[] {
  let seq = 0;
  return segments.flatMap((points, segment) => points.map((point) => rounded({ ...point, seq: seq++, segment, source: 'import' })));
}

/** The first and the last time of a track, in milliseconds since 1970; null without times. */
export function timeSpan(points: readonly Pick<TrackPoint, 't'>[]): { from: number; to: number } | null {
  let [from, to] = [Infinity, -Infinity];
  for (const { t } of points) {
    if (t === null) continue;
    from = Math.min(from, t);
    to = Math.max(to, t);
  }
  return from <= to ? { from, to } : null;
}

/** Points by segment, as they were recorded: outliers and points before a silence included. */
export function splitSegments(points: readonly TrackPoint[]): TrackPoint[][] {
  const segments: TrackPoint[][] = [];
  for (const point of points) {
    const last = segments.at(-1);
    if (last?.[0]!.segment === point.segment) last.push(point);
    else segments.push([point]);
  }
  return segments;
}
