import type { DisputedAreas, Language } from '@veld/contract';
import { TOWNS_ZOOM } from '@veld/geography';
import type {
  FilterSpecification,
  GeoJSONSourceSpecification,
  LayerSpecification,
  StyleSpecification,
  VectorSourceSpecification,
  ExpressionSpecification,
} from 'maplibre-gl';
import type { MapColours } from '../map-colours';
import type { MapDetail } from '../map-detail';
import { NAMES_FROM } from '../sources/operators';
import type { OpenedSource } from '../sources/opened-source';
import { labelLayers, TOWNS } from './labels';

/** What a screen draws over the map. */
export interface Overlay {
  /** Sources of GeoJSON without their data, which changes more often than the style. */
  sources: Readonly<Record<string, Omit<GeoJSONSourceSpecification, 'type' | 'data'>>>;
  /** Sources of vector tiles of a reader (tile-readers.ts), with its query. */
  tiles?: Readonly<Record<string, { reader: string; query: string; maxzoom: number }>>;
  /** From the bottom up. Areas and lines go below the labels of the map, so that places can still be read; points go above. */
  layers: (colours: MapColours) => LayerSpecification[];
}

export interface StyleOptions {
  colours: MapColours;
  language: Language;
  /** Which archive the tiles are from; with `none`, the map is empty. */
  detail: MapDetail;
  /** Whether offline maps have tiles that the small archive does not. */
  hasPacks: boolean;
  /** Whether towns and villages come from the gazetteer once the map is close enough. */
  hasTowns: boolean;
  /** Size of the text of the page; 1 is normal. */
  textScale: number;
  overlay: Overlay;
  disputed: DisputedAreas;
  /** The operator's source over the built-in map; null shows that alone. */
  source: OpenedSource | null;
}

/** The last zoom of the tiles in each archive. */
export const LAST_ZOOM = { base: 6, world: 4 };
/** Soft shapes are not in the tiles beyond this zoom. */
const SOFT_ZOOM = 4;

/** The source of what an added map covers. */
const COVER = 'cover';

const NO_FEATURES: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };

/** The style of the map (docs/base-map.md). That of the built-in one has no `glyphs` and no `sprite`: nothing else is fetched. */
export function mapStyle({
  colours,
  language,
  detail,
  hasPacks,
  hasTowns,
  textScale,
  overlay,
  disputed,
  source,
}: StyleOptions): StyleSpecification {
  const hasTiles = detail !== 'none';
  const over = overlay.layers(colours);
  const operators = (source?.layers({ colours, language, scale: textScale }) ?? []).flatMap((layer) => fromZoom(layer, source!.minZoom));
  const isDrawn = (layer: LayerSpecification) =>
    !('source' in layer) || layer.source === 'grid' || (layer.source === TOWNS ? hasTowns : hasTiles);
  const labels = labelLayers(colours, language, { scale: textScale, hasTowns, disputed }).filter(isDrawn);
  return {
    version: 8,
    ...(source?.sprite && { sprite: source.sprite }),
    sources: {
      ...source?.sources,
      ...(source?.cover && { [COVER]: { type: 'geojson' as const, data: source.cover } }),
      ...(hasTiles && {
        base: detail === 'world' && hasPacks ? packedTiles : tiles(detail, LAST_ZOOM[detail]),
        soft: tiles(detail, SOFT_ZOOM),
      }),
      ...(hasTowns && { [TOWNS]: { ...tiles(TOWNS, TOWNS_ZOOM), minzoom: TOWNS_ZOOM } }),
      ...Object.fromEntries(
        Object.entries({ grid: {}, ...overlay.sources }).map(([name, rest]) => [
          name,
          { ...rest, type: 'geojson' as const, data: NO_FEATURES },
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(overlay.tiles ?? {}).map(([name, { reader, query, maxzoom }]) => [
          name,
          { type: 'vector' as const, tiles: [`veld://${reader}/{z}/{x}/{y}?${query}`], minzoom: 0, maxzoom, sparse: true },
        ]),
      ),
    },
    layers: [
      ...groundLayers(colours, disputed).filter(isDrawn),
      ...(source?.cover ? [coverLayer(colours)] : []),
      ...operators.filter((layer) => !isLabel(layer)),
      ...over.filter(isBelowLabels),
      ...(source ? labels.flatMap((layer) => besideSource(layer, source)) : labels),
      ...operators.filter(isLabel),
      ...over.filter((layer) => !isBelowLabels(layer)),
    ],
  };
}

/** Where no offline map has a tile, the part of a larger one is drawn. */
const packedTiles = { ...tiles('world', LAST_ZOOM.base), sparse: true };

const isLabel = ({ type }: LayerSpecification) => type === 'symbol';

/** The operator's maps have labels too, so those of the built-in map end where they begin: at their zoom, or at the edge of what they cover. */
function besideSource(layer: LayerSpecification, { cover, minZoom }: OpenedSource): LayerSpecification[] {
  if (!cover) return untilZoom(layer, minZoom);
  if (layer.type !== 'symbol' || cover.coordinates.length === 0) return [layer];
  const isOutside: FilterSpecification = ['any', ['<', ['zoom'], NAMES_FROM], ['!', ['within', cover]]];
  return [{ ...layer, filter: layer.filter === undefined ? isOutside : (['all', layer.filter, isOutside] as FilterSpecification) }];
}

/** Hides what the built-in map has where a closer one is drawn: its rivers and blocks of houses are kilometres beside the real ones. */
function coverLayer(colours: MapColours): LayerSpecification {
  return {
    id: 'cover',
    type: 'fill',
    source: COVER,
    minzoom: NAMES_FROM - 1,
    paint: {
      'fill-color': colours.land,
      'fill-antialias': false,
      'fill-opacity': ['interpolate', ['linear'], ['zoom'], NAMES_FROM - 1, 0, NAMES_FROM, 1],
    },
  };
}

function untilZoom(layer: LayerSpecification, zoom: number): LayerSpecification[] {
  return (layer.minzoom ?? 0) >= zoom ? [] : [{ ...layer, maxzoom: Math.min(layer.maxzoom ?? 24, zoom) }];
}

function fromZoom(layer: LayerSpecification, zoom: number): LayerSpecification[] {
  const minzoom = Math.max(layer.minzoom ?? 0, zoom);
  return minzoom >= (layer.maxzoom ?? 24) ? [] : [{ ...layer, minzoom }];
}

const isBelowLabels = ({ type }: LayerSpecification) => type !== 'circle' && type !== 'symbol';

function tiles(reader: string, maxzoom: number): VectorSourceSpecification {
  return { type: 'vector', tiles: [`veld://${reader}/{z}/{x}/{y}`], minzoom: 0, maxzoom };
}

/** Values by zoom, between which the map interpolates. */
const byZoom = (...stops: number[]): ExpressionSpecification =>
  ['interpolate', ['linear'], ['zoom'], ...stops] as unknown as ExpressionSpecification;

const TO_RIVER_WIDTH = 2.4;

/** Land and water, from the bottom up. Soft shapes come from the source `soft`, which ends at zoom 4 and is enlarged from there. */
function groundLayers(colours: MapColours, { borders }: Pick<DisputedAreas, 'borders'>): LayerSpecification[] {
  return [
    { id: 'land', type: 'background', paint: { 'background-color': colours.land } },
    { id: 'ice', type: 'fill', source: 'soft', 'source-layer': 'ice', paint: { 'fill-color': colours.ice } },
    {
      id: 'urban',
      type: 'fill',
      source: 'soft',
      'source-layer': 'urban',
      maxzoom: 11,
      // Enlarged, they turn into angular blocks, so they fade out before that shows.
      paint: { 'fill-color': colours.urban, 'fill-opacity': byZoom(4, 0.5, 6, 0.9, 9, 0.7, 10.5, 0) },
    },
    { id: 'ocean', type: 'fill', source: 'base', 'source-layer': 'ocean', paint: { 'fill-color': colours.sea } },
    ...depthLayers(colours),
    { id: 'island', type: 'fill', source: 'base', 'source-layer': 'island', paint: { 'fill-color': colours.land } },
    { id: 'lake', type: 'fill', source: 'base', 'source-layer': 'lake', paint: { 'fill-color': colours.sea } },
    ...shoreLayers(colours),
    {
      id: 'river',
      type: 'line',
      source: 'base',
      'source-layer': 'river',
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': colours.river,
        'line-width': [
          'interpolate',
          ['linear'],
          ['zoom'],
          3,
          ['*', 0.8, ['coalesce', ['get', 'weight'], 0.4]],
          9,
          ['*', TO_RIVER_WIDTH, ['coalesce', ['get', 'weight'], 0.4]],
        ],
      },
    },
    ...borderLayers(colours, borders === 'dashed'),
    {
      id: 'grid',
      type: 'line',
      source: 'grid',
      paint: { 'line-color': colours.grid, 'line-width': 1 },
    },
  ];
}

function depthLayers(colours: MapColours): LayerSpecification[] {
  return [
    ['depth', 200],
    ['deep', 2000],
  ].map(([name, depth]) => ({
    id: name as string,
    type: 'fill',
    source: 'soft',
    'source-layer': 'bathymetry',
    maxzoom: 10,
    filter: ['==', ['get', 'depth'], depth!],
    paint: { 'fill-color': colours[name as 'depth' | 'deep'], 'fill-opacity': byZoom(8, 1, 9.8, 0) },
  }));
}

function shoreLayers(colours: MapColours): LayerSpecification[] {
  return ['ocean', 'island', 'lake'].map((name) => ({
    id: `${name}_shore`,
    type: 'line',
    source: 'base',
    'source-layer': name,
    paint: { 'line-color': colours.coast, 'line-width': byZoom(0, 0.4, 5, 0.9, 10, 1.4) },
  }));
}

/** Borders that are not agreed on are dashed, unless the operator hides them. */
function borderLayers(colours: MapColours, hasOpen: boolean): LayerSpecification[] {
  const isAgreed: ExpressionSpecification = ['!', ['has', 'kind']];
  const line = { type: 'line', source: 'base', 'source-layer': 'border', layout: { 'line-join': 'round' } } as const;
  const paint = { 'line-color': colours.border, 'line-width': byZoom(1, 0.5, 6, 1.2, 10, 1.8) };
  return [
    {
      id: 'state',
      type: 'line',
      source: 'base',
      'source-layer': 'state',
      minzoom: 4,
      paint: { 'line-color': colours.state, 'line-width': byZoom(4, 0.6, 9, 1.2) },
    },
    { ...line, id: 'border', filter: isAgreed, paint },
    ...(hasOpen
      ? [{ ...line, id: 'border_open', filter: ['!', isAgreed] as FilterSpecification, paint: { ...paint, 'line-dasharray': [3, 2] } }]
      : []),
  ];
}
