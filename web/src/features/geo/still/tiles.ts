import type { VectorTile } from '@mapbox/vector-tile';
import { openBase, readTile } from '../map/archives';
import { decode } from './decode';
import type { PlacedTile } from './projection';

export type Detail = 'base' | 'world';
/** A tile of the base map with its place in the view. */
export interface GroundTile extends PlacedTile {
  layers: VectorTile['layers'];
}

/** The last zoom of the tiles in each archive. */
export const LAST_ZOOM = { base: 6, world: 4 };

/** Up to this zoom, the small archive of the installed app is enough. */
const WORLD_ENOUGH = 4.7;

/** How long a small map waits for the server before it is drawn from the device. */
const PATIENCE_MS = 2000;

let opening: Promise<boolean> | null = null;

/** The archive to draw from: that of the installed app if it is enough, else the detailed one if the server answers. */
export async function detailFor(zoom: number): Promise<Detail> {
  // Without a service worker, the small archive would be downloaded whole; the other one is read by range.
  const isInstalled = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
  if (isInstalled && zoom <= WORLD_ENOUGH) return 'world';
  opening ??= openBase().then(
    () => true,
    () => {
      opening = null;
      return false;
    },
  );
  const patience = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), PATIENCE_MS));
  return (await Promise.race([opening, patience])) ? 'base' : 'world';
}

const KEPT = 48;
const decoded = new Map<string, Promise<VectorTile['layers']>>();

/** Reads tiles, the last ones from memory. */
export function readTiles(detail: Detail, tiles: readonly PlacedTile[], signal: AbortSignal): Promise<GroundTile[]> {
  return Promise.all(
    tiles.map(async (tile) => {
      const key = `${detail}/${tile.z}/${tile.x}/${tile.y}`;
      const layers = decoded.get(key) ?? readTile(detail, tile, signal).then((data) => decode(data));
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
