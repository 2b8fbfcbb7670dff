export interface TileAddress {
  z: number;
  x: number;
  y: number;
}

/** Reads a vector tile. Throws only what `signal` aborts; a tile that cannot be read is an empty one. */
export type TileReader = (at: TileAddress, query: URLSearchParams, signal: AbortSignal) => Promise<ArrayBuffer>;

const readers = new Map<string, TileReader>();

/** Names a source of tiles for overlays. */
export function addTileReader(name: string, reader: TileReader): void {
  readers.set(name, reader);
}

export function tileReader(name: string): TileReader | undefined {
  return readers.get(name);
}
