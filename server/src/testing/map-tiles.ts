import { mapKey } from '@veld/contract';
import type { Person } from './people.ts';
import { type ReadFeature, readTile } from './read-tile.ts';
import type { TestServer } from './server.ts';

export type Address = [z: number, x: number, y: number];

/** The tile at a zoom that contains a point. */
export function tileAt(z: number, latitude: number, longitude: number): Address {
  let [x, y] = [0, 0];
  const key = mapKey(latitude, longitude);
  for (let bit = 0; bit < z; bit++) {
    const two = Math.floor(key / 4 ** (25 - bit)) % 4;
    [x, y] = [x * 2 + (two % 2), y * 2 + Math.floor(two / 2)];
  }
  return [z, x, y];
}

export async function askTile(
  veld: TestServer,
  who: Person | null,
  [z, x, y]: Address,
  query = '',
  headers: Record<string, string> = {},
): Promise<{ response: Response; bytes: Uint8Array }> {
  const response = await veld.fetch(`/api/map/tiles/${z}/${x}/${y}${query}`, {
    headers: { ...(who && { authorization: `Bearer ${who.token}` }), ...headers },
  });
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
}

export interface TileContent {
  cells: ReadFeature[];
  obscured: ReadFeature[];
  points: ReadFeature[];
  effort: ReadFeature[];
  /** How many records the tile has in all. */
  records: number;
}

/** Reads a tile. Throws if the server refuses it. */
export async function getTile(veld: TestServer, who: Person, address: Address, query = ''): Promise<TileContent> {
  const { response, bytes } = await askTile(veld, who, address, query);
  if (response.status !== 200) throw new Error(`${address.join('/')}${query}: ${response.status} ${Buffer.from(bytes).toString()}`);
  const { cells = [], obscured = [], points = [], effort = [] } = readTile(bytes);
  const sum = (features: ReadFeature[]) => features.reduce((total, { properties }) => total + Number(properties.records), 0);
  return { cells, obscured, points, effort, records: sum(cells) + sum(obscured) + points.length };
}
