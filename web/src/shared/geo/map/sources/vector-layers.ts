import type { Language, TileSchema } from '@veld/contract';
import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';
import type { MapColours } from '../map-colours';
import { FONTS } from '../style/labels';
import { type Schema, SCHEMAS, type SchemaPart } from './schemas';

export interface LayerOptions {
  colours: MapColours;
  language: Language;
  /** Enlarges the names for people with large text. */
  scale: number;
}

const is = (property: string, values: readonly string[]): FilterSpecification => ['in', ['get', property], ['literal', [...values]]];

const filterOf = ({ property, values }: SchemaPart): FilterSpecification => (property && values ? is(property, values) : true);

/** By it, the more important of two names that would overlap stays: low is important. */
function rankOf({ property, isLowFirst }: Schema['placeRank']): ExpressionSpecification {
  return isLowFirst ? ['coalesce', ['get', property], 99] : ['-', 0, ['coalesce', ['get', property], 0]];
}

/** Values by zoom, between which the map interpolates. */
const byZoom = (...stops: number[]): ExpressionSpecification =>
  ['interpolate', ['exponential', 1.5], ['zoom'], ...stops] as unknown as ExpressionSpecification;

const isLine: FilterSpecification = ['==', ['geometry-type'], 'LineString'];
const isArea: FilterSpecification = ['==', ['geometry-type'], 'Polygon'];

/** The operator's vector tiles in our colours, over the built-in map. */
export function vectorLayers(source: string, schema: TileSchema, { colours, language, scale }: LayerOptions): LayerSpecification[] {
  const names = SCHEMAS[schema];
  const { roads, roadClass } = names;
  const road = (
    id: string,
    classes: readonly string[],
    colour: string,
    width: ExpressionSpecification,
    from: number,
  ): LayerSpecification => ({
    id: `operator-road-${id}`,
    type: 'line',
    source,
    'source-layer': names.road,
    minzoom: from,
    filter: is(roadClass, classes),
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': colour, 'line-width': width, ...(id === 'path' && { 'line-dasharray': [2, 1.5] }) },
  });
  const text = ['coalesce', ['get', `name:${language}`], ['get', `name_${language}`], ['get', 'name']] as ExpressionSpecification;
  const label = { 'text-field': text, 'text-font': [FONTS.plain] };
  const halo = { 'text-halo-color': colours.halo, 'text-halo-width': 1.2 };
  return [
    {
      id: 'operator-wood',
      type: 'fill',
      source,
      'source-layer': names.wood.layer,
      filter: filterOf(names.wood),
      paint: { 'fill-color': colours.wood },
    },
    { id: 'operator-water', type: 'fill', source, 'source-layer': names.water, filter: isArea, paint: { 'fill-color': colours.sea } },
    {
      id: 'operator-waterway',
      type: 'line',
      source,
      'source-layer': names.waterway.layer,
      filter: ['all', isLine, filterOf(names.waterway)] as FilterSpecification,
      paint: { 'line-color': colours.river, 'line-width': byZoom(8, 0.6, 16, 3) },
    },
    {
      id: 'operator-building',
      type: 'fill',
      source,
      'source-layer': names.building,
      minzoom: 14,
      paint: { 'fill-color': colours.urban },
    },
    road('path', roads.path, colours.border, byZoom(13, 0.7, 18, 2.5), 13),
    road('minor', roads.minor, colours.state, byZoom(11, 0.6, 18, 10), 11),
    road('major', roads.major, colours.road, byZoom(6, 0.6, 12, 2.2, 18, 16), 6),
    {
      id: 'operator-road-name',
      type: 'symbol',
      source,
      'source-layer': names.roadName,
      filter: isLine,
      minzoom: 13,
      layout: { ...label, 'symbol-placement': 'line', 'text-size': 12 * scale },
      paint: { 'text-color': colours['label-soft'], ...halo },
    },
    {
      id: 'operator-place',
      type: 'symbol',
      source,
      'source-layer': names.place.layer,
      filter: filterOf(names.place),
      layout: {
        ...label,
        'text-size': ['interpolate', ['linear'], ['zoom'], 6, 11 * scale, 12, 16 * scale],
        'text-max-width': 8,
        'symbol-sort-key': rankOf(names.placeRank),
      },
      paint: { 'text-color': colours.label, ...halo },
    },
  ];
}
