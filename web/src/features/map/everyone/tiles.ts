import { getMapTile } from '@veld/contract';
import { createStore } from 'zustand/vanilla';
import { api } from '../../../local/app/veld';
import { addTileReader } from '../../geo/map/tile-readers';

/** Whether a tile of everyone's records could not be read since the last attempt to read all. */
export const tileLoss = createStore<{ isLost: boolean }>(() => ({ isLost: false }));

/** The name of the reader in the style. */
export const EVERYONE = 'everyone';
/** Part of the query for the map only: another number reads all tiles again. */
export const ATTEMPT = 'attempt';

addTileReader(EVERYONE, async (at, query, signal) => {
  query.delete(ATTEMPT);
  try {
    return (await api.call(getMapTile, { params: at, query: Object.fromEntries(query) }, { signal })) as ArrayBuffer;
  } catch (error) {
    if (signal.aborted) throw error;
    tileLoss.setState({ isLost: true });
    return new ArrayBuffer(0);
  }
});
