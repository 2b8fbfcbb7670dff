import { COUNTRY_CODES } from '../../../../i18n/countries';
import type { DisputedAreas, Language } from '@veld/contract';
import { TOWNS_LAYER, TOWNS_ZOOM } from '@veld/geography';
import type { ExpressionSpecification, FilterSpecification, LayerSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import { countryName } from '../../../../i18n/format';
import type { MapColours } from '../map-colours';

/** Font families (map-fonts.css): without `glyphs` in the style, MapLibre draws letters from them. */
export const FONTS = { plain: 'Veld Map', strong: 'Veld Map Semibold', water: 'Veld Sea Italic' };

/** The source of the gazetteer's towns, and the reader that makes its tiles. */
export const TOWNS = 'towns';

interface Label {
  id: string;
  /** `base` unless given. */
  source?: string;
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

interface LabelOptions {
  /** Enlarges the names for people with large text. */
  scale: number;
  /** Whether the gazetteer names towns from its zoom on. Without it those of the base map stay. */
  hasTowns: boolean;
  disputed: Pick<DisputedAreas, 'labels'>;
}

/** The names of the map in a language, the least important first. */
export function labelLayers(colours: MapColours, language: Language, { scale, hasTowns, disputed }: LabelOptions): LayerSpecification[] {
  const named: ExpressionSpecification = ['coalesce', ['get', language], ['get', 'name']];
  const { label, 'label-soft': soft, 'label-water': water } = colours;
  const untilTowns = hasTowns ? { to: TOWNS_ZOOM } : {};
  const labels: Label[] = [
    { id: 'peak_name', layer: 'peak', text: named, font: FONTS.plain, size: [6, 10, 10, 12], colour: soft, from: 7 },
    { id: 'lake_name', layer: 'lake_label', text: named, font: FONTS.water, size: [4, 11, 10, 14], colour: water },
    {
      id: 'village',
      source: TOWNS,
      layer: TOWNS_LAYER,
      text: named,
      font: FONTS.plain,
      size: [8, 12, 12, 16],
      colour: label,
      filter: ['<=', ['get', 'from'], ['zoom']],
      from: TOWNS_ZOOM,
      layout: { 'symbol-sort-key': ['-', 0, ['get', 'people']] },
    },
    {
      id: 'town',
      layer: 'place',
      text: named,
      font: FONTS.plain,
      size: [3, 10, 10, 15],
      colour: label,
      filter: ['!', ['has', 'capital']],
      ...untilTowns,
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
      ...untilTowns,
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
      text: countryNames(language, disputed.labels),
      // What Natural Earth alone counts as a country has no code.
      filter: ['has', 'iso'],
      font: FONTS.strong,
      size: [1, 10, 6, 16],
      colour: soft,
      to: 8,
      layout: { 'symbol-sort-key': RANK, 'text-letter-spacing': 0.04 },
    },
  ];
  // Region and state names exist in English only.
  const english: Label[] =
    language === 'en'
      ? [{ id: 'region_name', layer: 'region', text: named, font: FONTS.plain, size: [3, 10, 9, 13], colour: soft, from: 4 }]
      : [];
  return [...english, ...labels].map((one) => layerOf(one, colours.halo, scale));
}

function layerOf(
  { id, source = 'base', layer, text, font, size, colour, filter, from, to, layout }: Label,
  halo: string,
  scale: number,
): LayerSpecification {
  const [low, small, high, large] = size;
  return {
    id,
    type: 'symbol',
    source,
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

/** The tiles have the codes of countries, and the device knows their names. The operator may have chosen another one, or none. */
function countryNames(language: Language, labels: DisputedAreas['labels']): ExpressionSpecification {
  const nameOf = (code: string) => {
    const shown = labels[code] === undefined ? code : labels[code];
    return shown === null ? '' : countryName(shown, language);
  };
  const names = COUNTRY_CODES.flatMap((code) => [code, nameOf(code)]);
  return ['match', ['get', 'iso'], ...names, ['get', 'name']] as unknown as ExpressionSpecification;
}
