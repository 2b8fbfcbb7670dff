import { mix } from '../pictures/canvas.ts';
import { band, curve, darker, dot, ellipse, fill, hull, lighter, line, oval, type Point, polygon, scatter, shape } from './ink.ts';

/** Proportions of a perched bird. */
interface Build {
  /** How upright it sits, in degrees. */
  pitch: number;
  /** Half the length and half the depth of the body. */
  length: number;
  depth: number;
  head: number;
  /** Where the head is: along the body and towards the back, in lengths and depths of the body. */
  neck: readonly [number, number];
  tail: number;
  tailWidth: number;
  /** How far the tail is raised above the line of the body, in degrees. */
  tailTurn: number;
  legs: number;
  bill: Bill;
}

/** Length, depth and how far the tip bends down. */
type Bill = readonly [length: number, depth: number, bend?: number];

const BILLS = {
  fine: [52, 22],
  needle: [64, 16],
  stub: [38, 30],
  cone: [54, 52],
  heavy: [62, 66],
  thrush: [70, 32],
  crow: [104, 60, 14],
  pigeon: [50, 26, 8],
  dagger: [150, 44],
  chisel: [92, 36],
  curved: [150, 22, 46],
  sickle: [110, 16, 34],
  hook: [46, 44, 26],
} satisfies Record<string, Bill>;

const SONGBIRD: Build = {
  pitch: 36,
  length: 205,
  depth: 128,
  head: 92,
  neck: [0.86, 0.42],
  tail: 235,
  tailWidth: 62,
  tailTurn: 0,
  legs: 95,
  bill: BILLS.fine,
};

const BUILDS = {
  songbird: SONGBIRD,
  round: { ...SONGBIRD, depth: 152, head: 104, neck: [0.74, 0.5], tail: 205, legs: 105 },
  tit: { ...SONGBIRD, length: 188, depth: 138, head: 112, neck: [0.76, 0.5], tail: 195, tailWidth: 56, bill: BILLS.stub },
  tiny: { ...SONGBIRD, length: 172, depth: 152, head: 122, neck: [0.62, 0.46], tail: 150, tailWidth: 50, bill: [40, 16] },
  longTailed: { ...SONGBIRD, length: 150, depth: 130, head: 104, neck: [0.7, 0.42], tail: 380, tailWidth: 52, bill: [24, 24], pitch: 30 },
  cocked: {
    ...SONGBIRD,
    pitch: 14,
    length: 182,
    depth: 148,
    head: 108,
    neck: [0.78, 0.62],
    tail: 150,
    tailWidth: 54,
    tailTurn: 82,
    bill: BILLS.needle,
  },
  warbler: { ...SONGBIRD, length: 205, depth: 114, head: 86, neck: [0.9, 0.4], tail: 225, tailWidth: 50 },
  wagtail: {
    ...SONGBIRD,
    pitch: 16,
    length: 195,
    depth: 105,
    head: 84,
    neck: [0.9, 0.72],
    tail: 330,
    tailWidth: 46,
    tailTurn: 8,
    legs: 145,
  },
  thrush: {
    ...SONGBIRD,
    pitch: 30,
    length: 220,
    depth: 132,
    head: 92,
    neck: [0.88, 0.5],
    tail: 250,
    tailWidth: 70,
    legs: 120,
    bill: BILLS.thrush,
  },
  starling: { ...SONGBIRD, pitch: 40, length: 215, depth: 128, head: 88, neck: [0.92, 0.42], tail: 140, tailWidth: 72, bill: [96, 28] },
  finch: { ...SONGBIRD, length: 200, depth: 134, head: 98, neck: [0.82, 0.44], tail: 215, bill: BILLS.cone },
  crow: {
    ...SONGBIRD,
    pitch: 26,
    length: 235,
    depth: 135,
    head: 98,
    neck: [0.92, 0.52],
    tail: 230,
    tailWidth: 92,
    legs: 125,
    bill: BILLS.crow,
  },
  magpie: {
    ...SONGBIRD,
    pitch: 22,
    length: 190,
    depth: 118,
    head: 84,
    neck: [0.92, 0.6],
    tail: 380,
    tailWidth: 62,
    tailTurn: 6,
    legs: 130,
    bill: [76, 44, 8],
  },
  pigeon: {
    ...SONGBIRD,
    pitch: 24,
    length: 240,
    depth: 150,
    head: 72,
    neck: [1.0, 0.78],
    tail: 215,
    tailWidth: 92,
    legs: 75,
    bill: BILLS.pigeon,
  },
  dove: {
    ...SONGBIRD,
    pitch: 22,
    length: 210,
    depth: 118,
    head: 66,
    neck: [1.0, 0.82],
    tail: 280,
    tailWidth: 78,
    legs: 75,
    bill: [44, 20, 6],
  },
  kingfisher: {
    ...SONGBIRD,
    pitch: 48,
    length: 180,
    depth: 128,
    head: 112,
    neck: [0.86, 0.24],
    tail: 95,
    tailWidth: 58,
    legs: 62,
    bill: BILLS.dagger,
  },
  climber: {
    ...SONGBIRD,
    pitch: 72,
    length: 220,
    depth: 112,
    head: 92,
    neck: [0.98, 0.2],
    tail: 210,
    tailWidth: 66,
    tailTurn: -10,
    legs: 50,
    bill: BILLS.chisel,
  },
  headDown: {
    ...SONGBIRD,
    pitch: 4,
    length: 200,
    depth: 118,
    head: 100,
    neck: [0.92, 0.18],
    tail: 110,
    tailWidth: 72,
    legs: 85,
    bill: [86, 30],
  },
  slender: {
    ...SONGBIRD,
    pitch: 46,
    length: 215,
    depth: 98,
    head: 82,
    neck: [0.98, 0.3],
    tail: 270,
    tailWidth: 48,
    legs: 60,
    bill: BILLS.curved,
  },
  sunbird: { ...SONGBIRD, pitch: 40, length: 180, depth: 104, head: 84, neck: [0.9, 0.38], tail: 180, tailWidth: 44, bill: BILLS.sickle },
  shrike: { ...SONGBIRD, pitch: 44, length: 200, depth: 116, head: 94, neck: [0.9, 0.3], tail: 290, tailWidth: 52, bill: BILLS.hook },
  swallow: {
    ...SONGBIRD,
    pitch: 44,
    length: 190,
    depth: 100,
    head: 88,
    neck: [0.92, 0.24],
    tail: 180,
    tailWidth: 56,
    legs: 40,
    bill: [30, 22],
  },
  falcon: {
    ...SONGBIRD,
    pitch: 64,
    length: 225,
    depth: 122,
    head: 96,
    neck: [0.98, 0.16],
    tail: 260,
    tailWidth: 78,
    legs: 70,
    bill: BILLS.hook,
  },
  hawk: {
    ...SONGBIRD,
    pitch: 56,
    length: 225,
    depth: 148,
    head: 104,
    neck: [0.92, 0.2],
    tail: 190,
    tailWidth: 96,
    legs: 62,
    bill: [62, 56, 30],
  },
  eagle: {
    ...SONGBIRD,
    pitch: 60,
    length: 225,
    depth: 158,
    head: 106,
    neck: [0.94, 0.16],
    tail: 120,
    tailWidth: 110,
    legs: 56,
    bill: [78, 66, 34],
  },
  cuckoo: {
    ...SONGBIRD,
    pitch: 20,
    length: 225,
    depth: 108,
    head: 84,
    neck: [0.96, 0.44],
    tail: 300,
    tailWidth: 72,
    legs: 55,
    bill: [62, 28, 10],
  },
} satisfies Record<string, Build>;

type Mark =
  /** On the head; sizes are in radii of it. */
  | readonly [kind: 'cap', color: string, low?: number]
  | readonly [kind: 'hood' | 'cheek' | 'face' | 'bib' | 'nape' | 'collar' | 'throat', color: string, size?: number]
  | readonly [kind: 'brow' | 'stripe' | 'moustache' | 'crown' | 'ring' | 'halfCollar', color: string, width?: number]
  | readonly [kind: 'crest' | 'shortCrest' | 'tuft', color: string, tip?: string]
  /** On the body; sizes are in half depths of it. */
  | readonly [kind: 'breast' | 'belly' | 'vent' | 'flank' | 'rump' | 'side', color: string, size?: number]
  | readonly [kind: 'bellyStripe' | 'breastBand', color: string, width?: number]
  | readonly [kind: 'spots' | 'streaks' | 'bars' | 'stars', color: string, size?: number]
  | readonly [kind: 'mantleStreaks' | 'mantleSpots', color: string, size?: number];

interface PerchedBird {
  build: keyof typeof BUILDS;
  /** Upperparts, underparts, wing, flight feathers, tail. */
  back: string;
  under: string;
  wing?: string;
  flight?: string;
  tail?: string;
  marks?: readonly Mark[];
  /** Bars of the wing from the shoulder on, a patch on the closed flight feathers, and pale edges. */
  wingBars?: readonly string[];
  wingPatch?: string;
  wingEdges?: string;
  /** Bars across the wing, as of jays and woodpeckers. */
  wingBarred?: string;
  tailSides?: string;
  tailTip?: string;
  tailForm?: 'forked' | 'streamers' | 'fan';
  tailBars?: string;
  bill?: string;
  lowerBill?: string;
  billForm?: keyof typeof BILLS;
  eye?: string;
  legs?: string;
  perch?: 'branch' | 'ground' | 'trunk' | 'reed' | 'wire' | 'stone';
  tailLength?: number;
  /** Larger or smaller than the others of its build. */
  scale?: number;
}

export function drawPerchedBird(bird: PerchedBird): string {
  const build: Build = { ...BUILDS[bird.build], ...(bird.tailLength ? { tail: bird.tailLength } : {}) };
  const angle = (build.pitch * Math.PI) / 180;
  const [ux, uy, vx, vy] = [-Math.cos(angle), -Math.sin(angle), Math.sin(angle), -Math.cos(angle)];
  const { length, depth, head: r } = build;
  // The middle of the whole bird is put in the middle of the sheet below.
  const [bx, by] = [450, 450];
  const at = (along: number, up: number, isCorner?: boolean): Point => [
    bx + ux * length * along + vx * depth * up,
    by + uy * length * along + vy * depth * up,
    isCorner,
  ];
  const [hx, hy] = at(...build.neck);
  const onHead = (x: number, y: number): Point => [hx + x * r, hy + y * r];
  const rim = (degrees: number, reach = 1): Point =>
    onHead(Math.cos((degrees * Math.PI) / 180) * reach, -Math.sin((degrees * Math.PI) / 180) * reach);

  const bodyPoints = Array.from({ length: 18 }, (_, index) => {
    const around = (index / 18) * Math.PI * 2;
    // Narrower towards the tail.
    const [along, up] = [Math.cos(around), Math.sin(around)];
    return at(along, up * (along < 0 ? 1 + along * 0.38 : 1));
  });
  const [cx, cy] = at(0.42, -0.06);
  const neck = [...Array.from({ length: 16 }, (_, index) => rim(index * 22.5)), ...oval(cx, cy, depth * 0.9, depth * 0.86)];
  const outline = [...neck, ...bodyPoints];
  const body = curve(hull(neck)) + curve(hull(bodyPoints));

  const inHead = (kind: string, color: string, size: number): string | null => {
    switch (kind) {
      case 'cap': {
        const low = size === 1 ? -0.08 : size;
        return fill(
          curve([
            onHead(-1.3, low - 0.02),
            onHead(-0.4, low),
            onHead(0.3, low + 0.02),
            onHead(1.25, low + 0.35),
            onHead(1.2, -1.3),
            onHead(-1.2, -1.3),
          ]),
          color,
        );
      }
      case 'hood':
        return ellipse(hx + 0.02 * r, hy + 0.12 * r, r * 1.08 * size, r * 1.2 * size, color, build.pitch / 2);
      case 'cheek':
        return fill(curve(oval(hx + 0.16 * r, hy + 0.3 * r, r * 0.56 * size, r * 0.38 * size, 12)), color);
      case 'face':
        return ellipse(hx - 0.62 * r, hy + 0.1 * r, r * 0.5 * size, r * 0.62 * size, color);
      case 'bib':
        return ellipse(hx - 0.72 * r, hy + 0.68 * r, r * 0.4 * size, r * 0.56 * size, color, -15);
      case 'throat':
        return ellipse(hx - 0.35 * r, hy + 0.8 * r, r * 0.62 * size, r * 0.5 * size, color, 15);
      case 'nape':
        return ellipse(hx + 0.78 * r, hy - 0.02 * r, r * 0.34 * size, r * 0.52 * size, color, -20);
      case 'collar':
        return ellipse(hx + 0.42 * r, hy + 0.8 * r, r * 0.4 * size, r * 0.3 * size, color, build.pitch);
      default:
        return null;
    }
  };
  const acrossHead = (kind: string, color: string, width: number): string | null => {
    switch (kind) {
      case 'brow':
        return line(
          curve([onHead(-0.95, -0.2), onHead(-0.45, -0.4), onHead(0.1, -0.4), onHead(0.85, -0.08)], false),
          color,
          r * 0.17 * width,
        );
      case 'stripe':
        return line(
          curve([onHead(-1.05, 0.06), onHead(-0.38, -0.1), onHead(0.2, -0.06), onHead(0.95, 0.22)], false),
          color,
          r * 0.17 * width,
        );
      case 'moustache':
        return line(curve([onHead(-0.82, 0.3), onHead(-0.55, 0.6), onHead(-0.3, 1.0)], false), color, r * 0.2 * width);
      case 'crown':
        return line(curve([rim(160, 0.92), rim(110, 0.86), rim(60, 0.9)], false), color, r * 0.22 * width);
      case 'ring':
        return `<circle cx="${hx - 0.4 * r}" cy="${hy - 0.1 * r}" r="${r * 0.22}" fill="none" stroke="${color}" stroke-width="${r * 0.08 * width}"/>`;
      case 'halfCollar':
        return line(curve([onHead(0.95, 0.5), onHead(0.5, 0.78), onHead(0.25, 0.98)], false), color, r * 0.16 * width);
      default:
        return null;
    }
  };
  const random = scatter(bird.build.length * 7919 + bird.back.charCodeAt(2) * 31);
  const speckles = (
    count: number,
    from: readonly [number, number],
    to: readonly [number, number],
    draw: (x: number, y: number) => string,
  ) =>
    Array.from({ length: count }, (_, index) => {
      const [s, t] = [from[0] + (to[0] - from[0]) * ((index + random()) / count), from[1] + (to[1] - from[1]) * random()];
      const [x, y] = at(s, t);
      return draw(x, y);
    }).join('');
  const onBody = (kind: string, color: string, size: number): string | null => {
    const oneAt = (s: number, t: number, rx: number, ry: number) => {
      const [x, y] = at(s, t);
      return ellipse(x, y, rx * depth * size, ry * depth * size, color, build.pitch);
    };
    switch (kind) {
      case 'breast':
        return oneAt(0.62, -0.5, 0.72, 0.85);
      case 'belly':
        return oneAt(-0.1, -0.85, 0.95, 0.42);
      case 'vent':
        return oneAt(-0.85, -0.5, 0.42, 0.42);
      case 'flank':
        return oneAt(-0.05, -0.42, 1.0, 0.34);
      case 'side':
        return oneAt(0.28, -0.45, 0.5, 0.34);
      case 'rump':
        return oneAt(-0.78, 0.5, 0.5, 0.42);
      case 'bellyStripe':
        return line(curve([onHead(-0.6, 0.8), at(0.72, -0.72), at(0.2, -0.92), at(-0.45, -0.86)], false), color, depth * 0.26 * size);
      case 'breastBand':
        return line(curve([onHead(-0.8, 0.75), at(0.86, -0.32), at(0.62, 0.08)], false), color, depth * 0.34 * size);
      case 'spots':
        return speckles(34, [0.95, -0.25], [-0.7, -0.98], (x, y) => ellipse(x, y, 11 * size, 8 * size, color, 60));
      case 'stars':
        return speckles(70, [0.95, 0.85], [-0.9, -0.95], (x, y) => ellipse(x, y, 6 * size, 4 * size, color, 40));
      case 'streaks':
        return speckles(30, [0.9, -0.2], [-0.6, -0.9], (x, y) =>
          line(
            curve(
              [
                [x, y],
                [x + 17 * size * Math.cos(angle), y + 20 * size],
              ],
              false,
            ),
            color,
            7,
          ),
        );
      case 'bars':
        return Array.from({ length: 9 }, (_, index) => {
          const s = 0.62 - index * 0.17;
          return line(curve([at(s, -0.05), at(s + 0.06, -0.5), at(s - 0.02, -1.05)], false), color, 8 * size);
        }).join('');
      case 'mantleStreaks':
        return speckles(22, [0.6, 0.95], [-0.8, 0.3], (x, y) =>
          line(
            curve(
              [
                [x, y],
                [x - ux * 26 * size, y - uy * 26 * size],
              ],
              false,
            ),
            color,
            9,
          ),
        );
      case 'mantleSpots':
        return speckles(26, [0.6, 0.95], [-0.8, 0.2], (x, y) => ellipse(x, y, 10 * size, 7 * size, color, build.pitch));
      default:
        return null;
    }
  };
  const markOf = ([kind, color, third]: Mark) => {
    const size = typeof third === 'number' ? third : 1;
    return inHead(kind, color, size) ?? acrossHead(kind, color, size) ?? onBody(kind, color, size) ?? '';
  };
  const marks = bird.marks ?? [];
  const under = fill(
    curve([
      rim(196, 1.2),
      onHead(-0.35, 0.42),
      at(0.5, -0.02),
      at(-0.1, -0.1),
      at(-0.7, -0.12),
      at(-1.2, -0.12),
      at(-0.9, -1.4),
      at(0.3, -1.5),
      at(1.1, -1),
    ]),
    bird.under,
  );
  const wholeBody = shape(body, bird.back, under + marks.map(markOf).join(''));

  const tail = drawTail(bird, build, at, [-ux, -uy]);
  const wing = drawWing(bird, build, at);
  const eye = bird.eye ?? '#23221c';
  const isPaleEye = bird.eye !== undefined;
  const [ex, ey] = onHead(-0.4, -0.1);
  const eyes =
    dot(ex, ey, r * (isPaleEye ? 0.17 : 0.145), eye) +
    (isPaleEye ? dot(ex, ey, r * 0.09, '#1b1b17') : '') +
    dot(ex - r * 0.04, ey - r * 0.05, r * 0.04, '#ffffff');
  const feet = bird.legs ?? '#5b4a3c';
  const [lx, ly] = at(-0.12, -0.9);
  const footY = ly + build.legs;
  const isClimbing = bird.perch === 'trunk';
  const legs = isClimbing
    ? [0.25, -0.35]
        .map((s) => {
          const [x, y] = at(s, -0.85);
          return line(
            curve(
              [
                [x, y],
                [x - 45, y + 4],
                [x - 62, y - 22],
              ],
              false,
            ),
            feet,
            13,
          );
        })
        .join('')
    : [0, 62]
        .map(
          (dx) =>
            line(
              curve(
                [
                  [lx + dx, ly],
                  [lx + dx - 6, footY],
                  [lx + dx - 6, footY],
                ],
                false,
              ),
              feet,
              12,
            ) + line(`M${lx + dx - 38} ${footY + 5} L${lx + dx + 20} ${footY + 5}`, feet, 11),
        )
        .join('');
  const drawn =
    legs + tail + wholeBody + wing + drawBill(bird, build, rim) + eyes + marks.map((mark) => drawCrest(mark, rim, onHead)).join('');

  // Where the bird reaches, to set it in the middle.
  const tailAngle = angle - (build.tailTurn * Math.PI) / 180;
  const tailEnd: Point = [at(-0.9, 0)[0] + Math.cos(tailAngle) * build.tail, at(-0.9, 0)[1] + Math.sin(tailAngle) * build.tail];
  const bill = bird.billForm ? BILLS[bird.billForm] : build.bill;
  const xs = [hx - r - bill[0], tailEnd[0], ...outline.map(([x]) => x)];
  const ys = [
    hy - r * (bird.marks?.some(([kind]) => kind === 'crest') ? 2.1 : 1),
    tailEnd[1],
    isClimbing ? by : footY + 20,
    ...outline.map(([, y]) => y),
  ];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(1.25, 840 / (right - left), 720 / (bottom - top)) * (bird.scale ?? 1);
  const place = `translate(${450 - ((left + right) / 2) * scale} ${450 - ((top + bottom) / 2) * scale}) scale(${scale})`;
  return `<g transform="${place}">${drawPerch(bird.perch ?? 'branch', isClimbing ? left : lx, footY + 10, [left, right])}${drawn}</g>`;
}

type At = (along: number, up: number, isCorner?: boolean) => Point;

function drawTail(bird: PerchedBird, build: Build, at: At, [dx, dy]: readonly [number, number]): string {
  const turn = (-build.tailTurn * Math.PI) / 180;
  const [tx, ty] = [dx * Math.cos(turn) - dy * Math.sin(turn), dx * Math.sin(turn) + dy * Math.cos(turn)];
  const [x, y] = at(-0.78, 0.06);
  const reach = build.tail + build.length * 0.2;
  const w = build.tailWidth;
  const on = (along: number, up: number, isCorner?: boolean): Point => [
    x + tx * reach * along + ty * up * w,
    y + ty * reach * along - tx * up * w,
    isCorner,
  ];
  const color = bird.tail ?? bird.flight ?? darker(bird.back, 0.3);
  const form = bird.tailForm;
  const end: Point[] =
    form === 'forked'
      ? [on(1, 0.5, true), on(0.86, 0.02, true), on(1, -0.5, true)]
      : form === 'streamers'
        ? [on(1.5, 0.75, true), on(0.95, 0.22, true), on(0.72, 0, true), on(0.95, -0.16, true), on(1.5, -0.55, true)]
        : form === 'fan'
          ? [on(0.96, 0.78), on(1.04, 0.1), on(0.98, -0.7)]
          : [on(0.98, 0.46), on(1.02, 0), on(0.98, -0.46)];
  const path = curve([on(0, 0.62), on(0.5, 0.46), ...end, on(0.5, -0.46), on(0, -0.6)]);
  const sides = bird.tailSides ? line(curve([on(0.25, -0.5), on(1, -0.42)], false), bird.tailSides, w * 0.42) : '';
  const tip = bird.tailTip ? line(curve([on(0.98, 0.8), on(0.98, -0.8)], false), bird.tailTip, reach * 0.16) : '';
  const bars = bird.tailBars
    ? [0.3, 0.42, 0.54, 0.66, 0.78, 0.9].map((s) => line(curve([on(s, 0.7), on(s, -0.7)], false), bird.tailBars!, reach * 0.045)).join('')
    : '';
  const rays = [0.2, -0.15].map((t) => line(curve([on(0.3, t), on(0.96, t)], false), darker(color, 0.35), 3, 'opacity="0.6"')).join('');
  return shape(path, color, rays + bars + sides + tip);
}

function drawWing(bird: PerchedBird, build: Build, at: At): string {
  const color = bird.wing ?? bird.back;
  const flight = bird.flight ?? darker(color, 0.28);
  const path = curve([
    at(0.5, 0.18),
    at(0.3, 0.62),
    at(-0.15, 0.74),
    at(-0.62, 0.52),
    at(-1.24, 0.2, true),
    at(-0.62, -0.12),
    at(-0.18, -0.42),
    at(0.26, -0.42),
    at(0.48, -0.14),
  ]);
  const feathers = fill(curve([at(-0.05, 1), at(-0.1, 0.3), at(0.04, -0.8), at(-1.6, -0.8), at(-1.6, 1)]), flight);
  const edge = bird.wingEdges ?? lighter(flight, 0.28);
  const rays = [0.48, 0.3, 0.12, -0.06, -0.22]
    .map((t, index) =>
      line(
        curve([at(-0.1 - index * 0.02, t), at(-0.6, t * 0.62 + 0.1), at(-1.12, 0.18)], false),
        edge,
        bird.wingEdges ? 7 : 4,
        `opacity="${bird.wingEdges ? 0.95 : 0.7}"`,
      ),
    )
    .join('');
  const bars = (bird.wingBars ?? [])
    .map((bar, index) =>
      line(
        curve([at(0.22 - index * 0.26, 0.5), at(0.26 - index * 0.3, 0.05), at(0.32 - index * 0.32, -0.36)], false),
        bar,
        index === 0 ? 19 : 15,
      ),
    )
    .join('');
  const patch = bird.wingPatch
    ? fill(curve([at(-0.2, 0.3), at(-0.55, 0.28), at(-0.85, 0.16), at(-0.5, 0.02), at(-0.2, -0.06)]), bird.wingPatch)
    : '';
  const barred = bird.wingBarred
    ? [-0.12, -0.28, -0.44, -0.6, -0.76, -0.92]
        .map((s) => line(curve([at(s, 0.7), at(s + 0.05, -0.5)], false), bird.wingBarred!, 11, 'stroke-dasharray="24 15"'))
        .join('')
    : '';
  return (
    shape(path, color, feathers + rays + patch + barred + bars, 0.8) + line(path, darker(mix(color, flight, 0.5), 0.4), 3, 'opacity="0.35"')
  );
}

function drawBill(bird: PerchedBird, build: Build, rim: (degrees: number, reach?: number) => Point): string {
  const [length, depth, bend = 0]: Bill = bird.billForm ? BILLS[bird.billForm] : build.bill;
  const [x, y] = rim(178, 0.94);
  const half = depth / 2;
  const color = bird.bill ?? '#3a3730';
  const tip: Point = [x - length, y + bend + half * 0.25, true];
  const upper = curve([
    [x + 8, y - half, true],
    [x - length * 0.5, y - half * 0.72 + bend * 0.18],
    tip,
    [x - length * 0.5, y + bend * 0.3 + half * 0.1],
    [x + 8, y + half * 0.1, true],
  ]);
  const lower = curve([
    [x + 8, y, true],
    [x - length * 0.5, y + bend * 0.28 + half * 0.12],
    [x - length * 0.94, y + bend * 0.95 + half * 0.3, true],
    [x - length * 0.45, y + half * 0.78 + bend * 0.24],
    [x + 8, y + half, true],
  ]);
  return fill(lower, bird.lowerBill ?? darker(color, 0.12)) + fill(upper, color);
}

function drawCrest(
  [kind, color, tip]: Mark,
  rim: (degrees: number, reach?: number) => Point,
  onHead: (x: number, y: number) => Point,
): string {
  if (kind === 'crest') {
    // A fan that lies back, each feather with its tip.
    return [150, 128, 106, 84, 62]
      .map((degrees, index) => {
        const [x, y] = rim(degrees, 0.9);
        const [tx, ty] = onHead(-0.5 + index * 0.5, -1.95 + index * 0.16);
        return (
          fill(
            polygon(
              band(
                [
                  [x, y],
                  [(x + tx) / 2, (y + ty) / 2],
                  [tx, ty],
                ],
                [26, 30, 12],
              ),
            ),
            color,
          ) + (typeof tip === 'string' ? dot(tx, ty, 15, tip) : '')
        );
      })
      .join('');
  }
  if (kind === 'shortCrest') return fill(curve([rim(120, 0.95), onHead(0.25, -1.16), onHead(1.02, -1.0), rim(18, 0.9)]), color);
  return '';
}

function drawPerch(perch: NonNullable<PerchedBird['perch']>, x: number, y: number, [left, right]: readonly [number, number]): string {
  const wood = '#8d7a5e';
  switch (perch) {
    case 'ground':
    case 'stone': {
      const color = perch === 'stone' ? '#b9b2a0' : '#a9b48a';
      return (
        ellipse((left + right) / 2, y + 12, (right - left) * 0.44, 30, color, 0, 'opacity="0.55"') +
        ellipse(x, y + 12, 190, 16, darker(color, 0.25), 0, 'opacity="0.35"')
      );
    }
    case 'trunk': {
      const path = curve(
        band(
          [
            [left + 20, -300],
            [left + 4, 300],
            [left + 18, 700],
            [left + 6, 1300],
          ],
          [150, 165, 160, 170],
        ),
      );
      const bark = [-40, 5, 42]
        .map((dx, index) =>
          line(
            curve(
              [
                [left + dx, 20 + index * 60],
                [left + dx + 10, 320],
                [left + dx - 4, 620 + index * 70],
              ],
              false,
            ),
            darker(wood, 0.3),
            7,
            'opacity="0.35"',
          ),
        )
        .join('');
      return shape(path, '#a39274', bark, 0.6);
    }
    case 'reed':
      return (
        line(
          curve(
            [
              [x - 40, y + 420],
              [x + 8, y - 40],
              [x + 60, -340],
            ],
            false,
          ),
          '#b7a56c',
          22,
        ) +
        line(
          curve(
            [
              [x - 5, y + 60],
              [x - 120, y - 120],
              [x - 260, y - 190],
            ],
            false,
          ),
          '#9cab6b',
          20,
        )
      );
    case 'wire':
      return line(
        curve(
          [
            [left - 400, y - 6],
            [x, y + 4],
            [right + 400, y - 10],
          ],
          false,
        ),
        '#57564c',
        11,
      );
    default: {
      const path = curve(
        band(
          [
            [left - 420, y + 34],
            [x - 160, y + 12],
            [x + 120, y + 16],
            [right + 400, y - 30],
          ],
          [34, 44, 40, 26],
        ),
      );
      const twig =
        line(
          curve(
            [
              [x + 200, y + 10],
              [x + 290, y - 60],
              [x + 360, y - 80],
            ],
            false,
          ),
          wood,
          13,
        ) + fill(curve(oval(x + 392, y - 94, 40, 19, -28)), '#8fae69');
      return (
        shape(
          path,
          wood,
          line(
            curve(
              [
                [left - 300, y + 24],
                [x, y + 8],
                [right + 200, y - 18],
              ],
              false,
            ),
            lighter(wood, 0.35),
            6,
            'opacity="0.5"',
          ),
        ) + twig
      );
    }
  }
}
