import type { MapColours } from '../map/map-colours';
import type { Box } from './labels';
import { metresToPixels, type StillView, toView, worldSide } from './projection';
import type { Position, StillShape } from './shapes';

const POINT_PX = 6;
/** Smaller cells could not be seen. */
const LEAST_CELL_PX = 5;
/** Smaller circles are hidden by their point. */
const LEAST_CIRCLE_PX = 9;

/** Draws what lies below the names: cells, areas, lines and circles of uncertainty. */
export function drawBelowNames(
  context: CanvasRenderingContext2D,
  view: StillView,
  shapes: readonly StillShape[],
  colours: MapColours,
): void {
  context.lineJoin = 'round';
  for (const shape of shapes) {
    context.strokeStyle = colourOf(shape, colours);
    context.fillStyle = colourOf(shape, colours);
    if (shape.kind === 'cell') drawCell(context, view, shape);
    else if (shape.kind === 'point') drawUncertainty(context, view, shape);
    else drawPlace(context, view, shape);
    context.globalAlpha = 1;
    context.setLineDash([]);
  }
}

/** Draws the points, and returns where they are. */
export function drawPoints(context: CanvasRenderingContext2D, view: StillView, shapes: readonly StillShape[], colours: MapColours): void {
  context.lineWidth = 2;
  context.strokeStyle = colours['record-ring'];
  for (const shape of shapes) {
    if (shape.kind !== 'point') continue;
    context.fillStyle = colourOf(shape, colours);
    const [x, y] = toView(view, shape.longitude, shape.latitude);
    context.beginPath();
    context.arc(x, y, POINT_PX, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
}

function colourOf(shape: StillShape, colours: MapColours): string {
  return 'place' in shape && shape.place ? colours[`place-${shape.place}`] : colours.record;
}

/** Where names must not be. */
export function boxesOfPoints(view: StillView, shapes: readonly StillShape[]): Box[] {
  return shapes.flatMap((shape) => {
    if (shape.kind !== 'point') return [];
    const [x, y] = toView(view, shape.longitude, shape.latitude);
    return [{ left: x - POINT_PX, right: x + POINT_PX, top: y - POINT_PX, bottom: y + POINT_PX }];
  });
}

function drawCell(context: CanvasRenderingContext2D, view: StillView, cell: Extract<StillShape, { kind: 'cell' }>): void {
  const [middleX, middleY] = toView(view, (cell.west + cell.east) / 2, (cell.south + cell.north) / 2);
  const [, top] = toView(view, cell.west, cell.north);
  const [, bottom] = toView(view, cell.west, cell.south);
  const width = Math.max(LEAST_CELL_PX, ((cell.east - cell.west) / 360) * worldSide(view));
  const height = Math.max(LEAST_CELL_PX, bottom - top);
  const [left, up] = [middleX - width / 2, middleY - height / 2];
  // From one record to ten thousand, as on the large map.
  context.globalAlpha = cell.isObscured ? 0.18 : Math.min(0.95, 0.5 + 0.1125 * Math.log10(Math.max(1, cell.records)));
  context.fillRect(left, up, width, height);
  context.globalAlpha = 1;
  context.lineWidth = 1;
  context.setLineDash(cell.isObscured ? [4, 3] : []);
  context.strokeRect(left, up, width, height);
}

function drawUncertainty(context: CanvasRenderingContext2D, view: StillView, point: Extract<StillShape, { kind: 'point' }>): void {
  const radius = metresToPixels(view, point.uncertainty_m ?? 0, point.latitude);
  if (radius < LEAST_CIRCLE_PX) return;
  const [x, y] = toView(view, point.longitude, point.latitude);
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  fillAndEdge(context);
}

function drawPlace(
  context: CanvasRenderingContext2D,
  view: StillView,
  { kind, parts }: Extract<StillShape, { kind: 'line' | 'area' }>,
): void {
  context.beginPath();
  for (const part of parts) tracePart(context, view, part);
  if (kind === 'area') return fillAndEdge(context);
  context.lineWidth = 3;
  context.stroke();
}

function tracePart(context: CanvasRenderingContext2D, view: StillView, part: readonly Position[]): void {
  part.forEach(([longitude, latitude], i) => {
    const [x, y] = toView(view, longitude!, latitude!);
    if (i === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
}

function fillAndEdge(context: CanvasRenderingContext2D): void {
  context.globalAlpha = 0.16;
  context.fill('evenodd');
  context.globalAlpha = 0.8;
  context.lineWidth = 1.5;
  context.stroke();
}
