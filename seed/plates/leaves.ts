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
} from './ink.ts';

export const STEM = '#6f8f4a';
export const LEAF = '#71934b';

export type LeafForm = 'lance' | 'oval' | 'heart' | 'round' | 'grass' | 'toothed' | 'lobed' | 'feather' | 'clover' | 'none';

/** A leaf that starts at the origin and points to the right. */
function leafShape(form: LeafForm, length: number, color: string): string {
  const vein = line(`M0 0 H${length * 0.94}`, lighter(color, 0.35), Math.max(3, length * 0.022), 'opacity="0.8"');
  const veins = [0.25, 0.45, 0.65]
    .map((part) =>
      line(
        `M${length * part} 0 l${length * 0.12} ${-length * 0.13} M${length * part} 0 l${length * 0.12} ${length * 0.13}`,
        lighter(color, 0.3),
        3,
        'opacity="0.6"',
      ),
    )
    .join('');
  const of = (points: readonly Point[]) => shape(curve(points), color, vein + veins);
  switch (form) {
    case 'lance':
      return of([
        [0, 0, true],
        [length * 0.35, -length * 0.11],
        [length, 0, true],
        [length * 0.35, length * 0.11],
      ]);
    case 'oval':
      return of([
        [0, 0, true],
        [length * 0.4, -length * 0.24],
        [length, 0, true],
        [length * 0.4, length * 0.24],
      ]);
    case 'heart':
      return of([
        [0, 0, true],
        [-length * 0.08, -length * 0.24],
        [length * 0.24, -length * 0.42],
        [length * 0.7, -length * 0.22],
        [length, 0, true],
        [length * 0.7, length * 0.22],
        [length * 0.24, length * 0.42],
        [-length * 0.08, length * 0.24],
      ]);
    case 'round':
      return of([
        [0, 0, true],
        [length * 0.04, -length * 0.36],
        [length * 0.5, -length * 0.5],
        [length, -length * 0.2],
        [length, length * 0.2],
        [length * 0.5, length * 0.5],
        [length * 0.04, length * 0.36],
      ]);
    case 'grass':
      return shape(
        curve(
          band(
            [
              [0, 0],
              [length * 0.5, -length * 0.06],
              [length, length * 0.1],
            ],
            [length * 0.045, length * 0.06, 2],
          ),
        ),
        color,
        '',
      );
    case 'toothed': {
      const side = (sign: number) =>
        Array.from({ length: 7 }, (_, at): Point[] => {
          const part = (at + 1) / 8;
          const reach = Math.sin(Math.PI * part ** 0.8) * 0.26;
          return [
            [length * part, sign * length * reach, true],
            [length * (part + 0.02), sign * length * (reach - 0.035), true],
          ];
        }).flat();
      return of([[0, 0, true], ...side(-1), [length, 0, true], ...side(1).toReversed()]);
    }
    case 'lobed': {
      const side = (sign: number) =>
        [0.18, 0.4, 0.62, 0.82].flatMap((part): Point[] => [
          [length * (part - 0.08), sign * length * 0.06],
          [length * part, sign * length * 0.22 * (1.1 - Math.abs(part - 0.5))],
          [length * (part + 0.07), sign * length * 0.18 * (1.1 - Math.abs(part - 0.5))],
        ]);
      return of([[0, 0, true], ...side(-1), [length, 0], ...side(1).toReversed()]);
    }
    case 'feather':
      return (
        [0.2, 0.36, 0.52, 0.68, 0.84]
          .map((part) =>
            [-1, 1]
              .map((sign) =>
                group(
                  shape(
                    curve([
                      [0, 0, true],
                      [length * 0.1, -length * 0.035],
                      [length * 0.24 * (1.15 - part), 0, true],
                      [length * 0.1, length * 0.035],
                    ]),
                    color,
                  ),
                  `translate(${length * part} 0) rotate(${sign * 52})`,
                ),
              )
              .join(''),
          )
          .join('') + line(`M0 0 H${length}`, color, length * 0.03)
      );
    case 'clover':
      return (
        [-72, 0, 72]
          .map((turn) =>
            group(
              shape(
                curve([
                  [0, 0, true],
                  [length * 0.3, -length * 0.27],
                  [length * 0.58, -length * 0.16],
                  [length * 0.54, 0],
                  [length * 0.58, length * 0.16],
                  [length * 0.3, length * 0.27],
                ]),
                color,
                line(
                  curve(
                    [
                      [length * 0.32, -length * 0.24],
                      [length * 0.44, 0],
                      [length * 0.32, length * 0.24],
                    ],
                    false,
                  ),
                  lighter(color, 0.5),
                  length * 0.05,
                  'opacity="0.7"',
                ),
              ),
              `translate(${length * 0.4} 0) rotate(${turn})`,
            ),
          )
          .join('') + line(`M0 0 H${length * 0.4}`, color, length * 0.05)
      );
    default:
      return '';
  }
}

export const leafAt = (form: LeafForm, x: number, y: number, length: number, turn: number, color: string) =>
  group(leafShape(form, length, color), `translate(${x} ${y}) rotate(${turn})`);

interface TreeLeaf {
  form:
    | 'oak'
    | 'beech'
    | 'birch'
    | 'ivy'
    | 'maple'
    | 'ash'
    | 'holly'
    | 'hazel'
    | 'alder'
    | 'hawthorn'
    | 'horseChestnut'
    | 'needles'
    | 'willow';
  color: string;
  fruit?: 'acorn' | 'catkin' | 'keys' | 'berries' | 'cone' | 'mast' | 'conker' | 'nut';
  fruitColor?: string;
}

export function drawTreeLeaf({ form, color, fruit, fruitColor = '#a8743c' }: TreeLeaf): string {
  const vein = lighter(color, 0.4);
  const side = (points: readonly Point[], sign: number): Point[] => points.map(([x, y, isCorner]) => [450 + sign * x, y, isCorner]);
  const whole = (points: readonly Point[]) => curve([...side(points, -1), ...side(points, 1).toReversed()]);
  const ribs = (list: readonly (readonly [number, number, number])[]) =>
    line('M450 90 V780', vein, 9) +
    mirrored(
      list
        .map(([y, dx, dy]) =>
          line(
            curve(
              [
                [450, y],
                [450 + dx * 0.5, y + dy * 0.4],
                [450 + dx, y + dy],
              ],
              false,
            ),
            vein,
            5,
          ),
        )
        .join(''),
      450,
    );
  const stalk = line('M450 690 Q452 790 470 850', darker(color, 0.2), 14);
  const teeth = (edge: readonly Point[]) =>
    edge.flatMap(([x, y]): Point[] => [
      [x, y, true],
      [x - 16, y + 14, true],
    ]);
  const leaf = (() => {
    switch (form) {
      case 'oak':
        return (
          stalk +
          shape(
            whole(
              points('0 80, 70 110, 110 170, 64 214, 150 250, 170 320, 84 364, 176 420, 176 490, 80 520, 120 590, 90 640, 30 650, 14 720'),
            ),
            color,
            ribs([
              [250, 120, -70],
              [380, 150, -80],
              [510, 150, -70],
              [620, 90, -40],
            ]),
          )
        );
      case 'beech':
        return (
          stalk +
          shape(
            whole(points('0 70!, 90 170, 170 290, 206 420, 180 560, 100 670, 20 730')),
            color,
            ribs([
              [220, 110, -70],
              [310, 170, -100],
              [400, 210, -110],
              [490, 210, -110],
              [580, 180, -90],
              [660, 110, -50],
            ]),
          )
        );
      case 'birch':
        return (
          stalk +
          shape(
            whole([
              [0, 90, true],
              ...teeth(points('50 210, 90 290, 128 360, 168 430, 204 500, 230 570')),
              [210, 660],
              [120, 716],
              [16, 730],
            ]),
            color,
            ribs([
              [300, 90, -60],
              [420, 150, -70],
              [540, 210, -60],
              [640, 190, 0],
            ]),
          )
        );
      case 'ivy':
        return (
          line('M450 640 Q460 770 520 850', darker(color, 0.1), 14) +
          shape(
            whole(points('0 90!, 70 260, 110 330, 300 330!, 230 450, 190 520, 280 660!, 150 690, 60 690, 20 640')),
            color,
            points('450 100, 740 340, 160 340, 720 650, 180 650')
              .map(([x, y]) => line(`M450 640 L${x} ${y}`, '#dfe8c8', 9))
              .join(''),
          )
        );
      case 'maple':
        return (
          line('M450 640 Q456 760 476 860', '#a8604a', 14) +
          shape(
            whole(
              points(
                '0 60!, 50 150, 80 180!, 90 260, 80 310!, 180 240, 300 220!, 290 300, 320 360!, 250 430, 200 470!, 300 530!, 220 600, 90 630, 20 650',
              ),
            ),
            color,
            points('450 70, 730 230, 170 230, 730 540, 170 540')
              .map(([x, y]) => line(`M450 640 L${x} ${y}`, vein, 8))
              .join(''),
          )
        );
      case 'holly':
        return (
          stalk +
          shape(
            whole(points('0 70!, 70 160, 170 180!, 120 280, 210 340!, 136 420, 210 500!, 130 560, 150 660!, 60 680, 14 740')),
            color,
            ribs([
              [300, 120, -70],
              [430, 130, -60],
              [560, 120, -40],
            ]),
          )
        );
      case 'hazel':
        return (
          stalk +
          shape(
            whole([
              [0, 70, true],
              ...teeth(points('60 120, 130 190, 190 270, 230 350, 250 430, 250 510, 236 590')),
              [190, 680],
              [90, 730],
              [30, 700],
            ]),
            color,
            ribs([
              [220, 130, -70],
              [330, 200, -80],
              [440, 230, -80],
              [550, 230, -60],
              [650, 190, -10],
            ]),
          )
        );
      case 'alder':
        return (
          stalk +
          shape(
            whole(points('0 196!, 70 118, 150 140, 220 230, 250 340, 236 460, 180 580, 90 690, 14 740')),
            color,
            ribs([
              [250, 140, -70],
              [360, 210, -90],
              [470, 220, -90],
              [580, 160, -70],
            ]),
          )
        );
      case 'hawthorn':
        return (
          stalk +
          shape(
            whole(points('0 120, 60 130, 90 190, 70 290, 150 240, 230 270, 250 340, 110 440, 200 450, 230 530, 110 620, 20 740')),
            color,
            ribs([
              [330, 0, 0],
              [430, 200, -110],
              [560, 180, -40],
            ]),
          )
        );
      case 'willow':
        return (
          stalk +
          shape(
            whole(points('0 40!, 50 200, 84 400, 70 580, 14 740')),
            color,
            ribs([
              [250, 50, -50],
              [370, 70, -60],
              [490, 76, -60],
              [600, 60, -50],
            ]),
          )
        );
      case 'ash':
        return (
          line('M450 130 Q446 500 470 860', darker(color, 0.15), 13) +
          points('250 250, 400 280, 560 270')
            .map(
              ([y, length]) =>
                leafAt('toothed', 450, y + 70, length, -28, color) +
                group(leafAt('toothed', 450, y + 70, length, -28, darker(color, 0.08)), 'translate(900 0) scale(-1 1)'),
            )
            .join('') +
          leafAt('toothed', 450, 260, 220, -90, color)
        );
      case 'horseChestnut':
        return (
          line('M450 560 Q446 700 470 870', darker(color, 0.15), 18) +
          points('-90 470, -138 430, -42 430, -186 330, 6 330')
            .map(([turn, length]) =>
              group(
                shape(
                  curve([
                    [0, 0, true],
                    [length * 0.5, -length * 0.12],
                    [length * 0.76, -length * 0.2],
                    [length, 0, true],
                    [length * 0.76, length * 0.2],
                    [length * 0.5, length * 0.12],
                  ]),
                  color,
                  line(`M0 0 H${length}`, vein, 7) +
                    [0.4, 0.55, 0.7, 0.85]
                      .map((part) =>
                        line(
                          `M${length * part} 0 l${length * 0.08} ${-length * 0.13} M${length * part} 0 l${length * 0.08} ${length * 0.13}`,
                          vein,
                          4,
                        ),
                      )
                      .join(''),
                ),
                `translate(450 560) rotate(${turn})`,
              ),
            )
            .join('')
        );
      case 'needles': {
        const random = scatter(4);
        return (
          line(curve(points('120 250, 400 380, 800 420'), false), '#8a6a48', 26) +
          Array.from({ length: 70 }, (_, at) => {
            const part = at / 70;
            const [x, y] = [140 + part * 640, 260 + Math.sin(part * 1.6) * 165];
            const turn = (random() > 0.5 ? -1 : 1) * (40 + random() * 50);
            return group(
              line(`M0 0 Q60 -8 ${120 + random() * 40} 0`, random() > 0.5 ? color : darker(color, 0.2), 8),
              `translate(${x} ${y}) rotate(${turn})`,
            );
          }).join('')
        );
      }
    }
  })();
  const fruits = (() => {
    switch (fruit) {
      case 'acorn':
        return group(
          line('M0 -70 Q-20 -170 -90 -210', '#6b7a3a', 9) +
            shape(curve(oval(0, 20, 50, 76)), '#a9a04a', '') +
            shape(
              curve(points('-58 -8, -52 -50, 0 -72, 52 -50, 58 -8, 0 6')),
              '#8a6a3c',
              Array.from({ length: 20 }, (_, at) => dot(-46 + (at % 6) * 18, -50 + Math.floor(at / 6) * 15, 7, '#a8854e')).join(''),
            ),
          'translate(710 690) rotate(14)',
        );
      case 'catkin':
        return (
          group(
            Array.from({ length: 18 }, (_, at) =>
              dot(Math.sin(at) * 8, at * 14, 22 - at * 0.5, at % 2 ? fruitColor : lighter(fruitColor, 0.2)),
            ).join(''),
            'translate(720 300) rotate(6)',
          ) +
          group(
            Array.from({ length: 15 }, (_, at) =>
              dot(Math.sin(at) * 8, at * 14, 20 - at * 0.5, at % 2 ? fruitColor : lighter(fruitColor, 0.2)),
            ).join(''),
            'translate(170 340) rotate(-6)',
          )
        );
      case 'keys':
        return points('700 560, 748 600, 660 620, 720 680')
          .map(([x, y], at) =>
            group(
              shape(
                curve(points('0 0!, -24 50, -20 130, 0 150, 20 130, 24 50')),
                lighter(fruitColor, 0.1 * (at % 2)),
                line('M0 0 V70', darker(fruitColor, 0.3), 5),
              ),
              `translate(${x} ${y - 60}) rotate(${(at - 1.5) * 12})`,
            ),
          )
          .join('');
      case 'berries':
        return points('690 640, 750 600, 730 690, 650 710, 790 670')
          .map(([x, y]) =>
            shape(
              curve(oval(x, y, 40, 40)),
              fruitColor,
              dot(x - 12, y - 14, 9, '#ffffff', 'opacity="0.5"') + dot(x + 4, y + 26, 7, darker(fruitColor, 0.5)),
            ),
          )
          .join('');
      case 'cone':
        return group(
          shape(
            curve(points('0 -120, 60 -60, 76 30, 40 110, 0 130, -40 110, -76 30, -60 -60')),
            fruitColor,
            Array.from({ length: 30 }, (_, at) =>
              fill(
                `M${-70 + (at % 5) * 32 + (Math.floor(at / 5) % 2) * 16} ${-110 + Math.floor(at / 5) * 42} l20 30 l-20 26 l-20 -26 Z`,
                darker(fruitColor, at % 2 ? 0.15 : 0.3),
              ),
            ).join(''),
          ),
          'translate(400 640) rotate(12)',
        );
      case 'mast':
        return group(
          shape(
            curve(points('-70 70, -60 -30, 0 -70, 60 -30, 70 70, 30 40, 0 84, -30 40')),
            fruitColor,
            Array.from({ length: 30 }, (_, at) =>
              line(`M${-60 + (at % 6) * 24} ${-50 + Math.floor(at / 6) * 24} l6 -16`, darker(fruitColor, 0.4), 5),
            ).join(''),
          ),
          'translate(730 690)',
        );
      case 'conker':
        return (
          shape(curve(oval(690, 740, 84, 80)), '#9aa64a', '') +
          Array.from({ length: 14 }, (_, at) =>
            line(
              `M${690 + Math.cos(at * 0.45) * 80} ${740 + Math.sin(at * 0.45) * 76} l${Math.cos(at * 0.45) * 22} ${Math.sin(at * 0.45) * 22}`,
              '#8a9640',
              8,
            ),
          ).join('') +
          shape(curve(oval(700, 748, 52, 50)), '#7a3a1e', ellipse(690, 726, 24, 16, '#d9c4a0', -20))
        );
      case 'nut':
        return [
          [700, 660],
          [770, 700],
        ]
          .map(
            ([x = 0, y = 0]) =>
              shape(
                curve([
                  [x - 60, y - 20],
                  [x, y - 90, true],
                  [x + 60, y - 20],
                  [x + 44, y + 50],
                  [x - 44, y + 50],
                ]),
                '#8aa24e',
                '',
              ) +
              shape(
                curve(oval(x, y + 20, 44, 50)),
                fruitColor,
                line(
                  `M${x - 20} ${y - 10} Q${x} ${y + 30} ${x - 10} ${y + 60} M${x + 16} ${y - 10} Q${x + 22} ${y + 30} ${x + 10} ${y + 60}`,
                  lighter(fruitColor, 0.3),
                  5,
                ),
              ),
          )
          .join('');
      default:
        return '';
    }
  })();
  return group(leaf + fruits, 'translate(0 -10)');
}

interface Frond {
  form: 'bracken' | 'polypody' | 'fern' | 'reed' | 'bulrush' | 'nettle' | 'plantain' | 'horsetail';
  color: string;
  head?: string;
}

export function drawFrond({ form, color, head = '#8a6a48' }: Frond): string {
  const pinna = (length: number, cut: boolean) =>
    cut
      ? Array.from({ length: 9 }, (_, at) => {
          const part = (at + 0.6) / 9;
          const w = length * 0.13 * (1 - part * 0.75);
          return [-1, 1]
            .map((sign) =>
              group(
                ellipse(w * 0.6, 0, w, w * 0.34, at % 2 ? color : darker(color, 0.08)),
                `translate(${length * part} 0) rotate(${sign * 62})`,
              ),
            )
            .join('');
        }).join('') + line(`M0 0 H${length}`, darker(color, 0.15), 5)
      : shape(
          curve([
            [0, -20],
            [length * 0.7, -24],
            [length, 0],
            [length * 0.7, 24],
            [0, 20],
          ]),
          color,
          line(`M0 0 H${length * 0.9}`, lighter(color, 0.35), 4) +
            [0.2, 0.35, 0.5, 0.65, 0.8]
              .map((part) => dot(length * part, -11, 6, '#b5803a') + dot(length * part, 11, 6, '#b5803a'))
              .join(''),
        );
  switch (form) {
    case 'bracken':
    case 'fern':
    case 'polypody': {
      const count = form === 'polypody' ? 13 : 15;
      const wide = form === 'bracken' ? 330 : 240;
      return (
        line(curve(points('450 60, 446 500, 462 880'), false), form === 'bracken' ? '#a8854e' : '#8a7a48', 13) +
        Array.from({ length: count }, (_, at) => {
          const part = at / (count - 1);
          const y = 90 + part * 620;
          const reach =
            form === 'fern'
              ? wide * Math.sin(Math.PI * (0.12 + part * 0.8))
              : form === 'polypody'
                ? wide * Math.sin(Math.PI * (0.1 + part * 0.62))
                : wide * (0.12 + part * 0.88);
          return (
            group(pinna(reach, form !== 'polypody'), `translate(450 ${y}) rotate(-26)`) +
            group(group(pinna(reach, form !== 'polypody'), `translate(450 ${y + 16}) rotate(-26)`), 'translate(900 0) scale(-1 1)')
          );
        }).join('')
      );
    }
    case 'reed':
    case 'bulrush': {
      const random = scatter(9);
      const blades = [
        [250, 200, -14],
        [330, 120, -6],
        [570, 130, 8],
        [650, 230, 16],
      ]
        .map(([x = 0, top = 0, lean = 0]) =>
          shape(
            curve(
              band(
                [
                  [450 + (x - 450) * 0.3, 880],
                  [x, 500],
                  [x + lean * 6, top],
                ],
                [40, 30, 3],
              ),
            ),
            color,
          ),
        )
        .join('');
      return (
        blades +
        (form === 'bulrush'
          ? line('M450 60 V880', '#8a9a58', 16) +
            line('M450 60 V250', '#b59a5a', 14) +
            shape(curve(oval(450, 390, 46, 170, 0, 14)), head) +
            ellipse(450, 170, 14, 80, '#c9ac6a')
          : line(curve(points('470 220, 452 500, 450 880'), false), '#a8a060', 15) +
            Array.from({ length: 110 }, () => {
              const part = random();
              const [x, y] = [470 + part * 80 + (random() - 0.5) * 190 * (1 - part * 0.4), 70 + random() * 260];
              return (
                line(`M470 210 Q${(x + 470) / 2} ${y - 30} ${x} ${y + 60}`, random() > 0.5 ? head : darker(head, 0.2), 5, 'opacity="0.7"') +
                ellipse(x, y + 60, 6, 18, head, 16)
              );
            }).join(''))
      );
    }
    case 'nettle':
      return (
        line('M450 80 V880', STEM, 20) +
        points('240 170, 380 230, 540 280, 700 290')
          .map(
            ([y, length]) =>
              leafAt('toothed', 452, y, length, -12, color) +
              group(leafAt('toothed', 448, y, length, -12, darker(color, 0.1)), 'translate(900 0) scale(-1 1)') +
              [-1, 1]
                .map((sign) =>
                  Array.from({ length: 9 }, (_, at) => dot(450 + sign * (24 + at * 9), y - 40 + at * at * 1.3, 8, '#a9b57a')).join(''),
                )
                .join(''),
          )
          .join('') +
        leafAt('toothed', 450, 150, 100, -70, color) +
        leafAt('toothed', 450, 150, 100, -110, color)
      );
    case 'horsetail':
      return (
        line('M450 70 V880', color, 20) +
        Array.from({ length: 10 }, (_, at) => {
          const y = 150 + at * 66;
          const reach = 90 + at * 20;
          return (
            mirrored(
              [-10, -30, -50]
                .map((turn) => {
                  const angle = (turn * Math.PI) / 180;
                  return line(
                    curve(
                      [
                        [452, y],
                        [450 + Math.cos(angle) * reach * 0.6, y + Math.sin(angle) * reach * 0.5],
                        [450 + Math.cos(angle) * reach, y + Math.sin(angle) * reach],
                      ],
                      false,
                    ),
                    darker(color, 0.1),
                    8,
                  );
                })
                .join(''),
              450,
            ) + line(`M440 ${y} h20`, '#4a4a32', 12)
          );
        }).join('')
      );
    default:
      return (
        points('-70 340, -110 340, -40 300, -140 300, -20 260, -160 260')
          .map(([turn, length], at) =>
            group(
              shape(
                curve([
                  [0, 0, true],
                  [length * 0.4, -length * 0.12],
                  [length, 0, true],
                  [length * 0.4, length * 0.12],
                ]),
                at % 2 ? color : darker(color, 0.1),
                [-0.06, 0, 0.06]
                  .map((part) =>
                    line(
                      curve(
                        [
                          [0, 0],
                          [length * 0.5, length * part],
                          [length * 0.95, 0],
                        ],
                        false,
                      ),
                      lighter(color, 0.35),
                      4,
                    ),
                  )
                  .join(''),
              ),
              `translate(450 820) rotate(${turn})`,
            ),
          )
          .join('') +
        points('450 90, 330 180, 570 160')
          .map(
            ([x, top]) =>
              line(
                curve(
                  [
                    [x, top + 60],
                    [x * 0.5 + 225, 600],
                    [450, 820],
                  ],
                  false,
                ),
                STEM,
                11,
              ) +
              shape(curve(oval(x, top + 70, 34, 80)), head, '') +
              Array.from({ length: 16 }, (_, at) => {
                const angle = at * 0.4;
                return (
                  line(`M${x} ${top + 110} L${x + Math.cos(angle) * 58} ${top + 110 + Math.sin(angle) * 20}`, '#efe8c8', 4) +
                  dot(x + Math.cos(angle) * 58, top + 110 + Math.sin(angle) * 20, 6, '#f4eed4')
                );
              }).join(''),
          )
          .join('')
      );
  }
}
