import type { LngLat, Map as MapLibre, MapMouseEvent, Point } from 'maplibre-gl';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { onLongPress } from '../../../shared/geo/map/long-press';
import { type MapPoint, readMapPoint } from '../../../shared/geo/map/map-view';
import type { Overlay } from '../../../shared/geo/map/style/map-style';
import type { MapData } from '../../../shared/geo/map/use-map';
import { MEASURE, measureFeatures, SPOT, spotFeatures, withTools } from './tools-overlay';

/** The current selection: a feature, a point, or points being measured. */
export type Choice<T> =
  | { kind: 'tapped'; what: T }
  | { kind: 'spot'; at: MapPoint }
  | { kind: 'measure'; points: readonly MapPoint[] }
  | null;

/** A tap that leads to another screen. */
export interface Way {
  to: string;
}

interface Options<T> {
  overlay: Overlay;
  data: MapData;
  /** Returns the feature at a screen position, or where it leads, or null. */
  hit: (map: MapLibre, point: Point) => T | Way | null;
  /** Layers over which the cursor becomes a pointer. */
  tappable: readonly string[];
}

/** Tolerance for taps. */
const REACH_PX = 8;

export function reachAround({ x, y }: Point): [[number, number], [number, number]] {
  return [
    [x - REACH_PX, y - REACH_PX],
    [x + REACH_PX, y + REACH_PX],
  ];
}

function isWay(what: unknown): what is Way {
  return typeof what === 'object' && what !== null && 'to' in what;
}

const NO_POINTS: readonly MapPoint[] = [];

/** Tap, long press and measuring, shared by both maps. */
export function useMapTools<T>({ overlay, data, hit, tappable }: Options<T>) {
  const [map, setMap] = useState<MapLibre | null>(null);
  const [choice, setChoice] = useState<Choice<T>>(null);
  const navigate = useNavigate();
  const click = useEffectEvent((one: MapLibre, { point, lngLat }: MapMouseEvent) => {
    if (choice?.kind === 'measure') return setChoice({ ...choice, points: [...choice.points, readMapPoint(lngLat)] });
    const what = hit(one, point);
    if (isWay(what)) return void navigate(what.to);
    setChoice(what === null ? null : { kind: 'tapped', what });
  });
  const press = useEffectEvent((at: LngLat) => {
    if (choice?.kind !== 'measure') setChoice({ kind: 'spot', at: readMapPoint(at) });
  });
  useEffect(() => {
    if (!map) return;
    const onClick = (event: MapMouseEvent) => click(map, event);
    map.on('click', onClick);
    const stopPress = onLongPress(map, (at) => press(at));
    return () => {
      map.off('click', onClick);
      stopPress();
    };
  }, [map]);

  const isMeasuring = choice?.kind === 'measure';
  useEffect(() => {
    if (!map) return;
    const style = map.getCanvas().style;
    const over = () => (style.cursor = 'pointer');
    const out = () => (style.cursor = '');
    if (isMeasuring) {
      style.cursor = 'crosshair';
      return () => void out();
    }
    map.on('mouseenter', [...tappable], over);
    map.on('mouseleave', [...tappable], out);
    return () => {
      map.off('mouseenter', [...tappable], over);
      map.off('mouseleave', [...tappable], out);
    };
  }, [map, tappable, isMeasuring]);

  const spot = choice?.kind === 'spot' ? choice.at : null;
  const measured = choice?.kind === 'measure' ? choice.points : NO_POINTS;
  return {
    map,
    choice,
    setChoice,
    overlay: useMemo(() => withTools(overlay), [overlay]),
    data: useMemo(() => ({ ...data, [SPOT]: spotFeatures(spot), [MEASURE]: measureFeatures(measured) }), [data, spot, measured]),
    onMap: (one: MapLibre) => {
      setMap(one);
      return () => setMap(null);
    },
  };
}
