// Loaded when the first small map comes into view: nothing else may import it but by `import()`.
import type { MapColours } from '../map/map-colours';
import { boxOfTile, drawGround, type Ground } from './ground';
import { drawLabels, FONTS, type LabelOptions, type Box } from './labels';
import type { Packed, ReadPacked } from './packed/packed';
import { type Extent, fitView, type StillView, metresToPixels, toView, worldSide } from './projection';
import { extentOfShapes, type StillShape, type Position } from './shapes';
import { type GroundTiles, hasWorldHere, isWorldEnough, readGround } from './tiles';

export interface Scene extends Omit<LabelOptions, 'colours' | 'schema'> {
  shapes: readonly StillShape[];
  /** What the map shows without shapes, or instead of fitting to them. */
  extent?: Extent | undefined;
  maxZoom: number;
  colours: MapColours;
  /** Reads the offline maps of the person. */
  packed?: ReadPacked | undefined;
}

/** What could be drawn. */
export interface Drawn {
  /** False if only the shapes are drawn. */
  hasGround: boolean;
  /** The credit in addition to that of the built-in map. */
  credit: string | null;
}

const WORLD: Extent = { west: -170, south: -56, east: 190, north: 76 };
const MARGIN_PX = 36;
const NO_TILES: GroundTiles = { tiles: [], soft: [] };

/** So long a drawing waits for anything that may never come: the server, the device's database, letters. */
const PATIENCE_MS = 2000;
/** After so long, what the device has is drawn until the server answers. */
const QUICK_MS = 300;
/** A server that did not answer in time is not waited for again for so long, or each map of a page would wait. */
const SLOW_MS = 30_000;

/** The drawing that was begun last: they take turns, so that a page with many maps stays usable. */
let turn: Promise<unknown> = Promise.resolve();
let slowUntil = 0;
/** Canvases that show something, which stays until there is something better. */
const painted = new WeakSet<HTMLCanvasElement>();

interface Size {
  width: number;
  height: number;
  /** Pixels of the canvas for each CSS pixel; without it, as the screen has. */
  ratio?: number;
}

/** Draws a scene on a canvas of the given size in CSS pixels. The shapes are there at once, the ground as soon as it has been read. */
export function drawStill(canvas: HTMLCanvasElement, size: Size, scene: Scene, signal: AbortSignal): Promise<Drawn> {
  const { width, height, ratio = Math.min(3, window.devicePixelRatio || 1) } = size;
  const extent = scene.extent ?? extentOfShapes(scene.shapes) ?? WORLD;
  const margin = Math.min(MARGIN_PX, width / 8, height / 8);
  const view = fitView(extent, width, height, { maxZoom: scene.maxZoom, margin });
  const paint = (ground: GroundTiles | null, packed: Packed | null) => paintCanvas(canvas, view, { ground, packed, ratio }, scene);
  if (!painted.has(canvas)) paint(null, null);
  painted.add(canvas);
  const drawing = turn.then(() => draw(view, scene, paint, signal));
  turn = drawing.catch(() => undefined);
  return drawing;
}

async function draw(
  view: StillView,
  scene: Scene,
  paint: (ground: GroundTiles | null, packed: Packed | null) => void,
  signal: AbortSignal,
): Promise<Drawn> {
  signal.throwIfAborted();
  const [packed] = await Promise.all([scene.packed ? within(PATIENCE_MS, scene.packed(view)) : null, within(PATIENCE_MS, loadFonts())]);
  signal.throwIfAborted();
  const meanwhile = (ground: GroundTiles) => !signal.aborted && paint(ground, packed);
  const ground = await bestGround(view, packed, meanwhile);
  signal.throwIfAborted();
  paint(ground, packed);
  const hasPacked = packed !== null && (packed.builtIn.length > 0 || packed.over !== null);
  return { hasGround: ground !== null || hasPacked, credit: packed?.over?.credit || null };
}

function paintCanvas(
  canvas: HTMLCanvasElement,
  view: StillView,
  { ground, packed, ratio }: { ground: GroundTiles | null; packed: Packed | null; ratio: number },
  scene: Scene,
): void {
  canvas.width = Math.round(view.width * ratio);
  canvas.height = Math.round(view.height * ratio);
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(ratio, ratio);
  paintScene(context, view, { ...(ground ?? NO_TILES), zoom: view.zoom, ratio }, scene, packed);
}

/** Paints all of it at once, so that the canvas never shows half a map. */
export function paintScene(
  context: CanvasRenderingContext2D,
  view: StillView,
  ground: Ground,
  scene: Scene,
  packed: Packed | null = null,
): void {
  const { colours, shapes } = scene;
  context.fillStyle = colours.land;
  context.fillRect(0, 0, view.width, view.height);
  drawGround(context, ground, colours);
  if (packed && packed.builtIn.length > 0) drawInTiles(context, view, { ...ground, tiles: packed.builtIn }, colours);
  packed?.over?.paint(context, { view, ratio: ground.ratio, colours });
  drawBelowNames(context, view, shapes, colours);
  const taken = boxesOfPoints(view, shapes);
  if (!packed?.over) drawLabels(context, view, [...(packed?.builtIn ?? []), ...ground.tiles], taken, scene);
  else if (packed.over.names) drawLabels(context, view, packed.over.names.tiles, taken, { ...scene, schema: packed.over.names.schema });
  drawPoints(context, view, shapes, colours);
}

/** Draws ground over that of another archive. */
function drawInTiles(context: CanvasRenderingContext2D, view: StillView, ground: Ground, colours: MapColours): void {
  context.save();
  context.beginPath();
  for (const tile of ground.tiles) context.rect(...boxOfTile(tile, ground.ratio));
  context.clip();
  context.fillStyle = colours.land;
  context.fillRect(0, 0, view.width, view.height);
  drawGround(context, ground, colours);
  context.restore();
}

/** The tiles of the view from the best archive that can be read in time; null if none can. */
async function bestGround(view: StillView, packed: Packed | null, meanwhile: (ground: GroundTiles) => void): Promise<GroundTiles | null> {
  const world = () => within(PATIENCE_MS, readGround('world', view));
  if (isWorldEnough(view) || packed?.isWhole || performance.now() < slowUntil) return world();
  const base = readGround('base', view);
  const quick = await within(hasWorldHere() ? QUICK_MS : PATIENCE_MS, base);
  if (quick) return quick;
  const small = await world();
  if (small) meanwhile(small);
  const late = await within(PATIENCE_MS, base);
  if (!late) slowUntil = performance.now() + SLOW_MS;
  return late ?? small;
}

/** Null if it fails, or takes longer. */
function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  return Promise.race([work.catch(() => null), new Promise<null>((resolve) => setTimeout(resolve, ms, null))]);
}

async function loadFonts(): Promise<void> {
  // A name in the wrong letters is better than none.
  await Promise.all(Object.values(FONTS).map((font) => document.fonts?.load(font.replace('{px}', '12px')))).catch(() => undefined);
}

const POINT_PX = 6;
/** Smaller cells could not be seen. */
const LEAST_CELL_PX = 5;
/** Smaller circles are hidden by their point. */
const LEAST_CIRCLE_PX = 9;

/** Draws what lies below the names: cells, areas, lines and circles of uncertainty. */
function drawBelowNames(context: CanvasRenderingContext2D, view: StillView, shapes: readonly StillShape[], colours: MapColours): void {
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
function drawPoints(context: CanvasRenderingContext2D, view: StillView, shapes: readonly StillShape[], colours: MapColours): void {
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
function boxesOfPoints(view: StillView, shapes: readonly StillShape[]): Box[] {
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
