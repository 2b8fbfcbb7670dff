import type { Language, TileSchema } from '@veld/contract';
import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';
import type { MapColours } from '../map-colours';
import { FONTS } from '../style/labels';

export interface LayerOptions {
  colours: MapColours;
  language: Language;
  /** Enlarges the names for people with large text. */
  scale: number;
}

/** Where a schema has what we draw. */
interface Names {
  water: string;
  wood: [layer: string, filter: FilterSpecification];
  waterway: [layer: string, filter: FilterSpecification];
  road: string;
  /** The property with the class of a road, and its values from the largest roads to paths. */
  roadClass: string;
  roads: { major: string[]; minor: string[]; path: string[] };
  roadName: string;
  building: string;
  place: [layer: string, filter: FilterSpecification];
  /** By it, the more important of two names that would overlap stays: low is important. */
  placeRank: ExpressionSpecification;
}

const is = (property: string, ...values: string[]): FilterSpecification => ['in', ['get', property], ['literal', values]];

const SCHEMAS: Readonly<Record<TileSchema, Names>> = {
  openmaptiles: {
    water: 'water',
    wood: ['landcover', is('class', 'wood', 'grass', 'wetland')],
    waterway: ['waterway', true],
    road: 'transportation',
    roadClass: 'class',
    roads: {
      major: ['motorway', 'trunk', 'primary', 'secondary'],
      minor: ['tertiary', 'minor', 'service', 'street'],
      path: ['path', 'track'],
    },
    roadName: 'transportation_name',
    building: 'building',
    place: ['place', is('class', 'city', 'town', 'village', 'hamlet', 'suburb', 'island', 'isolated_dwelling')],
    placeRank: ['coalesce', ['get', 'rank'], 99],
  },
  protomaps: {
    water: 'water',
    wood: ['landuse', is('kind', 'forest', 'wood', 'grass', 'grassland', 'park', 'nature_reserve', 'wetland')],
    waterway: ['water', is('kind', 'river', 'stream', 'canal')],
    road: 'roads',
    roadClass: 'kind',
    roads: { major: ['highway', 'major_road'], minor: ['minor_road', 'medium_road'], path: ['path', 'other'] },
    roadName: 'roads',
    building: 'buildings',
    place: ['places', is('kind', 'locality', 'neighbourhood')],
    placeRank: ['-', 0, ['coalesce', ['get', 'population_rank'], 0]],
  },
};

/** Values by zoom, between which the map interpolates. */
const byZoom = (...stops: number[]): ExpressionSpecification =>
  ['interpolate', ['exponential', 1.5], ['zoom'], ...stops] as unknown as ExpressionSpecification;

const isLine: FilterSpecification = ['==', ['geometry-type'], 'LineString'];
const isArea: FilterSpecification = ['==', ['geometry-type'], 'Polygon'];

/** The operator's vector tiles in our colours, over the built-in map. */
export function vectorLayers(source: string, schema: TileSchema, { colours, language, scale }: LayerOptions): LayerSpecification[] {
  const names = SCHEMAS[schema];
  const { roads, roadClass } = names;
  const road = (id: string, classes: string[], colour: string, width: ExpressionSpecification, from: number): LayerSpecification => ({
    id: `operator-road-${id}`,
    type: 'line',
    source,
    'source-layer': names.road,
    minzoom: from,
    filter: is(roadClass, ...classes),
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
      'source-layer': names.wood[0],
      filter: names.wood[1],
      paint: { 'fill-color': colours.wood },
    },
    { id: 'operator-water', type: 'fill', source, 'source-layer': names.water, filter: isArea, paint: { 'fill-color': colours.sea } },
    {
      id: 'operator-waterway',
      type: 'line',
      source,
      'source-layer': names.waterway[0],
      filter: ['all', isLine, names.waterway[1]] as FilterSpecification,
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
      'source-layer': names.place[0],
      filter: names.place[1],
      layout: {
        ...label,
        'text-size': ['interpolate', ['linear'], ['zoom'], 6, 11 * scale, 12, 16 * scale],
        'text-max-width': 8,
        'symbol-sort-key': names.placeRank,
      },
      paint: { 'text-color': colours.label, ...halo },
    },
  ];
}
