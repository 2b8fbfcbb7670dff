import type { VectorTile } from '@mapbox/vector-tile';
import { openBase, readTile } from '../map/archives';
import { decode } from './decode';
import { type PlacedTile, type StillView, tilesIn } from './projection';

export type Detail = 'base' | 'world';
/** A tile of the base map with its place in the view. */
export interface GroundTile extends PlacedTile {
  layers: VectorTile['layers'];
}

/** What is drawn of one archive. */
export interface GroundTiles {
  tiles: readonly GroundTile[];
  /** Tiles of soft shapes, which end at a lower zoom and are enlarged. */
  soft: readonly GroundTile[];
}

/** The last zoom of the tiles in each archive. */
export const LAST_ZOOM = { base: 6, world: 4 };

/** Up to this zoom, the small archive of the installed app is enough. */
const WORLD_ENOUGH = 4.7;

/** Whether a service worker has the small archive. Without one it would be downloaded whole; the other one is read by range. */
export const hasWorldHere = () => 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;

/** Whether the small archive shows as much of a view as the detailed one would. */
export const isWorldEnough = ({ zoom }: StillView) => hasWorldHere() && zoom <= WORLD_ENOUGH;

let opening: Promise<void> | null = null;

/** The tiles of a view in an archive. Rejects if one cannot be read. */
export async function readGround(detail: Detail, view: StillView): Promise<GroundTiles> {
  if (detail === 'world') return readFrom(detail, view);
  try {
    await (opening ??= openBase());
    return await readFrom(detail, view);
  } catch (error) {
    // Opened again the next time, because an archive remembers that it failed.
    opening = null;
    throw error;
  }
}

async function readFrom(detail: Detail, view: StillView): Promise<GroundTiles> {
  const z = zoomOfTiles(view, LAST_ZOOM[detail]);
  const tiles = readTiles(detail, tilesIn(view, z));
  const soft = z > LAST_ZOOM.world ? readTiles(detail, tilesIn(view, LAST_ZOOM.world)) : tiles;
  // Both at once: a rejection before it is awaited would be an unhandled error.
  const [shown, below] = await Promise.all([tiles, soft]);
  return { tiles: shown, soft: below };
}

/** The zoom of the tiles that are nearest in size to those of a view. */
export function zoomOfTiles({ zoom }: StillView, last: number): number {
  return Math.max(0, Math.min(last, Math.round(zoom)));
}

const KEPT = 48;
const decoded = new Map<string, Promise<VectorTile['layers']>>();

/** Reads tiles, the last ones from memory. */
function readTiles(detail: Detail, tiles: readonly PlacedTile[]): Promise<GroundTile[]> {
  return Promise.all(
    tiles.map(async (tile) => {
      const key = `${detail}/${tile.z}/${tile.x}/${tile.y}`;
      const layers = decoded.get(key) ?? readTile(detail, tile).then((data) => decode(data));
      decoded.delete(key);
      decoded.set(key, layers);
      for (const old of [...decoded.keys()].slice(0, -KEPT)) decoded.delete(old);
      try {
        return { ...tile, layers: await layers };
      } catch (error) {
        decoded.delete(key);
        throw error;
      }
    }),
  );
}
