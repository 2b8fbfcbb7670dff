import type { MapSource } from '@veld/contract';
import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import { storedPacks } from '../../../../local/tile-requests/stored-packs';
import { PACK } from '../packs/pack-tiles';
import { FONTS } from '../style/labels';
import { ARCHIVE, openArchive } from './archive';
import { PREFIX } from './operators';
import { type LayerOptions, vectorLayers } from './vector-layers';

/** A source of the operator, ready to be drawn. */
export interface OpenedSource {
  id: string;
  /** Below this zoom only the built-in map is shown. */
  minZoom: number;
  sources: Readonly<Record<string, SourceSpecification>>;
  layers: (options: LayerOptions) => LayerSpecification[];
  sprite: StyleSpecification['sprite'];
  /** The credit, as plain text. */
  credit: string;
  creditUrl: string | null;
  /** Where it takes the place of the built-in map, which stays around it; null for a map that is shown alone. */
  cover: GeoJSON.MultiPolygon | null;
}

const ONLY = `${PREFIX}tiles`;

/** Reads what a source says about itself. Rejects if it cannot be read. */
export async function openSource(source: MapSource): Promise<OpenedSource> {
  const { id, min_zoom: minZoom, attribution, attribution_url: creditUrl } = source;
  const common = { id, minZoom, credit: attribution ?? '', creditUrl, sprite: undefined, cover: null };
  switch (source.kind) {
    case 'raster': {
      const tiles = { type: 'raster' as const, tiles: addressesOf(source), tileSize: source.tile_size };
      return { ...common, sources: { [ONLY]: { ...tiles, minzoom: minZoom, ...maxZoom(source) } }, layers: () => [RASTER] };
    }
    case 'vector': {
      const tiles = { type: 'vector' as const, tiles: addressesOf(source), minzoom: minZoom, ...maxZoom(source) };
      return { ...common, sources: { [ONLY]: tiles }, layers: (options) => vectorLayers(ONLY, source.schema, options) };
    }
    case 'pmtiles': {
      const { type, minzoom, maxzoom, bounds } = await openArchive(id, source.archive);
      const tiles = { tiles: [`veld://${ARCHIVE}/{z}/{x}/{y}?id=${id}`], minzoom: Math.max(minzoom, minZoom), maxzoom, bounds };
      if (type === 'raster')
        return { ...common, sources: { [ONLY]: { ...tiles, type, tileSize: source.tile_size ?? 512 } }, layers: () => [RASTER] };
      return { ...common, sources: { [ONLY]: { ...tiles, type } }, layers: (options) => vectorLayers(ONLY, source.schema, options) };
    }
    case 'style':
      return openStyle(source, common);
  }
}

const RASTER: LayerSpecification = { id: `${PREFIX}raster`, type: 'raster', source: ONLY };

function maxZoom({ max_zoom }: MapSource): { maxzoom?: number } {
  return max_zoom === null ? {} : { maxzoom: max_zoom };
}

/** Offline maps come first, if there are any of the source. */
function addressesOf({ id, tiles }: MapSource & { tiles: readonly string[] }): string[] {
  const addresses = tiles.map(absolute);
  if (!storedPacks.getState().packs.some(({ source_id }) => source_id === id)) return addresses;
  return addresses.map((address) => `veld://${PACK}/{z}/{x}/{y}?id=${id}&address=${encodeURIComponent(address)}`);
}

/** MapLibre's worker has no address of the page to which a path would belong. */
const absolute = (address: string) => (address.startsWith('/') ? location.origin + address : address);

/** A style of MapLibre, below the overlays. Its letters are drawn with our fonts: with its `glyphs`, ours would be asked of its server. */
async function openStyle(
  { url, attribution }: MapSource & { kind: 'style' },
  common: Omit<OpenedSource, 'sources' | 'layers'>,
): Promise<OpenedSource> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The style was answered with ${response.status}`);
  const style = (await response.json()) as StyleSpecification;
  const sources = Object.fromEntries(Object.entries(style.sources).map(([name, source]) => [PREFIX + name, source]));
  const layers = style.layers.map((layer) => {
    const own = { ...layer, id: PREFIX + layer.id, ...('source' in layer && { source: `${PREFIX}${layer.source}` }) } as LayerSpecification;
    if (own.type !== 'symbol' || !own.layout?.['text-field']) return own;
    return { ...own, layout: { ...own.layout, 'text-font': [FONTS.plain] } };
  });
  return {
    ...common,
    sources,
    layers: () => layers,
    // One sprite only: those of a list would need names that the style does not expect.
    sprite: typeof style.sprite === 'string' ? new URL(style.sprite, new URL(url, location.origin)).href : undefined,
    credit: attribution ?? creditsOf(style),
  };
}

/** The credits in the sources of a style, which are HTML, as text. */
function creditsOf({ sources }: StyleSpecification): string {
  const found = Object.values(sources).flatMap((source) => ('attribution' in source && source.attribution ? [source.attribution] : []));
  const text = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent.trim();
  return [...new Set(found.map(text))].join(', ');
}
