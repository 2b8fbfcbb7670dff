import type { TrackPoint } from '@veld/contract';
import { type ExportedJourney, isoTime, isPlacedRecord } from './exported-journey';

/** GPX has no accuracy and no speed of a point; readers skip extensions that they do not know. */
const EXTENSIONS = 'urn:veld:gpx:1';

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A journey as GPX 1.1: its track, and its records as waypoints. The schema wants the elements in this order. */
export function writeGpx({ name, notes, startedAt, segments, records }: ExportedJourney): string {
  const about = `${element('name', name)}${element('desc', notes)}`;
  const waypoints = records.filter(isPlacedRecord).map(({ latitude, longitude, at, count, ...record }) => {
    const words = `${element('name', record.name)}${element('cmt', count)}${element('desc', record.notes)}`;
    return `<wpt ${gpxPosition(latitude, longitude)}>${element('time', isoTime(at))}${words}</wpt>`;
  });
  const parts = segments.map((points) => `<trkseg>\n${points.map(trackPoint).join('\n')}\n</trkseg>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<gpx version="1.1" creator="Veld" xmlns="http://www.topografix.com/GPX/1/1" xmlns:veld="${xmlText(EXTENSIONS)}">`,
    `<metadata>${about}${element('time', startedAt)}</metadata>`,
    ...waypoints,
    `<trk>${about}`,
    ...parts,
    '</trk>',
    '</gpx>',
    '',
  ].join('\n');
}

function trackPoint({ latitude, longitude, elevation_m, t, accuracy_m, speed_mps }: TrackPoint): string {
  const more = `${element('veld:accuracy', accuracy_m)}${element('veld:speed', speed_mps)}`;
  const values = `${element('ele', elevation_m)}${element('time', isoTime(t))}${more && `<extensions>${more}</extensions>`}`;
  return `<trkpt ${gpxPosition(latitude, longitude)}>${values}</trkpt>`;
}

/** Text for an element or an attribute, without the control characters that XML cannot have. */
function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t]|[\uFFFE\uFFFF]/gu, '')
    .replace(/[&<>"]/g, (mark) => MARKS[mark]!);
}

/** An element with a text; nothing for an empty one. */
export function element(name: string, text: string | number | null): string {
  return text === null || text === '' ? '' : `<${name}>${xmlText(String(text))}</${name}>`;
}

/** A number of degrees or metres without an exponent, which JavaScript writes for small numbers and `xsd:decimal` does not have. */
export function decimal(value: number): string {
  return value.toFixed(7).replace(/\.?0+$/, '');
}

/** The attributes of a point of GPX. The schema has longitudes below 180: the antimeridian is at -180. */
export function gpxPosition(latitude: number, longitude: number): string {
  return `lat="${decimal(latitude)}" lon="${decimal(longitude === 180 ? -180 : longitude)}"`;
}
