import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';
import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { KeptPack } from '../../../local/tile-requests/kept-packs';
import { followPacks, storedPacks } from '../../../local/tile-requests/stored-packs';
import { wantsStill } from '../../../ui/motion';
import { currentDatabase, useLanguage, useUser } from '../../session/session';
import { graticule, GRID_ZOOM } from './graticule';
import { useMapColours } from './map-colours';
import { chooseDetail, mapDetail } from './map-detail';
import { makeMapOptions, type MapStart, type MapView, readView } from './map-view';
import { pickBasePacks, sourceAt } from './packs/source-at';
import type { OpenedSource } from './sources/opened-source';
import { boxesIn, isOperators } from './sources/operators';
import { chosenSource, joinedSources, loadMapSources, loseSource, mapSources, refreshMapSources, retrySource } from './sources/settings';
import { mapStyle, type Overlay } from './style/map-style';

/** GeoJSON by the source of an overlay. */
export type MapData = Readonly<Record<string, GeoJSON.FeatureCollection>>;

interface Options {
  box: RefObject<HTMLDivElement | null>;
  label: string;
  start: MapStart;
  overlay: Overlay;
  data: MapData;
  onView: (view: MapView) => void;
}

/** So long the first drawing waits for the detailed map, once MapLibre is loaded. */
const DETAIL_MS = 150;

/** So often a map that is looked at asks whether its maps are still the same. */
const REFRESH_MS = 300_000;

/** A map is shown when it is complete, or after this time. */
const MOST_HIDDEN_MS = 600;

/** A map in an element of the page. `isImpossible`: the device cannot draw one. */
export function useMap({ box, label, start, overlay, data, onView }: Options) {
  const { map, isImpossible } = useMadeMap({ box, label, start, onView });
  const colours = useMapColours();
  const language = useLanguage();
  const { detail, hasTowns } = useStore(mapDetail);
  const disputed = useStore(mapSources, ({ settings }) => settings.disputed);
  const packed = usePackedSource(map);
  const source = useOpenedSource() ?? packed;
  const hasPacks = useBuiltInPacks();
  const style = useMemo(
    () => mapStyle({ colours, language, detail, hasPacks, hasTowns, textScale: textScale(), overlay, disputed, source }),
    [colours, language, detail, hasPacks, hasTowns, overlay, disputed, source],
  );
  const drawn = useRef(source);
  useEffect(() => {
    // Another source removes label layers whose tiles MapLibre may still be loading. Added again later, such a layer would draw from
    // tiles that it did not place, which throws; a new style starts without them.
    if (!map) return;
    if (source?.cover) covers.set(map, source.cover);
    else covers.delete(map);
    map.setStyle(style, { diff: drawn.current === source });
    drawn.current = source;
  }, [map, style, source]);
  const given = useRef<{ style: unknown; data: MapData }>({ style: null, data: {} });
  useEffect(() => {
    if (!map) return;
    const give = (known: MapData) => {
      for (const [name, features] of Object.entries(data))
        if (known[name] !== features) void map.getSource<GeoJSONSource>(name)?.setData(features);
    };
    // A new style has no data.
    const giveAll = () => {
      drawGrid(map);
      give({});
    };
    if (given.current.style === style) give(given.current.data);
    else giveAll();
    given.current = { style, data };
    map.on('style.load', giveAll);
    return () => void map.off('style.load', giveAll);
  }, [map, style, data]);
  return { map, isImpossible, hasTiles: detail !== 'none', source };
}

/** Loads MapLibre and makes a map without a style. */
function useMadeMap({ box, label, start, onView }: Pick<Options, 'box' | 'label' | 'start' | 'onView'>) {
  const { units } = useUser().preferences;
  const [map, setMap] = useState<MapLibre | null>(null);
  const [isImpossible, setImpossible] = useState(() => !hasWebGl());
  const moved = useEffectEvent((one: MapLibre) => {
    drawGrid(one);
    onView(readView(one));
  });
  const make = useEffectEvent(async (container: HTMLDivElement, isWanted: () => boolean) => {
    const detail = chooseDetail().catch(() => undefined);
    const { createMap } = await import('./engine');
    // Where the server answers quickly, the small map would be drawn for nothing.
    await Promise.race([detail, new Promise((done) => setTimeout(done, DETAIL_MS))]);
    if (!isWanted()) return null;
    return createMap({
      container,
      units,
      textScale: textScale(),
      locale: { 'Map.Title': label },
      fadeDuration: wantsStill() ? 0 : 150,
      ...makeMapOptions(start),
    });
  });

  useEffect(() => {
    const container = box.current;
    if (!container || isImpossible) return;
    let isWanted = true;
    let made: MapLibre | null = null;
    make(container, () => isWanted).then(
      (one) => {
        if (!one) return;
        made = one;
        one.on('error', (event) => {
          const { chosen } = mapSources.getState();
          // MapLibre adds the source to the event when a tile fails; a missing tile (404) is no failure.
          if (chosen && isOperators((event as { sourceId?: string }).sourceId)) loseSource(chosen);
          else console.error('Map', event.error);
        });
        one.on('moveend', () => moved(one));
        // A half-drawn map is not shown, and not copied to the screen, which takes long without a graphics card.
        const show = (state: 'drawing' | 'shown') => {
          if (container.dataset.map !== 'idle') container.dataset.map = state;
        };
        const late = setTimeout(show, MOST_HIDDEN_MS, 'drawing');
        one.once('load', () => {
          clearTimeout(late);
          show('shown');
        });
        // Tests wait for this.
        one.on('idle', () => (container.dataset.map = 'idle'));
        one.on('movestart', () => (container.dataset.map = 'moving'));
        moved(one);
        setMap(one);
      },
      (error: unknown) => {
        console.error('Map', error);
        setImpossible(true);
      },
    );
    const online = () => {
      void chooseDetail();
      retrySource();
    };
    addEventListener('online', online);
    return () => {
      isWanted = false;
      removeEventListener('online', online);
      made?.remove();
      setMap(null);
    };
  }, [box, isImpossible]);
  return { map, isImpossible };
}

/** The grid gives a close map something to hold on to; where there are paths and woods, it would only lie over them. */
function drawGrid(map: MapLibre): void {
  const isBare = map.getZoom() >= GRID_ZOOM && !coversView(map);
  const features = isBare ? graticule(readView(map).bounds) : { type: 'FeatureCollection' as const, features: [] };
  void map.getSource<GeoJSONSource>('grid')?.setData(features);
}

/** What the added maps on a map cover, which its grid leaves alone. */
const covers = new WeakMap<MapLibre, GeoJSON.MultiPolygon>();

/** Whether a map that was added has a part of the view. */
function coversView(map: MapLibre): boolean {
  const { bounds } = readView(map);
  return boxesIn(covers.get(map) ?? null).some(
    ({ west, south, east, north }) => west < bounds.east && east > bounds.west && south < bounds.north && north > bounds.south,
  );
}

/** Labels grow with the text of the page, as far as a map has room for them. */
function textScale(): number {
  const pixels = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Math.min(1.6, (pixels || 16) / 16);
}

function hasWebGl(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null;
  } catch {
    return false;
  }
}

/** The offline maps of the base map that has one in the middle of the view, over the built-in map; null where there is none. */
function usePackedSource(map: MapLibre | null): OpenedSource | null {
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
    import('./packs/packed-source')
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
function useBuiltInPacks(): boolean {
  return useStore(storedPacks, ({ packs }) => pickBasePacks(packs, null).length > 0);
}

/** The chosen source once it can be drawn, or the maps that were added; null for the built-in map, which is also shown while one opens. */
function useOpenedSource(): OpenedSource | null {
  const { settings, chosen, lost, unreachable } = useStore(mapSources);
  const source = chosenSource({ settings, chosen });
  const isLost = lost !== null && lost === chosen;
  const joined = useMemo(() => joinedSources(settings).filter(({ id }) => !unreachable.includes(id)), [settings, unreachable]);
  const [opened, setOpened] = useState<{ of: unknown; source: OpenedSource } | null>(null);
  useEffect(() => {
    void loadMapSources();
    const look = () => document.visibilityState === 'visible' && void refreshMapSources();
    // A map that was replaced is noticed by one that reads its tiles; one that was added is not.
    const timer = setInterval(look, REFRESH_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  const wanted = isLost ? null : (source ?? (joined.length > 0 ? joined : null));
  useEffect(() => {
    if (!wanted) return;
    let isWanted = true;
    const opening = Array.isArray(wanted)
      ? import('./sources/joined-source').then(({ openJoined }) => openJoined(wanted))
      : import('./sources/opened-source').then(({ openSource }) => openSource(wanted));
    opening.then(
      (one) => isWanted && setOpened({ of: wanted, source: one }),
      () => (Array.isArray(wanted) ? wanted : [wanted]).forEach(({ id }) => loseSource(id)),
    );
    return () => {
      isWanted = false;
    };
  }, [wanted]);
  // While a newer version of the same maps opens, the one before it stays.
  const isSameMaps = Array.isArray(wanted) && Array.isArray(opened?.of);
  return wanted && opened && (opened.of === wanted || isSameMaps) ? opened.source : null;
}
