import type { Random } from '../random.ts';

export const WIDTH = 1200;
export const HEIGHT = 900;

/** The colours of a picture, for a time of day and a season. */
export interface Light {
  sky: readonly [top: string, middle: string, horizon: string];
  sun: string;
  /** From far to near. */
  land: readonly [string, string, string, string];
  water: readonly [string, string];
  /** For the blurred background of a close-up. */
  soft: readonly string[];
  dark: string;
}

export const LIGHTS: readonly Light[] = [
  {
    // Dawn over a fen.
    sky: ['#7fa3ad', '#e6c9a8', '#f8e7bd'],
    sun: '#fff3d2',
    land: ['#a9b59a', '#7f9672', '#557835', '#2b4220'],
    water: ['#e9d3b0', '#6f94a0'],
    soft: ['#4f6b3a', '#8fae69', '#d7c48a', '#355427', '#b9c78e'],
    dark: '#233716',
  },
  {
    // A clear noon.
    sky: ['#5b9cb1', '#a9cfdb', '#edf5f0'],
    sun: '#ffffff',
    land: ['#a3bfae', '#7fa36a', '#5d8240', '#3a5a26'],
    water: ['#c4dfe6', '#286880'],
    soft: ['#557835', '#8fae69', '#c6d8a4', '#31501f', '#a7c47f'],
    dark: '#22381a',
  },
  {
    // Under cloud.
    sky: ['#9aa5a3', '#c3c7bd', '#e0dacb'],
    sun: '#f4f0e4',
    land: ['#aab3a2', '#8a9a80', '#667a5a', '#3d4d37'],
    water: ['#d4d8d0', '#6c8487'],
    soft: ['#5e6f55', '#8d9b80', '#b6bfa4', '#3f4f39', '#a5a98c'],
    dark: '#2a3427',
  },
  {
    // Dusk.
    sky: ['#34506a', '#b98a7a', '#eebc7e'],
    sun: '#ffdca0',
    land: ['#8a7f83', '#655f5c', '#43493c', '#222a20'],
    water: ['#dca77c', '#33495c'],
    soft: ['#3e4a3a', '#7d6a4a', '#c58f58', '#2b3529', '#96744f'],
    dark: '#1c231b',
  },
  {
    // Autumn.
    sky: ['#86a5b3', '#d9d3bb', '#f4e2b8'],
    sun: '#fff1cc',
    land: ['#b5a98a', '#b0803f', '#8a5a22', '#47300c'],
    water: ['#dccfae', '#5d7b80'],
    soft: ['#7f520b', '#bb821c', '#e6ba58', '#5a3d12', '#a86a2a'],
    dark: '#35230b',
  },
  {
    // Dry grassland in the south.
    sky: ['#6ea3bd', '#cfdcd6', '#f6e6c2'],
    sun: '#fff8e2',
    land: ['#c2b48c', '#d0ad62', '#a9853d', '#5f5426'],
    water: ['#d5dccb', '#5a8791'],
    soft: ['#8c7a3c', '#c9ab5e', '#e8d297', '#5d5a2b', '#b3913f'],
    dark: '#39351a',
  },
];

const n = (value: number) => value.toFixed(1);

/** The path of a hilly skyline from left to right, closed at the bottom. */
export function ridge(random: Random, y: number, height: number, steps: number, bottom = HEIGHT): string {
  const points = Array.from(
    { length: steps + 1 },
    (_, at) => [(at / steps) * (WIDTH + 80) - 40, y + random.between(-height, height)] as const,
  );
  let path = '';
  let before: readonly [number, number] | null = null;
  for (const point of points) {
    const [x, height] = [n(point[0]), n(point[1])];
    const middle = before && n((before[0] + point[0]) / 2);
    path += before ? ` C${middle} ${n(before[1])} ${middle} ${height} ${x} ${height}` : `M${x} ${height}`;
    before = point;
  }
  return `${path} L${WIDTH + 40} ${bottom} L-40 ${bottom} Z`;
}

/** The path of a leaf or feather: two curves between two points. */
export function blade(x: number, y: number, toX: number, toY: number, width: number): string {
  const dx = toX - x;
  const dy = toY - y;
  const length = Math.hypot(dx, dy) || 1;
  const ox = (-dy / length) * width;
  const oy = (dx / length) * width;
  const [mx, my] = [x + dx * 0.45, y + dy * 0.45];
  return `M${n(x)} ${n(y)} Q${n(mx + ox)} ${n(my + oy)} ${n(toX)} ${n(toY)} Q${n(mx - ox)} ${n(my - oy)} ${n(x)} ${n(y)} Z`;
}

/** The path of an irregular circle. */
export function blob(random: Random, x: number, y: number, radius: number, rough = 0.18, corners = 9): string {
  const points = Array.from({ length: corners }, (_, at) => {
    const angle = (at / corners) * Math.PI * 2;
    const reach = radius * (1 + random.between(-rough, rough));
    return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach] as const;
  });
  let path = '';
  for (const [at, point] of points.entries()) {
    const next = points[(at + 1) % corners]!;
    const middle = [(point[0] + next[0]) / 2, (point[1] + next[1]) / 2] as const;
    path += at === 0 ? `M${n(middle[0])} ${n(middle[1])}` : '';
    const after = points[(at + 2) % corners]!;
    path += ` Q${n(next[0])} ${n(next[1])} ${n((next[0] + after[0]) / 2)} ${n((next[1] + after[1]) / 2)}`;
  }
  return `${path} Z`;
}

/** A colour between two `#rrggbb` colours; `share` is the part of the second one. */
export function mix(from: string, to: string, share: number): string {
  const part = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16);
  return `#${[1, 3, 5]
    .map((at) =>
      Math.round(part(from, at) + (part(to, at) - part(from, at)) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
