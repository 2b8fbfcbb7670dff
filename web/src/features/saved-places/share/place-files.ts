import { unwrapGeometry } from '@veld/geometry';
import { safeFileName } from '../../../device/files';
import type { ExportFile } from '../../../local/outbox/files/export';
import { gpxPosition } from '../../journeys/formats/write-gpx';
import type { SavedPlace } from '../../../local/changes/saved-places';

export const PLACE_FORMATS = ['geojson', 'gpx'] as const;
export type PlaceFormat = (typeof PLACE_FORMATS)[number];

const TYPES: Record<PlaceFormat, string> = { geojson: 'application/geo+json', gpx: 'application/gpx+xml' };

/**
 * A file with places, which the import of another person reads (read-places-file.ts). `name`: without its ending; `isOwn`: for the person
 * only.
 */
export function placesFile(
  places: readonly SavedPlace[],
  format: PlaceFormat,
  name: string,
  { isOwn = false }: { isOwn?: boolean } = {},
): ExportFile {
  const text = format === 'gpx' ? gpxOf(places) : geojsonOf(places, isOwn);
  return { name: `${safeFileName(name)}.${format}`, blob: new Blob([text], { type: TYPES[format] }) };
}

/** `isOwn`: with what is only for the person, which is how their own records here are hidden. */
function geojsonOf(places: readonly SavedPlace[], isOwn: boolean): string {
  const features = places.map(({ name, notes, kind, uncertainty_m, habitat, colour, latitude, longitude, geometry, ...own }) => ({
    type: 'Feature',
    properties: { name, description: notes || undefined, kind, uncertainty_m, habitat, colour, ...(isOwn ? own : {}) },
    // Beyond 180 degrees across the antimeridian: readers draw it as one, and this app takes it back as it was.
    geometry: geometry ? unwrapGeometry(geometry) : { type: 'Point', coordinates: [longitude, latitude] },
  }));
  return JSON.stringify({ type: 'FeatureCollection', features }, null, 1);
}

/** GPX has no areas: their outlines are tracks. */
function gpxOf(places: readonly SavedPlace[]): string {
  const lines = places.map(({ name, notes, latitude, longitude, geometry }) => {
    const words = `<name>${xml(name)}</name>${notes && `<desc>${xml(notes)}</desc>`}`;
    if (!geometry) return `<wpt ${gpxPosition(latitude, longitude)}>${words}</wpt>`;
    const parts = geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates;
    const segments = parts.map((part) => `<trkseg>${part.map(([x, y]) => `<trkpt ${gpxPosition(y, x)}/>`).join('')}</trkseg>`);
    return `<trk>${words}${segments.join('')}</trk>`;
  });
  // The schema wants the points before the tracks.
  const inOrder = lines.toSorted((one, other) => Number(one.startsWith('<trk')) - Number(other.startsWith('<trk')));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Veld" xmlns="http://www.topografix.com/GPX/1/1">\n${inOrder.join('\n')}\n</gpx>\n`;
}

function xml(text: string): string {
  const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[^\P{Cc}\n\t]/gu, '').replace(/[&<>"]/g, (mark) => marks[mark]!);
}
