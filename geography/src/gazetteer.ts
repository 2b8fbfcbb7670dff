import { byteAt, float32At, intAt, onSphere, uintAt } from '@veld/geometry';

/** A place by its own name, with the names that the languages of the app have for it where they differ. */
export interface PlaceName {
  name: string;
  /** By language tag; a language that is absent uses `name`. */
  names: Readonly<Record<string, string>>;
}

export interface Sea extends PlaceName {
  /** Bounds in degrees: west, south, east, north. */
  bounds: readonly [number, number, number, number];
  /** Rings of degrees, longitude and latitude in turn. A point is inside if it is inside an odd number of them. */
  rings: readonly Float32Array[];
}

/** Towns and villages of the world and the outlines of the seas, as read from the file (docs/base-map.md). */
export interface Gazetteer {
  readonly count: number;
  /** Positions on the grid of `GRID` steps per degree, from 180° W and 90° S. */
  readonly x: Int32Array;
  readonly y: Int32Array;
  /** The same as points on the unit sphere, three numbers each. */
  readonly sphere: Float32Array;
  /** Classes that `decodePopulation` reads. */
  readonly population: Uint8Array;
  /** The zoom of the map from which a place has its name. */
  readonly labelZoom: Uint8Array;
  readonly country: Uint8Array;
  readonly countries: readonly string[];
  /** The first place of each cell of one degree, by rows from the south-west; one more than there are cells. */
  readonly cellStart: Uint32Array;
  readonly names: readonly string[];
  readonly variants: ReadonlyMap<number, Readonly<Record<string, string>>>;
  readonly seas: readonly Sea[];
}

/** What the file begins with, as JSON after its length in four bytes. */
export interface GazetteerHead {
  format: number;
  count: number;
  countries: string[];
  /** Names in other languages, by the position of the place. */
  variants: Record<number, Record<string, string>>;
  /** The seas, with the number of points of each ring. */
  seas: (PlaceName & { rings: number[] })[];
  /** The lengths of the sections after the head, in bytes and in this order. */
  sections: Record<Section, number>;
}

export const SECTIONS = ['cells', 'xLow', 'yLow', 'high', 'population', 'labelZoom', 'country', 'names', 'seas'] as const;
export type Section = (typeof SECTIONS)[number];

export const FORMAT = 1;
/** Steps per degree: 0.002 degrees are 222 m. */
export const GRID = 500;
/** Steps per degree of the outlines of seas. */
export const SEA_GRID = 100;
const COLUMNS = 360;
const CELLS = COLUMNS * 180;

/** Reads the decompressed file. Throws if it has another format or is truncated. */
export function readGazetteer(bytes: Uint8Array): Gazetteer {
  const headLength = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true);
  const head: GazetteerHead = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + headLength)));
  if (head.format !== FORMAT) throw new Error(`The gazetteer has format ${head.format}; this version reads ${FORMAT}`);
  const sections = {} as Record<Section, Uint8Array>;
  let at = 4 + headLength;
  for (const name of SECTIONS) {
    sections[name] = bytes.subarray(at, at + head.sections[name]);
    at += head.sections[name];
  }
  if (at !== bytes.length) throw new Error(`The gazetteer has ${bytes.length} bytes instead of ${at}`);

  const { count } = head;
  const cellStart = readCells(sections.cells);
  const x = new Int32Array(count);
  const y = new Int32Array(count);
  const sphere = new Float32Array(3 * count);
  for (let cell = 0; cell < CELLS; cell++)
    for (let i = uintAt(cellStart, cell); i < uintAt(cellStart, cell + 1); i++) {
      const high = byteAt(sections.high, i);
      x[i] = (cell % COLUMNS) * GRID + byteAt(sections.xLow, i) + ((high & 1) << 8);
      y[i] = Math.floor(cell / COLUMNS) * GRID + byteAt(sections.yLow, i) + ((high >> 1) << 8);
      sphere.set(onSphere({ latitude: (intAt(y, i) + 0.5) / GRID - 90, longitude: (intAt(x, i) + 0.5) / GRID - 180 }), 3 * i);
    }
  return {
    count,
    x,
    y,
    sphere,
    population: sections.population,
    labelZoom: sections.labelZoom,
    country: readRuns(sections.country, count),
    countries: head.countries,
    cellStart,
    names: new TextDecoder().decode(sections.names).split('\n'),
    variants: new Map(Object.entries(head.variants).map(([i, names]) => [Number(i), names])),
    seas: readSeas(head.seas, sections.seas),
  };
}

/** The number of people, accurate to about 5%; 0 is unknown. */
export function decodePopulation(populationClass: number): number {
  return populationClass === 0 ? 0 : 2 ** ((populationClass - 1) / 8);
}

export function populationClass(people: number): number {
  return people < 1 ? 0 : 1 + Math.round(Math.log2(people) * 8);
}

/** The id of a place: its position on the grid, which a newer file gives it as well. */
export function placeId(gazetteer: Gazetteer, index: number): number {
  return intAt(gazetteer.y, index) * COLUMNS * GRID + intAt(gazetteer.x, index);
}

/** The position in the gazetteer of the place with an id; -1 if there is none. */
export function findPlace(gazetteer: Gazetteer, id: number): number {
  const [x, y] = [id % (COLUMNS * GRID), Math.floor(id / (COLUMNS * GRID))];
  const cell = cellAt(Math.floor(x / GRID), Math.floor(y / GRID));
  for (let i = gazetteer.cellStart[cell] ?? 0; i < (gazetteer.cellStart[cell + 1] ?? 0); i++)
    if (gazetteer.x[i] === x && gazetteer.y[i] === y) return i;
  return -1;
}

/** The cell of a column from 180° W, which may lie beyond the antimeridian, and a row from the south pole. */
export function cellAt(column: number, row: number): number {
  return row * COLUMNS + (((column % COLUMNS) + COLUMNS) % COLUMNS);
}

function readCells(bytes: Uint8Array): Uint32Array {
  const starts = new Uint32Array(CELLS + 1);
  const read = varints(bytes);
  let cell = 0;
  let place = 0;
  while (!read.isAtEnd()) {
    const next = cell + read.next();
    starts.fill(place, cell, next + 1);
    place += read.next();
    cell = next + 1;
  }
  starts.fill(place, cell);
  return starts;
}

function readRuns(bytes: Uint8Array, count: number): Uint8Array {
  const values = new Uint8Array(count);
  const read = varints(bytes);
  for (let at = 0; at < count;) {
    const length = read.next();
    values.fill(read.next(), at, at + length);
    at += length;
  }
  return values;
}

function readSeas(seas: GazetteerHead['seas'], bytes: Uint8Array): Sea[] {
  const read = varints(bytes);
  return seas.map(({ name, names, rings }) => {
    const outlines = rings.map((points) => {
      const ring = new Float32Array(2 * points);
      let [x, y] = [0, 0];
      for (let i = 0; i < points; i++) {
        x += unzigzag(read.next());
        y += unzigzag(read.next());
        ring.set([x / SEA_GRID, y / SEA_GRID], 2 * i);
      }
      return ring;
    });
    const bounds: [number, number, number, number] = [180, 90, -180, -90];
    for (const ring of outlines)
      for (let i = 0; i < ring.length; i += 2) {
        bounds[0] = Math.min(bounds[0], float32At(ring, i));
        bounds[1] = Math.min(bounds[1], float32At(ring, i + 1));
        bounds[2] = Math.max(bounds[2], float32At(ring, i));
        bounds[3] = Math.max(bounds[3], float32At(ring, i + 1));
      }
    return { name, names, bounds, rings: outlines };
  });
}

function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

function varints(bytes: Uint8Array): { next: () => number; isAtEnd: () => boolean } {
  let at = 0;
  return {
    isAtEnd: () => at >= bytes.length,
    next: () => {
      let value = 0;
      for (let factor = 1; ; factor *= 128) {
        const byte = bytes[at++];
        if (byte === undefined) throw new Error('The gazetteer is cut off');
        value += (byte & 127) * factor;
        if (byte < 128) return value;
      }
    },
  };
}
