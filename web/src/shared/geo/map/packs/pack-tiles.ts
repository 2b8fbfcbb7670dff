import { RECORD_GRID_ZOOM, type TaxonGroup } from '@veld/contract';
import type { TileAddress } from '@veld/geography';
import type { KeptPack } from '../../../../local/tile-requests/kept-packs';
import { storedPacks } from '../../../../local/tile-requests/stored-packs';
import { mayHave, readTile } from '../../../../local/tile-requests/read-tiles';
import { addTileReader } from '../tile-readers';
import type { PackSquares } from './group-squares';
import { pickBasePacks } from './source-at';

/** The name of the reader in the style. Its query is the id of the source, and the address to ask where no offline map has the tile. */
export const PACK = 'pack';

/** A tile of the offline maps of a base map, null for the built-in one; null where none has it. */
export async function readPackTile(sourceId: string | null, at: TileAddress): Promise<ArrayBuffer | null> {
  const { packs, files } = storedPacks.getState();
  if (!files) return null;
  return readTile(files, pickBasePacks(packs, sourceId), 'base', at);
}

/**
 * A tile with squares of the records of everything, or of one group; null where no offline map has it. Where none has everything, it
 * has the groups that were chosen for those there. Throws `noTile` for one that is closer than their squares, of which a larger one has a
 * part.
 */
export async function readRecordsTile(at: TileAddress, group: TaxonGroup | null): Promise<PackSquares | null> {
  const { packs, files } = storedPacks.getState();
  if (!files) return null;
  const whole = group === null ? packs.filter(({ record_groups }) => !record_groups) : [];
  const tile = await readTile(files, whole, 'records', at);
  if (tile) return { tile, groups: null };
  const parts = packs.filter(({ record_groups }) => record_groups && (group === null || record_groups.includes(group)));
  const found = parts.length === 0 ? null : await (await import('./group-squares')).readGroups(files, parts, at, group);
  const isCloser = ({ layers, max_zoom }: KeptPack) => layers.includes('records') && at.z > Math.min(max_zoom, RECORD_GRID_ZOOM);
  if (!found && [...whole, ...parts].some((pack) => isCloser(pack) && mayHave(pack, at))) throw noTile();
  return found;
}

/** MapLibre then shows the part of a larger tile that has one. The status reaches its worker only in a plain error. */
export function noTile(): Error {
  return Object.assign(new Error('No tile'), { status: 404 });
}

addTileReader(PACK, async (at, query, signal) => {
  const tile = await readPackTile(query.get('id'), at).catch((error: unknown) => {
    console.error('Offline map', error);
    return null;
  });
  signal.throwIfAborted();
  if (tile) return tile;
  const address = query.get('address');
  if (address === null) throw noTile();
  const url = address.replace('{z}', String(at.z)).replace('{x}', String(at.x)).replace('{y}', String(at.y));
  const response = await fetch(url, { signal });
  if (!response.ok) throw Object.assign(new Error(`The map was answered with ${response.status}`), { status: response.status });
  return response.arrayBuffer();
});
