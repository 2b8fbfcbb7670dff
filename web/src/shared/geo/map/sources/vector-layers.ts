import { type Language, listKeys, type TileSchema } from '@veld/contract';
import type { ExpressionSpecification, FilterSpecification, LayerSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import type { MapColours } from '../map-colours';
import { FONTS } from '../style/labels';
import { type LandKind, type Schema, SCHEMAS, type SchemaKinds, type SchemaPart, type WayKind } from './schemas';
import { spotImage } from './spot-image';

export interface LayerOptions {
  colours: MapColours;
  language: Language;
  /** Enlarges the names for people with large text. */
  scale: number;
}

const is = (property: string, values: readonly string[]): FilterSpecification => ['in', ['get', property], ['literal', [...values]]];

const filterOf = ({ property, values }: SchemaPart): FilterSpecification => (property && values ? is(property, values) : true);

const all = (...filters: FilterSpecification[]): FilterSpecification => ['all', ...filters] as FilterSpecification;

/** Values by zoom, between which the map interpolates. */
const byZoom = (...stops: (number | ExpressionSpecification)[]): ExpressionSpecification =>
  ['interpolate', ['exponential', 1.5], ['zoom'], ...stops] as unknown as ExpressionSpecification;

/** A value by the kind of a feature; `otherwise` for the rest. */
function byKind<Kind extends string>(
  { property, kinds }: SchemaKinds<Kind>,
  values: Readonly<Partial<Record<Kind, string | number>>>,
  otherwise: string | number,
): ExpressionSpecification {
  const cases = Object.entries<readonly string[] | undefined>(kinds).flatMap(([kind, names]) => {
    const value = values[kind as Kind];
    return value === undefined || !names ? [] : [[...names], value];
  });
  return cases.length === 0
    ? (['literal', otherwise] as unknown as ExpressionSpecification)
    : (['match', ['get', property], ...cases, otherwise] as unknown as ExpressionSpecification);
}

const namesOf = <Kind extends string>({ kinds }: SchemaKinds<Kind>, wanted: readonly Kind[]): string[] =>
  wanted.flatMap((kind) => kinds[kind] ?? []);

/** By it, the more important of two names that would overlap stays: low is important. */
function rankOf({ property, isLowFirst }: Schema['placeRank']): ExpressionSpecification {
  const importance: ExpressionSpecification = ['to-number', ['get', property], isLowFirst ? 99 : 0];
  return isLowFirst ? importance : ['-', 0, importance];
}

const isLine: FilterSpecification = ['==', ['geometry-type'], 'LineString'];
const isArea: FilterSpecification = ['==', ['geometry-type'], 'Polygon'];
const isPoint: FilterSpecification = ['==', ['geometry-type'], 'Point'];

/** Pixels at zoom 10, 14 and 18. */
const WIDTHS: Readonly<Partial<Record<WayKind, readonly [number, number, number]>>> = {
  motorway: [2.2, 4.5, 22],
  major: [1.7, 3.8, 18],
  secondary: [1, 3, 15],
  minor: [0.4, 1.8, 12],
  service: [0.2, 1.1, 7],
};
const ROADS = listKeys(WIDTHS);

/** Vector tiles in our colours, over the built-in map. Layers are named after their source, so that several maps can be drawn together. */
export function vectorLayers(source: string, schema: TileSchema, options: LayerOptions): LayerSpecification[] {
  const names = SCHEMAS[schema];
  return [
    ...groundLayers(source, names, options.colours),
    ...names.way.flatMap((ways, at) => wayLayers(`${source}-way${at}`, source, ways, options.colours)),
    ...borderLayers(source, names, options.colours),
    ...labelLayers(source, names, options),
  ];
}

function groundLayers(source: string, names: Schema, colours: MapColours): LayerSpecification[] {
  const land = Object.fromEntries(
    (['wood', 'scrub', 'heath', 'grass', 'farm', 'wetland', 'rock', 'sand', 'ice', 'urban'] as const).map((kind) => [kind, colours[kind]]),
  ) as Record<LandKind, string>;
  const { waterway } = names;
  return [
    ...(names.earth === undefined ? [] : [fill(`${source}-earth`, source, names.earth, { 'fill-color': colours.land }, isArea)]),
    ...names.land.map((part, at) =>
      fill(
        `${source}-land${at}`,
        source,
        part.layer,
        { 'fill-color': byKind(part, land, 'transparent'), 'fill-antialias': false },
        all(isArea, is(part.property, namesOf(part, listKeys(part.kinds)))),
      ),
    ),
    ...(names.protected
      ? [
          fill(
            `${source}-protected`,
            source,
            names.protected.layer,
            { 'fill-color': colours.protected, 'fill-opacity': 0.08 },
            all(isArea, filterOf(names.protected)),
          ),
        ]
      : []),
    {
      id: `${source}-waterway`,
      type: 'line',
      source,
      'source-layer': waterway.layer,
      filter: all(isLine, is(waterway.property, namesOf(waterway, ['river', 'stream', 'ditch']))),
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': colours.river,
        'line-width': byZoom(
          8,
          byKind(waterway, { river: 0.8, stream: 0.2, ditch: 0.1 }, 0.3),
          13,
          byKind(waterway, { river: 2.4, stream: 1.1, ditch: 0.6 }, 0.8),
          18,
          byKind(waterway, { river: 12, stream: 5, ditch: 2.5 }, 4),
        ),
      },
    },
    ...names.water.map((part, at) =>
      fill(
        `${source}-water${at}`,
        source,
        part.layer,
        { 'fill-color': colours.sea, 'fill-outline-color': colours.river },
        all(isArea, filterOf(part)),
      ),
    ),
    ...(names.coast === undefined
      ? []
      : [line(`${source}-coast`, source, names.coast, { 'line-color': colours.coast, 'line-width': byZoom(8, 0.8, 16, 2) })]),
    ...(names.cliff === undefined
      ? []
      : [
          line(`${source}-cliff`, source, names.cliff, {
            'line-color': colours['label-soft'],
            'line-width': 1.2,
            'line-dasharray': [1, 1],
          }),
        ]),
    ...(names.protected
      ? [
          {
            ...line(`${source}-protected-edge`, source, names.protected.layer, {
              'line-color': colours.protected,
              'line-width': byZoom(8, 0.8, 14, 2.2),
              'line-opacity': 0.7,
            }),
            filter: all(isArea, filterOf(names.protected)),
          },
        ]
      : []),
    {
      ...fill(`${source}-building`, source, names.building, { 'fill-color': colours.building }),
      minzoom: 13,
    },
  ];
}

function fill(
  id: string,
  source: string,
  layer: string,
  paint: NonNullable<Extract<LayerSpecification, { type: 'fill' }>['paint']>,
  filter: FilterSpecification = isArea,
): LayerSpecification {
  return { id, type: 'fill', source, 'source-layer': layer, filter, paint };
}

function line(
  id: string,
  source: string,
  layer: string,
  paint: NonNullable<Extract<LayerSpecification, { type: 'line' }>['paint']>,
): Extract<LayerSpecification, { type: 'line' }> {
  return { id, type: 'line', source, 'source-layer': layer, layout: { 'line-cap': 'round', 'line-join': 'round' }, paint };
}

/** Roads with an edge, tracks and paths as lines of their own kind: what one walks on has to be told from what one drives on. */
function wayLayers(id: string, source: string, ways: SchemaKinds<WayKind>, colours: MapColours): LayerSpecification[] {
  const has = (kinds: readonly WayKind[]) => namesOf(ways, kinds).length > 0;
  const of = (kinds: readonly WayKind[]) => all(isLine, is(ways.property, namesOf(ways, kinds)));
  const base = { source, 'source-layer': ways.layer };
  const width = (at: 0 | 1 | 2, more: number) =>
    byKind(ways, Object.fromEntries(ROADS.map((kind) => [kind, WIDTHS[kind]![at] + more])) as Partial<Record<WayKind, number>>, 1);
  const widths = (edge: number) => byZoom(10, width(0, edge * 0.5), 14, width(1, edge), 18, width(2, edge * 1.4));
  const order = { 'line-sort-key': byKind(ways, { motorway: 5, major: 4, secondary: 3, minor: 2, service: 1 }, 0) };
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const;
  const plain = (
    name: string,
    kinds: readonly WayKind[],
    from: number,
    paint: NonNullable<Extract<LayerSpecification, { type: 'line' }>['paint']>,
    cap: 'round' | 'butt' = 'butt',
  ): LayerSpecification[] =>
    has(kinds)
      ? [
          {
            ...base,
            id: `${id}-${name}`,
            type: 'line',
            minzoom: from,
            filter: of(kinds),
            layout: { 'line-cap': cap, 'line-join': 'round' },
            paint,
          },
        ]
      : [];
  const tunnel: ExpressionSpecification = ['case', ['==', ['get', 'tunnel'], true], 0.35, 1];
  return [
    ...plain('ferry', ['ferry'], 8, { 'line-color': colours.coast, 'line-width': 1, 'line-dasharray': [4, 3] }),
    ...plain('steps', ['steps'], 13, { 'line-color': colours.path, 'line-width': byZoom(13, 1.4, 18, 6), 'line-dasharray': [0.4, 0.4] }),
    ...plain('path', ['path'], 12, {
      'line-color': colours.path,
      'line-width': byZoom(12, 0.7, 15, 1.5, 18, 3),
      'line-dasharray': [2.2, 1.4],
    }),
    ...plain('cycleway', ['cycleway'], 12, {
      'line-color': colours.cycleway,
      'line-width': byZoom(12, 0.7, 15, 1.6, 18, 3.5),
      'line-dasharray': [4, 1.2],
    }),
    ...plain('track', ['track'], 12, {
      'line-color': colours.track,
      'line-width': byZoom(12, 0.6, 15, 1.8, 18, 4),
      'line-dasharray': [6, 1.2],
    }),
    ...(has(ROADS)
      ? [
          {
            ...base,
            id: `${id}-edge`,
            type: 'line' as const,
            minzoom: 10,
            filter: of(ROADS),
            layout: { ...round, ...order },
            paint: { 'line-color': colours['road-edge'], 'line-width': widths(1.6), 'line-opacity': tunnel },
          },
          {
            ...base,
            id: `${id}-road`,
            type: 'line' as const,
            minzoom: 7,
            filter: of(ROADS),
            layout: { ...round, ...order },
            paint: {
              'line-color': byKind(
                ways,
                { motorway: colours['road-large'], major: colours['road-large'], secondary: colours['road-middle'] },
                colours['road-small'],
              ),
              'line-width': widths(0),
              'line-opacity': tunnel,
            },
          },
        ]
      : []),
    ...plain('rail', ['rail'], 9, { 'line-color': colours.rail, 'line-width': byZoom(9, 0.7, 14, 1.8, 18, 4), 'line-opacity': tunnel }),
    ...plain('sleepers', ['rail'], 13, {
      'line-color': colours.land,
      'line-width': byZoom(13, 0.7, 14, 1, 18, 2.6),
      'line-dasharray': [4, 4],
      'line-opacity': tunnel,
    }),
    ...plain('lift', ['lift'], 12, { 'line-color': colours.rail, 'line-width': 1.2, 'line-dasharray': [6, 2, 1, 2] }),
  ];
}

function borderLayers(source: string, { border }: Schema, colours: MapColours): LayerSpecification[] {
  if (!border) return [];
  const drawn = line(`${source}-border`, source, border.layer, {
    'line-color': colours.border,
    'line-width': byZoom(8, 1, 14, 2),
    'line-dasharray': [5, 2, 1, 2],
    'line-opacity': 0.8,
  });
  // A line without round ends, or the dots of the pattern would run together.
  return [{ ...drawn, layout: { 'line-join': 'round' }, filter: all(isLine, filterOf(border)) }];
}

function labelLayers(source: string, names: Schema, { colours, language, scale }: LayerOptions): LayerSpecification[] {
  const text = ['coalesce', ['get', `name:${language}`], ['get', `name_${language}`], ['get', 'name']] as ExpressionSpecification;
  const plain = { 'text-field': text, 'text-font': [FONTS.plain], 'text-max-width': 8, 'text-padding': 4 };
  const halo = { 'text-halo-color': colours.halo, 'text-halo-width': 1.3 };
  const soft = { 'text-color': colours['label-soft'], ...halo };
  const water = { 'text-color': colours['label-water'], ...halo };
  const label = (
    id: string,
    layer: string,
    rest: Pick<SymbolLayerSpecification, 'filter' | 'layout' | 'paint'> & { minzoom?: number },
  ): LayerSpecification => ({ id: `${source}-${id}`, type: 'symbol', source, 'source-layer': layer, ...rest });
  const size = (small: number, large: number) =>
    ['interpolate', ['linear'], ['zoom'], 10, small * scale, 16, large * scale] as unknown as ExpressionSpecification;
  const { place, placeRank, placeSizes, areaName, peak, spot, waterway } = names;
  return [
    label('way-name', names.wayName, {
      filter: isLine,
      minzoom: 14,
      layout: { ...plain, 'symbol-placement': 'line', 'text-size': size(10, 12.5), 'symbol-spacing': 320, 'text-max-angle': 30 },
      paint: soft,
    }),
    label('waterway-name', waterway.layer, {
      filter: all(isLine, ['has', 'name']),
      minzoom: 12,
      layout: { ...plain, 'text-font': [FONTS.water], 'symbol-placement': 'line', 'text-size': size(11, 13.5), 'symbol-spacing': 360 },
      paint: water,
    }),
    ...(spot ? [spotLayer(label, spot, { plain, soft, size, colours })] : []),
    ...(areaName ? areaLabels(label, areaName, { plain, soft, water, size, colours }) : []),
    ...(peak
      ? [
          label('peak', peak.layer, {
            filter: all(isPoint, filterOf(peak)),
            minzoom: 10,
            layout: {
              ...plain,
              'text-field': peakText(text),
              'text-size': size(11, 12.5),
              'icon-image': spotImage('peak', colours['label-soft'], colours.halo),
              'text-anchor': 'top',
              'text-offset': [0, 0.45],
              'text-optional': true,
              'symbol-sort-key': ['-', 0, ['to-number', ['get', 'ele'], 0]],
            },
            paint: soft,
          }),
        ]
      : []),
    label('place', place.layer, {
      filter: all(isPoint, filterOf(place)),
      layout: {
        ...plain,
        'text-size': placeSize(placeSizes, scale),
        'symbol-sort-key': rankOf(placeRank),
      },
      paint: { 'text-color': colours.label, ...halo },
    }),
  ];
}

interface LabelParts {
  plain: SymbolLayerSpecification['layout'];
  soft: SymbolLayerSpecification['paint'];
  size: (small: number, large: number) => ExpressionSpecification;
  colours: MapColours;
}

type MakeLabel = (
  id: string,
  layer: string,
  rest: Pick<SymbolLayerSpecification, 'filter' | 'layout' | 'paint'> & { minzoom?: number },
) => LayerSpecification;

/** Hides, car parks and the like: a small picture, and the name from close by. */
function spotLayer(label: MakeLabel, spot: NonNullable<Schema['spot']>, { plain, soft, size, colours }: LabelParts): LayerSpecification {
  const images = listKeys(spot.kinds).flatMap((kind) => {
    const colour =
      kind === 'hide' || kind === 'viewpoint' || kind === 'tower'
        ? colours.protected
        : kind === 'parking' || kind === 'station'
          ? colours.coast
          : colours['label-soft'];
    return [[...(spot.kinds[kind] ?? [])], spotImage(kind, colour, colours.halo)];
  });
  return label('spot', spot.layer, {
    filter: is(spot.property, namesOf(spot, listKeys(spot.kinds))),
    minzoom: 12,
    layout: {
      ...plain,
      'icon-image': ['match', ['get', spot.property], ...images, ''] as unknown as ExpressionSpecification,
      'icon-padding': 1,
      'text-field': ['step', ['zoom'], '', 15, plain?.['text-field'] ?? ''] as ExpressionSpecification,
      'text-size': size(10, 12),
      'text-anchor': 'top',
      'text-offset': [0, 0.75],
      'text-optional': true,
      // A hide before a car park.
      'symbol-sort-key': byKind(
        spot,
        { hide: 0, hut: 1, viewpoint: 2, tower: 2, station: 3, cave: 3, waterfall: 3, spring: 4, information: 6, parking: 8 },
        9,
      ),
    },
    paint: soft,
  });
}

function areaLabels(
  label: MakeLabel,
  areaName: NonNullable<Schema['areaName']>,
  { plain, soft, water, size, colours }: LabelParts & { water: SymbolLayerSpecification['paint'] },
): LayerSpecification[] {
  const order = { 'symbol-sort-key': ['-', 0, ['to-number', ['get', 'area'], 0]] as ExpressionSpecification };
  const named = (kind: 'water' | 'land') => is(areaName.property, namesOf(areaName, [kind]));
  return [
    ...(areaName.kinds.land
      ? [
          label('area-name', areaName.layer, {
            filter: named('land'),
            layout: { ...plain, 'text-size': size(11, 12.5), ...order },
            paint: { ...soft, 'text-color': colours.protected },
          }),
        ]
      : []),
    label('water-name', areaName.layer, {
      filter: named('water'),
      layout: { ...plain, 'text-font': [FONTS.water], 'text-size': size(11, 14), ...order },
      paint: water,
    }),
  ];
}

/** The name and the height below it. */
function peakText(name: ExpressionSpecification): ExpressionSpecification {
  const height: ExpressionSpecification = [
    'case',
    ['has', 'ele'],
    ['concat', ['to-string', ['round', ['to-number', ['get', 'ele']]]], ' m'],
    '',
  ];
  return [
    'case',
    ['all', ['has', 'name'], ['has', 'ele']],
    ['concat', name, '\n', height],
    ['has', 'name'],
    name,
    height,
  ] as unknown as ExpressionSpecification;
}

function placeSize(sizes: Schema['placeSizes'], scale: number): ExpressionSpecification {
  if (!sizes) return ['interpolate', ['linear'], ['zoom'], 6, 11 * scale, 12, 16 * scale];
  const at = (large: number, middle: number, small: number) =>
    [
      'match',
      ['get', sizes.property],
      [...sizes.large],
      large * scale,
      [...sizes.small],
      small * scale,
      middle * scale,
    ] as unknown as number;
  return ['interpolate', ['linear'], ['zoom'], 8, at(13, 11, 10), 14, at(19, 15, 12)];
}
