import { townsOfTile } from '../../../local/places/words-at';
import { loseTowns } from './map-detail';
import type { TileReader } from './tile-readers';

/** Reads a tile of the gazetteer's towns, which a worker makes. */
export const readTowns: TileReader = async (at, _query, signal) => {
  const tile = await townsOfTile(at);
  signal.throwIfAborted();
  if (!tile) loseTowns();
  // MapLibre takes the buffer, which may be larger than the tile.
  return tile ? tile.slice().buffer : new ArrayBuffer(0);
};
