import { band, curve, darker, dot, ellipse, fill, group, line, mirrored, oval, type Point, points, scatter, shape } from './ink.ts';

/** Right wings of a set butterfly; its body is at x = 450. */
const WINGS = {
  vanessid: {
    fore: points('462 350, 560 250, 690 170, 800 150, 838 186, 800 262, 806 330, 762 398, 640 420, 470 410'),
    hind: points('464 400, 620 400, 734 420, 782 500, 752 596, 676 664, 600 690, 540 650, 486 560'),
    apex: [820, 170],
    tornus: [762, 400],
    outer: [768, 440],
    anal: [560, 680],
  },
  comma: {
    fore: points('462 350, 560 250, 690 165, 812 150, 836 196, 770 262, 762 310, 800 372, 730 408, 640 420, 470 410'),
    hind: points('464 400, 640 404, 724 428, 704 486, 764 540, 706 590, 716 664, 640 650, 596 700, 548 640, 486 560'),
    apex: [820, 170],
    tornus: [770, 396],
    outer: [730, 450],
    anal: [560, 670],
  },
  white: {
    fore: points('462 356, 570 250, 710 166, 810 152, 836 184, 820 270, 776 370, 720 412, 600 420, 470 412'),
    hind: points('464 404, 610 410, 726 440, 774 520, 752 612, 680 680, 596 694, 530 650, 484 560'),
    apex: [826, 166],
    tornus: [740, 404],
    outer: [750, 460],
    anal: [560, 690],
  },
  round: {
    fore: points('462 356, 570 262, 690 200, 780 204, 812 258, 804 340, 758 404, 640 424, 470 412'),
    hind: points('464 404, 630 412, 734 446, 772 530, 738 622, 664 676, 584 680, 524 632, 484 556'),
    apex: [802, 226],
    tornus: [752, 404],
    outer: [752, 470],
    anal: [560, 674],
  },
  brimstone: {
    fore: points('462 356, 570 246, 700 176, 826 158!, 800 224, 796 320, 742 400, 600 420, 470 412'),
    hind: points('464 404, 620 410, 736 442, 760 520, 792 596!, 700 640, 640 686, 560 684, 500 600, 482 550'),
    apex: [820, 166],
    tornus: [748, 400],
    outer: [745, 460],
    anal: [570, 684],
  },
  swallowtail: {
    fore: points('462 340, 560 230, 690 140, 816 112, 846 150, 826 250, 776 366, 700 402, 580 412, 470 404'),
    hind: points('464 396, 600 400, 706 420, 746 490, 724 560, 742 616, 690 640, 676 760!, 630 660, 580 646, 530 600, 486 530'),
    apex: [832, 130],
    tornus: [724, 398],
    outer: [730, 440],
    anal: [560, 640],
  },
  citrus: {
    fore: points('462 340, 560 230, 690 140, 816 112, 846 150, 826 250, 776 366, 700 402, 580 412, 470 404'),
    hind: points('464 396, 600 400, 720 424, 764 500, 742 590, 690 650, 610 690, 540 640, 486 540'),
    apex: [832, 130],
    tornus: [724, 398],
    outer: [740, 450],
    anal: [560, 660],
  },
  moth: {
    fore: points('462 350, 580 300, 720 250, 830 236, 846 268, 806 350, 740 420, 620 436, 470 420'),
    hind: points('464 410, 600 420, 700 440, 740 510, 712 590, 640 636, 560 630, 500 560'),
    apex: [838, 250],
    tornus: [744, 416],
    outer: [720, 460],
    anal: [560, 626],
  },
  narrow: {
    fore: points('466 320, 600 290, 740 290, 830 326, 838 354, 780 392, 640 408, 470 390'),
    hind: points('468 390, 580 408, 660 428, 686 470, 650 508, 560 500, 490 450'),
    apex: [836, 336],
    tornus: [720, 402],
    outer: [680, 440],
    anal: [560, 500],
  },
} as const satisfies Record<
  string,
  { fore: readonly Point[]; hind: readonly Point[]; apex: Point; tornus: Point; outer: Point; anal: Point }
>;

type Wing = 'fore' | 'hind';
type WingMark =
  /** Places on a wing: `out` from its root (0) to its edge (1), `down` from its front (0) to its rear (1). */
  | readonly [kind: 'spot', wing: Wing, out: number, down: number, radius: number, color: string]
  | readonly [kind: 'eye', wing: Wing, out: number, down: number, radius: number, ring: string, middle: string, pupil?: string]
  | readonly [
      kind: 'band',
      wing: Wing,
      color: string,
      width: number,
      from: readonly [number, number],
      through: readonly [number, number],
      to: readonly [number, number],
    ]
  | readonly [kind: 'edge', wing: Wing, color: string, width: number]
  | readonly [kind: 'tip', wing: Wing, color: string, size: number]
  | readonly [kind: 'root', wing: Wing, color: string, size: number]
  | readonly [kind: 'row', wing: Wing, out: number, count: number, radius: number, color: string]
  | readonly [kind: 'veins', wing: Wing, color: string, width: number];

interface Butterfly {
  wings: keyof typeof WINGS;
  fore: string;
  hind: string;
  body: string;
  marks?: readonly WingMark[];
  /** A thick body, as of hawk moths; antennae without knobs. */
  isMoth?: boolean;
  bodyBands?: string;
  fringe?: string;
  scale?: number;
}

export function drawButterfly(butterfly: Butterfly): string {
  const { fore, hind, apex, tornus, outer, anal } = WINGS[butterfly.wings];
  const roots: Record<Wing, readonly [Point, Point, Point]> = { fore: [[462, 370], apex, tornus], hind: [[464, 430], outer, anal] };
  const on = (wing: Wing, out: number, down: number): [number, number] => {
    const [root, front, rear] = roots[wing];
    // The edge bulges between its ends.
    const bulge = 1 + 0.16 * Math.sin(Math.PI * Math.max(0, Math.min(1, down)));
    const mixOf = (axis: 0 | 1) => root[axis] + out * bulge * ((1 - down) * (front[axis] - root[axis]) + down * (rear[axis] - root[axis]));
    return [mixOf(0), mixOf(1)];
  };
  const paths = { fore: curve(fore), hind: curve(hind) };
  const markOf = (mark: WingMark): string => {
    const wing = mark[1];
    switch (mark[0]) {
      case 'spot': {
        const [x, y] = on(wing, mark[2], mark[3]);
        return dot(x, y, mark[4], mark[5]);
      }
      case 'eye': {
        const [x, y] = on(wing, mark[2], mark[3]);
        return (
          dot(x, y, mark[4], mark[5]) +
          dot(x, y, mark[4] * 0.66, mark[6]) +
          (mark[7] ? dot(x - mark[4] * 0.14, y - mark[4] * 0.14, mark[4] * 0.24, mark[7]) : '')
        );
      }
      case 'band':
        return line(curve([on(wing, ...mark[4]), on(wing, ...mark[5]), on(wing, ...mark[6])], false), mark[2], mark[3]);
      case 'edge':
        return line(paths[wing], mark[2], mark[3] * 2);
      case 'tip': {
        const [x, y] = on(wing, 1, 0);
        return fill(
          curve([
            [x + 60, y - 90],
            on(wing, 1 - mark[3], -0.3),
            on(wing, 1 - mark[3] * 0.72, 0.25),
            on(wing, 1.02, 0.3 + mark[3] * 0.9),
            [x + 120, y + 160],
          ]),
          mark[2],
        );
      }
      case 'root': {
        const [x, y] = on(wing, 0.1, 0.5);
        return ellipse(x, y, mark[3] * 400, mark[3] * 220, mark[2], wing === 'fore' ? -25 : 35);
      }
      case 'row':
        return Array.from({ length: mark[3] }, (_, index) => {
          const [x, y] = on(wing, mark[2], 0.06 + (0.9 * (index + 0.5)) / mark[3]);
          return dot(x, y, mark[4], mark[5]);
        }).join('');
      case 'veins':
        return [0.08, 0.26, 0.44, 0.62, 0.8, 0.96]
          .map((down) => line(curve([on(wing, 0.1, down * 0.7 + 0.1), on(wing, 1.1, down)], false), mark[2], mark[3]))
          .join('');
    }
  };
  const draw = (wing: Wing) => {
    const color = butterfly[wing];
    const veins = [0.1, 0.3, 0.5, 0.7, 0.9]
      .map((down) =>
        line(curve([on(wing, 0.16, 0.5 + (down - 0.5) * 0.5), on(wing, 1.05, down)], false), darker(color, 0.3), 3, 'opacity="0.35"'),
      )
      .join('');
    const marks = (butterfly.marks ?? []).filter((mark) => mark[1] === wing);
    return (
      shape(paths[wing], color, veins + marks.map(markOf).join('')) +
      line(paths[wing], butterfly.fringe ?? darker(color, 0.4), butterfly.fringe ? 7 : 3, butterfly.fringe ? '' : 'opacity="0.5"')
    );
  };
  const half = draw('hind') + draw('fore');
  const thick = butterfly.isMoth ? 1.7 : 1;
  const feelers = butterfly.isMoth
    ? line(curve(points('456 306, 490 250, 540 206'), false), darker(butterfly.body, 0.3), 9)
    : line(curve(points('455 306, 480 240, 520 180'), false), '#2b2822', 6) + ellipse(524, 172, 9, 14, '#2b2822', 30);
  const bodyPath = curve(
    band(points('450 300, 450 340, 450 400, 450 450, 450 560, 450 640'), [20 * thick, 40 * thick, 44 * thick, 32 * thick, 34 * thick, 8]),
  );
  const bands = butterfly.bodyBands ? [450, 490, 530, 570].map((y) => line(`M400 ${y} H500`, butterfly.bodyBands!, 18)).join('') : '';
  const all =
    mirrored(half, 450) +
    mirrored(feelers, 450) +
    shape(bodyPath, butterfly.body, bands, 1) +
    dot(450, 306, 17 * Math.sqrt(thick), darker(butterfly.body, 0.2));
  const scale = (butterfly.scale ?? 1) * 1.02;
  return group(all, `translate(${450 - 450 * scale} ${460 - 420 * scale}) scale(${scale})`);
}

interface Dragonfly {
  form: 'dragonfly' | 'darter' | 'chaser' | 'damselfly' | 'demoiselle';
  eyes: string;
  thorax: string;
  thoraxStripes?: string;
  abdomen: string;
  /** Pairs of spots along the abdomen, a dark line on its back, a bright end, dark rings, a dark end. */
  pairs?: string;
  sideSpots?: string;
  backLine?: string;
  tail?: string;
  darkEnd?: string;
  rings?: string;
  wing?: string;
  /** Brown at the roots of the wings, or a band across them. */
  wingRoot?: string;
  wingBand?: string;
  mark?: string;
  legs?: string;
}

export function drawDragonfly(fly: Dragonfly): string {
  const isSmall = fly.form === 'damselfly' || fly.form === 'demoiselle';
  const width = { dragonfly: 34, darter: 32, chaser: 76, damselfly: 20, demoiselle: 22 }[fly.form];
  const end = isSmall ? 800 : fly.form === 'dragonfly' ? 800 : fly.form === 'darter' ? 720 : 690;
  const widths =
    fly.form === 'chaser'
      ? [60, 88, 84, 66, 24]
      : fly.form === 'dragonfly'
        ? [40, 28, 36, 34, 26]
        : fly.form === 'darter'
          ? [36, 26, 36, 36, 18]
          : [20, 17, 18, 20, 22];
  const abdomen = curve(
    band(
      [
        [450, 330],
        [450, 400],
        [450, 330 + (end - 330) * 0.5],
        [450, 330 + (end - 330) * 0.8],
        [450, end],
      ],
      widths,
    ),
  );
  const segments = Array.from({ length: 8 }, (_, index) => 390 + ((end - 400) * index) / 8);
  const step = (end - 400) / 8;
  const inside =
    (fly.rings ? segments.map((y) => line(`M380 ${y} H520`, fly.rings!, isSmall ? 14 : 12)).join('') : '') +
    (fly.sideSpots
      ? segments
          .map(
            (y) =>
              dot(450 - width * 0.62, y + step * 0.4, width * 0.2, fly.sideSpots!) +
              dot(450 + width * 0.62, y + step * 0.4, width * 0.2, fly.sideSpots!),
          )
          .join('')
      : '') +
    (fly.pairs
      ? segments
          .map(
            (y) =>
              ellipse(450 - width * 0.27, y + step * 0.62, width * 0.19, step * 0.27, fly.pairs!) +
              ellipse(450 + width * 0.27, y + step * 0.62, width * 0.19, step * 0.27, fly.pairs!) +
              ellipse(450, y + step * 0.12, width * 0.4, step * 0.07, fly.pairs!),
          )
          .join('')
      : '') +
    (fly.backLine
      ? line(
          curve(
            segments.map((y, index): Point => [450 + (index % 2) * 0.5, y]),
            false,
          ),
          fly.backLine,
          width * 0.42,
        )
      : '') +
    (fly.darkEnd ? fill(`M380 ${end - step * 2.1} H520 V900 H380 Z`, fly.darkEnd) : '') +
    (fly.tail ? fill(`M380 ${end - step * 1.9} H520 V${end - step * 0.75} H380 Z`, fly.tail) : '');
  const wing = fly.wing ?? '#f4f8f8';
  const isClear = fly.wing === undefined;
  const opacity = isClear ? 0.72 : 0.9;
  const wingOf = (root: Point, tip: Point, depth: number, swell: number) => {
    const [dx, dy] = [tip[0] - root[0], tip[1] - root[1]];
    const length = Math.hypot(dx, dy);
    const [nx, ny] = [-dy / length, dx / length];
    const on = (along: number, down: number): Point => [root[0] + dx * along + nx * depth * down, root[1] + dy * along + ny * depth * down];
    const path = curve([
      on(0, 0),
      on(0.3, -0.16),
      on(0.7, -0.12),
      on(0.97, 0.02),
      on(1, 0.3),
      on(0.86, 0.74),
      on(0.5, 0.86 * swell),
      on(0.14, 0.74 * swell),
      on(0, 0.24),
    ]);
    const net =
      [0.18, 0.38, 0.58]
        .map((down) =>
          line(curve([on(0.04, down * 0.4), on(0.5, down), on(0.96, down * 0.6 + 0.1)], false), '#6b7370', 2.5, 'opacity="0.55"'),
        )
        .join('') +
      [0.2, 0.35, 0.5, 0.65, 0.8]
        .map((along) => line(curve([on(along, -0.1), on(along + 0.05, 0.8)], false), '#6b7370', 2, 'opacity="0.4"'))
        .join('');
    const stain = fly.wingRoot
      ? fill(curve([on(-0.05, -0.3), on(0.2, -0.2), on(0.22, 0.4), on(0.1, 1), on(-0.1, 0.8)]), fly.wingRoot, 'opacity="0.85"')
      : '';
    const across = fly.wingBand
      ? fill(
          curve([on(0.34, -0.4), on(0.8, -0.4), on(0.84, 0.3), on(0.76, 1.1), on(0.36, 1.2), on(0.28, 0.4)]),
          fly.wingBand,
          'opacity="0.92"',
        )
      : '';
    return (
      `<g opacity="${opacity}">${shape(path, wing, across + stain + net, 0.4)}</g>` +
      line(path, '#59615d', 3, 'opacity="0.7"') +
      line(curve([on(0.02, -0.01), on(0.3, -0.15), on(0.7, -0.11), on(0.95, 0.0)], false), '#4f5550', 5, 'opacity="0.8"') +
      (fly.mark ? line(curve([on(0.83, -0.03), on(0.9, 0.01)], false), fly.mark, 12) : '')
    );
  };
  const wings = isSmall
    ? fly.form === 'demoiselle'
      ? wingOf([458, 330], [700, 560], 120, 1) + wingOf([458, 350], [620, 660], 110, 1)
      : wingOf([458, 326], [560, 650], 74, 0.9) + wingOf([458, 346], [530, 690], 66, 0.9)
    : wingOf([466, 282], [846, 226], 92, 1) + wingOf([466, 330], [826, 372], 104, 1.28);
  const thorax = shape(
    curve(oval(450, 292, isSmall ? 28 : fly.form === 'chaser' ? 58 : 50, isSmall ? 52 : 72)),
    fly.thorax,
    fly.thoraxStripes
      ? [-0.5, 0.5]
          .map((part) => ellipse(450 + part * (isSmall ? 30 : 46), 280, isSmall ? 6 : 10, isSmall ? 40 : 44, fly.thoraxStripes!))
          .join('')
      : '',
  );
  const head = isSmall
    ? ellipse(450, 222, 22, 15, darker(fly.thorax, 0.1)) + dot(416, 220, 19, fly.eyes) + dot(484, 220, 19, fly.eyes)
    : ellipse(450, 206, 30, 24, darker(fly.thorax, 0.2)) +
      ellipse(426, 200, 29, 33, fly.eyes, 18) +
      ellipse(474, 200, 29, 33, fly.eyes, -18) +
      ellipse(418, 188, 8, 10, '#ffffff', 0, 'opacity="0.4"') +
      ellipse(466, 188, 8, 10, '#ffffff', 0, 'opacity="0.4"');
  const leg = fly.legs ?? '#2b2822';
  const legs = mirrored(
    line(curve(points('470 250, 520 216, 540 170'), false), leg, 7) + line(curve(points('474 270, 540 262, 572 236'), false), leg, 7),
    450,
  );
  return group(
    legs + mirrored(wings, 450) + shape(abdomen, fly.abdomen, inside) + thorax + head,
    isSmall
      ? 'translate(450 450) rotate(-40) scale(1.22) translate(-470 -500)'
      : 'translate(450 450) rotate(-22) scale(1.08) translate(-450 -470)',
  );
}

interface Bee {
  form: 'bumblebee' | 'bee' | 'wasp' | 'hoverfly' | 'beefly';
  head: string;
  thorax: string;
  thoraxMarks?: string;
  abdomen: string;
  /** Bands of the abdomen: from, to (0 to 1), colour. */
  bands: readonly (readonly [from: number, to: number, color: string])[];
  wing?: string;
  scale?: number;
}

export function drawBee({ form, head, thorax, thoraxMarks, abdomen, bands, wing = '#e4ebea', scale = 1 }: Bee): string {
  const isFurry = form === 'bumblebee' || form === 'beefly' || form === 'bee';
  const size = { bumblebee: [122, 150, 176], bee: [84, 98, 176], wasp: [82, 96, 200], hoverfly: [80, 74, 170], beefly: [108, 130, 130] }[
    form
  ];
  const [rt = 0, ra = 0, la = 0] = size;
  const waist = form === 'wasp' ? 30 : form === 'bee' ? 8 : -22;
  const ay = 330 + rt * 0.86 + la + waist;
  const random = scatter(form.length * 13 + abdomen.charCodeAt(2));
  const fur = (x: number, y: number, rx: number, ry: number, colorAt: (part: number) => string) =>
    Array.from({ length: 190 }, () => {
      const angle = random() * Math.PI * 2;
      const reach = 0.9 + random() * 0.06;
      const [px, py] = [x + Math.cos(angle) * rx * reach, y + Math.sin(angle) * ry * reach];
      return line(
        `M${px.toFixed(0)} ${py.toFixed(0)} l${(Math.cos(angle) * 15).toFixed(0)} ${(Math.sin(angle) * 15 + 4).toFixed(0)}`,
        colorAt((py - (y - ry)) / (2 * ry)),
        8,
      );
    }).join('');
  const colorOf = (part: number) => bands.findLast(([from, to]) => part >= from && part <= to)?.[2] ?? abdomen;
  const stripes = bands
    .map(([from, to, color]) =>
      fill(
        curve([
          [200, ay - la + from * 2 * la - 6],
          [450, ay - la + from * 2 * la + 10],
          [700, ay - la + from * 2 * la - 6],
          [700, ay - la + to * 2 * la - 6, true],
          [450, ay - la + to * 2 * la + 12],
          [200, ay - la + to * 2 * la - 6, true],
        ]),
        color,
      ),
    )
    .join('');
  const tipped: Point[] =
    form === 'wasp' || form === 'bee' || form === 'hoverfly'
      ? [
          [450 - ra * 0.5, ay - la],
          [450 + ra * 0.5, ay - la],
          [450 + ra, ay - la * 0.4],
          [450 + ra * 0.82, ay + la * 0.35],
          [450, ay + la, form === 'wasp'],
          [450 - ra * 0.82, ay + la * 0.35],
          [450 - ra, ay - la * 0.4],
        ]
      : oval(450, ay, ra, la);
  const abdomenPath = curve(tipped);
  const wings =
    `<g opacity="${wing === '#e4ebea' ? 0.78 : 0.9}">` +
    shape(
      curve([
        [450 + rt * 0.6, 316],
        [600, 300],
        [760, 380],
        [800, 470],
        [760, 500],
        [640, 440],
        [450 + rt * 0.6, 360],
      ]),
      wing,
      line(curve(points('520 330, 640 360, 770 470'), false), '#7b7f78', 4) +
        line(curve(points('520 350, 640 400, 720 460'), false), '#7b7f78', 3),
      0.3,
    ) +
    shape(
      curve([
        [450 + rt * 0.6, 350],
        [580, 420],
        [680, 500],
        [690, 556],
        [640, 556],
        [540, 480],
        [450 + rt * 0.5, 380],
      ]),
      wing,
      '',
      0.3,
    ) +
    '</g>' +
    line(
      curve(
        [
          [450 + rt * 0.6, 316],
          [600, 300],
          [760, 380],
          [800, 470],
        ],
        false,
      ),
      '#5b5c54',
      5,
      'opacity="0.7"',
    );
  const legs = [
    [-0.4, 0.3, 150, -60],
    [0.1, 0.5, 190, 40],
    [0.6, 0.6, 190, 170],
  ]
    .map(([from = 0, , dx = 0, dy = 0]) =>
      line(
        curve(
          [
            [450 + rt * 0.6, 330 + rt * from],
            [450 + rt + dx * 0.42, 330 + rt * from + dy * 0.2 - 16],
            [450 + rt + dx * 0.72, 330 + rt * from + dy],
          ],
          false,
        ),
        darker(head, 0.3),
        14,
      ),
    )
    .join('');
  const eyes =
    form === 'hoverfly' || form === 'beefly'
      ? ellipse(414, 232, 34, 40, '#7a3a28', 20) + ellipse(486, 232, 34, 40, '#7a3a28', -20)
      : ellipse(402, 228, 18, 36, '#201f1b', 14) + ellipse(498, 228, 18, 36, '#201f1b', -14);
  const feelers =
    form === 'hoverfly' || form === 'beefly'
      ? ''
      : mirrored(line(curve(points('466 200, 500 150, 548 130'), false), form === 'wasp' ? darker(head, 0.2) : '#22211e', 9), 450);
  const tongue = form === 'beefly' ? line('M450 206 V92', '#22211e', 10) : '';
  const all =
    mirrored(legs, 450) +
    feelers +
    tongue +
    (isFurry ? fur(450, ay, ra, la, colorOf) : '') +
    shape(abdomenPath, abdomen, stripes) +
    (isFurry ? fur(450, 330, rt, rt * 0.94, (part) => (thoraxMarks && part < 0.34 ? thoraxMarks : thorax)) : '') +
    shape(
      curve(oval(450, 330, rt, rt * 0.94)),
      thorax,
      thoraxMarks
        ? isFurry
          ? fill(curve(points('300 200, 600 200, 600 288, 450 304, 300 288')), thoraxMarks)
          : mirrored(ellipse(450 + rt * 0.6, 300, rt * 0.14, rt * 0.5, thoraxMarks, -10), 450)
        : '',
    ) +
    shape(curve(oval(450, 236, form === 'wasp' ? 66 : 58, 46)), head) +
    eyes +
    mirrored(wings, 450);
  const s = scale * 0.94;
  return group(all, `translate(${450 - 450 * s} ${450 - 410 * s}) rotate(18 450 420) scale(${s})`);
}

interface Beetle {
  width: number;
  length: number;
  shield: string;
  shieldMarks?: string;
  wings: string;
  head: string;
  /** Spots: across (0 at the seam, 1 at the edge), along (0 to 1), radius. */
  spots?: readonly (readonly [across: number, along: number, radius: number])[];
  spotColor?: string;
  seam?: string;
  end?: string;
  lines?: string;
  legs: string;
  feelers: 'short' | 'long' | 'fan';
  /** A bug: the wings cross in a triangle. */
  triangle?: string;
}

export function drawBeetle(beetle: Beetle): string {
  const { width: w, length: l, shield, wings, head, legs } = beetle;
  const top = 450 - l * 0.36;
  const isRound = w > l * 0.42;
  const body = curve([
    [450 - w * 0.72, top],
    [450, top - 12],
    [450 + w * 0.72, top],
    [450 + w, top + l * 0.32],
    [450 + w * 0.94, top + l * 0.58],
    [450 + w * 0.56, top + l * 0.83],
    [450, top + l * 0.9],
    [450 - w * 0.56, top + l * 0.83],
    [450 - w * 0.94, top + l * 0.58],
    [450 - w, top + l * 0.32],
  ]);
  const spots = (beetle.spots ?? [])
    .map(([across, along, radius]) =>
      across === 0
        ? dot(450, top + along * l * 0.9, radius, beetle.spotColor ?? '#22211e')
        : mirrored(dot(450 + across * w, top + along * l * 0.9, radius, beetle.spotColor ?? '#22211e'), 450),
    )
    .join('');
  const lines = beetle.lines
    ? mirrored(
        [0.2, 0.4, 0.6, 0.8]
          .map((part) =>
            line(
              curve(
                [
                  [450 + w * part * 0.8, top],
                  [450 + w * part, top + l * 0.45],
                  [450 + w * part * 0.4, top + l * 0.88],
                ],
                false,
              ),
              beetle.lines!,
              8,
            ),
          )
          .join(''),
        450,
      )
    : '';
  const back = shape(
    body,
    wings,
    lines +
      (beetle.end ? fill(`M200 ${top + l * 0.74} H700 V900 H200 Z`, beetle.end) : '') +
      spots +
      (beetle.triangle
        ? fill(`M${450 - w * 0.42} ${top - 10} H${450 + w * 0.42} L450 ${top + l * 0.36} Z`, beetle.triangle)
        : line(`M450 ${top} V${top + l * 0.9}`, beetle.seam ?? darker(wings, 0.5), 6)),
    1.3,
  );
  const neckTop = top - l * (isRound ? 0.13 : 0.17);
  const collar = shape(
    curve([
      [450 - w * 0.46, neckTop],
      [450, neckTop - 12],
      [450 + w * 0.46, neckTop],
      [450 + w * 0.8, top + 4],
      [450, top + 16],
      [450 - w * 0.8, top + 4],
    ]),
    shield,
    beetle.shieldMarks
      ? mirrored(ellipse(450 + w * 0.48, neckTop + (top - neckTop) * 0.5, w * 0.17, (top - neckTop) * 0.42, beetle.shieldMarks, -14), 450)
      : '',
  );
  const face =
    shape(curve(oval(450, neckTop - 8, w * 0.38, l * 0.07)), head, '') +
    mirrored(dot(450 + w * 0.32, neckTop - 12, w * 0.08, '#191815'), 450);
  const feeler =
    beetle.feelers === 'long'
      ? line(
          curve(
            [
              [450 + w * 0.2, neckTop - 24],
              [450 + w * 0.7, neckTop - 110],
              [450 + w * 1.25, neckTop - 130],
            ],
            false,
          ),
          legs,
          10,
        )
      : beetle.feelers === 'fan'
        ? line(
            curve(
              [
                [450 + w * 0.3, neckTop - 20],
                [450 + w * 0.66, neckTop - 56],
              ],
              false,
            ),
            legs,
            9,
          ) +
          [0, 1, 2, 3, 4].map((part) => line(`M${450 + w * 0.66} ${neckTop - 56} l${30 + part * 14} ${-66 + part * 16}`, legs, 10)).join('')
        : line(
            curve(
              [
                [450 + w * 0.2, neckTop - 22],
                [450 + w * 0.4, neckTop - 54],
                [450 + w * 0.56, neckTop - 58],
              ],
              false,
            ),
            legs,
            9,
          );
  const leg = (y: number, dx: number, dy: number) =>
    line(
      curve(
        [
          [450 + w * 0.6, y],
          [450 + w + dx * 0.55, y + dy * 0.3 - 14],
          [450 + w + dx, y + dy],
        ],
        false,
      ),
      legs,
      15,
    );
  return (
    mirrored(leg(top + 8, 120, -90) + leg(top + l * 0.28, 150, 30) + leg(top + l * 0.46, 130, 150) + feeler, 450) + face + collar + back
  );
}

interface Spider {
  body: string;
  abdomen: string;
  pattern: 'cross' | 'bands' | 'plain';
  marks: string;
  legs: string;
  legRings: string;
}

export function drawSpider({ body, abdomen, pattern, marks, legs, legRings }: Spider): string {
  const leg = (points: readonly Point[]) => {
    const path = curve(points, false);
    return line(path, legs, 20) + line(path, legRings, 20, 'stroke-dasharray="26 44"');
  };
  const side = [
    points('480 300, 580 190, 640 90, 620 40'),
    points('488 316, 640 250, 760 170, 790 120'),
    points('488 340, 620 370, 720 440, 740 500'),
    points('480 356, 600 470, 680 640, 690 760'),
  ]
    .map((points) => leg(points))
    .join('');
  const long = pattern === 'bands';
  const path = curve(
    long
      ? points('450 380, 520 410, 560 500, 540 620, 450 730, 360 620, 340 500, 380 410')
      : points('450 372, 540 394, 596 480, 580 590, 450 706, 320 590, 304 480, 360 394'),
  );
  const inside =
    pattern === 'cross'
      ? fill(
          curve(points('450 390, 520 470, 500 540, 520 590, 450 690, 380 590, 400 540, 380 470')),
          darker(abdomen, 0.35),
          'opacity="0.8"',
        ) +
        points('450 420, 450 462, 450 504, 450 546')
          .map(([x, y], index) => ellipse(x, y, 15 - index * 2, 19, marks))
          .join('') +
        ellipse(410, 466, 22, 12, marks, -10) +
        ellipse(490, 466, 22, 12, marks, 10) +
        ellipse(412, 600, 8, 12, marks) +
        ellipse(488, 600, 8, 12, marks)
      : pattern === 'bands'
        ? [430, 470, 510, 552, 596, 640]
            .map((y, index) =>
              line(
                curve(
                  [
                    [320, y - 6],
                    [400, y + 8],
                    [450, y - 4],
                    [500, y + 8],
                    [580, y - 6],
                  ],
                  false,
                ),
                index % 2 ? '#f4f0e2' : '#22211e',
                index % 2 ? 10 : 18,
              ),
            )
            .join('')
        : '';
  return (
    mirrored(side, 450) +
    shape(path, abdomen, inside) +
    shape(curve(oval(450, 322, 52, 66)), body) +
    mirrored(dot(466, 268, 6, '#191815') + dot(480, 278, 5, '#191815'), 450)
  );
}

/** A grasshopper or bush-cricket from the side. */
interface Grasshopper {
  body: string;
  wing: string;
  feelers: 'long' | 'short';
  hasOvipositor: boolean;
  stripe: string;
}

export function drawGrasshopper({ body, wing, feelers, hasOvipositor, stripe }: Grasshopper): string {
  const hind =
    shape(curve(band(points('470 500, 560 330, 640 250'), [40, 66, 18])), darker(body, 0.08)) +
    line('M640 250 L700 650', darker(body, 0.15), 15) +
    line('M700 650 h56', darker(body, 0.15), 13);
  const front =
    line(curve(points('290 500, 250 570, 262 650'), false), darker(body, 0.1), 14) +
    line(curve(points('370 520, 350 590, 376 650'), false), darker(body, 0.1), 14);
  const feeler =
    feelers === 'long'
      ? line(curve(points('196 404, 240 200, 420 90, 640 70'), false), darker(body, 0.3), 6)
      : line(curve(points('186 404, 140 330, 130 280'), false), darker(body, 0.4), 10);
  return (
    feeler +
    front +
    (hasOvipositor ? shape(curve(points('690 520, 800 500, 870 452!, 800 530, 690 552')), darker(body, 0.15)) : '') +
    shape(curve(points('250 440, 400 440, 600 470, 720 520, 700 560, 560 570, 400 560, 260 530')), body) +
    shape(
      curve(points('330 424, 500 414, 700 450, 830 500, 700 522, 480 506, 340 480')),
      wing,
      line(curve(points('340 432, 560 432, 800 492'), false), stripe, 9),
    ) +
    shape(
      curve(points('180 420, 230 380, 310 396, 370 420, 380 500, 300 540, 220 540, 178 490')),
      body,
      line(curve(points('240 388, 310 402, 372 424'), false), stripe, 10),
    ) +
    line(curve(points('292 400, 300 460, 292 536'), false), darker(body, 0.3), 5) +
    ellipse(212, 426, 18, 24, '#2b2a22') +
    hind
  );
}
