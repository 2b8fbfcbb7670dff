import type { TrackPoint } from '@veld/contract';
import { type ExportedJourney, isoTime, isPlacedRecord } from './exported-journey';
import { decimal, element } from './xml-text';

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
