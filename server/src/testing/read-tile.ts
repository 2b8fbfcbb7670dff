export interface ReadFeature {
  id: number | null;
  type: number;
  properties: Record<string, string | number>;
  /** The corners, without the repeated first one. */
  points: [number, number][];
}

/** Reads a Mapbox vector tile, as written by geography/src/vector-tile.ts, independently of its writer. */
export function readTile(bytes: Uint8Array): Record<string, ReadFeature[]> {
  const layers: Record<string, ReadFeature[]> = {};
  for (const [, content] of fieldsOf(bytes)) {
    const fields = fieldsOf(content as Uint8Array);
    const all = (field: number) => fields.filter(([number]) => number === field).map(([, value]) => value as Uint8Array);
    const text = (value: Uint8Array) => new TextDecoder().decode(value);
    const keys = all(3).map(text);
    const values = all(4).map((value) => {
      const [[field, one]] = fieldsOf(value) as [[number, number | Uint8Array]];
      return field === 1 ? text(one as Uint8Array) : (one as number);
    });
    layers[text(all(1)[0]!)] = all(2).map((feature) => {
      const parts = new Map(fieldsOf(feature));
      const tags = numbersOf(parts.get(2) as Uint8Array);
      const properties: ReadFeature['properties'] = {};
      for (let index = 0; index < tags.length; index += 2) properties[keys[tags[index]!]!] = values[tags[index + 1]!]!;
      const id = (parts.get(1) as number | undefined) ?? null;
      return { id, type: parts.get(3) as number, properties, points: pointsOf(numbersOf(parts.get(4) as Uint8Array)) };
    });
  }
  return layers;
}

function pointsOf(geometry: number[]): [number, number][] {
  const points: [number, number][] = [];
  let [x, y, index] = [0, 0, 0];
  const signed = (value: number) => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);
  while (index < geometry.length) {
    const command = geometry[index++]!;
    if (command % 8 === 7) continue;
    for (let count = command >> 3; count > 0; count--) {
      x += signed(geometry[index++]!);
      y += signed(geometry[index++]!);
      points.push([x, y]);
    }
  }
  return points;
}

function numbersOf(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const [value, next] = varint(bytes, at);
    numbers.push(value);
    at = next;
  }
  return numbers;
}

function fieldsOf(bytes: Uint8Array): [number, number | Uint8Array][] {
  const fields: [number, number | Uint8Array][] = [];
  for (let at = 0; at < bytes.length;) {
    const [tag, start] = varint(bytes, at);
    const [value, next] = varint(bytes, start);
    const isBytes = tag % 8 === 2;
    at = isBytes ? next + value : next;
    fields.push([tag >> 3, isBytes ? bytes.subarray(next, at) : value]);
  }
  return fields;
}

function varint(bytes: Uint8Array, start: number): [value: number, next: number] {
  let [value, scale, at] = [0, 1, start];
  for (; bytes[at]! >= 128; scale *= 128) value += (bytes[at++]! - 128) * scale;
  return [value + bytes[at]! * scale, at + 1];
}
