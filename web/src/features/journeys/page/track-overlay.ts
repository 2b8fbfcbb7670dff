import { TAXON_GROUPS, type TaxonGroup } from '@veld/contract';
import { type Point, type Position, simplifyLine, toPosition, unwrapLine } from '@veld/geometry';
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { MapColours } from '../../../shared/geo/map/map-colours';
import type { Overlay } from '../../../shared/geo/map/style/map-style';

export const LINES = 'journey_lines';
export const CELLS = 'journey_cells';
export const DOTS = 'journey_dots';
/** Where the person is. */
export const HERE = 'journey_here';

/** Lines are drawn as exact as anybody can see. */
const FINE_M = 2;

/** What a journey draws: cells of shared journeys, its line, and records by group. */
export const TRACK_OVERLAY: Overlay = {
  sources: { [CELLS]: {}, [LINES]: {}, [DOTS]: {}, [HERE]: {} },
  layers: trackLayers,
};

const feature = (geometry: GeoJSON.Geometry, properties: GeoJSON.GeoJsonProperties = {}): GeoJSON.Feature => ({
  type: 'Feature',
  properties,
  geometry,
});
const collection = (features: GeoJSON.Feature[]): GeoJSON.FeatureCollection => ({ type: 'FeatureCollection', features });

/** The points of a track that its drawing needs. A day at a point per second takes a while; what moves is made of these. */
export function drawnPieces<P extends Point>(pieces: readonly (readonly P[])[], tolerance = FINE_M): P[][] {
  return pieces.map((piece) => simplifyLine(piece, tolerance));
}

/** The parts of a track as drawn: positions of longitude and latitude. */
export function drawnLines(pieces: readonly (readonly Point[])[], tolerance = FINE_M): Position[][] {
  return linesThrough(drawnPieces(pieces, tolerance));
}

/** Lines through all points of the parts. A part of one point is a dot of the line. */
export function linesThrough(pieces: readonly (readonly Point[])[]): Position[][] {
  return pieces.map((piece) => {
    const line = piece.map(toPosition);
    return line.length === 1 ? [line[0]!, line[0]!] : [...unwrapLine(line)];
  });
}

/** `id`: of the journey that each line belongs to. */
export function lineFeatures(lines: readonly (readonly [number, number][])[], id = ''): GeoJSON.FeatureCollection {
  return collection(lines.map((line) => feature({ type: 'LineString', coordinates: [...line] }, { id })));
}

export function cellFeatures(cells: readonly { west: number; south: number; east: number; north: number }[]): GeoJSON.FeatureCollection {
  return collection(
    cells.map(({ west, south, east, north }) => {
      const ring = [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ];
      return feature({ type: 'Polygon', coordinates: [ring] });
    }),
  );
}

export interface Dot extends Point {
  id: string;
  group: TaxonGroup;
}

export function dotFeatures(dots: readonly Dot[]): GeoJSON.FeatureCollection {
  return collection(
    dots.map(({ id, group, longitude, latitude }) => feature({ type: 'Point', coordinates: [longitude, latitude] }, { id, group })),
  );
}

export function hereFeatures(here: Point | null): GeoJSON.FeatureCollection {
  return collection(here ? [feature({ type: 'Point', coordinates: toPosition(here) })] : []);
}

function trackLayers(colours: MapColours): LayerSpecification[] {
  const round = { 'line-join': 'round', 'line-cap': 'round' } as const;
  const ofGroup = ['match', ['get', 'group'], ...groupColours(colours.record), colours.record];
  return [
    { id: 'journey_cells', type: 'fill', source: CELLS, paint: { 'fill-color': colours.record, 'fill-opacity': 0.22 } },
    { id: 'journey_halo', type: 'line', source: LINES, layout: round, paint: { 'line-color': colours.halo, 'line-width': 7 } },
    { id: 'journey_line', type: 'line', source: LINES, layout: round, paint: { 'line-color': colours.record, 'line-width': 3.5 } },
    {
      id: DOTS,
      type: 'circle',
      source: DOTS,
      paint: {
        'circle-radius': 6,
        'circle-color': ofGroup as ExpressionSpecification,
        'circle-stroke-color': colours['record-ring'],
        'circle-stroke-width': 2,
      },
    },
    {
      id: HERE,
      type: 'circle',
      source: HERE,
      paint: {
        'circle-radius': 9,
        'circle-color': colours['place-water'],
        'circle-stroke-color': colours.halo,
        'circle-stroke-width': 3,
      },
    },
  ];
}

/** The names of groups, each followed by its colour in the theme of the page, for which the map asks again when it changes. */
function groupColours(unstyled: string): string[] {
  const style = getComputedStyle(document.documentElement);
  return TAXON_GROUPS.flatMap((group) => [group, style.getPropertyValue(`--group-${group}`).trim() || unstyled]);
}
