import type { Map as MapLibre } from 'maplibre-gl';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { KeptPack } from '../../../../local/tile-requests/kept-packs';
import { followPacks, storedPacks } from '../../../../local/tile-requests/stored-packs';
import { currentDatabase } from '../../../session/session';
import type { OpenedSource } from '../sources/opened-source';
import { mapSources } from '../sources/settings';
import { pickBasePacks, sourceAt } from './source-at';

/** The offline maps of the base map that has one in the middle of the view, over the built-in map; null where there is none. */
export function usePackedSource(map: MapLibre | null): OpenedSource | null {
  const { packs, files } = useStore(storedPacks);
  const sources = useStore(mapSources, ({ settings }) => settings.sources);
  const [opened, setOpened] = useState<{ packs: readonly KeptPack[]; source: OpenedSource } | null>(null);
  useEffect(() => followPacks(currentDatabase()), []);
  const subscribe = useCallback(
    (changed: () => void) => {
      map?.on('moveend', changed);
      return () => void map?.off('moveend', changed);
    },
    [map],
  );
  const id = useSyncExternalStore(subscribe, () => (map ? sourceAt(packs, map.getCenter()) : null));

  useEffect(() => {
    if (id === null || !files) return;
    let isWanted = true;
    import('./packed-source')
      .then(({ openPacked }) => openPacked(files, pickBasePacks(packs, id), sources.find((one) => one.id === id) ?? null))
      .then(
        (source) => isWanted && setOpened({ packs, source }),
        (error: unknown) => console.error('Offline map', error),
      );
    return () => {
      isWanted = false;
    };
  }, [id, packs, files, sources]);
  return id !== null && opened?.packs === packs && opened.source.id.endsWith(id) ? opened.source : null;
}

/** Whether offline maps of the built-in map are stored, which then has all its zooms without a connection. */
export function useBuiltInPacks(): boolean {
  return useStore(storedPacks, ({ packs }) => pickBasePacks(packs, null).length > 0);
}
