import { type Position, wholeTurns } from '@veld/geometry';
import type { Map as MapLibre, MapMouseEvent, MapTouchEvent, Point } from 'maplibre-gl';
import { readMapPoint } from '../map-view';

export interface DrawGestures {
  vertices: () => readonly Position[];
  /** A tap on the map, or Enter while it has the focus, for the point under the cross. */
  onAdd: (at: Position) => void;
  /** A tap on a vertex. */
  onVertex: (index: number) => void;
  onDragStart: () => void;
  onDrag: (index: number, to: Position) => void;
  onRemove: () => void;
  onUndo: () => void;
}

/** How near a vertex a finger, or a mouse, hits it. */
const FINGER_PX = 22;
const MOUSE_PX = 11;
/** A resting finger still moves by a few pixels. */
const TREMBLE_PX = 5;
/** After a tap, browsers send the events of a mouse too. */
const AFTER_TAP_MS = 1000;

/** Lets a person draw on a map with mouse, fingers and keys. Returns what ends it. */
export function listenForDrawing(map: MapLibre, gestures: DrawGestures): () => void {
  let held: { index: number; from: Point; hasMoved: boolean } | null = null;
  let hasDragged = false;
  let lastTouch = -Infinity;

  const hitAt = (event: MapMouseEvent | MapTouchEvent): number | null => {
    const isFinger = event.originalEvent.timeStamp - lastTouch < AFTER_TAP_MS;
    return nearestVertex(map, gestures.vertices(), event.point, isFinger ? FINGER_PX : MOUSE_PX);
  };
  const hold = (event: MapMouseEvent | MapTouchEvent) => {
    hasDragged = false;
    held = null;
    const isOther = 'points' in event ? event.points.length > 1 : event.originalEvent.button !== 0;
    const index = isOther ? null : hitAt(event);
    if (index === null) return;
    held = { index, from: event.point, hasMoved: false };
    // The map stays where it is.
    event.preventDefault();
  };
  const touch = (event: MapTouchEvent) => {
    lastTouch = event.originalEvent.timeStamp;
    hold(event);
  };
  const release = () => {
    hasDragged = held?.hasMoved ?? false;
    held = null;
  };
  // A finger may rest for longer than `AFTER_TAP_MS` before the events of a mouse follow.
  const lift = (event: MapTouchEvent) => {
    lastTouch = event.originalEvent.timeStamp;
    release();
  };
  const move = (event: MapMouseEvent | MapTouchEvent) => {
    if (!held) return;
    // A second finger came, or the button was released outside the map.
    if ('points' in event ? event.points.length > 1 : event.originalEvent.buttons === 0) return release();
    if (!held.hasMoved && event.point.dist(held.from) <= TREMBLE_PX) return;
    if (!held.hasMoved) gestures.onDragStart();
    held.hasMoved = true;
    gestures.onDrag(held.index, positionOf(event.lngLat));
  };
  const tap = (event: MapMouseEvent) => {
    if (hasDragged) return;
    const index = hitAt(event);
    if (index === null) gestures.onAdd(positionOf(event.lngLat));
    else gestures.onVertex(index);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.repeat) gestures.onAdd(positionOf(map.getCenter()));
    else if (event.key === 'Backspace' || event.key === 'Delete') gestures.onRemove();
    else if (event.key === 'z' && (event.ctrlKey || event.metaKey)) gestures.onUndo();
    else return;
    event.preventDefault();
  };

  const canvas = map.getCanvas();
  const subscriptions = [
    map.on('mousedown', hold),
    map.on('touchstart', touch),
    map.on('mousemove', move),
    map.on('touchmove', move),
    map.on('mouseup', release),
    map.on('touchend', lift),
    map.on('touchcancel', release),
    map.on('click', tap),
  ];
  // Two quick taps are two points.
  map.doubleClickZoom.disable();
  canvas.addEventListener('keydown', press);
  canvas.style.cursor = 'crosshair';
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe();
    canvas.removeEventListener('keydown', press);
  };
}

/** Index of the vertex nearest to a point of the screen, if it is within reach. */
export function nearestVertex(
  map: Pick<MapLibre, 'project' | 'getCenter'>,
  vertices: readonly Position[],
  point: Pick<Point, 'x' | 'y'>,
  reach: number,
): number | null {
  const { lng: middle } = map.getCenter();
  let nearest: number | null = null;
  let least = reach;
  for (const [index, [longitude, latitude]] of vertices.entries()) {
    // Across the antimeridian, the one that is in view.
    const { x, y } = map.project([longitude + wholeTurns(longitude, middle), latitude]);
    const distance = Math.hypot(x - point.x, y - point.y);
    if (distance > least) continue;
    least = distance;
    nearest = index;
  }
  return nearest;
}

function positionOf(at: Parameters<typeof readMapPoint>[0]): Position {
  const { latitude, longitude } = readMapPoint(at);
  return [longitude, latitude];
}
