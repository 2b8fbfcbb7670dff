import { getMapTile, TaxonGroup } from '@veld/contract';
import { createStore } from 'zustand/vanilla';
import { api } from '../../../local/app/veld';
import { readRecordsTile } from '../../geo/map/packs/pack-tiles';
import { addTileReader } from '../../geo/map/tile-readers';

/** Whether any tile has failed to load since the last retry. */
export const tileLoss = createStore<{ isLost: boolean }>(() => ({ isLost: false }));

/** Name of the tile reader in the style. */
export const EVERYONE = 'everyone';
/** Query parameter that is not sent; changing it makes the map reload all tiles. */
export const ATTEMPT = 'attempt';

addTileReader(EVERYONE, async (at, query, signal) => {
  query.delete(ATTEMPT);
  try {
    return (await api.call(getMapTile, { params: at, query: Object.fromEntries(query) }, { signal })) as ArrayBuffer;
  } catch (error) {
    if (signal.aborted) throw error;
    // Offline maps have the open records of everyone, of everything or of chosen groups.
    const group = query.size === 1 ? TaxonGroup.safeParse(query.get('group')) : null;
    if (query.size === 0 || group?.success) {
      const stored = await readRecordsTile(at, group?.data ?? null);
      if (stored) return stored;
    }
    tileLoss.setState({ isLost: true });
    return new ArrayBuffer(0);
  }
});
