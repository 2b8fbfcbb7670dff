import type { TileSchema } from '@veld/contract';

/** A layer, and the values of a property that features to be drawn have; all features without. */
export interface SchemaPart {
  layer: string;
  property?: string;
  values?: readonly string[];
}

/** Where a schema of vector tiles has what we draw. */
export interface Schema {
  water: string;
  wood: SchemaPart;
  waterway: SchemaPart;
  road: string;
  /** The property with the class of a road, and its values from the largest roads to paths. */
  roadClass: string;
  roads: { major: readonly string[]; minor: readonly string[]; path: readonly string[] };
  roadName: string;
  building: string;
  place: SchemaPart;
  /** The property that says how important a place is, and whether a low value is important. */
  placeRank: { property: string; isLowFirst: boolean };
}

export const SCHEMAS: Readonly<Record<TileSchema, Schema>> = {
  openmaptiles: {
    water: 'water',
    wood: { layer: 'landcover', property: 'class', values: ['wood', 'grass', 'wetland'] },
    waterway: { layer: 'waterway' },
    road: 'transportation',
    roadClass: 'class',
    roads: {
      major: ['motorway', 'trunk', 'primary', 'secondary'],
      minor: ['tertiary', 'minor', 'service', 'street'],
      path: ['path', 'track'],
    },
    roadName: 'transportation_name',
    building: 'building',
    place: { layer: 'place', property: 'class', values: ['city', 'town', 'village', 'hamlet', 'suburb', 'island', 'isolated_dwelling'] },
    placeRank: { property: 'rank', isLowFirst: true },
  },
  protomaps: {
    water: 'water',
    wood: {
      layer: 'landuse',
      property: 'kind',
      values: ['forest', 'wood', 'grass', 'grassland', 'park', 'nature_reserve', 'wetland'],
    },
    waterway: { layer: 'water', property: 'kind', values: ['river', 'stream', 'canal'] },
    road: 'roads',
    roadClass: 'kind',
    roads: { major: ['highway', 'major_road'], minor: ['minor_road', 'medium_road'], path: ['path', 'other'] },
    roadName: 'roads',
    building: 'buildings',
    place: { layer: 'places', property: 'kind', values: ['locality', 'neighbourhood'] },
    placeRank: { property: 'population_rank', isLowFirst: false },
  },
};
