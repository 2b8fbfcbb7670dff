import { TileType } from 'pmtiles';
import { isInView } from '../../map/map-view';
import { openArchiveAt } from '../../map/sources/archive';
import { NAMES_FROM } from '../../map/sources/operators';
import { SCHEMAS } from '../../map/sources/schemas';
import { joinedSources, loadMapSources, mapSources } from '../../map/sources/settings';
import { decode } from '../decode';
import { placeAt, type StillView, tilesIn } from '../projection';
import { type GroundTile, zoomOfTiles } from '../tiles';
import type { PackedOver } from './packed';
import { paintSchema } from './paint-schema';

/** So long a small map waits for the server, whose map only adds to the built-in one. */
const PATIENCE_MS = 1500;
/** A server that did not answer in time is not waited for again for so long, or each map of a page would wait. */
const SLOW_MS = 30_000;
const KEPT_TILES = 48;

let slowUntil = 0;
const decoded = new Map<string, Promise<GroundTile['layers'] | null>>();

/**
 * The map that the operator added where the middle of the view lies, from the zoom on from which its names take the place of the built-in
 * ones. Null if there is none, and if it cannot be read in time.
 */
export async function readJoined(view: StillView): Promise<PackedOver | null> {
  if (view.zoom < NAMES_FROM || !navigator.onLine || performance.now() < slowUntil) return null;
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, PATIENCE_MS, 'late'));
  const read = readInTime(view).catch((error: unknown) => {
    console.warn('Map of the server', error);
    return 'late' as const;
  });
  const found = await Promise.race([read, late]);
  if (found !== 'late') return found;
  slowUntil = performance.now() + SLOW_MS;
  return null;
}

async function readInTime(view: StillView): Promise<PackedOver | null> {
  await loadMapSources();
  const { lng, lat } = placeAt(view);
  const middle = { latitude: lat, longitude: lng };
  const source = joinedSources(mapSources.getState().settings).find(
    ({ joined }) => joined.as === 'map' && joined.coverage.some((box) => isInView(middle, box)),
  );
  if (!source) return null;
  const archive = openArchiveAt(source.archive);
  const { tileType, minZoom, maxZoom } = await archive.getHeader();
  const z = zoomOfTiles(view, maxZoom);
  if (tileType !== TileType.Mvt || z < minZoom) return null;
  const tiles = await Promise.all(
    tilesIn(view, z).map(async (tile) => ({
      ...tile,
      layers: await readOnce(`${source.archive} ${tile.z}/${tile.x}/${tile.y}`, () => archive.getZxy(tile.z, tile.x, tile.y)),
    })),
  );
  const found = tiles.flatMap(({ layers, ...tile }): GroundTile[] => (layers ? [{ ...tile, layers }] : []));
  if (found.length === 0) return null;
  const schema = SCHEMAS[source.schema];
  return { paint: paintSchema(found, schema), names: { tiles: found, schema }, credit: source.attribution ?? '' };
}

/** A tile as last read; null where the archive has none. */
function readOnce(key: string, read: () => Promise<{ data: ArrayBuffer } | undefined>): Promise<GroundTile['layers'] | null> {
  const tile = decoded.get(key) ?? read().then((found) => (found ? decode(found.data) : null));
  // The last asked for is the last to go; one that failed is read again.
  decoded.delete(key);
  decoded.set(key, tile);
  tile.catch(() => decoded.delete(key));
  for (const oldest of [...decoded.keys()].slice(0, -KEPT_TILES)) decoded.delete(oldest);
  return tile;
}
