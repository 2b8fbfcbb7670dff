import { formatCsv } from '../../../device/csv';
import { safeFileName } from '../../../device/file-name';
import type { ExportFile } from '../../../local/outbox/files/export';
import type { ExportedJourney } from './exported-journey';
import { pointRows, recordRows } from './write-csv';
import { writeGeojson } from './write-geojson';
import { writeGpx } from './write-gpx';
import { writeKml } from './write-kml';

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
