import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { sql } from 'kysely';
import type { Db } from '../../server/src/db/open.ts';
import { axes, KEY_BITS, type TileAddress } from '../../server/src/features/map/grid.ts';
import { readTile } from '../../server/src/testing/read-tile.ts';
import { seedRandom } from '../report.ts';

/** Makes a tile on one side. */
export type MakeTile = (tile: TileAddress) => Promise<Uint8Array>;

/** Zooms that are measured together. */
export const BANDS = [
  { name: '0 to 5', zooms: [0, 1, 2, 3, 4, 5] },
  { name: '6 to 9', zooms: [6, 7, 8, 9] },
  { name: '10 to 14', zooms: [10, 11, 12, 13, 14] },
] as const;
const TILES_PER_ZOOM = 6;

/** Tiles of each zoom around random records, because people look at places with records. */
export async function drawTiles(db: Db, seed: number): Promise<TileAddress[]> {
  const zooms = BANDS.flatMap(({ zooms }) => [...zooms]);
  const { rows } = await sql<{ map_key: number }>`
    select map_key from observations where map_key is not null and geoprivacy = 'open' order by id limit 5000
  `.execute(db);
  const random = seedRandom(seed);
  return zooms.flatMap((z) => {
    const found = new Map<string, TileAddress>();
    for (let tries = 0; tries < 3 * TILES_PER_ZOOM && found.size < TILES_PER_ZOOM; tries++) {
      const { map_key } = rows[Math.floor(random() * rows.length)]!;
      const [x, y] = axes(Math.floor(map_key / 4 ** (KEY_BITS - z)), z);
      found.set(`${x}/${y}`, { z, x, y });
    }
    return [...found.values()];
  });
}

/** Makes a tile ready to send, compressed as the server does. Returns the milliseconds it took. */
export async function timeTile(make: MakeTile, tile: TileAddress): Promise<number> {
  const from = performance.now();
  await promisify(gzip)(await make(tile), { level: constants.Z_BEST_SPEED });
  return performance.now() - from;
}

/** How many records a tile shows. */
export function recordsIn(bytes: Uint8Array): number {
  const { cells = [], points = [] } = readTile(bytes);
  return cells.reduce((sum, { properties }) => sum + Number(properties.records), points.length);
}

export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;
}
