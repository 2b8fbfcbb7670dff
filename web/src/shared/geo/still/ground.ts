import type { MapColours } from '../map/map-colours';
import type { PlacedTile } from './projection';
import type { GroundTile, GroundTiles } from './tiles';

export type Feature = ReturnType<GroundTile['layers'][string]['feature']>;

export interface Ground extends GroundTiles {
  zoom: number;
  /** Device pixels of a pixel. */
  ratio: number;
}

/** Draws land and water from the bottom up, as the style of the large map has them (map/style/ground.ts). */
export function drawGround(context: CanvasRenderingContext2D, { tiles, soft, zoom, ratio }: Ground, colours: MapColours): void {
  const fill = (from: readonly GroundTile[], layer: string, colour: string, isWanted?: (feature: Feature) => boolean) =>
    eachTile(context, from, layer, ratio, isWanted, () => {
      context.fillStyle = colour;
      context.fill();
    });
  const line = (
    layer: string,
    colour: string,
    width: number,
    { dash = [], isWanted }: { dash?: number[]; isWanted?: (feature: Feature) => boolean } = {},
  ) =>
    eachTile(context, tiles, layer, ratio, isWanted, () => {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.setLineDash(dash);
      context.stroke();
    });
  const shore = between(zoom, 0, 0.4, 5, 0.9, 10, 1.4);
  const hasKind = ({ properties }: Feature) => properties.kind !== undefined;

  fill(soft, 'ice', colours.ice);
  // Blocks with corners when enlarged.
  if (zoom < 9) fill(soft, 'urban', colours.urban);
  fill(tiles, 'ocean', colours.sea);
  if (zoom < 9) {
    fill(soft, 'bathymetry', colours.depth, ({ properties }) => properties.depth === 200);
    fill(soft, 'bathymetry', colours.deep, ({ properties }) => properties.depth === 2000);
  }
  fill(tiles, 'island', colours.land);
  fill(tiles, 'lake', colours.sea);
  for (const layer of ['ocean', 'island', 'lake']) line(layer, colours.coast, shore);
  line('river', colours.river, between(zoom, 3, 0.5, 6, 0.8, 9, 1.4));
  if (zoom >= 4) line('state', colours.state, between(zoom, 4, 0.6, 9, 1.2));
  const border = between(zoom, 1, 0.5, 6, 1.2, 10, 1.8);
  line('border', colours.border, border, { isWanted: (feature) => !hasKind(feature) });
  // Borders that are not agreed on.
  line('border', colours.border, border, { dash: [3 * border, 2 * border], isWanted: hasKind });
  context.setLineDash([]);
}

/** A value by zoom, from pairs of both. */
export function between(zoom: number, ...stops: number[]): number {
  for (let at = 0; at + 2 < stops.length; at += 2) {
    const [low, first, high, last] = stops.slice(at, at + 4) as [number, number, number, number];
    if (zoom <= high) return first + ((last - first) * Math.max(0, zoom - low)) / (high - low);
  }
  return stops.at(-1)!;
}

/** Makes one path of a layer in each tile and paints it within the tile, because shapes reach beyond its edges. */
export function eachTile(
  context: CanvasRenderingContext2D,
  tiles: readonly GroundTile[],
  name: string,
  ratio: number,
  isWanted: ((feature: Feature) => boolean) | undefined,
  paint: () => void,
): void {
  for (const tile of tiles) {
    const layer = tile.layers[name];
    if (!layer) continue;
    context.save();
    context.beginPath();
    context.rect(...boxOfTile(tile, ratio));
    context.clip();
    context.beginPath();
    for (let i = 0; i < layer.length; i++) {
      const feature = layer.feature(i);
      if (!isWanted || isWanted(feature)) trace(context, feature, tile);
    }
    paint();
    context.restore();
  }
}

/** In whole device pixels, or a line is left between tiles. */
export function boxOfTile({ left, top, side }: PlacedTile, ratio: number): [left: number, top: number, width: number, height: number] {
  const whole = (pixels: number) => Math.round(pixels * ratio) / ratio;
  return [whole(left), whole(top), whole(left + side) - whole(left), whole(top + side) - whole(top)];
}

function trace(context: CanvasRenderingContext2D, feature: Feature, { left, top, side }: GroundTile): void {
  const scale = side / feature.extent;
  const isArea = feature.type === 3;
  for (const part of feature.loadGeometry()) {
    part.forEach(({ x, y }, i) => {
      if (i === 0) context.moveTo(left + x * scale, top + y * scale);
      else context.lineTo(left + x * scale, top + y * scale);
    });
    if (isArea) context.closePath();
  }
}
