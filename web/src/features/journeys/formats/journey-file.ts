import { csvOf } from '../../../device/csv';
import { safeFileName } from '../../../device/file-name';
import type { ExportFile } from '../../../local/outbox/files/export';
import type { ExportedJourney } from './exported-journey';
import { pointRows, recordRows } from './write-csv';
import { geojsonOf } from './write-geojson';
import { gpxOf } from './write-gpx';
import { kmlOf } from './write-kml';

export const JOURNEY_FORMATS = ['gpx', 'geojson', 'kml', 'records_csv', 'points_csv'] as const;
export type JourneyFormat = (typeof JOURNEY_FORMATS)[number];

/** Spreadsheets misread letters beyond ASCII without it. */
const BYTE_ORDER_MARK = '\u{FEFF}';

/** A journey as a file of a format. */
export function journeyFile(journey: ExportedJourney, format: JourneyFormat): ExportFile {
  const name = safeFileName(journey.name);
  switch (format) {
    case 'gpx':
      return { name: `${name}.gpx`, blob: new Blob([gpxOf(journey)], { type: 'application/gpx+xml' }) };
    case 'geojson':
      return { name: `${name}.geojson`, blob: new Blob([geojsonOf(journey)], { type: 'application/geo+json' }) };
    case 'kml':
      return { name: `${name}.kml`, blob: new Blob([kmlOf(journey)], { type: 'application/vnd.google-earth.kml+xml' }) };
    case 'records_csv':
      return csvBlob(`${name} records.csv`, csvOf(recordRows(journey)));
    case 'points_csv':
      return csvBlob(`${name} points.csv`, csvOf(pointRows(journey)));
  }
}

function csvBlob(name: string, rows: string): ExportFile {
  return { name, blob: new Blob([BYTE_ORDER_MARK, rows], { type: 'text/csv;charset=utf-8' }) };
}
