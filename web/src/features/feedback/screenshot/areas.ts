import type { Area } from './hidden-copy';

const STEP = 0.02;
const LEAST = 0.02;

type Point = readonly [x: number, y: number];

/** What is nearer to the edge is meant to reach it: a strip of a secret at the edge would stay. */
const SNAP = 0.02;

/** The rectangle between two points, within the picture. */
export function areaBetween([x1, y1]: Point, [x2, y2]: Point): Area {
  const [left, right] = [snapped(Math.min(x1, x2)), snapped(Math.max(x1, x2))];
  const [top, bottom] = [snapped(Math.min(y1, y2)), snapped(Math.max(y1, y2))];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Whether a rectangle is large enough to be meant. */
export function isMeant({ width, height }: Area): boolean {
  return width >= LEAST / 2 && height >= LEAST / 2;
}

/** An area moved by an arrow key, or with Shift made larger or smaller; null for other keys. */
export function movedByKey(area: Area, key: string, isResizing: boolean): Area | null {
  const [x, y] = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[key] ?? [0, 0];
  if (x === 0 && y === 0) return null;
  if (isResizing)
    return {
      ...area,
      width: Math.min(1 - area.x, Math.max(LEAST, area.width + x!)),
      height: Math.min(1 - area.y, Math.max(LEAST, area.height + y!)),
    };
  return { ...area, x: Math.min(1 - area.width, Math.max(0, area.x + x!)), y: Math.min(1 - area.height, Math.max(0, area.y + y!)) };
}

const snapped = (value: number) => (value < SNAP ? 0 : value > 1 - SNAP ? 1 : value);
