import {
  band,
  curve,
  darker,
  dot,
  ellipse,
  fill,
  group,
  lighter,
  line,
  mirrored,
  oval,
  type Point,
  points,
  scatter,
  shape,
  union,
} from './ink.ts';
import { EYE, eyeAt, ground } from './animals.ts';

interface Quadruped {
  /** Length of the body, depth of the chest, length of the legs, the neck as a vector, length of the head. */
  body: number;
  chest: number;
  legs: number;
  neck: readonly [x: number, y: number];
  neckWidth: number;
  head: number;
  muzzle: number;
  coat: string;
  belly?: string;
  feet?: string;
  face?: string;
  nose: string;
  ears: readonly [length: number, width: number, color: string];
  tail: readonly [length: number, width: number, color: string, tip?: string];
  rump?: string;
  stripes?: string;
  horns?: 'antlers' | 'lyre' | 'tusks';
  mane?: string;
}

export function drawQuadruped(animal: Quadruped): string {
  const { body, chest, legs, neck, head, muzzle, coat } = animal;
  const [front, rear] = [450 - body / 2 + 50, 450 + body / 2 + 50];
  const back = 620 - legs - chest / 2;
  const torso = band(
    [
      [front - chest * 0.2, back + 4],
      [front + body * 0.2, back],
      [450 + 50, back + chest * 0.02],
      [rear - body * 0.14, back - chest * 0.02],
      [rear + chest * 0.1, back + chest * 0.08],
    ],
    [chest * 0.72, chest, chest * 0.86, chest * 0.92, chest * 0.44],
  );
  const [nx, ny] = [front + chest * 0.06 + neck[0], back - chest * 0.1 + neck[1]];
  const throat = band(
    [
      [front + chest * 0.3, back + chest * 0.02],
      [front + neck[0] * 0.4, back - chest * 0.08 + neck[1] * 0.5],
      [nx, ny],
    ],
    [chest * 0.86, animal.neckWidth * 1.25, animal.neckWidth],
  );
  const skull = oval(nx - head * 0.06, ny, head * 0.34, head * 0.28);
  const snout = band(
    [
      [nx, ny - head * 0.02],
      [nx - head * 0.42, ny + head * 0.12],
      [nx - head * 0.8, ny + head * 0.26],
    ],
    [head * 0.54, muzzle * 1.45, muzzle],
  );
  const foot = 640;
  const leg = (x: number, isHind: boolean, width: number) =>
    band(
      isHind
        ? [
            [x, back + chest * 0.1],
            [x - 8, back + chest * 0.5],
            [x + 22, foot - legs * 0.42],
            [x + 4, foot - 12],
            [x + 2, foot],
          ]
        : [
            [x, back + chest * 0.1],
            [x - 2, foot - legs * 0.5],
            [x, foot - 10],
            [x - 4, foot],
          ],
      isHind ? [width * 3.2, width * 2, width * 0.92, width * 0.8, width] : [width * 2.3, width, width * 0.8, width],
    );
  const legWidth = Math.max(22, chest * 0.17);
  const dark = darker(coat, 0.22);
  const feetFill = (part: string) => (animal.feet ? fill(`M0 ${foot - legs * 0.55} H900 V900 H0 Z`, part) : '');
  const far =
    shape(union(leg(front + body * 0.2, false, legWidth)), dark, feetFill(darker(animal.feet ?? coat, 0.2)), 0) +
    shape(union(leg(rear - body * 0.16, true, legWidth)), dark, feetFill(darker(animal.feet ?? coat, 0.2)), 0);
  const [earLength, earWidth, earColor] = animal.ears;
  const earAt = (x: number, lean: number, color: string) =>
    fill(
      curve([
        [x - earWidth * 0.4, ny - head * 0.16],
        [x + lean - earWidth * 0.5, ny - head * 0.2 - earLength * 0.6],
        [x + lean * 1.4, ny - head * 0.2 - earLength, true],
        [x + lean + earWidth * 0.5, ny - head * 0.2 - earLength * 0.5],
        [x + earWidth * 0.45, ny - head * 0.14],
      ]),
      color,
    );
  const [tailLength, tailWidth, tailColor, tailTip] = animal.tail;
  const tailLine: Point[] = [
    [rear, back - chest * 0.1],
    [rear + tailLength * 0.4, back + tailLength * 0.1],
    [rear + tailLength * 0.8, back + tailLength * 0.5],
    [rear + tailLength * 0.9, back + tailLength * 0.8],
  ];
  const tail =
    tailLength > 0
      ? shape(
          curve(band(tailLine, [tailWidth * 0.5, tailWidth, tailWidth * 1.1, tailWidth * 0.2])),
          tailColor,
          tailTip ? ellipse(rear + tailLength * 0.9, back + tailLength * 0.74, tailWidth * 0.7, tailLength * 0.22, tailTip) : '',
        )
      : '';
  const stripes = animal.stripes
    ? Array.from({ length: 15 }, (_, at) =>
        line(
          curve(
            [
              [front + 6 + at * body * 0.075, back - chest * 0.7],
              [front + 20 + at * body * 0.074, back],
              [front + 4 + at * body * 0.078, back + chest * 0.7],
            ],
            false,
          ),
          animal.stripes!,
          13,
        ),
      ).join('') +
      [0.1, 0.3, 0.5, 0.7, 0.9]
        .map((part) => line(`M${front + neck[0] * part - 66} ${back + neck[1] * part - 4} l120 -60`, animal.stripes!, 13))
        .join('') +
      [0.2, 0.36, 0.52].map((part) => line(`M${nx - head * part} ${ny - 60} l-20 130`, animal.stripes!, 9)).join('') +
      [0.3, 0.5, 0.7, 0.9].map((part) => line(`M0 ${foot - legs * part} H900`, animal.stripes!, 9)).join('')
    : '';
  const inside =
    (animal.belly
      ? fill(
          curve([
            [front - 80, back + chest * 0.3],
            [450, back + chest * 0.26],
            [rear - 40, back + chest * 0.3],
            [rear - 60, back + chest],
            [front - 60, back + chest],
          ]),
          animal.belly,
        )
      : '') +
    (animal.face
      ? fill(
          curve([
            [nx - head * 0.3, ny + head * 0.1],
            [nx - head, ny + head * 0.16],
            [nx - head, ny + head * 0.6],
            [nx, ny + head * 0.5],
            [front - 10, back + chest * 0.36],
            [front - 60, back + chest * 0.1],
            [nx + head * 0.02, ny + head * 0.26],
          ]),
          animal.face,
        )
      : '') +
    (animal.rump ? ellipse(rear + chest * 0.06, back + chest * 0.08, chest * 0.2, chest * 0.36, animal.rump) : '') +
    feetFill(animal.feet ?? coat) +
    stripes;
  const horns =
    animal.horns === 'antlers'
      ? [0, 26]
          .map(
            (dx) =>
              line(
                curve(
                  [
                    [nx + dx - 6, ny - head * 0.22],
                    [nx + dx + 4, ny - head * 0.6],
                    [nx + dx - 14, ny - head * 0.98],
                  ],
                  false,
                ),
                '#6b533a',
                14,
              ) + line(`M${nx + dx + 4} ${ny - head * 0.58} l-38 -30 M${nx + dx - 2} ${ny - head * 0.76} l34 -30`, '#6b533a', 10),
          )
          .join('')
      : animal.horns === 'lyre'
        ? [0, 22]
            .map((dx) =>
              line(
                curve(
                  [
                    [nx + dx - 4, ny - head * 0.22],
                    [nx + dx + 46, ny - head * 0.7],
                    [nx + dx + 100, ny - head * 1.0],
                    [nx + dx + 70, ny - head * 1.5],
                  ],
                  false,
                ),
                '#3a332b',
                14,
              ),
            )
            .join('')
        : '';
  const tusk =
    animal.horns === 'tusks'
      ? fill(
          curve([
            [nx - head * 0.6, ny + head * 0.3],
            [nx - head * 0.66, ny + head * 0.1, true],
            [nx - head * 0.54, ny + head * 0.28],
          ]),
          '#f6f1e4',
        )
      : '';
  const mane = animal.mane
    ? shape(
        curve(
          band(
            [
              [nx + head * 0.16, ny - head * 0.3],
              [front + neck[0] * 0.4 + animal.neckWidth * 0.7, back + neck[1] * 0.6],
              [front + body * 0.16, back - chest * 0.5],
            ],
            [20, 44, 16],
          ),
        ),
        animal.mane,
      )
    : '';
  const drawn =
    ground(foot + 8) +
    tail +
    far +
    earAt(nx + head * 0.2, 20, darker(earColor, 0.25)) +
    mane +
    (animal.horns === 'tusks' ? '' : horns) +
    shape(
      union(torso, throat, skull, snout, leg(front + body * 0.08, false, legWidth), leg(rear - body * 0.04, true, legWidth)),
      coat,
      inside,
    ) +
    earAt(nx + head * 0.06, 8, earColor) +
    tusk +
    ellipse(nx - head * 0.8, ny + head * 0.22, muzzle * 0.36, muzzle * 0.34, animal.nose) +
    eyeAt(nx - head * 0.16, ny - head * 0.02, Math.max(9, head * 0.06));
  const [left, right] = [nx - head, Math.max(rear + 30, rear + tailLength)];
  const top = ny - head * (animal.horns ? 1.5 : 0.3) - earLength * (animal.horns ? 0 : 0.9);
  const scale = Math.min(1.3, 800 / (right - left), 720 / (foot + 20 - top));
  return group(drawn, `translate(${450 - ((left + right) / 2) * scale} ${450 - ((top + foot + 20) / 2) * scale}) scale(${scale})`);
}

interface Crouched {
  coat: string;
  belly: string;
  ears: readonly [length: number, width: number, tip: string | null];
  eye: string;
  /** Of hares: long legs and a body held up. */
  isTall?: boolean;
  tail?: string;
  streaks?: string;
  isRound?: boolean;
}

export function drawCrouched({ coat, belly, ears, eye, isTall, tail, streaks, isRound }: Crouched): string {
  const [length, width, tip] = ears;
  const lift = isTall ? 60 : 0;
  const trunk: Point[] = [
    [330, 470 - lift],
    [430, 390 - lift * 0.8],
    [560, 370],
    [680, 420],
    [742, 530],
    [720, 640],
    [560, 668],
    [400, 660],
    [320, 600],
  ];
  const headPoints = oval(290, 396 - lift, 118, 92, 14);
  const muzzleAt = oval(212, 424 - lift, 62, 56);
  const frontLeg = band(points('370 540, 350 620, 330 672'), [90, 54, 40]);
  const hind = curve(points('560 480, 660 470, 724 560, 700 650, 560 676, 520 600'));
  const random = scatter(Math.round(length));
  const flecks = streaks
    ? Array.from({ length: 70 }, () =>
        line(`M${330 + random() * 400} ${380 + random() * 270 - lift * 0.4} l16 9`, streaks, 6, 'opacity="0.7"'),
      ).join('')
    : '';
  const ear = (x: number, lean: number, color: string) => {
    const path = curve([
      [x - width * 0.4, 330 - lift],
      [x + lean * 0.4 - width * 0.55, 330 - lift - length * 0.55],
      [x + lean, 326 - lift - length],
      [x + lean * 0.7 + width * 0.5, 330 - lift - length * 0.5],
      [x + width * 0.4, 336 - lift],
    ]);
    return shape(
      path,
      color,
      (tip ? fill(`M0 0 H900 V${326 - lift - length * 0.72} H0 Z`, tip) : '') +
        fill(
          curve([
            [x - width * 0.1, 330 - lift],
            [x + lean * 0.5 - width * 0.1, 330 - lift - length * 0.5],
            [x + lean * 0.8, 336 - lift - length * 0.72],
            [x + lean * 0.6 + width * 0.2, 330 - lift - length * 0.4],
            [x + width * 0.2, 336 - lift],
          ]),
          lighter(color, 0.35),
          'opacity="0.6"',
        ),
    );
  };
  return group(
    ground(676) +
      (tail ? ellipse(752, 560, 44, 48, tail) : '') +
      ear(322, 70, darker(coat, 0.16)) +
      shape(
        union(trunk, headPoints, muzzleAt, frontLeg),
        coat,
        flecks +
          fill(
            curve([
              [200, 470 - lift],
              [300, 490 - lift],
              [350, 560],
              [420, 640],
              [300, 700],
              [160, 520],
            ]),
            belly,
            'opacity="0.75"',
          ),
      ) +
      shape(hind, lighter(coat, 0.06), flecks, 0.8) +
      line('M540 664 h150', darker(coat, 0.18), 26) +
      line('M312 670 h56', darker(coat, 0.1), 22) +
      ear(286, 36, coat) +
      dot(258, 380 - lift, 24, eye) +
      eyeAt(258, 380 - lift, 17) +
      ellipse(156, 416 - lift, 15, 12, '#5a4036') +
      line(`M186 ${440 - lift} l-90 14 m96 -2 l-80 34`, darker(coat, 0.3), 3, 'opacity="0.5"'),
    isRound ? 'translate(0 20)' : `translate(10 ${lift * 0.6 + length * 0.16})`,
  );
}

interface OneOff {
  animal: 'squirrel' | 'hedgehog' | 'mole' | 'seal' | 'bat' | 'mouse' | 'tortoise' | 'mussel';
  coat: string;
  belly: string;
}

export function drawOneOff({ animal, coat, belly }: OneOff): string {
  switch (animal) {
    case 'squirrel':
      return (
        ground(742, 300) +
        shape(
          curve(points('560 700, 700 640, 770 500, 740 330, 660 230, 600 250, 590 320, 650 350, 640 450, 570 540, 520 640')),
          darker(coat, 0.12),
          line(curve(points('580 670, 700 560, 710 380, 640 270'), false), lighter(coat, 0.35), 26, 'opacity="0.4"'),
        ) +
        shape(
          union(
            points('330 420, 430 380, 530 450, 584 580, 576 690, 470 732, 380 716, 320 600, 300 500'),
            oval(330, 348, 104, 92, 8),
            oval(256, 376, 50, 42),
          ),
          coat,
          fill(curve(points('250 420, 330 440, 350 560, 400 680, 330 730, 240 560')), belly),
        ) +
        fill(curve(points('338 270, 330 180, 366 140!, 388 210, 384 280')), coat) +
        fill(curve(points('296 274, 280 190, 306 150!, 334 214, 338 276')), darker(coat, 0.15)) +
        line('M366 142 l6 -30 M306 152 l2 -30', darker(coat, 0.2), 8) +
        shape(curve(points('430 560, 540 560, 580 660, 540 730, 420 736, 400 650')), lighter(coat, 0.05)) +
        line('M380 734 h110', darker(coat, 0.2), 26) +
        line(curve(points('360 480, 280 530, 236 500'), false), darker(coat, 0.06), 42) +
        shape(
          curve(oval(220, 478, 36, 46, -10)),
          '#8a5f34',
          fill(curve(points('184 470, 220 452, 258 470, 250 440, 190 440')), '#6b5a3c'),
        ) +
        eyeAt(292, 336, 20) +
        ellipse(212, 372, 14, 11, '#4a332a')
      );
    case 'hedgehog': {
      const random = scatter(5);
      const spines = Array.from({ length: 330 }, () => {
        const angle = Math.PI * (1.02 + random() * 1.06);
        const reach = Math.sqrt(random());
        const [x, y] = [540 + Math.cos(angle) * 246 * reach, 600 + Math.sin(angle) * 270 * reach];
        const [dx, dy] = [(x - 430) * 0.14 + 12, (y - 620) * 0.14 - 16];
        return line(`M${x.toFixed(0)} ${y.toFixed(0)} l${dx.toFixed(0)} ${dy.toFixed(0)}`, random() > 0.5 ? '#d9c8a6' : '#4d3d2e', 7);
      }).join('');
      return (
        ground(676) +
        shape(union(points('300 470, 240 530, 130 590, 120 618, 200 640, 340 670, 420 640')), belly) +
        fill(union(oval(505, 520, 285, 200, 0, 16), oval(505, 600, 280, 76)), coat) +
        spines +
        line('M330 668 h60 M430 676 h70 M620 676 h70', darker(belly, 0.35), 30) +
        ellipse(312, 508, 32, 36, darker(belly, 0.2)) +
        eyeAt(232, 556, 15) +
        dot(122, 600, 20, '#22201c')
      );
    }
    case 'mole':
      return (
        ellipse(470, 690, 360, 60, '#8a6f52') +
        ellipse(560, 640, 210, 80, '#7a6046') +
        shape(union(oval(470, 520, 270, 150, 0, 16), points('280 440, 180 500, 110 540, 110 566, 200 600, 320 620')), coat) +
        fill(curve(points('150 520, 96 534, 90 562, 150 572')), '#d99a92') +
        dot(230, 506, 8, '#0f0f0e') +
        [
          [290, 620],
          [360, 656],
        ]
          .map(
            ([x = 0, y = 0]) =>
              shape(curve(oval(x, y, 58, 44, 20)), '#dba49a') +
              [0, 1, 2, 3, 4].map((at) => line(`M${x - 40 + at * 8} ${y + 6 + at * 9} l-34 ${6 + at * 7}`, '#f0ddd0', 10)).join(''),
          )
          .join('') +
        line('M736 540 l60 -30', '#5d5048', 16)
      );
    case 'seal': {
      const random = scatter(8);
      const spots = Array.from({ length: 70 }, () =>
        ellipse(240 + random() * 480, 420 + random() * 240, 8 + random() * 7, 6 + random() * 4, darker(coat, 0.4), 20, 'opacity="0.7"'),
      ).join('');
      return (
        ellipse(450, 690, 410, 46, '#e4d3a4') +
        shape(curve(points('770 560, 850 500, 866 450, 820 470, 796 440, 770 480, 740 530')), darker(coat, 0.15)) +
        shape(
          union(
            points('150 480, 200 400, 300 420, 480 470, 660 520, 780 520, 760 590, 620 660, 420 690, 260 670, 180 590'),
            oval(214, 380, 106, 92, 8),
            oval(140, 410, 56, 46),
          ),
          coat,
          spots + fill(curve(points('120 470, 240 600, 420 660, 640 640, 600 740, 200 740')), belly, 'opacity="0.7"'),
        ) +
        shape(curve(points('300 600, 360 610, 340 690, 250 716, 270 660')), darker(coat, 0.2)) +
        eyeAt(190, 362, 22) +
        ellipse(92, 398, 18, 13, '#2b2722') +
        line('M112 424 l-60 18 M116 432 l-50 36', '#6b6459', 4)
      );
    }
    case 'bat': {
      const wing = shape(
        curve(points('470 380, 560 300, 660 190, 690 240, 860 300!, 800 380, 780 470!, 700 460, 640 540!, 580 500, 480 560')),
        darker(coat, 0.45),
        [
          [690, 230, 780, 470],
          [690, 230, 640, 540],
          [690, 230, 860, 300],
        ]
          .map(([a = 0, b = 0, c = 0, d = 0]) => line(`M${a} ${b} L${c} ${d}`, darker(coat, 0.1), 7))
          .join('') + line('M480 380 L690 230', darker(coat, 0.05), 11),
      );
      return (
        mirrored(wing, 450) +
        fill(curve(points('420 540, 450 640!, 480 540')), darker(coat, 0.5)) +
        mirrored(fill(curve(points('466 290, 500 210, 520 250, 500 310')), darker(coat, 0.35)), 450) +
        shape(union(oval(450, 440, 66, 120), oval(450, 312, 60, 54)), coat, ellipse(450, 470, 36, 76, belly)) +
        ellipse(450, 284, 30, 22, darker(coat, 0.4)) +
        mirrored(dot(474, 302, 8, EYE), 450) +
        mirrored(dot(458, 274, 4, EYE), 450)
      );
    }
    case 'mouse':
      return (
        line(curve(points('680 600, 790 640, 840 560, 790 480'), false), '#b5877a', 14) +
        ground(668) +
        shape(
          union(
            points('300 480, 420 400, 570 400, 690 500, 700 600, 600 656, 400 656, 300 600'),
            oval(290, 500, 116, 92, 18),
            points('220 470, 130 540, 140 566, 240 580'),
          ),
          coat,
          fill(curve(points('120 570, 240 570, 420 620, 660 630, 600 720, 140 720')), belly),
        ) +
        shape(curve(oval(330, 392, 66, 74, 10)), darker(coat, 0.1), ellipse(334, 396, 42, 50, '#d9a898')) +
        shape(curve(oval(262, 404, 42, 60, -14)), darker(coat, 0.2)) +
        eyeAt(240, 484, 24) +
        dot(130, 546, 14, '#c98a80') +
        line('M320 660 h54 M560 662 h70', '#d9a898', 20) +
        line('M170 552 l-80 -20 M172 564 l-84 14', darker(coat, 0.3), 3)
      );
    case 'tortoise': {
      const plates = points('330 470, 450 420, 570 470, 390 560, 520 560')
        .map(([x, y]) => fill(curve(oval(x, y, 60, 48, 0, 6)), darker(coat, 0.5)) + fill(curve(oval(x, y - 4, 36, 26, 0, 6)), coat))
        .join('');
      return (
        ground(690, 350, '#cdb98a') +
        shape(curve(oval(180, 540, 66, 50, -14)), belly) +
        line(
          curve(
            [
              [230, 560],
              [290, 590],
            ],
            false,
          ),
          belly,
          62,
        ) +
        line('M330 640 v44 M580 640 v44', darker(belly, 0.1), 72) +
        shape(
          curve(points('210 620, 240 480, 340 370, 470 340, 600 380, 690 490, 720 620, 640 650, 300 650')),
          coat,
          plates +
            [260, 330, 400, 470, 540, 610, 680].map((x) => fill(`M${x - 24} 660 L${x} 600 L${x + 24} 660 Z`, darker(coat, 0.5))).join(''),
        ) +
        eyeAt(158, 526, 11)
      );
    }
    default:
      return group(
        shape(
          curve(points('150 560, 240 420, 420 300, 620 250, 740 320, 760 470, 660 600, 460 660, 260 640')),
          coat,
          [0.2, 0.36, 0.52, 0.68, 0.84]
            .map((part) =>
              line(
                curve(
                  [
                    [160 + part * 60, 560 - part * 30],
                    [300 + part * 180, 400 - part * 10],
                    [600 + part * 160, 260 + part * 60],
                  ],
                  false,
                ),
                lighter(coat, 0.25),
                6,
                'opacity="0.5"',
              ),
            )
            .join('') + ellipse(640, 360, 120, 60, belly, 40, 'opacity="0.5"'),
        ),
        'rotate(-8 450 450)',
      );
  }
}
