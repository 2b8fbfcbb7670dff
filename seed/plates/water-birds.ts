import { band, curve, darker, dot, ellipse, fill, group, hull, lighter, line, oval, type Point, points, scatter, shape } from './ink.ts';

/** Proportions of a bird with a body that lies and a neck that rises: ducks, herons, waders, gulls, game birds. */
interface Build {
  pitch: number;
  length: number;
  depth: number;
  /** The neck from the body to the head, in pixels from its foot, and its widths. */
  neck: readonly Point[];
  neckWidths: readonly number[];
  head: number;
  bill: readonly [length: number, depth: number, bend?: number];
  /** Length of the legs; 0 for one that swims. */
  legs: number;
  tail: readonly [length: number, width: number, turn: number];
}

const DUCK: Build = {
  pitch: 4,
  length: 255,
  depth: 118,
  neck: points('0 40, -34 -60, -50 -150'),
  neckWidths: [170, 98, 100],
  head: 72,
  bill: [104, 46, 14],
  legs: 0,
  tail: [110, 56, 16],
};
const WADER: Build = {
  pitch: 14,
  length: 190,
  depth: 100,
  neck: points('0 30, -40 -40, -66 -96'),
  neckWidths: [150, 92, 84],
  head: 62,
  bill: [150, 22],
  legs: 190,
  tail: [90, 56, -4],
};
const GULL: Build = {
  pitch: 10,
  length: 235,
  depth: 108,
  neck: points('0 40, -30 -36, -46 -86'),
  neckWidths: [180, 128, 120],
  head: 80,
  bill: [92, 38, 10],
  legs: 105,
  tail: [120, 66, 0],
};
const HERON: Build = {
  pitch: 26,
  length: 205,
  depth: 104,
  neck: points('10 40, -70 -20, -14 -150, -70 -250, -62 -310'),
  neckWidths: [120, 66, 44, 38, 44],
  head: 44,
  bill: [150, 34],
  legs: 270,
  tail: [90, 50, -6],
};

const BUILDS = {
  duck: DUCK,
  teal: {
    ...DUCK,
    length: 240,
    depth: 120,
    neck: points('0 40, -26 -40, -34 -110'),
    head: 74,
    bill: [80, 36, 10],
  },
  shoveler: {
    ...DUCK,
    neck: points('0 40, -34 -40, -50 -110'),
    bill: [140, 74, 28],
  },
  diver: {
    ...DUCK,
    length: 235,
    depth: 124,
    neck: points('0 40, -20 -40, -28 -120'),
    head: 80,
    bill: [84, 42, 8],
    tail: [70, 50, 4],
  },
  swan: {
    ...DUCK,
    length: 270,
    depth: 132,
    neck: points('30 30, -75 -70, -20 -230, -60 -350, -96 -360'),
    neckWidths: [120, 74, 56, 54, 62],
    head: 54,
    bill: [96, 44, 34],
    tail: [120, 60, 24],
  },
  grebe: {
    ...DUCK,
    length: 240,
    depth: 96,
    pitch: 2,
    neck: points('20 30, -20 -90, 0 -200, -8 -250'),
    neckWidths: [110, 62, 52, 56],
    head: 54,
    bill: [110, 28],
    tail: [40, 40, 10],
  },
  rail: {
    ...DUCK,
    length: 225,
    depth: 122,
    pitch: 6,
    neck: points('0 40, -30 -40, -44 -100'),
    neckWidths: [160, 104, 96],
    head: 72,
    bill: [78, 42],
    tail: [70, 52, 22],
  },
  goose: {
    ...DUCK,
    pitch: 12,
    length: 240,
    depth: 128,
    neck: points('0 40, -62 -90, -52 -210, -66 -270'),
    neckWidths: [150, 84, 66, 70],
    head: 60,
    bill: [92, 54, 18],
    legs: 145,
    tail: [110, 66, 0],
  },
  shelduck: {
    ...DUCK,
    pitch: 10,
    length: 240,
    depth: 120,
    neck: points('0 40, -44 -60, -50 -150'),
    neckWidths: [160, 84, 84],
    head: 70,
    bill: [104, 46, -8],
    legs: 130,
    tail: [100, 60, 0],
  },
  wader: WADER,
  plover: {
    ...WADER,
    length: 185,
    depth: 108,
    neck: points('0 30, -20 -40, -34 -76'),
    head: 74,
    bill: [56, 26],
    legs: 140,
  },
  stint: {
    ...WADER,
    length: 180,
    depth: 116,
    neck: points('0 30, -16 -30, -26 -66'),
    head: 78,
    bill: [70, 24],
    legs: 110,
  },
  oystercatcher: {
    ...WADER,
    length: 205,
    depth: 110,
    neck: points('0 30, -26 -40, -42 -88'),
    neckWidths: [160, 104, 92],
    head: 68,
    bill: [180, 32],
    legs: 150,
  },
  curlew: { ...WADER, bill: [260, 20, 96], legs: 210, length: 200, depth: 108 },
  godwit: {
    ...WADER,
    bill: [215, 20, -6],
    legs: 240,
    neck: points('0 30, -54 -50, -80 -140'),
    neckWidths: [140, 74, 66],
    head: 56,
  },
  avocet: {
    ...WADER,
    bill: [170, 14, -60],
    legs: 240,
    neck: points('0 30, -50 -50, -70 -130'),
    neckWidths: [140, 72, 62],
    head: 56,
  },
  heron: HERON,
  egret: {
    ...HERON,
    neck: points('10 40, -60 -10, -4 -110, -56 -190, -50 -240'),
    neckWidths: [110, 56, 40, 36, 42],
    legs: 215,
    bill: [140, 24],
  },
  stork: {
    ...HERON,
    pitch: 18,
    depth: 116,
    neck: points('0 40, -60 -60, -50 -170, -74 -230'),
    neckWidths: [130, 74, 56, 58],
    head: 52,
    bill: [220, 36, 8],
    legs: 290,
  },
  spoonbill: {
    ...HERON,
    pitch: 14,
    depth: 112,
    neck: points('0 40, -66 -50, -40 -140, -84 -200'),
    neckWidths: [120, 64, 50, 52],
    head: 50,
    bill: [230, 26, 50],
    legs: 200,
  },
  ibis: {
    ...HERON,
    pitch: 10,
    length: 220,
    depth: 112,
    neck: points('0 40, -50 -30, -70 -96'),
    neckWidths: [130, 72, 64],
    head: 54,
    bill: [200, 26, 80],
    legs: 140,
  },
  cormorant: {
    ...HERON,
    pitch: 52,
    length: 220,
    depth: 94,
    neck: points('0 30, -36 -60, 10 -150, -16 -200'),
    neckWidths: [110, 70, 56, 58],
    head: 50,
    bill: [110, 30, 12],
    legs: 50,
    tail: [140, 56, 10],
  },
  gull: GULL,
  tern: {
    ...GULL,
    length: 225,
    depth: 84,
    head: 66,
    neck: points('0 30, -30 -26, -48 -60'),
    neckWidths: [130, 96, 90],
    bill: [110, 28, 4],
    legs: 48,
    tail: [230, 40, 2],
  },
  pheasant: {
    ...GULL,
    pitch: 16,
    length: 225,
    depth: 122,
    head: 62,
    neck: points('0 30, -34 -70, -38 -150'),
    neckWidths: [170, 84, 76],
    bill: [60, 36, 12],
    legs: 130,
    tail: [430, 66, 4],
  },
  guineafowl: {
    ...GULL,
    pitch: 10,
    length: 225,
    depth: 160,
    head: 48,
    neck: points('10 20, -40 -70, -52 -150'),
    neckWidths: [190, 62, 50],
    bill: [54, 34, 10],
    legs: 120,
    tail: [80, 80, -22],
  },
  francolin: {
    ...GULL,
    pitch: 22,
    length: 225,
    depth: 130,
    head: 62,
    neck: points('0 30, -30 -50, -38 -110'),
    neckWidths: [180, 100, 84],
    bill: [60, 36, 12],
    legs: 140,
    tail: [100, 76, -10],
  },
} satisfies Record<string, Build>;

type Mark =
  | readonly [
      kind: 'cap' | 'face' | 'cheek' | 'mask' | 'chin' | 'shield' | 'forehead' | 'throat' | 'eyePatch',
      color: string,
      size?: number,
    ]
  | readonly [
      kind: 'brow' | 'stripe' | 'plume' | 'tuft' | 'crown' | 'wisp' | 'ruff' | 'knob' | 'helmet' | 'wattle',
      color: string,
      size?: number,
    ]
  | readonly [
      kind: 'ring' | 'breast' | 'band' | 'flank' | 'stern' | 'sternPatch' | 'flankLine' | 'belly' | 'breastSpot',
      color: string,
      size?: number,
    ]
  | readonly [kind: 'barred' | 'streaked' | 'spotted' | 'scaled', color: string, size?: number];

interface WaterBird {
  build: keyof typeof BUILDS;
  back: string;
  under: string;
  neck?: string;
  head?: string;
  breast?: string;
  wing?: string;
  flight?: string;
  tail?: string;
  /** Patch on the closed wing; the ends of its longest feathers; spots on these. */
  speculum?: string;
  wingTip?: string;
  wingTipSpots?: string;
  marks?: readonly Mark[];
  bill?: string;
  billTip?: string;
  billSpot?: string;
  legs?: string;
  feet?: string;
  eye?: string;
}

export function drawWaterBird(bird: WaterBird): string {
  const build: Build = BUILDS[bird.build];
  const { length, depth, head: r } = build;
  const isAfloat = build.legs === 0;
  const angle = (build.pitch * Math.PI) / 180;
  const [ux, uy, vx, vy] = [-Math.cos(angle), -Math.sin(angle), Math.sin(angle), -Math.cos(angle)];
  const at = (along: number, up: number, isCorner?: boolean): Point => [
    450 + ux * length * along + vx * depth * up,
    450 + uy * length * along + vy * depth * up,
    isCorner,
  ];

  const bodyPoints = Array.from({ length: 20 }, (_, index) => {
    const around = (index / 20) * Math.PI * 2;
    const [along, up] = [Math.cos(around), Math.sin(around)];
    return at(along, up * (along < 0 ? 1 + along * 0.42 : 1));
  });
  const [fx, fy] = at(0.66, 0.1);
  const neckLine = build.neck.map(([x, y], index): Point => [fx + x + (index === 0 ? 46 : 0), fy + y - (index === 0 ? 8 : 0)]);
  const [hx, hy] = [neckLine.at(-1)![0] - r * 0.28, neckLine.at(-1)![1] - r * 0.1];
  const onHead = (x: number, y: number, isCorner?: boolean): Point => [hx + x * r, hy + y * r, isCorner];
  const neckPath = curve(band(neckLine, build.neckWidths));
  const headPath = curve(hull([...oval(hx, hy, r, r * 0.86, -8, 14), ...oval(hx - r * 0.42, hy + r * 0.12, r * 0.72, r * 0.6, 0, 10)]));

  const neckColor = bird.neck ?? bird.back;
  const headColor = bird.head ?? neckColor;
  const random = scatter(length * 31 + bird.back.charCodeAt(3) * 77);
  const bodyMark = ([kind, color, size = 1]: Mark): string => {
    const oneAt = (s: number, t: number, rx: number, ry: number) => {
      const [x, y] = at(s, t);
      return ellipse(x, y, rx * length * size, ry * depth * size, color, build.pitch);
    };
    switch (kind) {
      case 'breast':
        return oneAt(0.86, -0.05, 0.42, 1.05);
      case 'breastSpot':
        return oneAt(0.62, -0.5, 0.14, 0.26);
      case 'band':
        return line(curve([at(0.62, 1.1), at(0.78, 0), at(0.6, -1.1)], false), color, length * 0.24 * size);
      case 'flank':
        return fill(curve([at(0.56, -0.1), at(0.1, 0.12), at(-0.5, 0.0), at(-0.72, -0.3), at(-0.4, -1.1), at(0.4, -1.2)]), color);
      case 'belly':
        return oneAt(0, -0.95, 0.75, 0.5);
      case 'stern':
        return oneAt(-0.98, 0, 0.32, 0.9);
      case 'sternPatch':
        return oneAt(-0.84, -0.08, 0.13, 0.28);
      case 'flankLine':
        return line(curve([at(0.4, -0.12), at(-0.1, -0.06), at(-0.66, -0.14)], false), color, 20 * size);
      case 'barred':
        return Array.from({ length: 11 }, (_, index) =>
          line(
            curve([at(0.5 - index * 0.13, 0.95), at(0.56 - index * 0.13, 0.1), at(0.5 - index * 0.13, -0.8)], false),
            color,
            9 * size,
            'opacity="0.8"',
          ),
        ).join('');
      case 'streaked':
        return Array.from({ length: 46 }, () => {
          const [x, y] = at(0.95 - random() * 1.7, 0.8 - random() * 1.7);
          return line(`M${x} ${y} l20 9`, color, 7 * size, 'opacity="0.8"');
        }).join('');
      case 'spotted':
        return Array.from({ length: 13 }, (_, row) =>
          Array.from({ length: 9 }, (__, column) => {
            const [x, y] = at(0.95 - row * 0.15, 0.95 - column * 0.23 - (row % 2) * 0.11);
            return dot(x, y, 7 * size, color);
          }).join(''),
        ).join('');
      case 'scaled':
        return Array.from({ length: 60 }, () => {
          const [x, y] = at(0.9 - random() * 1.7, 0.9 - random() * 1.8);
          return line(`M${x - 13} ${y} q13 16 26 0`, color, 5 * size, 'opacity="0.75"');
        }).join('');
      default:
        return '';
    }
  };
  const headMark = ([kind, color, size = 1]: Mark): string => {
    switch (kind) {
      case 'cap':
        return fill(
          curve([onHead(-1.5, -0.14 * size), onHead(-0.2, -0.12 * size), onHead(1.3, 0.1 * size), onHead(1.2, -1.4), onHead(-1.4, -1.4)]),
          color,
        );
      case 'face':
        return ellipse(hx - 0.5 * r, hy + 0.16 * r, r * 0.72 * size, r * 0.7 * size, color);
      case 'cheek':
        return ellipse(hx + 0.06 * r, hy + 0.42 * r, r * 0.48 * size, r * 0.36 * size, color, -30);
      case 'mask':
        return fill(curve([onHead(-0.5, -0.3), onHead(0.2, -0.34), onHead(1.0, 0.2), onHead(0.7, 0.6), onHead(0, 0.2)]), color);
      case 'eyePatch':
        return ellipse(hx - 0.3 * r, hy - 0.12 * r, r * 0.34 * size, r * 0.26 * size, color);
      case 'forehead':
        return fill(
          curve([onHead(-1.1, 0), onHead(-0.8, -0.6), onHead(-0.1, -1.0), onHead(0.3, -0.9), onHead(-0.3, -0.3), onHead(-0.7, 0.0)]),
          color,
        );
      case 'shield':
        return fill(
          curve([onHead(-0.78, 0.2), onHead(-1.16, -0.14), onHead(-0.86, -0.72 * size), onHead(-0.46, -0.8 * size), onHead(-0.62, -0.2)]),
          color,
        );
      case 'chin':
        return fill(
          curve([onHead(0.35, -0.42), onHead(0.5, 0.1), onHead(0.24, 1.1), onHead(-0.5, 1.1), onHead(-0.5, 0.5), onHead(0, 0.3)]),
          color,
        );
      case 'throat':
        return ellipse(hx - 0.5 * r, hy + 0.62 * r, r * 0.5 * size, r * 0.34 * size, color, 12);
      case 'brow':
        return line(curve([onHead(-0.8, -0.3), onHead(0, -0.5), onHead(1, -0.2)], false), color, r * 0.22 * size);
      case 'stripe':
        return line(curve([onHead(-1.1, 0.06), onHead(-0.2, -0.08), onHead(1, 0.02)], false), color, r * 0.2 * size);
      case 'crown':
        return line(curve([onHead(-0.8, -0.7), onHead(0.1, -0.86), onHead(0.95, -0.4)], false), color, r * 0.36 * size);
      default:
        return '';
    }
  };
  const outsideMark = ([kind, color, size = 1]: Mark): string => {
    switch (kind) {
      case 'plume':
        return line(
          curve([onHead(0.1, -0.5), onHead(0.9, -0.4), onHead(1.9 * size, 0.25), onHead(2.6 * size, 0.85)], false),
          color,
          r * 0.26,
        );
      case 'tuft':
        return fill(
          curve([onHead(0.1, -0.75), onHead(0.9, -0.5), onHead(1.35 * size, 0.5, true), onHead(0.9, 0.2), onHead(0.5, -0.1)]),
          color,
        );
      case 'wisp':
        return (
          line(curve([onHead(0.3, -0.78), onHead(0.95, -1.25), onHead(1.7 * size, -1.5)], false), color, r * 0.13) +
          line(curve([onHead(0.3, -0.7), onHead(1.1, -0.95), onHead(1.5 * size, -0.95)], false), color, r * 0.1)
        );
      case 'ruff':
        return (
          fill(
            curve([onHead(0.0, 0.0), onHead(0.75, -0.1), onHead(1.05, 0.55), onHead(0.6, 1.35), onHead(0.0, 0.95), onHead(-0.2, 0.5)]),
            color,
          ) + line(curve([onHead(1.0, 0.3), onHead(0.95, 0.8), onHead(0.55, 1.34)], false), darker(color, 0.75), r * 0.22)
        );
      case 'knob':
        return dot(hx - 0.86 * r, hy - 0.34 * r, r * 0.3 * size, color);
      case 'helmet':
        return fill(curve([onHead(-0.4, -0.6), onHead(-0.1, -1.5 * size, true), onHead(0.5, -0.6)]), color);
      case 'wattle':
        return fill(curve(oval(hx - 0.5 * r, hy + 0.75 * r, r * 0.24 * size, r * 0.42 * size)), color);
      default:
        return '';
    }
  };
  const marks = bird.marks ?? [];
  const under = fill(
    curve([at(1.2, 0.4), at(0.6, 0.0), at(0, -0.12), at(-0.6, -0.1), at(-1.3, 0.0), at(-0.9, -1.5), at(0.6, -1.6), at(1.3, -0.8)]),
    bird.under,
  );
  const body = shape(
    curve(hull(bodyPoints)),
    bird.back,
    under + (bird.breast ? bodyMark(['breast', bird.breast]) : '') + marks.map(bodyMark).join(''),
  );
  const ring = marks.find(([kind]) => kind === 'ring');
  const collar = (() => {
    if (!ring) return '';
    const [x, y] = neckLine[Math.max(1, neckLine.length - 2)]!;
    return line(`M${x - 90} ${y + 6} L${x + 90} ${y - 14}`, ring[1], 22 * (ring[2] ?? 1));
  })();
  const neck = shape(neckPath, neckColor, collar, 0.6);
  const head = shape(headPath, headColor, marks.map(headMark).join(''), 0.9);

  const [tailLength, tailWidth, tailTurn] = build.tail;
  const turn = angle - (tailTurn * Math.PI) / 180;
  const [tx, ty] = at(-0.82, 0.12);
  const onTail = (along: number, up: number, isCorner?: boolean): Point => [
    tx + Math.cos(turn) * tailLength * along + Math.sin(turn) * tailWidth * up,
    ty + Math.sin(turn) * tailLength * along - Math.cos(turn) * tailWidth * up,
    isCorner,
  ];
  const isLong = tailLength > 200;
  const tail = shape(
    curve([
      onTail(-0.3, 0.7),
      onTail(0.4, 0.5),
      onTail(1.05, isLong ? 0.1 : 0.3, isLong),
      onTail(1.05, isLong ? -0.1 : -0.2, isLong),
      onTail(0.4, -0.5),
      onTail(-0.3, -0.7),
    ]),
    bird.tail ?? bird.flight ?? darker(bird.back, 0.2),
    isLong && bird.build === 'pheasant'
      ? Array.from({ length: 11 }, (_, index) =>
          line(curve([onTail(index * 0.09, 0.7), onTail(index * 0.09, -0.7)], false), '#4a3320', 8),
        ).join('')
      : '',
  );

  const wingColor = bird.wing ?? bird.back;
  const flight = bird.flight ?? darker(wingColor, 0.25);
  const tip = bird.wingTip ?? flight;
  const wingPath = curve([
    at(0.58, 0.2),
    at(0.36, 0.66),
    at(-0.2, 0.78),
    at(-0.75, 0.52),
    at(-1.3, 0.3, true),
    at(-0.75, 0.0),
    at(-0.2, -0.28),
    at(0.32, -0.3),
    at(0.54, -0.08),
  ]);
  const wing = shape(
    wingPath,
    wingColor,
    marks
      .filter(([kind]) => ['barred', 'streaked', 'spotted', 'scaled'].includes(kind))
      .map(bodyMark)
      .join('') +
      fill(curve([at(-0.34, 1), at(-0.38, 0.3), at(-0.24, -0.6), at(-1.6, -0.6), at(-1.6, 1)]), flight) +
      fill(curve([at(-0.78, 1), at(-0.84, 0.3), at(-0.76, -0.6), at(-1.6, -0.6), at(-1.6, 1)]), tip) +
      [0.5, 0.3, 0.1]
        .map((t) => line(curve([at(-0.3, t), at(-0.8, t * 0.5 + 0.16), at(-1.2, 0.28)], false), lighter(flight, 0.3), 4, 'opacity="0.7"'))
        .join('') +
      (bird.speculum ? fill(curve([at(-0.28, 0.08), at(-0.62, 0.1), at(-0.66, -0.08), at(-0.3, -0.14)]), bird.speculum) : '') +
      (bird.wingTipSpots
        ? [-0.9, -1.05, -1.17]
            .map((s) => at(s, 0.28))
            .map(([x, y]) => dot(x, y, 8, bird.wingTipSpots!))
            .join('')
        : ''),
    0.8,
  );

  const [bx, by] = onHead(-0.98, 0.12);
  const [billLength, billDepth, bend = 0] = build.bill;
  const isFlat = ['duck', 'teal', 'shoveler', 'diver', 'shelduck'].includes(bird.build);
  const isSpoon = bird.build === 'spoonbill';
  const billColor = bird.bill ?? '#3a3730';
  const half = billDepth / 2;
  const billPath = isFlat
    ? curve([
        [bx + 16, by - half, true],
        [bx - billLength * 0.45, by - half * 0.2 + bend * 0.3],
        [bx - billLength, by + bend - half * 0.2],
        [bx - billLength * 0.96, by + bend + half * 0.55],
        [bx - billLength * 0.4, by + half * 0.9 + bend * 0.4],
        [bx + 14, by + half, true],
      ])
    : isSpoon
      ? curve([
          [bx + 12, by - half, true],
          [bx - billLength * 0.6, by - half * 0.5 + bend * 0.6],
          [bx - billLength * 0.86, by - half * 1.5 + bend],
          [bx - billLength, by + bend],
          [bx - billLength * 0.86, by + half * 1.5 + bend],
          [bx - billLength * 0.6, by + half * 0.5 + bend * 0.6],
          [bx + 12, by + half, true],
        ])
      : curve([
          [bx + 14, by - half, true],
          [bx - billLength * 0.5, by - half * 0.7 + bend * 0.22],
          [bx - billLength, by + bend, true],
          [bx - billLength * 0.5, by + half * 0.6 + bend * 0.3],
          [bx + 14, by + half, true],
        ]);
  const bill = shape(
    billPath,
    billColor,
    (bird.billTip
      ? fill(
          `M${bx - billLength * (bird.build === 'spoonbill' ? 0.86 : 0.68)} 0 H-400 V900 H${bx - billLength * (bird.build === 'spoonbill' ? 0.86 : 0.68)} Z`,
          bird.billTip,
        )
      : '') + (bird.billSpot ? dot(bx - billLength * 0.78, by + half * 0.7 + bend * 0.5, half * 0.6, bird.billSpot) : ''),
    0.5,
  );
  const [ex, ey] = onHead(-0.3, -0.12);
  const eyes =
    dot(ex, ey, r * (bird.eye ? 0.17 : 0.14), bird.eye ?? '#1e1d19') +
    (bird.eye ? dot(ex, ey, r * 0.09, '#191916') : '') +
    dot(ex - r * 0.04, ey - r * 0.05, r * 0.045, '#ffffff');

  const legColor = bird.legs ?? '#6b6152';
  const [lx, ly] = at(-0.08, -0.85);
  const footY = ly + build.legs;
  const thickness = build.legs > 180 ? 12 : 15;
  const legs = isAfloat
    ? ''
    : [0, 66]
        .map(
          (dx, index) =>
            line(
              curve(
                [
                  [lx + dx, ly - 20],
                  [lx + dx + 10, ly + build.legs * 0.45],
                  [lx + dx - 4, footY],
                ],
                false,
              ),
              index ? darker(legColor, 0.12) : legColor,
              thickness,
            ) +
            line(
              `M${lx + dx - 48} ${footY + 4} L${lx + dx + 20} ${footY + 4}`,
              bird.feet ?? (index ? darker(legColor, 0.12) : legColor),
              thickness * 0.85,
            ),
        )
        .join('');

  const waterY = at(0, -0.62)[1];
  const tailEnd = onTail(1.05, 0);
  const xs = [bx - billLength, tailEnd[0], at(-1.3, 0.3)[0], ...bodyPoints.map(([x]) => x)];
  const ys = [hy - r * 1.1, isAfloat ? waterY + 60 : footY + 16, by + bend, tailEnd[1], ...bodyPoints.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(1.2, 820 / (right - left), 740 / (bottom - top));
  const drawn = legs + tail + neck + body + wing + head + bill + eyes + marks.map(outsideMark).join('');
  const water = isAfloat
    ? fill(
        curve([
          [left - 900, waterY],
          [left, waterY - 3],
          [450, waterY + 4],
          [right, waterY - 3],
          [right + 900, waterY],
          [right + 900, waterY + 700, true],
          [left - 900, waterY + 700, true],
        ]),
        '#b9d3da',
      ) +
      ellipse(450, waterY + 34, length * 0.95, 24, darker('#b9d3da', 0.2), 0, 'opacity="0.5"') +
      [0, 1, 2]
        .map(
          (index) =>
            line(`M${260 - index * 130} ${waterY + 70 + index * 46} h${230 + index * 60}`, '#e6f0f2', 8, 'opacity="0.8"') +
            line(`M${560 + index * 40} ${waterY + 62 + index * 46} h${190 - index * 30}`, '#e6f0f2', 8, 'opacity="0.7"'),
        )
        .join('')
    : '';
  const ground = isAfloat
    ? ''
    : ellipse(
        (left + right) / 2 + 20,
        footY + 10,
        (right - left) * 0.42,
        28,
        bird.build === 'cormorant' ? '#a9a493' : '#a9b48a',
        0,
        'opacity="0.5"',
      );
  return group(
    ground + drawn + water,
    `translate(${450 - ((left + right) / 2) * scale} ${450 - ((top + bottom) / 2) * scale}) scale(${scale})`,
  );
}

interface FlyingBird {
  /** Half of the span and how far the wing tips lie back. */
  span: number;
  sweep: number;
  chord: number;
  fork: number;
  wing: string;
  body: string;
  /** Patches of the body, from the head (0) to the tail (1). */
  patches: readonly (readonly [from: number, to: number, color: string])[];
  tail: string;
  head?: string;
}

/** A bird of the air, seen from above or below, flying to the upper left. */
export function drawFlyingBird({ span, sweep, chord, fork, wing, body, patches, tail, head }: FlyingBird): string {
  const wingPath = curve([
    [440, 300],
    [440 - span * 0.35, 262],
    [440 - span * 0.72, 250 + sweep * 0.3],
    [440 - span, 262 + sweep, true],
    [440 - span * 0.62, 290 + sweep * 0.3 + chord * 0.42],
    [440 - span * 0.28, 300 + chord * 0.86],
    [440, 320 + chord * 1.1],
  ]);
  const feathers = [0.25, 0.4, 0.55, 0.7]
    .map((part) =>
      line(
        curve(
          [
            [440 - span * part, 285 + chord * 0.25],
            [440 - span * (part + 0.14), 282 + sweep * part * 0.5 + chord * 0.38],
          ],
          false,
        ),
        lighter(wing, 0.25),
        5,
        'opacity="0.6"',
      ),
    )
    .join('');
  const half = shape(wingPath, wing, feathers);
  const tailPath = curve([
    [425, 560],
    [400 - fork * 0.2, 660 + fork * 0.8, true],
    [450, 650, true],
    [500 + fork * 0.2, 660 + fork * 0.8, true],
    [475, 560],
  ]);
  const bodyPath = curve(points('450 205, 488 235, 496 300, 492 420, 478 540, 462 600, 438 600, 422 540, 408 420, 404 300, 412 235'));
  const parts = patches
    .map(([from, to, color]) =>
      fill(
        curve([
          [380, 205 + from * 400],
          [450, 215 + from * 400],
          [520, 205 + from * 400],
          [520, 205 + to * 400],
          [450, 195 + to * 400],
          [380, 205 + to * 400],
        ]),
        color,
      ),
    )
    .join('');
  const bill = fill(`M438 214 L450 186 L462 214 Z`, '#2a2825');
  // From below, the eyes are out of sight.
  const eyes = head ? '' : dot(424, 244, 8, '#171714') + dot(476, 244, 8, '#171714');
  return group(
    half +
      group(half, 'translate(900 0) scale(-1 1)') +
      shape(tailPath, tail) +
      bill +
      shape(bodyPath, body, (head ? fill('M380 180 h140 v110 h-140 Z', head) : '') + parts) +
      eyes,
    'rotate(-24 450 450) translate(0 20)',
  );
}
