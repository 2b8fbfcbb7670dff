import type { Feature, Position } from 'geojson';
import type { ZoomLayer } from './tiles.ts';

type Properties = Record<string, string | number | undefined>;
type Kept = Record<string, string | number>;
type Shape = 'line' | 'area' | 'point';

/** Gives the features of a source layer, by its name without an ending. */
export type Source = (name: string) => readonly Feature[];

interface Layer {
  /** Its name in the tiles. */
  name: string;
  /** The source layer at a zoom, or null where the layer is not shown. */
  source: (z: number) => string | null;
  /** The properties in the tiles, or null to leave the feature out. */
  keep?: (properties: Properties, z: number) => Kept | null;
  shape?: Shape;
}

/** The languages of the app that Natural Earth's names can be in; `name` is its own, mostly English. */
const LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'nl', 'pl', 'pt'] as const;

/** Natural Earth counts zooms for tiles of 256 pixels; maps show those of 512. */
const isShown = (zoom: string | number | undefined, z: number): boolean => Number(zoom ?? 0) <= z + 1.2;

/** Natural Earth's 1:110m, 1:50m and 1:10m by zoom. */
const byZoom =
  (name: string, first = 0) =>
  (z: number) => {
    if (z < first) return null;
    return `${name}_${z <= 1 ? '110m' : z <= 4 ? '50m' : '10m'}`;
  };
const between = (name: string, first: number, last: number) => (z: number) => (z >= first && z <= last ? name : null);

/**
 * The layers of the built-in base map, from the bottom up. Land is what the sea leaves free. Sea depths, ice and built-up areas are
 * soft shapes that may be enlarged: they end at zoom 4.
 */
export const BASE_LAYERS: readonly Layer[] = [
  { name: 'urban', source: between('urban_50m', 3, 4), keep: shownFrom },
  { name: 'ice', source: between('ice_50m', 0, 4), keep: () => ({}) },
  { name: 'ocean', source: byZoom('ocean') },
  { name: 'bathymetry', source: between('bathymetry_200', 0, 4), keep: ({ depth }) => kept({ depth }) },
  { name: 'bathymetry', source: between('bathymetry_2000', 0, 4), keep: ({ depth }) => kept({ depth }) },
  { name: 'island', source: between('minor_islands_10m', 6, 6), keep: () => ({}) },
  { name: 'reef', source: between('reefs_10m', 5, 6), keep: shownFrom },
  { name: 'lake', source: byZoom('lakes'), keep: shownFrom },
  { name: 'river', source: (z) => (z < 3 ? null : z <= 4 ? 'rivers_50m' : 'rivers_10m'), keep: river },
  { name: 'state', source: between('states_lines_50m', 3, 6), keep: shownFrom },
  { name: 'border', source: byZoom('borders', 1), keep: border },
  { name: 'lake_label', source: between('lakes_10m', 3, 6), keep: lakeLabel, shape: 'point' },
  { name: 'peak', source: between('peaks', 5, 6), keep: peak, shape: 'point' },
  { name: 'region', source: between('regions_labels', 2, 6), keep: regionLabel, shape: 'point' },
  { name: 'state_label', source: between('states_labels', 4, 6), keep: stateLabel, shape: 'point' },
  { name: 'sea', source: between('seas_labels', 0, 6), keep: seaLabel, shape: 'point' },
  { name: 'place', source: between('places_10m', 1, 6), keep: town, shape: 'point' },
  { name: 'country', source: between('countries_labels', 0, 6), keep: countryLabel, shape: 'point' },
];

/** The layers of the small file that every installed app keeps: enough to know where one is, without a connection. */
export const WORLD_LAYERS: readonly Layer[] = [
  { name: 'ice', source: between('ice_50m', 2, 4), keep: () => ({}) },
  { name: 'ocean', source: byZoom('ocean') },
  { name: 'lake', source: byZoom('lakes'), keep: shownFrom },
  { name: 'river', source: between('rivers_50m', 3, 4), keep: (properties, z) => river({ ...properties, name: undefined }, z) },
  { name: 'border', source: byZoom('borders', 1), keep: border },
  { name: 'sea', source: between('seas_labels', 0, 4), keep: seaLabel, shape: 'point' },
  { name: 'place', source: between('places_10m', 1, 4), keep: town, shape: 'point' },
  { name: 'country', source: between('countries_labels', 0, 4), keep: countryLabel, shape: 'point' },
];

/** The features of all layers at one zoom, by layer. Parts of a layer from several sources are one layer in the tiles. */
export function layersAt(z: number, layers: readonly Layer[], source: Source): ZoomLayer[] {
  const found = new Map<string, Feature[]>();
  for (const { name, source: file, keep, shape } of layers) {
    const from = file(z);
    if (!from) continue;
    const features = found.get(name) ?? [];
    for (const feature of source(from)) {
      const properties = keep ? keep(feature.properties ?? {}, z) : {};
      if (properties) features.push({ type: 'Feature', properties, geometry: shape === 'point' ? labelPoint(feature) : feature.geometry });
    }
    found.set(name, features);
  }
  return [...found].map(([name, features]) => ({ name, features }));
}

function shownFrom(properties: Properties, z: number): Kept | null {
  return isShown(properties.min_zoom, z) ? {} : null;
}

function river(properties: Properties, z: number): Kept | null {
  // Centre lines inside lakes.
  if (properties.kind === 'lake' || !isShown(properties.min_zoom, z)) return null;
  const { kind, weight } = properties;
  return kept({ kind, weight, ...(z >= 5 && isShown(properties.min_label, z + 1) ? names(properties) : {}) });
}

function border({ kind, min_zoom }: Properties, z: number): Kept | null {
  return isShown(min_zoom, z) ? kept({ kind }) : null;
}

function lakeLabel(properties: Properties, z: number): Kept | null {
  // Natural Earth's English names of lakes lack the word "Lake"; `name` has it.
  return properties.name && isShown(properties.min_label, z) ? names({ ...properties, en: undefined }) : null;
}

function peak({ name, elevation, min_zoom }: Properties, z: number): Kept | null {
  return name && isShown(min_zoom, z) ? kept({ name, elevation }) : null;
}

function regionLabel({ name, kind, scalerank, min_label, max_label }: Properties, z: number): Kept | null {
  const isOver = Number(max_label ?? 99) < z;
  return kind === 'Continent' || isOver || !isShown(min_label, z)
    ? null
    : kept({ name, kind: String(kind).toLowerCase(), rank: scalerank });
}

function stateLabel({ name, scalerank, min_zoom }: Properties, z: number): Kept | null {
  return name && isShown(min_zoom, z) ? kept({ name, rank: scalerank }) : null;
}

function seaLabel({ name, kind, scalerank, min_label, max_label, ...rest }: Properties, z: number): Kept | null {
  if (!isShown(min_label, z) || Number(max_label ?? 99) < z) return null;
  return kept({ ...names({ name, ...rest }), af: rest.af, kind, rank: scalerank });
}

function town(properties: Properties, z: number): Kept | null {
  const { capital, rank, min_zoom } = properties;
  return isShown(min_zoom, z) ? kept({ ...names(properties), capital, rank }) : null;
}

function countryLabel({ name, iso, rank, min_label, max_label }: Properties, z: number): Kept | null {
  // Names in other languages come from the device, by the code.
  return isShown(min_label, z) && Number(max_label ?? 99) >= z ? kept({ name, iso, rank }) : null;
}

function names(properties: Properties): Kept {
  const { name } = properties;
  return kept({ name, ...Object.fromEntries(LANGUAGES.map((language) => [language, properties[language]])) });
}

function kept(properties: Properties): Kept {
  return Object.fromEntries(Object.entries(properties).filter((entry): entry is [string, string | number] => entry[1] !== undefined));
}

/** A point for the label of a feature: its own point, or one inside its largest area. */
function labelPoint({ geometry }: Feature): { type: 'Point'; coordinates: Position } {
  if (geometry.type === 'Point') return geometry;
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
  const outer = polygons.flatMap((rings) => rings.slice(0, 1)).sort((a, b) => Math.abs(areaOf(b)) - Math.abs(areaOf(a)))[0];
  if (!outer) throw new Error(`No label point in a ${geometry.type}`);
  const latitudes = outer.map(([, latitude = NaN]) => latitude);
  const middle = (Math.min(...latitudes) + Math.max(...latitudes)) / 2;
  // The middle of the longest segment that the parallel halfway between south and north has inside the area.
  const crossings = outer
    .flatMap(([x = NaN, y = NaN], i) => {
      const [nextX = NaN, nextY = NaN] = outer[(i + 1) % outer.length] ?? [];
      return y > middle === nextY > middle ? [] : [x + ((middle - y) / (nextY - y)) * (nextX - x)];
    })
    .sort((a, b) => a - b);
  let [west = NaN, east = NaN] = crossings;
  for (let i = 2; i + 1 < crossings.length; i += 2) {
    const [from = NaN, to = NaN] = crossings.slice(i, i + 2);
    if (to - from > east - west) [west, east] = [from, to];
  }
  return { type: 'Point', coordinates: [(west + east) / 2, middle] };
}

function areaOf(ring: readonly Position[]): number {
  return ring.reduce((sum, [x = NaN, y = NaN], i) => {
    const [nextX = NaN, nextY = NaN] = ring[(i + 1) % ring.length] ?? [];
    return sum + x * nextY - nextX * y;
  }, 0);
}
