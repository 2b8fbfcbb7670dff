// Loaded with the drawing, when a map needs records of everyone.
import { getMapTile, type Period } from '@veld/contract';
import { latitudeAt, longitudeAt } from '@veld/geometry';
import { api } from '../../../local/app/veld';
import { decode } from './decode';
import { type Extent, project, tilesOfExtent } from './projection';
import { extentOfShapes, type StillShape } from './shapes';

export interface CellQuery {
  taxon_id?: string;
  user_id?: string;
  period?: Period;
  /** A country code, or `worldwide`. */
  country?: string;
  /** Without the session of the person. */
  asVisitor?: boolean;
}

type Cell = Extract<StillShape, { kind: 'cell' }>;

/** From the next zoom on, hidden records have separate cells in the tiles. */
const MAX_ZOOM = 6;

/** The cells of everyone's public records, as small as few tiles allow. */
export async function readCells(query: CellQuery, signal: AbortSignal): Promise<Cell[]> {
  const world = await readTile(query, { z: 0, x: 0, y: 0 }, signal);
  const extent = extentOfShapes(world);
  if (!extent) return [];
  const z = zoomOf(extent);
  if (z === 0) return world;
  const tiles = await Promise.all(tilesOfExtent(extent, z).map((at) => readTile(query, at, signal)));
  return tiles.flat();
}

/** The highest zoom at which the extent is no wider than a tile. */
function zoomOf({ west, south, east, north }: Extent): number {
  const [left, top] = project(west, north);
  const [right, bottom] = project(east, south);
  return Math.min(MAX_ZOOM, Math.floor(-Math.log2(Math.max(right - left, bottom - top, 1e-9))));
}

async function readTile({ asVisitor, ...query }: CellQuery, at: { z: number; x: number; y: number }, signal: AbortSignal): Promise<Cell[]> {
  const data = await api.call(getMapTile, { params: at, query }, asVisitor ? { signal, token: null } : { signal });
  return cellsIn(data as ArrayBuffer, at);
}

/** The cells in a tile of everyone's records. */
export function cellsIn(data: ArrayBuffer, { z, x, y }: { z: number; x: number; y: number }): Cell[] {
  const { cells } = decode(data);
  const found: Cell[] = [];
  for (let i = 0; cells && i < cells.length; i++) {
    const feature = cells.feature(i);
    const [left, top, right, bottom] = feature.bbox() as [number, number, number, number];
    const side = 2 ** z * feature.extent;
    const column = (across: number) => longitudeAt((x * feature.extent + across) / side);
    const row = (down: number) => latitudeAt((y * feature.extent + down) / side);
    found.push({
      kind: 'cell',
      west: column(left),
      east: column(right),
      north: row(top),
      south: row(bottom),
      records: Number(feature.properties.records),
    });
  }
  return found;
}
