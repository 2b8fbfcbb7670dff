import type { TrackPoint } from '@veld/contract';
import { type CsvCell, formatCsv } from '../../../device/csv';
import { safeFileName } from '../../../device/files';
import type { ExportFile } from '../../../local/outbox/files/export';
import { type ExportedJourney, isoTime, isPlacedRecord } from './exported-journey';
import { decimal, element, writeGpx } from './write-gpx';

export const JOURNEY_FORMATS = ['gpx', 'geojson', 'kml', 'records_csv', 'points_csv'] as const;
export type JourneyFormat = (typeof JOURNEY_FORMATS)[number];

/** Spreadsheets misread letters beyond ASCII without it. */
const BYTE_ORDER_MARK = '\u{FEFF}';

/** A journey as a file of a format. */
export function journeyFile(journey: ExportedJourney, format: JourneyFormat): ExportFile {
  const name = safeFileName(journey.name);
  switch (format) {
    case 'gpx':
      return { name: `${name}.gpx`, blob: new Blob([writeGpx(journey)], { type: 'application/gpx+xml' }) };
    case 'geojson':
      return { name: `${name}.geojson`, blob: new Blob([writeGeojson(journey)], { type: 'application/geo+json' }) };
    case 'kml':
      return { name: `${name}.kml`, blob: new Blob([writeKml(journey)], { type: 'application/vnd.google-earth.kml+xml' }) };
    case 'records_csv':
      return csvBlob(`${name} records.csv`, formatCsv(recordRows(journey)));
    case 'points_csv':
      return csvBlob(`${name} points.csv`, formatCsv(pointRows(journey)));
  }
}

function csvBlob(name: string, rows: string): ExportFile {
  return { name, blob: new Blob([BYTE_ORDER_MARK, rows], { type: 'text/csv;charset=utf-8' }) };
}

/** The points of a journey as rows. The names of the columns are those of the API, so that they are the same in all languages. */
function pointRows({ segments }: ExportedJourney): CsvCell[][] {
  const rows = segments.flatMap((points, segment) =>
    points.map((point) => [
      segment + 1,
      isoTime(point.t),
      point.latitude,
      point.longitude,
      point.elevation_m,
      point.accuracy_m,
      point.speed_mps,
    ]),
  );
  return [['segment', 'time_utc', 'latitude', 'longitude', 'elevation_m', 'accuracy_m', 'speed_mps'], ...rows];
}

/** The records of a journey as rows, with Darwin Core terms as columns where there are some. */
function recordRows({ records }: ExportedJourney): CsvCell[][] {
  const rows = records.map((record) => [
    record.date,
    record.time,
    record.name,
    record.scientificName,
    record.count,
    record.latitude,
    record.longitude,
    record.uncertainty_m,
    record.notes,
  ]);
  return [
    [
      'eventDate',
      'eventTime',
      'vernacularName',
      'scientificName',
      'organismQuantity',
      'decimalLatitude',
      'decimalLongitude',
      'coordinateUncertaintyInMeters',
      'occurrenceRemarks',
    ],
    ...rows,
  ];
}

/** A journey as GeoJSON (RFC 7946), with the times of its points in `coordinateProperties`, as the converters of GPX write them. */
function writeGeojson({ name, notes, startedAt, segments, records }: ExportedJourney): string {
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

/** A journey as KML 2.2: its track as a `gx:MultiTrack`, whose gaps are not bridged, and its records as points. */
export function writeKml({ name, notes, segments, records }: ExportedJourney): string {
  const isTimed = segments.every((points) => points.every(({ t }) => t !== null));
  const track = isTimed
    ? `<gx:MultiTrack><gx:interpolate>0</gx:interpolate>\n${segments.map(timedTrack).join('\n')}\n</gx:MultiTrack>`
    : `<MultiGeometry>\n${segments.map(line).join('\n')}\n</MultiGeometry>`;
  const points = records.filter(isPlacedRecord).map((record) => {
    const time = element('when', isoTime(record.at));
    const words = [record.scientificName, record.count, record.notes].filter(Boolean).join('\n');
    const coordinates = `${decimal(record.longitude)},${decimal(record.latitude)}`;
    return `<Placemark>${element('name', record.name)}${element('description', words)}${time && `<TimeStamp>${time}</TimeStamp>`}<Point>${element('coordinates', coordinates)}</Point></Placemark>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">',
    `<Document>${element('name', name)}`,
    `<Placemark>${element('name', name)}${element('description', notes)}${track}</Placemark>`,
    ...points,
    '</Document>',
    '</kml>',
    '',
  ].join('\n');
}

/** All times come before all positions. */
function timedTrack(points: readonly TrackPoint[]): string {
  const times = points.map(({ t }) => element('when', isoTime(t)));
  const places = points.map(({ longitude, latitude, elevation_m }) =>
    element('gx:coord', `${decimal(longitude)} ${decimal(latitude)}${elevation_m === null ? '' : ` ${elevation_m}`}`),
  );
  return `<gx:Track>${times.join('')}\n${places.join('')}</gx:Track>`;
}

/** A line has at least two positions. */
function line(points: readonly TrackPoint[]): string {
  const positions = points.length === 1 ? [points[0]!, points[0]!] : points;
  const places = positions.map(
    ({ longitude, latitude, elevation_m }) => `${decimal(longitude)},${decimal(latitude)}${elevation_m === null ? '' : `,${elevation_m}`}`,
  );
  return `<LineString>${element('coordinates', places.join(' '))}</LineString>`;
}
