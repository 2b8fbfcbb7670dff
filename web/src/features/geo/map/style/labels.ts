import { COUNTRY_CODES } from '../../../accounts/countries';
import type { Language } from '@veld/contract';
import type { ExpressionSpecification, FilterSpecification, LayerSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import { countryName } from '../../../../i18n/format';
import type { MapColours } from '../map-colours';

/** MapLibre takes these as families of fonts (map-fonts.css), because the style has no `glyphs`. */
export const FONTS = { plain: 'Veld Map', strong: 'Veld Map Semibold', water: 'Veld Sea Italic' };

interface Label {
  id: string;
  layer: string;
  text: ExpressionSpecification;
  font: string;
  /** Size in pixels at two zooms. */
  size: [zoom: number, pixels: number, zoom: number, pixels: number];
  colour: string;
  filter?: FilterSpecification;
  from?: number;
  to?: number;
  layout?: SymbolLayerSpecification['layout'];
}

const RANK: ExpressionSpecification = ['coalesce', ['get', 'rank'], 99];

/** The names of the map in a language, the least important first. `scale` enlarges them for people with large text. */
export function labelLayers(colours: MapColours, language: Language, scale: number): LayerSpecification[] {
  const named: ExpressionSpecification = ['coalesce', ['get', language], ['get', 'name']];
  const { label, 'label-soft': soft, 'label-water': water } = colours;
  const labels: Label[] = [
    { id: 'peak_name', layer: 'peak', text: named, font: FONTS.plain, size: [6, 10, 10, 12], colour: soft, from: 7 },
    { id: 'lake_name', layer: 'lake_label', text: named, font: FONTS.water, size: [4, 11, 10, 14], colour: water },
    {
      id: 'town',
      layer: 'place',
      text: named,
      font: FONTS.plain,
      size: [3, 10, 10, 15],
      colour: label,
      layout: { 'symbol-sort-key': RANK },
    },
    {
      id: 'capital',
      layer: 'place',
      text: named,
      font: FONTS.strong,
      size: [3, 11, 10, 16],
      colour: label,
      filter: ['has', 'capital'],
      layout: { 'symbol-sort-key': ['-', RANK, 20] },
    },
    {
      id: 'sea_name',
      layer: 'sea',
      text: named,
      font: FONTS.water,
      size: [1, 11, 8, 16],
      colour: water,
      layout: { 'symbol-sort-key': RANK },
    },
    {
      id: 'country_name',
      layer: 'country',
      text: countryNames(language),
      font: FONTS.strong,
      size: [1, 10, 6, 16],
      colour: soft,
      to: 8,
      layout: { 'symbol-sort-key': RANK, 'text-letter-spacing': 0.04 },
    },
  ];
  const shown = labels.map((one) => (one.id === 'town' ? { ...one, filter: ['!', ['has', 'capital']] as FilterSpecification } : one));
  // Region and state names exist in English only.
  const english: Label[] =
    language === 'en'
      ? [{ id: 'region_name', layer: 'region', text: named, font: FONTS.plain, size: [3, 10, 9, 13], colour: soft, from: 4 }]
      : [];
  return [...english, ...shown].map((one) => layerOf(one, colours.halo, scale));
}

function layerOf(
  { id, layer, text, font, size, colour, filter, from, to, layout }: Label,
  halo: string,
  scale: number,
): LayerSpecification {
  const [low, small, high, large] = size;
  return {
    id,
    type: 'symbol',
    source: 'base',
    'source-layer': layer,
    ...(filter && { filter }),
    ...(from !== undefined && { minzoom: from }),
    ...(to !== undefined && { maxzoom: to }),
    layout: {
      'text-field': text,
      'text-font': [font],
      'text-size': ['interpolate', ['linear'], ['zoom'], low, small * scale, high, large * scale],
      'text-max-width': 8,
      'text-padding': 4,
      ...layout,
    },
    paint: { 'text-color': colour, 'text-halo-color': halo, 'text-halo-width': 1.2 },
  };
}

/** The device knows the names of countries; the tiles have their codes. */
function countryNames(language: Language): ExpressionSpecification {
  const names = COUNTRY_CODES.flatMap((code) => [code, countryName(code, language)]);
  return ['match', ['get', 'iso'], ...names, ['get', 'name']] as unknown as ExpressionSpecification;
}
