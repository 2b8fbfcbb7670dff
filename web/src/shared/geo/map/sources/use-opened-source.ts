import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { chosenSource, loadMapSources, loseSource, mapSources } from './settings';
import type { OpenedSource } from './opened-source';

/** The chosen source once it can be drawn; null for the built-in map, which is also shown while a source opens or is lost. */
export function useOpenedSource(): OpenedSource | null {
  const source = useStore(mapSources, chosenSource);
  const isLost = useStore(mapSources, ({ lost, chosen }) => lost !== null && lost === chosen);
  const [opened, setOpened] = useState<OpenedSource | null>(null);
  useEffect(() => void loadMapSources(), []);
  useEffect(() => {
    if (!source || isLost) return;
    let isWanted = true;
    import('./opened-source')
      .then(({ openSource }) => openSource(source))
      .then(
        (one) => isWanted && setOpened(one),
        () => loseSource(source.id),
      );
    return () => {
      isWanted = false;
    };
  }, [source, isLost]);
  return source && !isLost && opened?.id === source.id ? opened : null;
}
