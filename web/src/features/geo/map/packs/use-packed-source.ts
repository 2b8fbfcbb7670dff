import type { Map as MapLibre } from 'maplibre-gl';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { KeptPack } from '../../../../local/tile-requests/kept-packs';
import { followPacks, storedPacks } from '../../../../local/tile-requests/stored-packs';
import { currentDatabase } from '../../../accounts/data';
import type { OpenedSource } from '../sources/opened-source';
import { mapSources } from '../sources/settings';

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
    const ofSource = packs.filter(({ source_id, layers }) => source_id === id && layers.includes('base'));
    import('./packed-source')
      .then(({ openPacked }) => openPacked(files, ofSource, sources.find((one) => one.id === id) ?? null))
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
  return useStore(storedPacks, ({ packs }) => packs.some(({ source_id, layers }) => source_id === null && layers.includes('base')));
}

/** The base map of the latest offline map around a place; null for none, and for those of the built-in map. */
export function sourceAt(packs: readonly KeptPack[], { lng, lat }: { lng: number; lat: number }): string | null {
  const longitude = ((((lng + 180) % 360) + 360) % 360) - 180;
  const found = packs.find(
    ({ source_id, layers, box: { west, east, south, north } }) =>
      source_id !== null &&
      layers.includes('base') &&
      lat >= south &&
      lat <= north &&
      (west > east ? longitude >= west || longitude <= east : longitude >= west && longitude <= east),
  );
  return found?.source_id ?? null;
}
