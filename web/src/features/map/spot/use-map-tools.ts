import type { LayerSpecification, LngLat, Map as MapLibre, MapMouseEvent, MapTouchEvent, Point } from 'maplibre-gl';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { MapColours } from '../../../shared/geo/map/map-colours';
import { type MapPlace, type MapPoint, readMapPoint } from '../../../shared/geo/map/map-view';
import { pickedUncertainty, pointsWithFinger } from '../../../shared/geo/map/picker-start';
import type { Overlay } from '../../../shared/geo/map/style/map-style';
import type { MapData } from '../../../shared/geo/map/use-map';
import { lineThrough, measureCorners } from './Measure';

const SPOT = 'spot';

const MEASURE = 'measure';
const LONG_MS = 550;
/** A resting finger still moves by a few pixels. */
const TREMBLE = 8;

const feature = (geometry: GeoJSON.Geometry): GeoJSON.Feature => ({ type: 'Feature', properties: {}, geometry });

const collection = (...geometries: GeoJSON.Geometry[]): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: geometries.map(feature),
});

/** The current selection: a feature, a point, or points being measured. */
export type Choice<T> =
  /** `at`: where, unless it was chosen in a list. */
  { kind: 'tapped'; what: T; at?: MapPoint } | { kind: 'spot'; at: MapPlace } | { kind: 'measure'; points: readonly MapPoint[] } | null;

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

/** Where the choice is marked on the map. */
export function pointOfChoice<T>(choice: Choice<T>): MapPoint | null {
  return choice?.kind === 'spot' || choice?.kind === 'tapped' ? (choice.at ?? null) : null;
}

/** A point of a map that a person pointed at, as exactly as the zoom and the finger allow. */
export function pointedAt(map: MapLibre, at: LngLat): MapPlace {
  const point = readMapPoint(at);
  return { ...point, uncertainty_m: pickedUncertainty({ latitude: point.latitude, zoom: map.getZoom() }, pointsWithFinger()) };
}

/** Tap, long press and measuring, shared by both maps. */
export function useMapTools<T>({ overlay, data, hit, tappable }: Options<T>) {
  const [map, setMap] = useState<MapLibre | null>(null);
  const [choice, setChoice] = useState<Choice<T>>(null);
  const navigate = useNavigate();
  const click = useEffectEvent((one: MapLibre, { point, lngLat }: MapMouseEvent) => {
    if (choice?.kind === 'measure') return setChoice({ ...choice, points: [...choice.points, readMapPoint(lngLat)] });
    const what = hit(one, point);
    if (isWay(what)) return void navigate(what.to);
    setChoice(what === null ? null : { kind: 'tapped', what, at: readMapPoint(lngLat) });
  });
  const press = useEffectEvent((one: MapLibre, at: LngLat) => {
    if (choice?.kind !== 'measure') setChoice({ kind: 'spot', at: pointedAt(one, at) });
  });
  useEffect(() => {
    if (!map) return;
    const onClick = (event: MapMouseEvent) => click(map, event);
    map.on('click', onClick);
    const stopPress = onLongPress(map, (at) => press(map, at));
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

  const spot = pointOfChoice(choice);
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

/** Adds layers for the selected point and the measured line on top of an overlay. */
function withTools(overlay: Overlay): Overlay {
  return {
    ...overlay,
    sources: { ...overlay.sources, [SPOT]: {}, [MEASURE]: {} },
    layers: (colours) => [...overlay.layers(colours), ...toolLayers(colours)],
  };
}

/** The selected point, if any. */
function spotFeatures(spot: MapPoint | null): GeoJSON.FeatureCollection {
  return spot ? collection({ type: 'Point', coordinates: [spot.longitude, spot.latitude] }) : collection();
}

/** The measured points and the line or area they form. */
function measureFeatures(points: readonly MapPoint[]): GeoJSON.FeatureCollection {
  if (points.length === 0) return collection();
  const line = lineThrough(points);
  const corners: GeoJSON.Geometry = { type: 'MultiPoint', coordinates: line };
  if (measureCorners(points) !== null) return collection({ type: 'Polygon', coordinates: [[...line, line[0]!]] }, corners);
  return points.length > 1 ? collection({ type: 'LineString', coordinates: line }, corners) : collection(corners);
}

function toolLayers(colours: MapColours): LayerSpecification[] {
  const isOf = (type: GeoJSON.Geometry['type']) => ['==', ['geometry-type'], type] as ['==', ['geometry-type'], string];
  return [
    {
      id: 'measure_area',
      type: 'fill',
      source: MEASURE,
      filter: isOf('Polygon'),
      paint: { 'fill-color': colours.label, 'fill-opacity': 0.12 },
    },
    {
      id: 'measure_halo',
      type: 'line',
      source: MEASURE,
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': colours.halo, 'line-width': 6 },
    },
    {
      id: 'measure_line',
      type: 'line',
      source: MEASURE,
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': colours.label, 'line-width': 3 },
    },
    {
      id: 'measure_points',
      type: 'circle',
      source: MEASURE,
      filter: ['any', isOf('Point'), isOf('MultiPoint')],
      paint: { 'circle-radius': 6, 'circle-color': colours.halo, 'circle-stroke-color': colours.label, 'circle-stroke-width': 3 },
    },
    {
      id: 'spot_halo',
      type: 'circle',
      source: SPOT,
      paint: { 'circle-radius': 13, 'circle-color': 'transparent', 'circle-stroke-color': colours.halo, 'circle-stroke-width': 6 },
    },
    {
      id: 'spot',
      type: 'circle',
      source: SPOT,
      paint: { 'circle-radius': 14, 'circle-color': 'transparent', 'circle-stroke-color': colours.label, 'circle-stroke-width': 3 },
    },
  ];
}

/** Calls back on a long press or a right click. Returns a function that removes the listeners. */
function onLongPress(map: MapLibre, pressed: (at: LngLat) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start: { x: number; y: number } | null = null;
  let hasPressed = false;
  const cancel = () => {
    clearTimeout(timer);
    hasPressed = false;
    start = null;
  };
  const touch = (event: MapTouchEvent) => {
    cancel();
    if (event.points.length !== 1) return;
    start = event.point;
    timer = setTimeout(() => {
      hasPressed = true;
      pressed(event.lngLat);
    }, LONG_MS);
  };
  const lift = ({ originalEvent }: MapTouchEvent) => {
    // A tap would follow, which closes what the long press opened.
    if (hasPressed) originalEvent.preventDefault();
    cancel();
  };
  const move = ({ point }: MapTouchEvent) => {
    if (start && Math.hypot(point.x - start.x, point.y - start.y) > TREMBLE) cancel();
  };
  const menu = (event: MapMouseEvent) => {
    event.preventDefault();
    event.originalEvent.preventDefault();
    clearTimeout(timer);
    hasPressed = true;
    pressed(event.lngLat);
  };
  map.on('touchstart', touch);
  map.on('touchmove', move);
  map.on('touchend', lift);
  map.on('touchcancel', cancel);
  map.on('contextmenu', menu);
  return () => {
    cancel();
    map.off('touchstart', touch);
    map.off('touchmove', move);
    map.off('touchend', lift);
    map.off('touchcancel', cancel);
    map.off('contextmenu', menu);
  };
}
