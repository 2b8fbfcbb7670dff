import { getTileFile, pathFor, type TileLayer } from '@veld/contract';
import { PMTiles } from 'pmtiles';
import type { Person } from './people.ts';
import type { TestServer } from './server.ts';

/** A file of an offline map, or a part of it. */
export function fetchFile(
  veld: TestServer,
  who: Person,
  id: string,
  layer: TileLayer,
  headers: Record<string, string> = {},
): Promise<Response> {
  return veld.fetch(pathFor(getTileFile, { id, layer }), { headers: { authorization: `Bearer ${who.token}`, ...headers } });
}

export async function fetchBytes(veld: TestServer, who: Person, id: string, layer: TileLayer): Promise<Buffer> {
  const response = await fetchFile(veld, who, id, layer);
  if (response.status !== 200) throw new Error(`${layer}: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/** Opens an archive in memory. */
export function openPack(bytes: Uint8Array): PMTiles {
  return new PMTiles({
    getKey: () => 'memory',
    getBytes: (offset, length) => Promise.resolve({ data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer }),
  });
}
