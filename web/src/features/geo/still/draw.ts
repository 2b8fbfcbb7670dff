// Loaded when the first small map comes into view: nothing else may import it but by `import()`.
import type { MapColours } from '../map/map-colours';
import { boxesOfPoints, drawBelowNames, drawPoints } from './content';
import { drawGround, type Ground } from './ground';
import { drawLabels, FONTS, type LabelOptions } from './labels';
import { type Extent, fitView, type StillView, tilesIn } from './projection';
import { extentOfShapes, type StillShape } from './shapes';
import { detailFor, type GroundTile, LAST_ZOOM, readTiles, type Detail } from './tiles';

export interface Scene extends Omit<LabelOptions, 'colours'> {
  shapes: readonly StillShape[];
  /** What the map shows without shapes, or instead of fitting to them. */
  extent?: Extent | undefined;
  maxZoom: number;
  colours: MapColours;
}

const WORLD: Extent = { west: -170, south: -56, east: 190, north: 76 };
const MARGIN_PX = 36;

/** The drawing that was begun last: they take turns, so that a page with many maps stays usable. */
let turn: Promise<unknown> = Promise.resolve();

/** Draws a scene on a canvas of the given size in CSS pixels. False if there is no ground to draw, then only the shapes are. */
export function drawStill(
  canvas: HTMLCanvasElement,
  size: { width: number; height: number },
  scene: Scene,
  signal: AbortSignal,
): Promise<boolean> {
  const drawing = turn.then(() => draw(canvas, size, scene, signal));
  turn = drawing.catch(() => undefined);
  return drawing;
}

async function draw(
  canvas: HTMLCanvasElement,
  { width, height }: { width: number; height: number },
  scene: Scene,
  signal: AbortSignal,
): Promise<boolean> {
  signal.throwIfAborted();
  const extent = scene.extent ?? extentOfShapes(scene.shapes) ?? WORLD;
  const margin = Math.min(MARGIN_PX, width / 8, height / 8);
  const view = fitView(extent, width, height, { maxZoom: scene.maxZoom, margin });
  const [tiles] = await Promise.all([readGround(view, signal), loadFonts()]);
  signal.throwIfAborted();
  const ratio = Math.min(3, window.devicePixelRatio || 1);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d');
  if (!context) return false;
  context.scale(ratio, ratio);
  paintScene(context, view, { tiles: tiles?.tiles ?? [], soft: tiles?.soft ?? [], zoom: view.zoom, ratio }, scene);
  return tiles !== null;
}

/** Paints all of it at once, so that the canvas never shows half a map. */
export function paintScene(context: CanvasRenderingContext2D, view: StillView, ground: Ground, scene: Scene): void {
  context.fillStyle = scene.colours.land;
  context.fillRect(0, 0, view.width, view.height);
  drawGround(context, ground, scene.colours);
  drawBelowNames(context, view, scene.shapes, scene.colours);
  drawLabels(context, view, ground.tiles, boxesOfPoints(view, scene.shapes), scene);
  drawPoints(context, view, scene.shapes, scene.colours);
}

/** The tiles of the view from the best archive that can be read; null if none can. */
async function readGround(view: StillView, signal: AbortSignal): Promise<{ tiles: GroundTile[]; soft: GroundTile[] } | null> {
  const best = await detailFor(view.zoom);
  for (const detail of best === 'base' ? (['base', 'world'] as const) : (['world'] as const)) {
    try {
      return await readFrom(detail, view, signal);
    } catch (error) {
      if (signal.aborted) throw error;
    }
  }
  return null;
}

async function readFrom(detail: Detail, view: StillView, signal: AbortSignal): Promise<{ tiles: GroundTile[]; soft: GroundTile[] }> {
  const z = Math.max(0, Math.min(LAST_ZOOM[detail], Math.round(view.zoom)));
  const tiles = readTiles(detail, tilesIn(view, z), signal);
  const soft = z > LAST_ZOOM.world ? readTiles(detail, tilesIn(view, LAST_ZOOM.world), signal) : tiles;
  // Both at once: a rejection of one that nobody waits for yet would be an error of the page.
  const [shown, below] = await Promise.all([tiles, soft]);
  return { tiles: shown, soft: below };
}

async function loadFonts(): Promise<void> {
  // A name in the wrong letters is better than none.
  await Promise.all(Object.values(FONTS).map((font) => document.fonts?.load(font.replace('{px}', '12px')))).catch(() => undefined);
}
