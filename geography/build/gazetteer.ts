import { degreesEast, degreeWidth, EQUATOR_M, METRES_PER_DEGREE, metresBetween } from '@veld/geometry';
import type { Feature, Position } from 'geojson';
import { FORMAT, type GazetteerHead, GRID, populationClass, SEA_GRID, type Section, SECTIONS } from '../src/gazetteer.ts';

/** The zooms from which places with at least so many people have their names. */
const BY_POPULATION: readonly (readonly [people: number, zoom: number])[] = [
  [1_000_000, 4],
  [300_000, 5],
  [100_000, 6],
  [30_000, 7],
  [10_000, 8],
  [3000, 9],
  [1000, 10],
];

const LAST_ZOOM = 11;

const FIRST_ZOOM = 4;

/** Two labels do not meet when their places are at least this far apart on the screen. */
const PIXELS_APART = 80;

const KM_PER_PIXEL_AT_0 = EQUATOR_M / 1000 / 512;

const KM_PER_DEGREE = METRES_PER_DEGREE / 1000;

const DEGREES_AROUND = 6;

/** A town or village as GeoNames lists it. */
export interface City {
  cityId: number;
  name: string;
  country: string;
  featureCode: string;
  population: number;
  loc: { coordinates: [number, number] };
}

export interface GazetteerSources {
  cities: readonly City[];
  /** Names of places in other languages, by the id of GeoNames. */
  names: ReadonlyMap<number, Record<string, string>>;
  seas: readonly (Pick<Feature, 'geometry'> & { name: string; names: Record<string, string> })[];
}

/** Sections of cities, and places that were abandoned, destroyed or only existed in history. */
const LEFT_OUT = new Set(['PPLX', 'PPLQ', 'PPLW', 'PPLH', 'PPLCH']);

interface Row extends City {
  x: number;
  y: number;
}

/** Writes the gazetteer that `readGazetteer` reads. The same sources always give the same bytes. */
export function writeGazetteer({ cities, names, seas }: GazetteerSources): Uint8Array {
  const rows = placesOnGrid(cities);
  const countries = [...new Set(rows.map((row) => row.country))].sort();
  const zooms = labelZooms(
    rows.map((row) => ({ id: row.cityId, people: row.population, latitude: row.y / GRID - 90, longitude: row.x / GRID - 180 })),
  );
  const inCell = (value: number) => value % GRID;
  const outlines = seas.map((sea) => ({ ...sea, rings: ringsOf(sea) }));
  const sections: Record<Section, Uint8Array> = {
    cells: cellCounts(rows),
    xLow: Uint8Array.from(rows, (row) => inCell(row.x) & 255),
    yLow: Uint8Array.from(rows, (row) => inCell(row.y) & 255),
    high: Uint8Array.from(rows, (row) => (inCell(row.x) >> 8) | ((inCell(row.y) >> 8) << 1)),
    population: Uint8Array.from(rows, (row) => populationClass(row.population)),
    labelZoom: Uint8Array.from(zooms),
    country: runs(rows.map((row) => countries.indexOf(row.country))),
    names: new TextEncoder().encode(rows.map((row) => row.name).join('\n')),
    seas: seaPoints(outlines.flatMap((sea) => sea.rings)),
  };
  const head: GazetteerHead = {
    format: FORMAT,
    count: rows.length,
    countries,
    variants: Object.fromEntries(
      rows.flatMap((row, i) => {
        const other = Object.entries(names.get(row.cityId) ?? {}).filter(([, name]) => name !== row.name);
        return other.length > 0 ? [[i, Object.fromEntries(other)]] : [];
      }),
    ),
    seas: outlines.map((sea) => ({ name: sea.name, names: sea.names, rings: sea.rings.map((ring) => ring.length) })),
    sections: Object.fromEntries(SECTIONS.map((name) => [name, sections[name].length])) as Record<Section, number>,
  };
  const json = new TextEncoder().encode(JSON.stringify(head));
  const length = new DataView(new ArrayBuffer(4));
  length.setUint32(0, json.length, true);
  return Buffer.concat([new Uint8Array(length.buffer), json, ...SECTIONS.map((name) => sections[name])]);
}

/** The places by cell, in a cell along a Z-order curve. Of several places at one spot the one with most people stays. */
function placesOnGrid(cities: readonly City[]): Row[] {
  const bySpot = new Map<number, Row>();
  for (const city of cities) {
    if (LEFT_OUT.has(city.featureCode)) continue;
    const [longitude, latitude] = city.loc.coordinates;
    const row: Row = {
      ...city,
      name: city.name.replaceAll(/\s+/g, ' ').trim(),
      x: Math.min(360 * GRID - 1, Math.floor((longitude + 180) * GRID)),
      y: Math.min(180 * GRID - 1, Math.floor((latitude + 90) * GRID)),
    };
    const spot = row.y * 360 * GRID + row.x;
    const there = bySpot.get(spot);
    if (!there || row.population > there.population || (row.population === there.population && row.cityId < there.cityId))
      bySpot.set(spot, row);
  }
  return [...bySpot.values()].sort((a, b) => cellOf(a) - cellOf(b) || zOrder(a) - zOrder(b));
}

function cellOf({ x, y }: Row): number {
  return Math.floor(y / GRID) * 360 + Math.floor(x / GRID);
}

function zOrder({ x, y }: Row): number {
  let key = 0;
  for (let bit = 8; bit >= 0; bit--) key = key * 4 + ((((y % GRID) >> bit) & 1) << 1) + (((x % GRID) >> bit) & 1);
  return key;
}

/** For each cell with places: how many empty cells come before it, and its number of places. */
function cellCounts(rows: readonly Row[]): Uint8Array {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(cellOf(row), (counts.get(cellOf(row)) ?? 0) + 1);
  const values: number[] = [];
  let next = 0;
  for (const [cell, count] of counts) {
    values.push(cell - next, count);
    next = cell + 1;
  }
  return varints(values);
}

function runs(values: readonly number[]): Uint8Array {
  const pairs: number[] = [];
  values.forEach((value, i) => {
    if (i > 0 && values[i - 1] === value) pairs[pairs.length - 2]! += 1;
    else pairs.push(1, value);
  });
  return varints(pairs);
}

function ringsOf({ geometry, name }: { geometry: Feature['geometry']; name: string }): Position[][] {
  if (geometry.type === 'Polygon') return geometry.coordinates;
  if (geometry.type === 'MultiPolygon') return geometry.coordinates.flat();
  throw new Error(`${name} is a ${geometry.type}`);
}

function seaPoints(rings: readonly Position[][]): Uint8Array {
  const values: number[] = [];
  for (const ring of rings) {
    let [x, y] = [0, 0];
    for (const [longitude, latitude] of ring) {
      const [nextX, nextY] = [Math.round(longitude! * SEA_GRID), Math.round(latitude! * SEA_GRID)];
      values.push(zigzag(nextX - x), zigzag(nextY - y));
      [x, y] = [nextX, nextY];
    }
  }
  return varints(values);
}

function zigzag(value: number): number {
  return value >= 0 ? 2 * value : -2 * value - 1;
}

function varints(values: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  for (const value of values) {
    let rest = value;
    while (rest >= 128) {
      bytes.push((rest & 127) | 128);
      rest = Math.floor(rest / 128);
    }
    bytes.push(rest);
  }
  return Uint8Array.from(bytes);
}

interface Labelled {
  id: number;
  people: number;
  latitude: number;
  longitude: number;
}

/**
 * The zoom of the map from which each place has its name: by its population, or earlier where no bigger place is near. Without the
 * second rule the village of a lonely island has no name until the map shows nothing else.
 */
function labelZooms(places: readonly Labelled[]): number[] {
  const zooms: number[] = Array.from({ length: places.length }, () => LAST_ZOOM);
  const bigger = new Map<string, Labelled[]>();
  const order = [...places.entries()].sort(([, a], [, b]) => b.people - a.people || a.id - b.id);
  for (const [i, place] of order) {
    const byPopulation = BY_POPULATION.find(([people]) => place.people >= people)?.[1] ?? LAST_ZOOM;
    const away = nearestKm(place, bigger);
    const scale = PIXELS_APART * KM_PER_PIXEL_AT_0 * degreeWidth(place.latitude);
    const byDistance = Math.ceil(Math.log2(scale / away));
    zooms[i] = Math.max(FIRST_ZOOM, Math.min(byPopulation, byDistance, LAST_ZOOM));
    const key = cellKey(place.latitude, place.longitude);
    const cell = bigger.get(key);
    if (cell) cell.push(place);
    else bigger.set(key, [place]);
  }
  return zooms;
}

/** The distance to the nearest of the places, as far as a few degrees away. */
function nearestKm(place: Labelled, cells: ReadonlyMap<string, Labelled[]>): number {
  let nearest = DEGREES_AROUND * KM_PER_DEGREE;
  for (let ring = 0; ring <= DEGREES_AROUND; ring++) {
    // Whatever lies further out is further away than what was found; columns narrow towards the poles.
    if (nearest < (ring - 1) * KM_PER_DEGREE * degreeWidth(Math.min(89, Math.abs(place.latitude) + ring))) break;
    for (let row = -ring; row <= ring; row++)
      for (let column = -ring; column <= ring; column += Math.abs(row) === ring ? 1 : Math.max(1, 2 * ring)) {
        const cell = cells.get(cellKey(place.latitude + row, place.longitude + column));
        for (const other of cell ?? []) nearest = Math.min(nearest, metresBetween(place, other) / 1000);
      }
  }
  return Math.max(nearest, 0.1);
}

function cellKey(latitude: number, longitude: number): string {
  return `${Math.floor(latitude)},${Math.floor(degreesEast(longitude))}`;
}
