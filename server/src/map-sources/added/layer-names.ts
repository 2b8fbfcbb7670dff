import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';

/** The names of the layers in a vector tile that have features. A damaged tile has none. */
export function layerNames(tile: Uint8Array): Set<string> {
  try {
    return new Set(Object.keys(new VectorTile(new PbfReader(tile)).layers));
  } catch {
    return new Set();
  }
}
