import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { PMTiles } from 'pmtiles';

/** Opens an archive in memory with the reader of the app. */
export function openArchive(bytes: Uint8Array): {
  archive: PMTiles;
  tile: (z: number, x: number, y: number) => Promise<VectorTile | null>;
} {
  const archive = new PMTiles({
    getKey: () => 'memory',
    getBytes: (offset, length) => Promise.resolve({ data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer }),
  });
  return {
    archive,
    tile: async (z, x, y) => {
      const found = await archive.getZxy(z, x, y);
      return found ? new VectorTile(new PbfReader(new Uint8Array(found.data))) : null;
    },
  };
}
