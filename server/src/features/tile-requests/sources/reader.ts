import type { TileAddress } from '@veld/geography';
import type { Compression, TileType } from 'pmtiles';

/** A base map whose tiles are read one by one. */
export interface TileReader {
  /** Null until a tile has shown it. */
  type: TileType | null;
  /** Of the tiles as `read` gives them. */
  compression: Compression;
  /** The zooms that it has tiles of. */
  minZoom: number;
  maxZoom: number;
  /** The tile as an archive stores it; null if the map has none there. Throws a `SourceFault` if it cannot be read. */
  read(tile: TileAddress): Promise<Uint8Array | null>;
}

/** The map of a request could not be read, for now or for good. The message says no more than a log may. */
export class SourceFault extends Error {
  /** How long its server wants to be left alone, in milliseconds. */
  readonly waitMs: number;

  constructor(message: string, { waitMs = 0, ...options }: ErrorOptions & { waitMs?: number } = {}) {
    super(message, options);
    this.waitMs = waitMs;
  }
}
