import { type Box, columnAt, degreeWidth, EQUATOR_M, latitudeAt, latitudeOnMap, longitudeAt, rowAt } from '@veld/geometry';

/** Bounds in degrees (WGS 84). `east` is over 180 where they cross the antimeridian. */
export type Extent = Box;

/** A part of the world in Web Mercator: its centre on a map whose sides are 1, and the zoom for tiles of 512 pixels. */
export interface StillView {
  width: number;
  height: number;
  zoom: number;
  x: number;
  y: number;
}

/** A tile and where it is in the view, in pixels. */
export interface PlacedTile {
  z: number;
  x: number;
  y: number;
  left: number;
  top: number;
  side: number;
}

const TILE_PX = 512;

/** The place of a point on a map whose sides are 1. */
export function project(longitude: number, latitude: number): [x: number, y: number] {
  return [columnAt(longitude), rowAt(latitudeOnMap(latitude))];
}

/** The place in the middle of a view. */
export function placeAt({ x, y }: Pick<StillView, 'x' | 'y'>): { lng: number; lat: number } {
  return { lng: longitudeAt(x), lat: latitudeAt(y) };
}

/** The side of the whole world in pixels. */
export function worldSide({ zoom }: StillView): number {
  return TILE_PX * 2 ** zoom;
}

/** Where a place is in the view, in pixels. Of its copies around the world, the one nearest to the centre. */
export function toView(view: StillView, longitude: number, latitude: number): [x: number, y: number] {
  const [x, y] = project(longitude, latitude);
  const side = worldSide(view);
  return [(x - view.x - Math.round(x - view.x)) * side + view.width / 2, (y - view.y) * side + view.height / 2];
}

/** The length of metres at a latitude, in pixels. */
export function metresToPixels(view: StillView, metres: number, latitude: number): number {
  return (metres * worldSide(view)) / (EQUATOR_M * degreeWidth(latitude));
}

interface Fit {
  /** What lies close together is not enlarged further. */
  maxZoom: number;
  /** Free pixels on each side. */
  margin: number;
}

/** The view that has the whole extent in it. It never reaches beyond the poles. */
export function fitView({ west, south, east, north }: Extent, width: number, height: number, { maxZoom, margin }: Fit): StillView {
  const [left, top] = project(west, north);
  const [right, bottom] = project(east, south);
  const free = (pixels: number) => Math.max(1, pixels - 2 * margin);
  const zoom = Math.log2(Math.min(free(width) / Math.max(right - left, 1e-9), free(height) / Math.max(bottom - top, 1e-9)) / TILE_PX);
  const view = {
    width,
    height,
    zoom: Math.max(Math.min(zoom, maxZoom), Math.log2(height / TILE_PX)),
    x: (left + right) / 2,
    y: (top + bottom) / 2,
  };
  const half = height / 2 / worldSide(view);
  return { ...view, y: Math.min(1 - half, Math.max(half, view.y)) };
}

/** The tiles of a zoom that the view needs, also beyond the antimeridian. */
export function tilesIn(view: StillView, z: number): PlacedTile[] {
  const count = 2 ** z;
  const side = worldSide(view) / count;
  const first = (centre: number, pixels: number) => Math.floor(centre * count - pixels / 2 / side);
  const last = (centre: number, pixels: number) => Math.ceil(centre * count + pixels / 2 / side) - 1;
  const tiles: PlacedTile[] = [];
  for (let y = Math.max(0, first(view.y, view.height)); y <= Math.min(count - 1, last(view.y, view.height)); y++)
    for (let x = first(view.x, view.width); x <= last(view.x, view.width); x++)
      tiles.push({
        z,
        x: ((x % count) + count) % count,
        y,
        left: (x - view.x * count) * side + view.width / 2,
        top: (y - view.y * count) * side + view.height / 2,
        side,
      });
  return tiles;
}

/** The addresses of the tiles of a zoom that an extent touches, also beyond the antimeridian. */
export function tilesOfExtent({ west, south, east, north }: Extent, z: number): { z: number; x: number; y: number }[] {
  const count = 2 ** z;
  const [left, top] = project(west, north);
  const [right, bottom] = project(east, south);
  const last = (edge: number) => Math.ceil(edge * count - 1e-9) - 1;
  const tiles = new Map<string, { z: number; x: number; y: number }>();
  for (let y = Math.max(0, Math.floor(top * count)); y <= Math.min(count - 1, last(bottom)); y++)
    for (let column = Math.floor(left * count); column <= last(right); column++) {
      const x = ((column % count) + count) % count;
      tiles.set(`${x} ${y}`, { z, x, y });
    }
  return [...tiles.values()];
}
