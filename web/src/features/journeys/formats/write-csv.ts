import type { CsvCell } from '../../../device/csv';
import { type ExportedJourney, isoTime } from './exported-journey';

/** The points of a journey as rows. The names of the columns are those of the API, so that they are the same in all languages. */
export function pointRows({ segments }: ExportedJourney): CsvCell[][] {
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
export function recordRows({ records }: ExportedJourney): CsvCell[][] {
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
