import type { LngLat, Map as MapLibre, MapMouseEvent, MapTouchEvent } from 'maplibre-gl';

const LONG_MS = 550;
/** A finger trembles by a few pixels. */
const TREMBLE = 8;

/** Calls back where a finger rests on the map, or with the other mouse button. Returns what stops it. */
export function onLongPress(map: MapLibre, pressed: (at: LngLat) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start: { x: number; y: number } | null = null;
  const cancel = () => {
    clearTimeout(timer);
    start = null;
  };
  const touch = (event: MapTouchEvent) => {
    cancel();
    if (event.points.length !== 1) return;
    start = event.point;
    timer = setTimeout(() => pressed(event.lngLat), LONG_MS);
  };
  const move = ({ point }: MapTouchEvent) => {
    if (start && Math.hypot(point.x - start.x, point.y - start.y) > TREMBLE) cancel();
  };
  const menu = (event: MapMouseEvent) => {
    event.preventDefault();
    event.originalEvent.preventDefault();
    cancel();
    pressed(event.lngLat);
  };
  map.on('touchstart', touch);
  map.on('touchmove', move);
  map.on('touchend', cancel);
  map.on('touchcancel', cancel);
  map.on('contextmenu', menu);
  return () => {
    cancel();
    map.off('touchstart', touch);
    map.off('touchmove', move);
    map.off('touchend', cancel);
    map.off('touchcancel', cancel);
    map.off('contextmenu', menu);
  };
}
