import { createStore } from 'zustand/vanilla';

/**
 * `base`: the detailed map of the server, read by range. `world`: the small one that is stored with the app. `none`: neither can be
 * read.
 */
export type MapDetail = 'base' | 'world' | 'none';

export interface MapTiles {
  detail: MapDetail;
  /** Whether the towns of the gazetteer can be read. */
  hasTowns: boolean;
}

/** What the built-in map is drawn from. It starts with what is on the device, so that no map waits for the server. */
export const mapDetail = createStore<MapTiles>(() => ({ detail: 'world', hasTowns: true }));

let choosing: Promise<void> | null = null;

/** Tries the best map again. The detailed one replaces the small one as soon as the server answers. */
export function chooseDetail(): Promise<void> {
  mapDetail.setState({ hasTowns: true });
  // A map asks while its preloading still does.
  choosing ??= choose().finally(() => {
    choosing = null;
  });
  return choosing;
}

async function choose(): Promise<void> {
  if (mapDetail.getState().detail === 'base') return;
  const { openBase } = await import('./archives');
  const detail = await openBase().then(
    () => 'base' as const,
    () => 'world' as const,
  );
  mapDetail.setState({ detail });
}

/** A tile of the map could not be read: the next best map is drawn. */
export function lose(lost: 'base' | 'world'): void {
  if (mapDetail.getState().detail === lost) mapDetail.setState({ detail: lost === 'base' ? 'world' : 'none' });
}

/** The gazetteer could not be read: the towns of the base map are shown at all zooms. */
export function loseTowns(): void {
  mapDetail.setState({ hasTowns: false });
}
