import type { Language } from '@veld/contract';
import type { GeoJSONSourceSpecification, LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import type { MapColours } from '../map-colours';
import { groundLayers } from './ground';
import { labelLayers } from './labels';

/** What a screen draws over the map. */
export interface Overlay {
  /** Sources of GeoJSON without their data, which changes more often than the style. */
  sources: Readonly<Record<string, Omit<GeoJSONSourceSpecification, 'type' | 'data'>>>;
  /** Sources of vector tiles of a reader (tile-readers.ts), with its query. */
  tiles?: Readonly<Record<string, { reader: string; query: string; maxzoom: number }>>;
  layers: (colours: MapColours) => LayerSpecification[];
}

export interface StyleOptions {
  colours: MapColours;
  language: Language;
  /** Which archive the tiles are from; with `none`, the map is empty. */
  detail: 'base' | 'world' | 'none';
  /** Size of the text of the page; 1 is normal. */
  textScale: number;
  overlay: Overlay;
}

/** The last zoom of the tiles in each archive. */
const LAST_ZOOM = { base: 6, world: 4 };
/** Soft shapes are not in the tiles beyond this zoom. */
const SOFT_ZOOM = 4;

const NO_FEATURES: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };

/** The style of the built-in map (docs/base-map.md). It names no `glyphs` and no `sprite`: nothing else is fetched. */
export function mapStyle({ colours, language, detail, textScale, overlay }: StyleOptions): StyleSpecification {
  const hasTiles = detail !== 'none';
  const layers = [...groundLayers(colours), ...labelLayers(colours, language, textScale)];
  return {
    version: 8,
    sources: {
      ...(hasTiles && { base: tiles(detail, LAST_ZOOM[detail]), soft: tiles(detail, SOFT_ZOOM) }),
      ...Object.fromEntries(
        Object.entries({ grid: {}, ...overlay.sources }).map(([name, rest]) => [
          name,
          { ...rest, type: 'geojson' as const, data: NO_FEATURES },
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(overlay.tiles ?? {}).map(([name, { reader, query, maxzoom }]) => [
          name,
          { type: 'vector' as const, tiles: [`veld://${reader}/{z}/{x}/{y}?${query}`], minzoom: 0, maxzoom },
        ]),
      ),
    },
    layers: [
      ...(hasTiles ? layers : layers.filter((layer) => !('source' in layer) || layer.source === 'grid')),
      ...overlay.layers(colours),
    ],
  };
}

function tiles(detail: 'base' | 'world', maxzoom: number): SourceSpecification {
  return { type: 'vector', tiles: [`veld://${detail}/{z}/{x}/{y}`], minzoom: 0, maxzoom };
}
