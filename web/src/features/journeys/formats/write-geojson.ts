import type { TrackPoint } from '@veld/contract';
import { type ExportedJourney, isoTime, isPlacedRecord } from './exported-journey';

/** A journey as GeoJSON (RFC 7946), with the times of its points in `coordinateProperties`, as the converters of GPX write them. */
export function writeGeojson({ name, notes, startedAt, segments, records }: ExportedJourney): string {
  const track = {
    type: 'Feature',
    properties: {
      name,
      description: notes,
      started_at: startedAt,
      coordinateProperties: {
        times: segments.map((points) => asLine(points).map(({ t }) => isoTime(t))),
        accuracies_m: segments.map((points) => asLine(points).map(({ accuracy_m }) => accuracy_m)),
      },
    },
    geometry: { type: 'MultiLineString', coordinates: segments.map((points) => asLine(points).map(positionOf)) },
  };
  const points = records.filter(isPlacedRecord).map(({ latitude, longitude, at, ...record }) => ({
    type: 'Feature',
    properties: { ...record, time_utc: isoTime(at) },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  }));
  return `${JSON.stringify({ type: 'FeatureCollection', features: [...(segments.length > 0 ? [track] : []), ...points] })}\n`;
}

/** A line has at least two positions. */
function asLine(points: readonly TrackPoint[]): readonly TrackPoint[] {
  return points.length === 1 ? [points[0]!, points[0]!] : points;
}

function positionOf({ longitude, latitude, elevation_m }: TrackPoint): number[] {
  return elevation_m === null ? [longitude, latitude] : [longitude, latitude, elevation_m];
}
