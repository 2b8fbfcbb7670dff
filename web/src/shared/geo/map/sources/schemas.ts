import { listKeys, type TileSchema } from '@veld/contract';

/** A layer, and the values of a property that features to be drawn have; all features without. */
export interface SchemaPart {
  layer: string;
  property?: string;
  values?: readonly string[];
}

/** A layer whose features are of several kinds, by the values of a property. */
export interface SchemaKinds<Kind extends string> {
  layer: string;
  property: string;
  kinds: Readonly<Partial<Record<Kind, readonly string[]>>>;
}

export type LandKind = 'wood' | 'scrub' | 'heath' | 'grass' | 'farm' | 'wetland' | 'rock' | 'sand' | 'ice' | 'urban';

/** From the one that carries most to the one that carries least. */
export type WayKind =
  | 'motorway'
  | 'major'
  | 'secondary'
  | 'minor'
  | 'service'
  | 'track'
  | 'cycleway'
  | 'path'
  | 'steps'
  | 'rail'
  | 'lift'
  | 'ferry';

export type SpotKind = 'hide' | 'parking' | 'viewpoint' | 'tower' | 'hut' | 'information' | 'cave' | 'spring' | 'waterfall' | 'station';

/** Where a schema of vector tiles has what we draw. */
export interface Schema {
  /** The land, where the tiles have it: the built-in map's coast is coarser. */
  earth?: string;
  land: readonly SchemaKinds<LandKind>[];
  water: readonly SchemaPart[];
  waterway: SchemaKinds<'river' | 'stream' | 'ditch'>;
  coast?: string;
  cliff?: string;
  building: string;
  /** Each is drawn over those before it. */
  way: readonly SchemaKinds<WayKind>[];
  wayName: string;
  protected?: SchemaPart;
  /** Borders of countries and their parts. */
  border?: SchemaPart;
  peak?: SchemaPart;
  spot?: SchemaKinds<SpotKind>;
  /** Names of waters, woods and protected areas, as points. */
  areaName?: SchemaKinds<'water' | 'land'>;
  place: SchemaPart;
  /** The property that says how important a place is, and whether a low value is important. */
  placeRank: { property: string; isLowFirst: boolean };
  /** The kinds of places from the largest on, which have larger letters. */
  placeSizes?: { property: string; large: readonly string[]; small: readonly string[] };
}

const VELD: Schema = {
  land: [
    {
      layer: 'land',
      property: 'class',
      kinds: {
        wood: ['wood'],
        scrub: ['scrub'],
        heath: ['heath'],
        grass: ['grass', 'meadow', 'garden'],
        farm: ['farmland', 'orchard', 'vineyard'],
        wetland: ['wetland'],
        rock: ['rock'],
        sand: ['sand'],
        ice: ['ice'],
        urban: ['built'],
      },
    },
  ],
  water: [{ layer: 'water' }],
  waterway: { layer: 'waterway', property: 'class', kinds: { river: ['river', 'canal'], stream: ['stream'], ditch: ['ditch'] } },
  coast: 'coast',
  cliff: 'cliff',
  building: 'building',
  way: [
    {
      layer: 'way',
      property: 'class',
      kinds: {
        motorway: ['motorway'],
        major: ['major'],
        secondary: ['secondary'],
        minor: ['minor'],
        service: ['service'],
        track: ['track'],
        cycleway: ['cycleway'],
        path: ['path', 'bridleway'],
        steps: ['steps'],
        rail: ['rail'],
        lift: ['lift'],
        ferry: ['ferry'],
      },
    },
  ],
  wayName: 'way_name',
  protected: { layer: 'protected' },
  border: { layer: 'border' },
  peak: { layer: 'peak' },
  spot: {
    layer: 'spot',
    property: 'class',
    kinds: {
      hide: ['hide'],
      parking: ['parking'],
      viewpoint: ['viewpoint'],
      tower: ['tower'],
      hut: ['hut'],
      information: ['information'],
      cave: ['cave'],
      spring: ['spring'],
      waterfall: ['waterfall'],
      station: ['station'],
    },
  },
  areaName: { layer: 'area_name', property: 'class', kinds: { water: ['water'], land: ['protected', 'wood', 'wetland', 'heath', 'ice'] } },
  place: { layer: 'place' },
  placeRank: { property: 'people', isLowFirst: false },
  placeSizes: {
    property: 'class',
    large: ['city', 'town'],
    small: ['locality', 'farm', 'isolated_dwelling', 'neighbourhood', 'quarter', 'islet'],
  },
};

const OPENMAPTILES: Schema = {
  land: [
    {
      layer: 'landuse',
      property: 'class',
      kinds: { urban: ['residential', 'suburb', 'commercial', 'industrial', 'retail', 'neighbourhood'], rock: ['quarry'] },
    },
    {
      layer: 'landcover',
      property: 'class',
      kinds: { wood: ['wood'], grass: ['grass'], farm: ['farmland'], wetland: ['wetland'], rock: ['rock'], sand: ['sand'], ice: ['ice'] },
    },
    { layer: 'landcover', property: 'subclass', kinds: { heath: ['heath', 'moor'], scrub: ['scrub'] } },
  ],
  water: [{ layer: 'water' }],
  waterway: { layer: 'waterway', property: 'class', kinds: { river: ['river', 'canal'], stream: ['stream'], ditch: ['ditch', 'drain'] } },
  building: 'building',
  way: [
    {
      layer: 'transportation',
      property: 'class',
      kinds: {
        motorway: ['motorway'],
        major: ['trunk', 'primary'],
        secondary: ['secondary', 'tertiary'],
        minor: ['minor', 'street'],
        service: ['service'],
        track: ['track'],
        path: ['path'],
        rail: ['rail', 'transit'],
        lift: ['aerialway'],
        ferry: ['ferry'],
      },
    },
  ],
  wayName: 'transportation_name',
  protected: { layer: 'park' },
  peak: { layer: 'mountain_peak' },
  spot: {
    layer: 'poi',
    property: 'subclass',
    kinds: {
      hide: ['bird_hide'],
      parking: ['parking'],
      viewpoint: ['viewpoint'],
      hut: ['alpine_hut', 'wilderness_hut', 'shelter'],
      station: ['station', 'halt'],
    },
  },
  areaName: { layer: 'water_name', property: 'class', kinds: { water: ['lake', 'bay', 'strait'] } },
  place: { layer: 'place', property: 'class', values: ['city', 'town', 'village', 'hamlet', 'suburb', 'island', 'isolated_dwelling'] },
  placeRank: { property: 'rank', isLowFirst: true },
  placeSizes: { property: 'class', large: ['city', 'town'], small: ['isolated_dwelling'] },
};

const PROTOMAPS: Schema = {
  earth: 'earth',
  land: [
    {
      layer: 'landuse',
      property: 'kind',
      kinds: {
        urban: ['residential', 'commercial', 'industrial', 'urban_area'],
        wood: ['forest', 'wood'],
        grass: ['grass', 'grassland', 'meadow', 'park', 'garden', 'golf_course', 'cemetery', 'recreation_ground', 'pitch', 'village_green'],
        farm: ['farmland', 'orchard', 'vineyard', 'allotments'],
        heath: ['heath'],
        scrub: ['scrub'],
        wetland: ['wetland'],
        rock: ['bare_rock', 'scree', 'quarry'],
        sand: ['sand', 'beach'],
        ice: ['glacier'],
      },
    },
    {
      layer: 'natural',
      property: 'kind',
      kinds: {
        wood: ['forest', 'wood'],
        scrub: ['scrub'],
        heath: ['heath'],
        wetland: ['wetland'],
        sand: ['sand', 'beach'],
        ice: ['glacier'],
      },
    },
  ],
  water: [{ layer: 'water' }],
  waterway: { layer: 'water', property: 'kind', kinds: { river: ['river', 'canal'], stream: ['stream'], ditch: ['ditch', 'drain'] } },
  building: 'buildings',
  way: [
    {
      layer: 'roads',
      property: 'kind',
      kinds: {
        motorway: ['highway'],
        major: ['major_road'],
        secondary: ['medium_road'],
        minor: ['minor_road'],
        path: ['path', 'other'],
        rail: ['rail'],
        ferry: ['ferry'],
        lift: ['aerialway'],
      },
    },
    {
      layer: 'roads',
      property: 'kind_detail',
      kinds: { track: ['track'], cycleway: ['cycleway'], steps: ['steps'] },
    },
  ],
  wayName: 'roads',
  protected: { layer: 'landuse', property: 'kind', values: ['nature_reserve', 'national_park', 'protected_area'] },
  border: { layer: 'boundaries', property: 'kind', values: ['country', 'region'] },
  peak: { layer: 'pois', property: 'kind', values: ['peak'] },
  spot: {
    layer: 'pois',
    property: 'kind',
    kinds: {
      hide: ['bird_hide'],
      parking: ['parking'],
      viewpoint: ['viewpoint'],
      hut: ['alpine_hut', 'shelter', 'wilderness_hut'],
      information: ['information'],
      spring: ['spring'],
      waterfall: ['waterfall'],
      station: ['train_station', 'station', 'halt'],
    },
  },
  place: { layer: 'places', property: 'kind', values: ['locality', 'neighbourhood'] },
  placeRank: { property: 'population_rank', isLowFirst: false },
  placeSizes: { property: 'kind_detail', large: ['city', 'town'], small: ['hamlet', 'locality', 'isolated_dwelling', 'farm'] },
};

const SHORTBREAD: Schema = {
  land: [
    {
      layer: 'land',
      property: 'kind',
      kinds: {
        urban: ['residential', 'commercial', 'industrial', 'retail', 'farmyard', 'railway', 'garages'],
        wood: ['forest'],
        grass: [
          'grass',
          'grassland',
          'meadow',
          'park',
          'garden',
          'golf_course',
          'cemetery',
          'recreation_ground',
          'village_green',
          'wet_meadow',
        ],
        farm: ['farmland', 'orchard', 'vineyard', 'allotments', 'plant_nursery', 'greenhouse_horticulture'],
        heath: ['heath'],
        scrub: ['scrub'],
        wetland: ['swamp', 'bog', 'string_bog', 'marsh'],
        rock: ['bare_rock', 'scree', 'shingle', 'quarry'],
        sand: ['sand', 'beach'],
        ice: ['glacier'],
      },
    },
  ],
  water: [
    { layer: 'ocean' },
    { layer: 'water_polygons', property: 'kind', values: ['water', 'river', 'canal', 'reservoir', 'basin', 'dock'] },
  ],
  waterway: { layer: 'water_lines', property: 'kind', kinds: { river: ['river', 'canal'], stream: ['stream'], ditch: ['ditch'] } },
  building: 'buildings',
  way: [
    {
      layer: 'streets',
      property: 'kind',
      kinds: {
        motorway: ['motorway'],
        major: ['trunk', 'primary'],
        secondary: ['secondary', 'tertiary'],
        minor: ['unclassified', 'residential', 'living_street', 'pedestrian', 'busway'],
        service: ['service'],
        track: ['track'],
        cycleway: ['cycleway'],
        path: ['path', 'footway', 'bridleway'],
        steps: ['steps'],
        rail: ['rail', 'narrow_gauge', 'light_rail', 'tram', 'subway', 'funicular', 'monorail'],
      },
    },
    { layer: 'aerialways', property: 'kind', kinds: { lift: ['cable_car', 'gondola', 'chair_lift', 'mixed_lift'] } },
    { layer: 'ferries', property: 'kind', kinds: { ferry: ['ferry'] } },
  ],
  wayName: 'street_labels',
  protected: { layer: 'sites', property: 'kind', values: ['nature_reserve', 'national_park', 'protected_area'] },
  spot: {
    layer: 'pois',
    property: 'tourism',
    kinds: { viewpoint: ['viewpoint'], hut: ['alpine_hut', 'wilderness_hut'], information: ['information'] },
  },
  areaName: { layer: 'water_polygons_labels', property: 'kind', kinds: { water: ['water', 'reservoir', 'basin', 'dock'] } },
  place: {
    layer: 'place_labels',
    property: 'kind',
    values: [
      'capital',
      'state_capital',
      'city',
      'town',
      'village',
      'hamlet',
      'suburb',
      'neighbourhood',
      'isolated_dwelling',
      'farm',
      'island',
      'locality',
    ],
  },
  placeRank: { property: 'population', isLowFirst: false },
  placeSizes: {
    property: 'kind',
    large: ['capital', 'state_capital', 'city', 'town'],
    small: ['neighbourhood', 'isolated_dwelling', 'farm', 'locality'],
  },
};

export const SCHEMAS: Readonly<Record<TileSchema, Schema>> = {
  openmaptiles: OPENMAPTILES,
  protomaps: PROTOMAPS,
  shortbread: SHORTBREAD,
  veld: VELD,
};

/** The kind of a feature; null if it is none that is drawn. */
export function findKind<Kind extends string>(
  { property, kinds }: SchemaKinds<Kind>,
  properties: Readonly<Record<string, unknown>>,
): Kind | null {
  const value = String(properties[property]);
  return listKeys(kinds).find((kind) => kinds[kind]?.includes(value)) ?? null;
}
