/** Coordinates of a tile run from 0 to `TILE_EXTENT`, right and down. */
export const TILE_EXTENT = 4096;

type Value = string | number;

/** A point, or a rectangle along the axes from `[x, y]` to `[x2, y2]`, in coordinates of the tile. */
export interface Feature {
  /** A safe integer. */
  id?: number;
  at: readonly [x: number, y: number] | readonly [x: number, y: number, x2: number, y2: number];
  /** Numbers are whole and not negative. */
  properties: Record<string, Value | null>;
}

export interface Layer {
  name: string;
  features: readonly Feature[];
}

const [VARINT, BYTES] = [0, 2];
const [POINT, POLYGON] = [1, 3];
const MOVE_TO_1 = (1 << 3) | 1;
const LINE_TO_3 = (3 << 3) | 2;
const CLOSE_PATH = (1 << 3) | 7;

/** Writes a Mapbox vector tile (specification 2.1) with those layers that have features. */
export function writeTile(layers: readonly Layer[]): Uint8Array {
  const tile = new Writer();
  for (const layer of layers) if (layer.features.length > 0) tile.message(3, layerOf(layer));
  return tile.bytes();
}

function layerOf({ name, features }: Layer): Writer {
  const keys = new Map<string, number>();
  const values = new Map<Value, number>();
  const layer = new Writer();
  layer.number(15, 2);
  layer.text(1, name);
  for (const { id, at, properties } of features) {
    const feature = new Writer();
    if (id !== undefined) feature.number(1, id);
    const tags = new Writer();
    for (const [key, value] of Object.entries(properties)) {
      if (value === null) continue;
      tags.varint(indexIn(keys, key));
      tags.varint(indexIn(values, value));
    }
    feature.message(2, tags);
    feature.number(3, at.length === 2 ? POINT : POLYGON);
    feature.message(4, geometryOf(at));
    layer.message(2, feature);
  }
  for (const key of keys.keys()) layer.text(3, key);
  for (const value of values.keys()) {
    const written = new Writer();
    if (typeof value === 'string') written.text(1, value);
    else written.number(5, value);
    layer.message(4, written);
  }
  layer.number(5, TILE_EXTENT);
  return layer;
}

function indexIn<K>(indexes: Map<K, number>, key: K): number {
  const known = indexes.get(key);
  if (known !== undefined) return known;
  indexes.set(key, indexes.size);
  return indexes.size - 1;
}

function geometryOf([x, y, x2, y2]: Feature['at']): Writer {
  const geometry = new Writer();
  geometry.varint(MOVE_TO_1);
  geometry.signed(x);
  geometry.signed(y);
  if (x2 === undefined || y2 === undefined) return geometry;
  // Clockwise on the screen, as an outer ring must be.
  geometry.varint(LINE_TO_3);
  for (const step of [x2 - x, 0, 0, y2 - y, x - x2, 0]) geometry.signed(step);
  geometry.varint(CLOSE_PATH);
  return geometry;
}

/** Writes protocol buffers. */
class Writer {
  #bytes = new Uint8Array(32);
  #length = 0;

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  number(field: number, value: number): void {
    this.varint(field * 8 + VARINT);
    this.varint(value);
  }

  text(field: number, value: string): void {
    this.#block(field, new TextEncoder().encode(value));
  }

  message(field: number, message: Writer): void {
    this.#block(field, message.bytes());
  }

  /** Zigzag coded. */
  signed(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  /** Not with bit operations, which are limited to 32 bits. */
  varint(value: number): void {
    this.#reserve(8);
    let rest = value;
    while (rest >= 128) {
      this.#bytes[this.#length++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#length++] = rest;
  }

  #block(field: number, content: Uint8Array): void {
    this.varint(field * 8 + BYTES);
    this.varint(content.length);
    this.#reserve(content.length);
    this.#bytes.set(content, this.#length);
    this.#length += content.length;
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
