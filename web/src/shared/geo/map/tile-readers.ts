import type { TileAddress } from '@veld/geography';

/** Reads a vector tile. Rejects only when `signal` aborts; a tile that can't be read is empty. */
export type TileReader = (at: TileAddress, query: URLSearchParams, signal: AbortSignal) => Promise<ArrayBuffer>;

const readers = new Map<string, TileReader>();

/** Makes a reader available to styles as `veld://NAME/{z}/{x}/{y}`. */
export function addTileReader(name: string, reader: TileReader): void {
  readers.set(name, reader);
}

export function tileReader(name: string): TileReader | undefined {
  return readers.get(name);
}
