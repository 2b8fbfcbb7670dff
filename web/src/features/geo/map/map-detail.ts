import { createStore } from 'zustand/vanilla';

/**
 * `base`: the detailed map of the server, read by range. `world`: the small one of the installed app. `none`: neither can be read.
 * Null before one was tried.
 */
export type MapDetail = 'base' | 'world' | 'none' | null;

export const mapDetail = createStore<{ detail: MapDetail }>(() => ({ detail: null }));

const set = (detail: MapDetail) => mapDetail.setState({ detail });

/** How long a map waits for the server before it is drawn from the device. */
const PATIENCE_MS = 2000;

/** Finds the best map there is. The detailed one takes over when it comes late. */
export async function chooseDetail(): Promise<void> {
  if (mapDetail.getState().detail === 'base') return;
  const { openBase } = await import('./archives');
  const best = openBase().then(
    () => 'base' as const,
    () => 'world' as const,
  );
  const patience = new Promise<'world'>((resolve) => setTimeout(() => resolve('world'), PATIENCE_MS));
  const first = await Promise.race([best, patience]);
  set(first);
  if (first === 'world') void best.then((found) => found === 'base' && set('base'));
}

/** A tile of the map could not be read: the next best map is drawn. */
export function lose(lost: 'base' | 'world'): void {
  if (mapDetail.getState().detail === lost) set(lost === 'base' ? 'world' : 'none');
}
