import { geometryFault, MAX_VERTICES, type PlaceGeometry, vertexCount } from '@veld/contract';
import { type Position, unwrapGeometry, unwrapLine } from '@veld/geometry';
import { useState } from 'react';

/** A line or an area while it is drawn. */
export interface Drawing {
  isArea: boolean;
  /** Of an area, without the first one again at the end. */
  vertices: readonly Position[];
  /** Holes of an imported area. They cannot be drawn, and stay as they are. */
  holes: readonly (readonly Position[])[];
  /** Index of the vertex to change, after which new ones come; null: new ones come at the end. */
  chosen: number | null;
}

export type DrawingFault = 'few_line' | 'few_area' | 'many' | 'crossing' | 'around';

export function startDrawing(geometry: PlaceGeometry | null, isArea: boolean): Drawing {
  if (geometry === null) return { isArea, vertices: [], holes: [], chosen: null };
  if (geometry.type === 'LineString') return { isArea: false, vertices: geometry.coordinates, holes: [], chosen: null };
  const [outer = [], ...holes] = geometry.coordinates;
  return { isArea: true, vertices: outer.slice(0, -1), holes, chosen: null };
}

/** The shape as it is saved; null with a fault. */
export function readDrawnGeometry(drawing: Drawing): PlaceGeometry | null {
  return findDrawingFault(drawing) === null ? shapeOf(drawing) : null;
}

/** Why a drawing cannot be saved. */
export function findDrawingFault(drawing: Drawing): DrawingFault | null {
  const { isArea, vertices } = drawing;
  const few = isArea ? 'few_area' : 'few_line';
  if (vertices.length < (isArea ? 3 : 2)) return few;
  const shape = shapeOf(drawing);
  if (vertexCount(shape) > MAX_VERTICES) return 'many';
  if (shape.type === 'Polygon' && isAround(shape.coordinates[0]!)) return 'around';
  const fault = geometryFault(shape);
  if (fault === 'shape_size') return few;
  return fault === null ? null : 'crossing';
}

/** Whether a ring goes around a pole. No side of it is the inside. */
function isAround(ring: readonly Position[]): boolean {
  const line = unwrapLine(ring);
  return Math.abs(line.at(-1)![0] - line[0]![0]) > 180;
}

/** With a vertex more. The same drawing if it would lie on the one before or after it. */
export function withVertex(drawing: Drawing, vertex: Position): Drawing {
  const { vertices, chosen } = drawing;
  const index = chosen === null ? vertices.length : chosen + 1;
  if ([vertices[index - 1], vertices[index]].some((one) => one && isSame(one, vertex))) return drawing;
  return { ...drawing, vertices: vertices.toSpliced(index, 0, vertex), chosen: chosen === null ? null : index };
}

/** Without the chosen vertex, or else the last one. */
export function withoutVertex(drawing: Drawing): Drawing {
  const { vertices, chosen } = drawing;
  if (vertices.length === 0) return drawing;
  return { ...drawing, vertices: vertices.toSpliced(chosen ?? vertices.length - 1, 1), chosen: null };
}

export function withMoved(drawing: Drawing, index: number, vertex: Position): Drawing {
  return { ...drawing, vertices: drawing.vertices.with(index, vertex) };
}

/** With a vertex chosen, or none if it was already. */
export function withTapped(drawing: Drawing, index: number): Drawing {
  return { ...drawing, chosen: drawing.chosen === index ? null : index };
}

/** With the next or the previous vertex chosen; from the last one to the first. */
export function withNext(drawing: Drawing, step: 1 | -1): Drawing {
  const { vertices, chosen } = drawing;
  if (vertices.length === 0) return drawing;
  const from = chosen ?? (step === 1 ? -1 : 0);
  return { ...drawing, chosen: (from + step + vertices.length) % vertices.length };
}

function isSame(one: Position, other: Position): boolean {
  return one[0] === other[0] && one[1] === other[1];
}

function shapeOf({ isArea, vertices, holes }: Drawing): PlaceGeometry {
  if (!isArea) return { type: 'LineString', coordinates: [...vertices] };
  return { type: 'Polygon', coordinates: [[...vertices, vertices[0]!], ...holes.map((hole) => [...hole])] };
}

/** The line or area as far as there is one: with two vertices, an area is still a line. */
export function shapeSoFar(drawing: Drawing): PlaceGeometry | null {
  const { isArea, vertices } = drawing;
  return vertices.length < 2 ? null : shapeOf({ ...drawing, isArea: isArea && vertices.length > 2 });
}

/** What the map shows: the vertices, and the line or area between them. */
export function listDrawnFeatures(drawing: Drawing): GeoJSON.FeatureCollection {
  const points = drawing.vertices.map((at, index): GeoJSON.Feature => ({
    type: 'Feature',
    properties: { chosen: index === drawing.chosen },
    geometry: { type: 'Point', coordinates: [...at] },
  }));
  const shape = shapeSoFar(drawing);
  const lines: GeoJSON.Feature[] = shape ? [{ type: 'Feature', properties: {}, geometry: unwrapGeometry(shape) }] : [];
  return { type: 'FeatureCollection', features: [...lines, ...points] };
}

/** A drawing, and what it was before each change. */
export interface DrawingSteps {
  drawing: Drawing;
  before: readonly Drawing[];
}

export function stepsFrom(geometry: PlaceGeometry | null, isArea: boolean): DrawingSteps {
  return { drawing: startDrawing(geometry, isArea), before: [] };
}

export function useDrawing(start: () => DrawingSteps) {
  const [steps, set] = useState(start);
  const change = (next: (drawing: Drawing) => Drawing) =>
    set((now) => {
      const changed = next(now.drawing);
      return changed === now.drawing ? now : { drawing: changed, before: [...now.before, now.drawing] };
    });
  /** Choosing a vertex changes nothing that would have to be undone. */
  const choose = (next: (drawing: Drawing) => Drawing) => set((now) => ({ ...now, drawing: next(now.drawing) }));
  return {
    steps,
    add: (at: Position) => change((now) => withVertex(now, at)),
    remove: () => change(withoutVertex),
    move: (index: number, to: Position) => change((now) => withMoved(now, index, to)),
    tap: (index: number) => choose((now) => withTapped(now, index)),
    step: (by: 1 | -1) => choose((now) => withNext(now, by)),
    setArea: (next: boolean) => change((now) => ({ ...now, isArea: next, holes: next ? now.holes : [] })),
    /** One drag is one change, however far it goes. */
    startDrag: () => set((now) => ({ ...now, before: [...now.before, now.drawing] })),
    drag: (index: number, to: Position) => set((now) => ({ ...now, drawing: withMoved(now.drawing, index, to) })),
    undo: () => set((now) => (now.before.length === 0 ? now : { drawing: now.before.at(-1)!, before: now.before.slice(0, -1) })),
  };
}
