import { EtagMismatch, PMTiles, type Source, TileType } from 'pmtiles';
import { api, auth } from '../../../../local/app/veld';
import { readPackTile } from '../packs/pack-tiles';
import { addTileReader } from '../tile-readers';
import { loseSource, refreshMapSources } from './settings';

/** The name of the reader in the style. Its query is the id of the source. */
export const ARCHIVE = 'archive';

const opened = new Map<string, PMTiles>();

export interface ArchiveHead {
  type: 'raster' | 'vector';
  minzoom: number;
  maxzoom: number;
  bounds: [west: number, south: number, east: number, north: number];
}

/** Reads the head of an archive of the operator. Rejects if the server does not answer with one. */
export async function openArchive(id: string, address: string): Promise<ArchiveHead> {
  // A new one each time, because an archive remembers that it failed.
  const archive = new PMTiles(authorizedSource(address));
  const { tileType, minZoom, maxZoom, minLon, minLat, maxLon, maxLat } = await archive.getHeader();
  opened.set(id, archive);
  return {
    type: tileType === TileType.Mvt ? 'vector' : 'raster',
    minzoom: minZoom,
    maxzoom: maxZoom,
    bounds: [minLon, minLat, maxLon, maxLat],
  };
}

const openedOnce = new Map<string, PMTiles>();

/** An archive of the operator, opened once for all small maps, and again after it could not be read. */
export function openArchiveAt(address: string): PMTiles {
  const known = openedOnce.get(address);
  if (known) return known;
  const archive = new PMTiles(authorizedSource(address));
  openedOnce.set(address, archive);
  archive.getHeader().catch(() => openedOnce.delete(address));
  return archive;
}

/** Ranges of our server, which asks for a login. */
function authorizedSource(address: string): Source {
  return {
    getKey: () => address,
    getBytes: async (offset, length, signal, known) => {
      const { token } = auth.state();
      const response = await fetch(api.baseUrl + address, {
        headers: { range: `bytes=${offset}-${offset + length - 1}`, ...(token && { authorization: `Bearer ${token}` }) },
        ...(signal && { signal }),
      });
      if (response.status !== 206) {
        await response.body?.cancel();
        throw new Error(`The map archive was answered with ${response.status}`);
      }
      const etag = response.headers.get('etag');
      if (etag && known && etag !== known) {
        await response.body?.cancel();
        // The archive was replaced: places of tiles in the old one mean nothing now.
        void refreshMapSources(Date.now(), true);
        throw new EtagMismatch('The map archive was replaced');
      }
      return { data: await response.arrayBuffer(), ...(etag && { etag }) };
    },
  };
}

addTileReader(ARCHIVE, async ({ z, x, y }, query, signal) => {
  const id = query.get('id') ?? '';
  try {
    const stored = await readPackTile(id, { z, x, y }).catch(() => null);
    if (stored) return stored;
    const tile = await opened.get(id)?.getZxy(z, x, y, signal);
    return tile?.data ?? new ArrayBuffer(0);
  } catch (error) {
    if (signal.aborted) throw error;
    loseSource(id);
    return new ArrayBuffer(0);
  }
});
