import type { Feature, Position } from 'geojson';
import type { GazetteerSources } from './gazetteer.ts';
import type { SeaNames } from './read-layers.ts';

/** Waters that are no sea, or whose names say nothing. */
const LEFT_OUT = new Set([
  'Amazon River',
  'Columbia River',
  'Yangtze River',
  'St. Lawrence River',
  'Inner Sea',
  'Inner Seas',
  'Kaliningrad',
]);
/** Misspelt names. */
const CORRECTED: Readonly<Record<string, string>> = {
  'Golfo San Mat’as': 'Golfo San Matías',
  'Gulf of Olen‘k': 'Gulf of Olenyok',
  'Gulf of Khambhät': 'Gulf of Khambhat',
  'Prince ALbert Sound': 'Prince Albert Sound',
  'Bransfield Str.': 'Bransfield Strait',
  'Cumberland Sd.': 'Cumberland Sound',
  'B. Inutil': 'Bahía Inútil',
};

/** The seas of the gazetteer, the smallest first: a point is in the first that contains it. */
export function seasOf(polygons: readonly Feature[], names: SeaNames): GazetteerSources['seas'] {
  return polygons
    .map(({ geometry, properties }) => ({ geometry, name: String(properties?.name) }))
    .filter(({ name }) => !LEFT_OUT.has(name))
    .map(({ geometry, name }) => ({ geometry, name: CORRECTED[name] ?? name, names: differing(names.get(name) ?? {}, name) }))
    .sort((a, b) => areaOf(a.geometry) - areaOf(b.geometry));
}

function differing(names: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(names).filter((entry) => entry[1] !== name));
}

/** In square degrees at the equator; only for the order. */
function areaOf(geometry: Feature['geometry']): number {
  const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : [];
  return rings.reduce((sum, ring) => sum + Math.abs(ringArea(ring)), 0);
}

function ringArea(ring: readonly Position[]): number {
  let area = 0;
  for (let i = 1; i < ring.length; i++) {
    const [[x1, y1], [x2, y2]] = [ring[i - 1]!, ring[i]!] as [[number, number], [number, number]];
    area += ((x2 - x1) * (Math.sin((y1 * Math.PI) / 180) + Math.sin((y2 * Math.PI) / 180))) / 2;
  }
  return area;
}
