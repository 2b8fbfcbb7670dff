import { mix } from '../pictures/canvas.ts';

/** A plate is drawn on this sheet. Lists cut the square in the middle out of it. */
const SHEET_WIDTH = 1200;
const SHEET_HEIGHT = 900;

/** x, y, and `true` for a corner instead of a curve. */
export type Point = readonly [x: number, y: number, isCorner?: boolean];

/** Points written as `x y, x y!`, where `!` marks a corner. */
export function points(text: string): Point[] {
  return text.split(', ').map((point) => {
    const [x = NaN, y = NaN] = point.replace('!', '').split(' ').map(Number);
    return [x, y, point.endsWith('!')];
  });
}

const n = (value: number) => String(Math.round(value * 10) / 10);

/** The path of a curve through the points (Catmull-Rom). */
export function curve(points: readonly Point[], isClosed = true): string {
  const at = (index: number): Point =>
    isClosed ? points[(index + points.length) % points.length]! : points[Math.max(0, Math.min(points.length - 1, index))]!;
  const steps = isClosed ? points.length : points.length - 1;
  let path = `M${n(at(0)[0])} ${n(at(0)[1])}`;
  for (let index = 0; index < steps; index++) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const leave = from[2] ? ([0, 0] as const) : ([(to[0] - before[0]) / 6, (to[1] - before[1]) / 6] as const);
    const arrive = to[2] ? ([0, 0] as const) : ([(after[0] - from[0]) / 6, (after[1] - from[1]) / 6] as const);
    path += ` C${n(from[0] + leave[0])} ${n(from[1] + leave[1])} ${n(to[0] - arrive[0])} ${n(to[1] - arrive[1])} ${n(to[0])} ${n(to[1])}`;
  }
  return isClosed ? `${path} Z` : path;
}

/** The outline of a band along a curve; `widths` are at the points, across. */
export function band(points: readonly Point[], widths: readonly number[]): Point[] {
  const sides = points.map((point, at) => {
    const before = points[Math.max(0, at - 1)]!;
    const after = points[Math.min(points.length - 1, at + 1)]!;
    const length = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1;
    const half = (widths[Math.min(at, widths.length - 1)] ?? 0) / 2;
    const [ox, oy] = [(-(after[1] - before[1]) / length) * half, ((after[0] - before[0]) / length) * half];
    return { left: [point[0] + ox, point[1] + oy] as Point, right: [point[0] - ox, point[1] - oy] as Point };
  });
  return [...sides.map(({ left }) => left), ...sides.map(({ right }) => right).toReversed()];
}

/** Points on an ellipse, turned by `turn` degrees. */
export function oval(x: number, y: number, rx: number, ry: number, turn = 0, corners = 12): Point[] {
  const angle = (turn * Math.PI) / 180;
  return Array.from({ length: corners }, (_, at) => {
    const around = (at / corners) * Math.PI * 2;
    const [dx, dy] = [Math.cos(around) * rx, Math.sin(around) * ry];
    return [x + dx * Math.cos(angle) - dy * Math.sin(angle), y + dx * Math.sin(angle) + dy * Math.cos(angle)] as Point;
  });
}

/** The convex outline around all points, with further points on its long sides, so that `curve` keeps them straight. */
export function hull(points: readonly Point[]): Point[] {
  const sorted = points.toSorted(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const half = (list: readonly Point[]) => {
    const chain: Point[] = [];
    for (const point of list) {
      while (chain.length > 1) {
        const [[ax, ay], [bx, by]] = [chain.at(-2)!, chain.at(-1)!];
        if ((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) > 0) break;
        chain.pop();
      }
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  const corners = [...half(sorted), ...half(sorted.toReversed())];
  return corners.flatMap((from, at) => {
    const to = corners[(at + 1) % corners.length]!;
    const parts = Math.max(1, Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / 55));
    return Array.from({ length: parts }, (_, part): Point => [
      from[0] + ((to[0] - from[0]) * part) / parts,
      from[1] + ((to[1] - from[1]) * part) / parts,
    ]);
  });
}

/** The path of overlapping outlines that are filled as one. All run the same way round, because opposite ones would cut holes. */
export function union(...outlines: readonly (readonly Point[])[]): string {
  return outlines
    .map((points) => {
      const area = points.reduce((sum, [x, y], at) => {
        const [nextX, nextY] = points[(at + 1) % points.length]!;
        return sum + x * nextY - nextX * y;
      }, 0);
      return curve(area < 0 ? points.toReversed() : points);
    })
    .join(' ');
}

export const fill = (path: string, color: string, more = '') => `<path d="${path}" fill="${color}" ${more}/>`;
export const line = (path: string, color: string, width: number, more = '') =>
  `<path d="${path}" fill="none" stroke="${color}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
export const dot = (x: number, y: number, radius: number, color: string, more = '') =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${color}" ${more}/>`;
export const ellipse = (x: number, y: number, rx: number, ry: number, color: string, turn = 0, more = '') =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${color}" transform="rotate(${n(turn)} ${n(x)} ${n(y)})" ${more}/>`;
export const group = (content: string, transform: string) => `<g transform="${transform}">${content}</g>`;
export const polygon = (points: readonly Point[]) => `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join(' L')} Z`;

/** `content` and its mirror image at a vertical axis. */
export const mirrored = (content: string, axis: number) => content + group(content, `translate(${2 * axis} 0) scale(-1 1)`);

export const darker = (color: string, share = 0.3) => mix(color, '#1d1f18', share);
export const lighter = (color: string, share = 0.3) => mix(color, '#fffdf6', share);

/** The id of a clip, which depends on its path only, so that a plate is the same in each run. */
function clipId(path: string): string {
  let hash = 2_166_136_261;
  for (const letter of path) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619);
  return `c${(hash >>> 0).toString(36)}`;
}

/** A filled shape with what is drawn on it, cut off at its edge and shaded from above. */
export function shape(path: string, color: string, inside = '', shade = 1): string {
  const id = clipId(path);
  const light = shade === 0 ? '' : fill(path, 'url(#light)', `opacity="${n(shade)}"`);
  return `<clipPath id="${id}"><path d="${path}"/></clipPath>${fill(path, color)}<g clip-path="url(#${id})">${inside}</g>${light}`;
}

/** Numbers that look random and are the same in each run. */
export function scatter(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 4_294_967_296;
  };
}

const TINTS = { moss: '#e9efdc', water: '#e0edf0', ochre: '#f8eed3', stone: '#ece7d8', brick: '#f8e6dc', deep: '#b5cdcf' } as const;
export type Tint = keyof typeof TINTS;

/** The sheet with a drawing, which is made on a square of 900. */
export function sheet(drawing: string, tint: Tint, width = SHEET_WIDTH): string {
  const height = Math.round((width * SHEET_HEIGHT) / SHEET_WIDTH);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${SHEET_WIDTH} ${SHEET_HEIGHT}"><defs>
<radialGradient id="paper" cx="0.5" cy="0.45" r="0.75"><stop offset="0" stop-color="${tint === 'deep' ? '#d6e4e4' : '#fffdf8'}"/><stop offset="0.45" stop-color="${mix(TINTS[tint], '#fffdf8', tint === 'deep' ? 0.12 : 0.45)}"/><stop offset="1" stop-color="${TINTS[tint]}"/></radialGradient>
<linearGradient id="light" x1="0.3" y1="0" x2="0.6" y2="1"><stop offset="0" stop-color="#fffbe8" stop-opacity="0.28"/><stop offset="0.4" stop-color="#fffbe8" stop-opacity="0"/><stop offset="0.6" stop-color="#20251a" stop-opacity="0"/><stop offset="1" stop-color="#20251a" stop-opacity="0.26"/></linearGradient>
</defs><rect width="${SHEET_WIDTH}" height="${SHEET_HEIGHT}" fill="url(#paper)"/>${group(drawing, 'translate(150 0)')}</svg>`;
}
