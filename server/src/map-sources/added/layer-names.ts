/** The names of the layers in a vector tile that have features (Mapbox Vector Tile 2.1, 4.1). A damaged tile has none. */
export function layerNames(tile: Uint8Array): Set<string> {
  const names = new Set<string>();
  for (const [field, layer] of fieldsOf(tile)) {
    if (field !== 3 || !layer) continue;
    const parts = [...fieldsOf(layer)];
    const name = parts.find(([number]) => number === 1)?.[1];
    if (name && parts.some(([number]) => number === 2)) names.add(Buffer.from(name).toString('utf8'));
  }
  return names;
}

/** The fields of a protobuf message; those that are bytes with their bytes. */
function* fieldsOf(bytes: Uint8Array): Generator<[field: number, value: Uint8Array | null]> {
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let shift = 0; at < bytes.length; shift += 7) {
      const byte = bytes[at++]!;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    return value;
  };
  while (at < bytes.length) {
    const key = varint();
    const kind = key & 7;
    if (kind === 2) {
      const length = varint();
      if (at + length > bytes.length) return;
      yield [key >> 3, bytes.subarray(at, at + length)];
      at += length;
    } else {
      if (kind === 0) varint();
      else at += kind === 1 ? 8 : 4;
      yield [key >> 3, null];
    }
  }
}
