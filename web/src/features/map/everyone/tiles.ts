import { getMapTile, TaxonGroup } from '@veld/contract';
import type { TileAddress } from '@veld/geography';
import { createStore } from 'zustand/vanilla';
import { api } from '../../../local/app/veld';
import { CallError } from '../../../shared/session/session';
import { readRecordsTile } from '../../../shared/geo/map/packs/pack-tiles';
import { addTileReader } from '../../../shared/geo/map/tile-readers';

interface TileLoss {
  /** Whether any tile has failed to load since the last retry. */
  isLost: boolean;
  /** Whether that was because the server could not be reached. */
  isUnreachable: boolean;
}

const NOTHING_LOST: TileLoss = { isLost: false, isUnreachable: false };
export const tileLoss = createStore<TileLoss>(() => NOTHING_LOST);

/**
 * The groups of tiles by query and address, since some have been drawn from offline maps: null for a tile from the server, empty if the
 * offline map shows all that was asked for.
 */
export const offlineTiles = createStore<Readonly<Record<string, readonly TaxonGroup[] | null>>>(() => ({}));

/** Name of the tile reader in the style. */
export const EVERYONE = 'everyone';
/** Query parameter that is not sent; changing it makes the map reload all tiles. */
export const ATTEMPT = 'attempt';

addTileReader(EVERYONE, async (at, query, signal) => {
  const key = tileKey(query.toString(), at);
  query.delete(ATTEMPT);
  try {
    const tile = (await api.call(getMapTile, { params: at, query: Object.fromEntries(query) }, { signal })) as ArrayBuffer;
    if (isAnyOffline()) offlineTiles.setState({ [key]: null });
    return tile;
  } catch (error) {
    if (signal.aborted) throw error;
    const group = groupOf(query);
    if (group !== undefined) {
      const stored = await readRecordsTile(at, group);
      if (stored) {
        // With a filter by a group, nothing is missing.
        offlineTiles.setState({ [key]: (group === null && stored.groups) || [] });
        return stored.tile;
      }
    }
    tileLoss.setState({ isLost: true, isUnreachable: isUnreachable(error) });
    return new ArrayBuffer(0);
  }
});

/** The group that a query asks for, null for all; undefined if it asks for more than offline maps contain. */
function groupOf(query: URLSearchParams): TaxonGroup | null | undefined {
  if (query.size === 0) return null;
  const group = query.size === 1 ? TaxonGroup.safeParse(query.get('group')) : null;
  return group?.success ? group.data : undefined;
}

export function tileKey(query: string, { z, x, y }: TileAddress): string {
  return `${query} ${z}/${x}/${y}`;
}

/** Whether no answer came from the server. */
export const isUnreachable = (error: unknown) => error instanceof CallError && error.kind !== 'problem';

/** For a new attempt, which loads all tiles again. */
export function forgetTiles(): void {
  tileLoss.setState(NOTHING_LOST);
  offlineTiles.setState({}, true);
}

export function isAnyOffline(): boolean {
  return Object.keys(offlineTiles.getState()).length > 0;
}
