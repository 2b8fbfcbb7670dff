import type { LngLat, Map as MapLibre, MapMouseEvent, MapTouchEvent } from 'maplibre-gl';

const LONG_MS = 550;
/** A resting finger still moves by a few pixels. */
const TREMBLE = 8;

/** Calls back on a long press or a right click. Returns a function that removes the listeners. */
export function onLongPress(map: MapLibre, pressed: (at: LngLat) => void): () => void {
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
