import { byteAt, intAt, latitudeAt, longitudeAt, rowAt, uintAt } from '@veld/geometry';
import { cellAt, type Gazetteer, GRID, decodePopulation } from './gazetteer.ts';
import { type Feature, TILE_EXTENT, writeTile } from './vector-tile.ts';

export interface TileAddress {
  z: number;
  x: number;
  y: number;
}

/** The layer in the tiles of towns. */
export const TOWNS_LAYER = 'town';
/** Towns are cut into tiles of this zoom only; maps enlarge them. */
export const TOWNS_ZOOM = 8;

/**
 * The towns and villages of a tile in Web Mercator. Each has its `name` and its names in other languages, `from`, the zoom at which a
 * map starts to show it, and `people`, by which maps choose between names that would overlap.
 */
export function townTile(gazetteer: Gazetteer, { z, x, y }: TileAddress): Uint8Array {
  const tiles = 2 ** z;
  const [west, east] = [longitudeAt(x / tiles), longitudeAt((x + 1) / tiles)];
  const [north, south] = [latitudeAt(y / tiles), latitudeAt((y + 1) / tiles)];
  const features: Feature[] = [];
  for (let row = Math.floor(south + 90); row <= Math.min(179, Math.floor(north + 90)); row++)
    for (let column = Math.floor(west + 180); column < east + 180; column++) {
      const cell = cellAt(column, row);
      for (let i = uintAt(gazetteer.cellStart, cell); i < uintAt(gazetteer.cellStart, cell + 1); i++) {
        const at = [
          Math.floor(((intAt(gazetteer.x, i) + 0.5) / GRID / 360) * tiles * TILE_EXTENT - x * TILE_EXTENT),
          Math.floor(rowAt((intAt(gazetteer.y, i) + 0.5) / GRID - 90) * tiles * TILE_EXTENT - y * TILE_EXTENT),
        ] as const;
        if (at.some((one) => one < 0 || one >= TILE_EXTENT)) continue;
        features.push({ at, properties: propertiesOf(gazetteer, i) });
      }
    }
  return writeTile([{ name: TOWNS_LAYER, features }]);
}

function propertiesOf(gazetteer: Gazetteer, i: number): Feature['properties'] {
  return {
    ...gazetteer.variants.get(i),
    name: gazetteer.names[i]!,
    from: byteAt(gazetteer.labelZoom, i),
    people: Math.round(decodePopulation(byteAt(gazetteer.population, i))),
  };
}
