import { gzipSync } from 'node:zlib';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Feature, Geometry, Position } from 'geojson';
import type { Tile } from '../archive/pmtiles.ts';

/** One layer at one zoom: its name in the tiles and the features to cut. */
export interface ZoomLayer {
  name: string;
  features: readonly Feature[];
}

export interface TileOptions {
  /** Units along the edge of a tile. */
  extent: number;
  /** Units that shapes reach over the edge of their tile, so that outlines meet. */
  buffer: number;
  /** Distance in units that simplified lines may lie off. */
  tolerance: number;
}

/** Cuts the layers of one zoom into gzipped vector tiles. Tiles without a feature are left out. */
export function cutTiles(z: number, layers: readonly ZoomLayer[], options: TileOptions): Tile[] {
  const indexes = layers.map(({ name, features }) => ({
    name,
    index: new GeoJSONVT(
      { type: 'FeatureCollection', features: features.map(pushSeam) },
      // One more than the zoom: geojson-vt does not simplify its last zoom at all.
      { ...options, maxZoom: z + 1, indexMaxZoom: z, indexMaxPoints: 0, wrap: false },
    ),
  }));
  const tiles: Tile[] = [];
  for (let x = 0; x < 2 ** z; x++)
    for (let y = 0; y < 2 ** z; y++) {
      const found: Record<string, NonNullable<ReturnType<GeoJSONVT['getTile']>>> = {};
      for (const { name, index } of indexes) {
        const tile = index.getTile(z, x, y);
        if (tile && tile.features.length > 0) found[name] = tile;
      }
      if (Object.keys(found).length === 0) continue;
      tiles.push({ z, x, y, bytes: gzipSync(fromGeojsonVt(found, { version: 2, extent: options.extent }), { level: 9 }) });
    }
  return tiles;
}

/** How far points on the antimeridian are moved outwards, in degrees: beyond the buffer of every tile. */
const SEAM = 4;

/** Polygons end at ±180 degrees. Their edge there is no coast: it is moved out of the tiles, or it would be drawn as a line. */
function pushSeam(feature: Feature): Feature {
  return { ...feature, geometry: mapGeometry(feature.geometry) };
}

function mapGeometry(geometry: Geometry): Geometry {
  switch (geometry.type) {
    case 'Polygon':
      return { ...geometry, coordinates: geometry.coordinates.map((ring) => ring.map(pushed)) };
    case 'MultiPolygon':
      return { ...geometry, coordinates: geometry.coordinates.map((rings) => rings.map((ring) => ring.map(pushed))) };
    default:
      return geometry;
  }
}

function pushed(position: Position): Position {
  const [longitude, latitude] = position as [number, number];
  if (longitude >= 180) return [180 + SEAM, latitude];
  return longitude <= -180 ? [-180 - SEAM, latitude] : position;
}
