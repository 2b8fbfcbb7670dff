import { isRecord, type Language } from '@veld/contract';
import { hasCrossing, measureArea, type Position, type Rings, unwrapRings } from '@veld/geometry';
import { PlaceFileFault } from './read-features.ts';

/** Which properties of a feature are its name, its key in the file, and its names in other languages. */
export interface PropertyNames {
  name: string;
  /** The name if absent. */
  key?: string | undefined;
  names: Partial<Record<Language, string>>;
}

export interface ReadPlace {
  key: string;
  name: string;
  names: Partial<Record<Language, string>>;
  polygons: Rings[];
}

const MAX_NAME = 200;
const MAX_CORNERS = 500_000;
/** Larger than any country but the largest: people choose those as countries. */
const MAX_AREA_M2 = 1e12;

/** The place of a feature; throws with what is wrong with it. `at`: its number in the file, from 1. */
export function readPlace(feature: unknown, at: number, properties: PropertyNames): ReadPlace {
  const fault = (words: string, name?: string) => new PlaceFileFault(`Feature ${at}${name === undefined ? '' : ` (${name})`}: ${words}`);
  if (!isRecord(feature) || feature.type !== 'Feature') throw fault('this is no GeoJSON feature');
  const known = isRecord(feature.properties) ? feature.properties : {};
  const name = textOf(known[properties.name]);
  if (name === '') {
    const others = Object.keys(known).slice(0, 20).join(', ');
    throw fault(`it has no property "${properties.name}" with a name. It has: ${others || 'none'}`);
  }
  if (name.length > MAX_NAME) throw fault(`its name is longer than ${MAX_NAME} characters`);
  const key = properties.key === undefined ? name : textOf(known[properties.key]);
  if (key === '') throw fault(`it has no property "${properties.key ?? ''}" with its key`, name);
  const names: ReadPlace['names'] = {};
  for (const [language, property] of Object.entries(properties.names) as [Language, string][]) {
    const other = textOf(known[property]);
    if (other !== '' && other !== name && other.length <= MAX_NAME) names[language] = other;
  }
  const polygons = readPolygons(feature.geometry, (words) => fault(words, name));
  return { key, name, names, polygons };
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

function readPolygons(geometry: unknown, fault: (words: string) => Error): Rings[] {
  if (!isRecord(geometry)) throw fault('it has no geometry');
  const { type, coordinates } = geometry;
  if (type !== 'Polygon' && type !== 'MultiPolygon')
    throw fault(`its geometry is a ${String(type)}. Only Polygon and MultiPolygon have an area`);
  const list: unknown = type === 'Polygon' ? [coordinates] : coordinates;
  if (!Array.isArray(list) || list.length === 0) throw fault('its geometry is empty');
  const polygons = list.map((rings): Rings => {
    if (!Array.isArray(rings) || rings.length === 0) throw fault('one of its polygons is empty');
    return rings.map((ring) => readRing(ring, fault));
  });
  const corners = polygons.flat().reduce((sum, ring) => sum + ring.length, 0);
  if (corners > MAX_CORNERS) throw fault(`it has ${corners} corners, more than ${MAX_CORNERS}. Simplify it first`);
  for (const rings of polygons)
    if (hasCrossing(unwrapRings(rings), { mayTouch: true })) throw fault('its boundary crosses itself. ogr2ogr -makevalid mends it');
  const area = polygons.reduce((sum, rings) => sum + measureArea(rings), 0);
  if (!(area > 0)) throw fault('its boundary has no area');
  if (area > MAX_AREA_M2) throw fault(`it is larger than ${MAX_AREA_M2 / 1e12} million km². Are latitude and longitude swapped?`);
  return polygons;
}

function readRing(ring: unknown, fault: (words: string) => Error): Position[] {
  if (!Array.isArray(ring)) throw fault('one of its rings is no list of positions');
  const line: Position[] = [];
  for (const position of ring as unknown[]) {
    const [longitude, latitude]: unknown[] = Array.isArray(position) ? position : [];
    if (typeof longitude !== 'number' || typeof latitude !== 'number') throw fault('one of its positions is no pair of numbers');
    if (Math.abs(longitude) > 180 || Math.abs(latitude) > 90)
      throw fault(
        `${longitude}, ${latitude} are no degrees. Convert the file to WGS 84 first: ogr2ogr -t_srs EPSG:4326 out.geojson in.geojson`,
      );
    const before = line.at(-1);
    if (before?.[0] !== longitude || before[1] !== latitude) line.push([longitude, latitude]);
  }
  const [first, last] = [line[0], line.at(-1)];
  if (line.length < 4 || !first || !last) throw fault('one of its rings has fewer than three corners');
  if (first[0] !== last[0] || first[1] !== last[1]) throw fault('one of its rings does not end where it begins');
  return line;
}
