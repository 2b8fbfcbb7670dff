import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';

/** The layers of a vector tile; none for an empty one. */
export function decode(data: ArrayBuffer): VectorTile['layers'] {
  return data.byteLength === 0 ? {} : new VectorTile(new PbfReader(new Uint8Array(data))).layers;
}
