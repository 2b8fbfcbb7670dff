import type { TrackPoint } from '@veld/contract';
import { type ExportedJourney, isoTime, isPlacedRecord } from './exported-journey';
import { element, gpxPosition, xmlText } from './xml-text';

/** GPX has no accuracy and no speed of a point; readers skip extensions that they do not know. */
const EXTENSIONS = 'urn:veld:gpx:1';

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
