import type { LayerSpecification, SourceSpecification } from 'maplibre-gl';
import type { MapColours } from '../map-colours';
import { ARCHIVE, openArchive } from './archive';
import type { OpenedSource } from './opened-source';
import { coverFrom, NAMES_FROM, PREFIX } from './operators';
import type { JoinedSource } from './settings';
import { type LayerOptions, vectorLayers } from './vector-layers';

/** From here on its tiles are drawn over the built-in map. */
const LINES_FROM = 7;

interface Part {
  source: JoinedSource;
  name: string;
  tiles: SourceSpecification;
}

/** The maps that were added, as one source over the built-in map. Those that cannot be read are left out; rejects if that is all of them. */
export async function openJoined(sources: readonly JoinedSource[]): Promise<OpenedSource> {
  const opened = await Promise.allSettled(sources.map(openPart));
  const parts = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (parts.length === 0) throw new Error('No map could be read');
  const drawn = parts.map(({ source }) => source);
  return {
    id: drawn.map(({ id, archive }) => `${id} ${archive}`).join(' '),
    minZoom: LINES_FROM,
    sources: Object.fromEntries(parts.map(({ name, tiles }) => [name, tiles])),
    layers: (options) => joinedLayers(parts, options),
    sprite: undefined,
    credit: [...new Set(drawn.flatMap(({ attribution }) => (attribution ? [attribution] : [])))].join(', '),
    creditUrl: drawn.find(({ attribution_url: url }) => url !== null)?.attribution_url ?? null,
    cover: coverFrom(drawn.filter(({ joined }) => joined.as === 'map').flatMap(({ joined }) => joined.coverage)),
  };
}

async function openPart(source: JoinedSource): Promise<Part> {
  const { id, archive, joined, tile_size: tileSize = 512 } = source;
  const { type, minzoom, maxzoom, bounds } = await openArchive(id, archive);
  const version = archive.split('?v=')[1] ?? '';
  const tiles = { tiles: [`veld://${ARCHIVE}/{z}/{x}/{y}?id=${id}&v=${version}`], minzoom, maxzoom, bounds };
  const name = `${PREFIX}${id}`;
  if (joined.as === 'map') return { source, name, tiles: { ...tiles, type: 'vector' } };
  if (type !== 'raster') throw new Error('Shading is not made of pictures');
  return { source, name, tiles: { ...tiles, type: 'raster-dem', encoding: joined.encoding ?? 'terrarium', tileSize } };
}

/** Light and shadow lie on the land and under everything that is drawn on it. */
function joinedLayers(parts: readonly Part[], options: LayerOptions): LayerSpecification[] {
  const maps = parts.filter(({ source }) => source.joined.as === 'map');
  const layers = maps.map(({ source, name }) => vectorLayers(name, source.schema, options).map(namesLater));
  const isLand = ({ id }: LayerSpecification) => /-(?:land\d+|earth)$/.test(id);
  return [
    ...layers.flatMap((all) => all.filter(isLand)),
    ...parts.flatMap(({ source, name }) => (source.joined.as === 'shading' ? [shading(name, options.colours)] : [])),
    ...layers.flatMap((all) => all.filter((layer) => !isLand(layer))),
  ];
}

function namesLater(layer: LayerSpecification): LayerSpecification {
  return layer.type === 'symbol' ? { ...layer, minzoom: Math.max(layer.minzoom ?? 0, NAMES_FROM) } : layer;
}

function shading(source: string, colours: MapColours): LayerSpecification {
  return {
    id: `${source}-shading`,
    type: 'hillshade',
    source,
    paint: {
      'hillshade-shadow-color': colours.shade,
      'hillshade-highlight-color': colours.shine,
      'hillshade-accent-color': colours.shade,
      'hillshade-exaggeration': ['interpolate', ['linear'], ['zoom'], 7, 0.45, 12, 0.3, 16, 0.18],
    },
  };
}
