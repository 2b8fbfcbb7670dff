import { measureArea, type Position } from '@veld/geometry';
import type { Feature } from 'geojson';
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
export function listSeas(polygons: readonly Feature[], names: SeaNames): GazetteerSources['seas'] {
  return polygons
    .map(({ geometry, properties }) => ({ geometry, name: String(properties?.name) }))
    .filter(({ name }) => !LEFT_OUT.has(name))
    .map(({ geometry, name }) => ({ geometry, name: CORRECTED[name] ?? name, names: differing(names.get(name) ?? {}, name) }))
    .sort((a, b) => areaOf(a.geometry) - areaOf(b.geometry));
}

function differing(names: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(names).filter((entry) => entry[1] !== name));
}

/** In square metres; only for the order. */
function areaOf(geometry: Feature['geometry']): number {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
  return polygons.reduce((sum, polygon) => sum + measureArea(polygon as Position[][]), 0);
}
