import { mix } from '../pictures/canvas.ts';
import { band, curve, darker, dot, ellipse, group, lighter, line, mirrored, oval, type Point, points, scatter, shape } from './ink.ts';
import { LEAF, leafAt, type LeafForm, STEM } from './leaves.ts';

interface Flower {
  petals: number;
  petal: string;
  /** Length and width of a petal; the sheet is 900. */
  size: readonly [length: number, width: number];
  tip?: 'round' | 'notched' | 'pointed' | 'toothed' | 'crumpled';
  /** A second circle of petals, between the first. */
  isDouble?: boolean;
  center: string;
  centerSize: number;
  stamens?: string;
  blotch?: string;
  veins?: string;
  underside?: string;
  leaf: LeafForm;
  leafColor?: string;
  /** One large flower, three, or many small ones in a head. */
  count: 1 | 3 | 5;
}

function bloom({ petals, petal, size, tip = 'round', isDouble, center, centerSize, stamens, blotch, veins }: Flower, scale = 1): string {
  const [length, width] = size;
  const w = width / 2;
  const end: Point[] =
    tip === 'notched'
      ? [
          [length * 0.98, -w * 0.66],
          [length * 0.86, 0, true],
          [length * 0.98, w * 0.66],
        ]
      : tip === 'pointed'
        ? [[length, 0, true]]
        : tip === 'toothed'
          ? [
              [length * 0.98, -w * 0.62, true],
              [length * 0.93, -w * 0.3, true],
              [length, 0, true],
              [length * 0.93, w * 0.3, true],
              [length * 0.98, w * 0.62, true],
            ]
          : tip === 'crumpled'
            ? [
                [length * 0.9, -w * 0.86],
                [length * 1.02, -w * 0.4],
                [length * 0.94, 0],
                [length * 1.02, w * 0.4],
                [length * 0.9, w * 0.86],
              ]
            : [
                [length * 0.94, -w * 0.55],
                [length, 0],
                [length * 0.94, w * 0.55],
              ];
  const path = curve([[0, 0, true], [length * 0.2, -w * 0.5], [length * 0.62, -w], ...end, [length * 0.62, w], [length * 0.2, w * 0.5]]);
  const one = (turn: number, color: string) =>
    group(
      shape(
        path,
        color,
        (veins
          ? [-0.5, -0.2, 0.2, 0.5]
              .map((part) =>
                line(
                  curve(
                    [
                      [0, 0],
                      [length * 0.5, w * part],
                      [length * 0.9, w * part * 1.1],
                    ],
                    false,
                  ),
                  veins,
                  3,
                  'opacity="0.6"',
                ),
              )
              .join('')
          : '') + (blotch ? ellipse(length * 0.24, 0, length * 0.24, w * 0.55, blotch) : ''),
        0.7,
      ) + line(path, darker(color, 0.3), 2.5, 'opacity="0.35"'),
      `rotate(${turn})`,
    );
  const circle = (offset: number, color: string) =>
    Array.from({ length: petals }, (_, at) => one(offset + (at * 360) / petals, color)).join('');
  const random = scatter(petals * 17);
  const dots = Array.from({ length: 46 }, () => {
    const angle = random() * 6.28;
    const reach = Math.sqrt(random()) * centerSize * 0.86;
    return dot(
      Math.cos(angle) * reach,
      Math.sin(angle) * reach,
      centerSize * 0.1,
      random() > 0.5 ? darker(center, 0.18) : lighter(center, 0.25),
    );
  }).join('');
  const ring = stamens
    ? Array.from({ length: 22 }, (_, at) => {
        const angle = (at / 22) * 6.28;
        const reach = centerSize * (1.35 + (at % 3) * 0.24);
        return (
          line(`M0 0 L${Math.cos(angle) * reach} ${Math.sin(angle) * reach}`, lighter(stamens, 0.2), 3) +
          dot(Math.cos(angle) * reach, Math.sin(angle) * reach, 7, stamens)
        );
      }).join('')
    : '';
  return group(
    (isDouble ? circle(180 / petals, darker(petal, 0.1)) : '') +
      circle(-90, petal) +
      ring +
      shape(curve(oval(0, 0, centerSize, centerSize)), center, dots),
    `scale(${scale})`,
  );
}

export function drawFlower(flower: Flower): string {
  const leafColor = flower.leafColor ?? LEAF;
  const reach = flower.size[0] + flower.centerSize * 0.4;
  const fit = (flower.count === 1 ? 275 : flower.count === 3 ? 165 : 128) / reach;
  const places: readonly (readonly [number, number, number])[] =
    flower.count === 1
      ? [[450, 330, 1]]
      : flower.count === 3
        ? [
            [330, 290, 1],
            [590, 240, 1],
            [510, 500, 0.96],
          ]
        : [
            [450, 190, 1],
            [290, 290, 1],
            [610, 280, 1],
            [380, 440, 0.96],
            [560, 450, 0.96],
          ];
  const stems = places
    .map(([x, y]) =>
      line(
        curve(
          [
            [x, y],
            [x * 0.4 + 270, y + 200],
            [450, 720],
            [450, 860],
          ],
          false,
        ),
        STEM,
        flower.count === 1 ? 22 : 15,
      ),
    )
    .join('');
  const large = flower.count === 1 ? 250 : 230;
  const leaves =
    flower.leaf === 'none'
      ? ''
      : leafAt(flower.leaf, 452, 790, large, -28, leafColor) +
        group(leafAt(flower.leaf, 448, 740, large * 0.92, -32, darker(leafColor, 0.1)), 'translate(900 0) scale(-1 1)') +
        (flower.count === 1 ? leafAt(flower.leaf, 452, 690, large * 0.62, -54, leafColor) : '');
  return (
    stems +
    leaves +
    places.map(([x, y, scale], at) => group(bloom(flower, fit * scale), `translate(${x} ${y}) rotate(${at * 23})`)).join('')
  );
}

interface Umbel {
  floret: string;
  center?: string;
  isFlat: boolean;
  isDaisy?: boolean;
  leaf: LeafForm;
  stem?: string;
  leafColor?: string;
  dark?: string;
  fruit?: string;
}

/** Many small flowers in a flat or domed head: umbels, yarrow, ragwort, elder. */
export function drawUmbel({ floret, center, isFlat, isDaisy, leaf, stem = STEM, leafColor = LEAF, dark, fruit }: Umbel): string {
  const random = scatter(floret.charCodeAt(2) * 3 + (isFlat ? 1 : 2));
  const rays = Array.from({ length: 11 }, (_, at) => {
    const part = at / 10 - 0.5;
    return [450 + part * 620, 300 + (isFlat ? 20 : 120) * 4 * part * part + (at % 2) * 24] as const;
  });
  const head = (x: number, y: number, at: number) =>
    isDaisy
      ? group(
          bloom({ petals: 12, petal: floret, size: [62, 22], center: center ?? floret, centerSize: 24, leaf: 'none', count: 1 }),
          `translate(${x} ${y}) rotate(${at * 31}) scale(0.95 0.8)`,
        )
      : fruit
        ? Array.from({ length: 16 }, () => dot(x + (random() - 0.5) * 100, y + (random() - 0.3) * 90, 16, fruit)).join('')
        : Array.from({ length: 15 }, () => {
            const [fx, fy] = [x + (random() - 0.5) * 106, y + (random() - 0.5) * 60];
            return (
              [0, 72, 144, 216, 288]
                .map((turn) =>
                  dot(
                    fx + Math.cos((turn * Math.PI) / 180) * 9,
                    fy + Math.sin((turn * Math.PI) / 180) * 7,
                    7.5,
                    random() > 0.25 ? floret : darker(floret, 0.1),
                  ),
                )
                .join('') + dot(fx, fy, 4.5, center ?? lighter(floret, 0.4))
            );
          }).join('');
  return (
    line(curve(points('450 560, 446 720, 452 870'), false), stem, 24) +
    rays
      .map(([x, y]) =>
        line(
          curve(
            [
              [450, 560],
              [450 + (x - 450) * 0.5, 460],
              [x, y],
            ],
            false,
          ),
          stem,
          9,
        ),
      )
      .join('') +
    leafAt(leaf, 452, 760, 280, -30, leafColor) +
    group(leafAt(leaf, 448, 700, 260, -34, darker(leafColor, 0.1)), 'translate(900 0) scale(-1 1)') +
    rays
      .toSorted(([, a], [, b]) => a - b)
      .map(([x, y], at) => head(x, y, at))
      .join('') +
    (dark ? dot(450, 300, 12, dark) : '')
  );
}

interface Spike {
  floret: 'bell' | 'star' | 'lip' | 'bead' | 'pea' | 'cross';
  color: string;
  throat?: string;
  /** How many and how wide the spike is. */
  rows: number;
  width: number;
  leaf: LeafForm;
  leafColor?: string;
  isOneSided?: boolean;
  buds?: string;
  stems: 1 | 3;
}

export function drawSpike({ floret, color, throat, rows, width, leaf, leafColor = LEAF, isOneSided, buds, stems }: Spike): string {
  const spike = (x: number, top: number, bottom: number, scale: number, seed: number) => {
    const random = scatter(seed + rows);
    const florets = Array.from({ length: rows }, (_, row) => {
      const part = row / (rows - 1);
      const y = top + (bottom - top) * part;
      const reach = width * (0.35 + 0.65 * part ** 0.7) * scale;
      const size = (0.5 + 0.5 * part) * scale;
      const sides = isOneSided ? [-1, -0.3] : [-1, 0, 1];
      return sides
        .map((side) => {
          const [fx, fy] = [x + side * reach * 0.5 + (random() - 0.5) * 8, y + Math.abs(side) * 10];
          if (buds && part < 0.18) return dot(fx, fy, 13 * scale, buds);
          const shade = random() > 0.5 ? color : darker(color, 0.08);
          switch (floret) {
            case 'bell': {
              const length = 96 + reach * 0.4;
              return group(
                shape(
                  curve([
                    [-8, -20],
                    [-length * 0.3, -34],
                    [-length * 0.8, -40],
                    [-length * 1.02, -48],
                    [-length * 0.98, 10],
                    [-length * 0.86, 44],
                    [-length * 0.5, 36],
                    [-6, 20],
                  ]),
                  shade,
                  ellipse(-length * 0.94, 0, length * 0.16, 38, throat ?? lighter(color, 0.5)) +
                    [0, 1, 2, 3].map((at) => dot(-length * 0.9 + (at % 2) * 20, -14 + at * 9, 5, darker(color, 0.45))).join(''),
                ),
                `translate(${fx} ${fy}) scale(${(side > 0 ? -size : size) * 0.72} ${size * 0.72}) rotate(${side === 0 ? -76 : -52})`,
              );
            }
            case 'star':
              return group(
                [0, 60, 120, 180, 240, 300].map((turn) => group(ellipse(24, 0, 24, 9, shade), `rotate(${turn})`)).join('') +
                  dot(0, 0, 9, throat ?? darker(color, 0.3)),
                `translate(${fx} ${fy}) scale(${size})`,
              );
            case 'lip':
              return group(
                shape(
                  curve(points('0 -20, 26 -30, 40 -14, 30 0, 52 16, 40 46, 10 44, -8 16')),
                  shade,
                  throat ? ellipse(26, 24, 14, 8, throat) : '',
                ),
                `translate(${fx} ${fy}) scale(${side < 0 ? -size : size} ${size})`,
              );
            case 'pea':
              return group(
                shape(curve(points('-6 0, 14 -34, 50 -24, 44 4, 60 20, 30 30, 4 20')), shade, throat ? ellipse(32, 16, 16, 9, throat) : ''),
                `translate(${fx} ${fy}) scale(${side < 0 ? -size : size} ${size})`,
              );
            case 'cross':
              return group(
                [45, 135, 225, 315].map((turn) => group(ellipse(19, 0, 20, 13, shade), `rotate(${turn})`)).join('') +
                  dot(0, 0, 8, throat ?? '#d9d06a'),
                `translate(${fx} ${fy}) scale(${size})`,
              );
            default:
              return (
                ellipse(fx, fy, 15 * scale, 19 * scale, shade, side * 30) +
                ellipse(fx, fy + 6 * scale, 8 * scale, 8 * scale, throat ?? lighter(color, 0.3))
              );
          }
        })
        .join('');
    }).join('');
    return (
      line(
        curve(
          [
            [x, top - 10],
            [x, bottom],
            [x * 0.3 + 315, 800],
            [450, 880],
          ],
          false,
        ),
        leafColor,
        16 * scale + 4,
      ) + florets
    );
  };
  const leaves =
    leafAt(leaf, 455, 810, 260, -30, leafColor) +
    group(leafAt(leaf, 445, 770, 250, -34, darker(leafColor, 0.1)), 'translate(900 0) scale(-1 1)') +
    leafAt(leaf, 455, 720, 200, -44, leafColor);
  return stems === 1
    ? leaves + spike(450, 80, 600, 1.2, 3)
    : leaves + spike(270, 240, 590, 0.78, 5) + spike(640, 210, 590, 0.78, 7) + spike(450, 90, 600, 0.95, 3);
}

interface FlowerHead {
  form: 'thistle' | 'clover' | 'dandelion' | 'scabious' | 'protea' | 'aloe';
  color: string;
  base: string;
  leaf: LeafForm;
  leafColor?: string;
}

export function drawFlowerHead({ form, color, base, leaf, leafColor = LEAF }: FlowerHead): string {
  const random = scatter(color.charCodeAt(1) + form.length);
  const fan = (x: number, y: number, count: number, from: number, to: number, length: number, width: number) =>
    Array.from({ length: count }, (_, at) => {
      const angle = ((from + ((to - from) * (at + random() * 0.7)) / count) * Math.PI) / 180;
      const reach = length * (0.82 + random() * 0.18);
      return line(
        `M${x} ${y} L${x + Math.cos(angle) * reach} ${y - Math.sin(angle) * reach}`,
        random() > 0.5 ? color : mix(color, random() > 0.5 ? '#ffffff' : '#3a2030', 0.2),
        width,
      );
    }).join('');
  const stem = line(curve(points('450 420, 446 650, 454 880'), false), darker(leafColor, 0.05), 24);
  const leaves =
    leafAt(leaf, 455, 790, 270, -30, leafColor) +
    group(leafAt(leaf, 445, 730, 260, -34, darker(leafColor, 0.1)), 'translate(900 0) scale(-1 1)');
  switch (form) {
    case 'thistle':
      return (
        stem +
        leaves +
        fan(450, 400, 90, 40, 140, 290, 9) +
        shape(
          curve(points('330 330, 450 316, 570 330, 600 420, 540 510, 450 530, 360 510, 300 420')),
          base,
          Array.from({ length: 40 }, () => {
            const [x, y] = [310 + random() * 280, 330 + random() * 190];
            return line(`M${x} ${y} l-12 -24`, darker(base, 0.35), 5) + line(`M${x} ${y} l12 -24`, lighter(base, 0.25), 5);
          }).join(''),
        ) +
        Array.from({ length: 17 }, (_, at) => {
          const angle = Math.PI * (0.02 + (at / 16) * 0.96);
          return line(
            `M${450 + Math.cos(angle) * 140} ${420 + Math.sin(angle) * 96} l${Math.cos(angle) * 32} ${Math.sin(angle) * 20 - 12}`,
            darker(base, 0.3),
            6,
          );
        }).join('')
      );
    case 'clover': {
      const florets = Array.from({ length: 130 }, () => {
        const angle = random() * 6.28;
        const reach = Math.sqrt(random());
        const [x, y] = [450 + Math.cos(angle) * reach * 170, 330 + Math.sin(angle) * reach * 160];
        return {
          y,
          svg: group(
            shape(curve(points('-9 26, -13 -14, 0 -34, 13 -14, 9 26')), mix(color, random() > 0.5 ? '#ffffff' : base, 0.28 * random())),
            `translate(${x} ${y}) rotate(${(x - 450) * 0.32})`,
          ),
        };
      });
      return (
        stem +
        leaves +
        ellipse(450, 350, 160, 150, base) +
        florets
          .toSorted((a, b) => a.y - b.y)
          .map(({ svg }) => svg)
          .join('')
      );
    }
    case 'dandelion':
      return (
        line(curve(points('450 330, 446 650, 454 880'), false), mix(STEM, '#b5836a', 0.4), 26) +
        leaves +
        [275, 215, 150]
          .map((reach, ring) =>
            Array.from({ length: 34 - ring * 7 }, (_, at) =>
              group(
                shape(
                  curve([
                    [30, -12],
                    [reach * 0.6, -16],
                    [reach, -13, true],
                    [reach * 0.985, 0, true],
                    [reach, 13, true],
                    [reach * 0.6, 16],
                    [30, 12],
                  ]),
                  ring % 2 ? mix(color, base, 0.25) : color,
                ),
                `translate(450 330) rotate(${(at * 360) / (34 - ring * 7) + ring * 5}) `,
              ),
            ).join(''),
          )
          .join('') +
        Array.from({ length: 40 }, () =>
          dot(450 + (random() - 0.5) * 120, 330 + (random() - 0.5) * 120, 9, random() > 0.5 ? base : color),
        ).join('')
      );
    case 'protea':
      return (
        stem +
        leafAt('oval', 455, 800, 260, -38, leafColor) +
        group(leafAt('oval', 445, 770, 260, -42, darker(leafColor, 0.1)), 'translate(900 0) scale(-1 1)') +
        [330, 270]
          .map((reach, ring) =>
            Array.from({ length: 21 - ring * 3 }, (_, at) =>
              group(
                shape(
                  curve([
                    [20, -22],
                    [reach * 0.6, -40],
                    [reach, 0, true],
                    [reach * 0.6, 40],
                    [20, 22],
                  ]),
                  ring ? lighter(color, 0.2) : color,
                  line(`M60 0 H${reach}`, darker(color, 0.25), 4),
                ),
                `translate(450 390) scale(1 0.92) rotate(${(at * 360) / (21 - ring * 3) + ring * 9})`,
              ),
            ).join(''),
          )
          .join('') +
        shape(
          curve(oval(450, 388, 150, 138)),
          base,
          Array.from({ length: 120 }, () =>
            line(`M450 400 L${450 + (random() - 0.5) * 280} ${388 + (random() - 0.5) * 260}`, random() > 0.5 ? '#f4e6dc' : '#d9b5a8', 4),
          ).join(''),
        )
      );
    case 'aloe':
      return (
        Array.from({ length: 11 }, (_, at) => {
          const angle = ((at - 5) * 17 * Math.PI) / 180;
          return {
            depth: -Math.abs(at - 5),
            svg: shape(
              curve([
                [430, 850],
                [450 + Math.sin(angle) * 220 - 36, 800 - Math.cos(angle) * 170],
                [450 + Math.sin(angle) * 400, 820 - Math.cos(angle) * 330, true],
                [450 + Math.sin(angle) * 220 + 36, 820 - Math.cos(angle) * 150],
                [470, 850],
              ]),
              at % 2 ? leafColor : darker(leafColor, 0.12),
              '',
            ),
          };
        })
          .toSorted((a, b) => a.depth - b.depth)
          .map(({ svg }) => svg)
          .join('') +
        [
          [450, 70, 1],
          [320, 170, 0.82],
          [580, 170, 0.82],
        ]
          .map(
            ([x = 0, top = 0, size = 1]) =>
              line(
                curve(
                  [
                    [x, top + 300 * size],
                    [x * 0.4 + 270, 620],
                    [450, 720],
                  ],
                  false,
                ),
                '#7a6a4a',
                22,
              ) +
              Array.from({ length: 13 }, (_, row) =>
                [-1, -0.4, 0.4, 1]
                  .map((side) => {
                    const w = (20 + row * 4.5) * size;
                    const y = top + row * 25 * size;
                    return line(
                      `M${x} ${y} l${side * w * 1.2} ${26 * size}`,
                      row < 4 ? darker(color, 0.2) : row > 9 ? base : color,
                      17 * size,
                    );
                  })
                  .join(''),
              ).join(''),
          )
          .join('')
      );
    default:
      return stem + leaves + fan(450, 340, 120, 0, 360, 240, 12) + dot(450, 340, 60, base);
  }
}

interface SpecialFlower {
  form: 'iris' | 'snowdrop' | 'arum' | 'beeOrchid' | 'harebell' | 'pansy';
  petal: string;
  mark: string;
  leafColor?: string;
}

export function drawSpecialFlower({ form, petal, mark, leafColor = LEAF }: SpecialFlower): string {
  const blades = points('-24 560, -12 660, 14 640, 26 540')
    .map(([lean, length]) =>
      shape(
        curve(
          band(
            [
              [450 + lean * 2, 890],
              [450 + lean * 7, 890 - length * 0.5],
              [450 + lean * 12, 890 - length],
            ],
            [46, 40, 3],
          ),
        ),
        leafColor,
      ),
    )
    .join('');
  switch (form) {
    case 'iris':
      return (
        blades +
        line('M450 420 V890', STEM, 24) +
        [
          [-1, 0],
          [1, 0],
        ]
          .map(([sign = 1]) =>
            group(
              shape(
                curve(points('0 0, 60 -40, 170 -20, 250 80, 230 200, 150 190, 80 90')),
                petal,
                line(curve(points('30 0, 110 40, 170 120'), false), mark, 12) +
                  [0, 1, 2].map((at) => line(`M${90 + at * 20} ${30 + at * 10} l30 ${60 - at * 20}`, mark, 4)).join(''),
              ),
              `translate(450 330) scale(${sign} 1)`,
            ),
          )
          .join('') +
        shape(
          curve(points('400 330, 370 430, 400 560, 450 590, 500 560, 530 430, 500 330')),
          petal,
          ellipse(450, 430, 26, 60, darker(petal, 0.15)) + line('M450 380 V520', mark, 10),
        ) +
        shape(
          curve(points('420 340, 380 220, 410 120, 450 100, 490 120, 520 220, 480 340')),
          lighter(petal, 0.15),
          line('M450 120 V330', darker(petal, 0.15), 5),
        )
      );
    case 'snowdrop':
      return (
        blades +
        line(curve(points('430 890, 420 420, 440 200, 520 130, 590 200'), false), STEM, 20) +
        ellipse(596, 232, 34, 40, '#7fa052') +
        shape(curve(points('596 250, 520 330, 490 470, 540 540, 590 480')), petal) +
        shape(curve(points('596 250, 672 330, 704 470, 654 540, 602 480')), petal) +
        shape(
          curve(points('560 330, 556 440, 596 480, 636 440, 632 330')),
          petal,
          line(curve(points('566 452, 596 420, 626 452'), false), mark, 16),
        ) +
        shape(
          curve(points('596 250, 548 350, 552 510, 596 566, 640 510, 644 350')),
          lighter(petal, 0.3),
          line('M596 290 V540', darker(petal, 0.12), 4),
        )
      );
    case 'arum':
      return (
        leafAt('heart', 470, 860, 420, -60, leafColor) +
        group(leafAt('heart', 450, 850, 380, -50, darker(leafColor, 0.1)), 'translate(900 0) scale(-1 1)') +
        line('M450 520 V890', STEM, 40) +
        shape(
          curve(points('430 560, 330 420, 280 250, 330 130, 450 90, 600 100!, 620 240, 570 420, 474 560')),
          petal,
          ellipse(450, 480, 40, 160, '#c9cfae', 0, 'opacity="0.6"'),
        ) +
        shape(curve(oval(450, 320, 26, 150)), mark) +
        shape(curve(points('430 566, 370 470, 390 400, 470 470, 560 400, 540 480, 474 566')), lighter(petal, 0.2))
      );
    case 'beeOrchid':
      return (
        line('M450 90 V890', STEM, 24) +
        leafAt('lance', 452, 850, 330, -40, leafColor) +
        group(leafAt('lance', 448, 850, 330, -40, leafColor), 'translate(900 0) scale(-1 1)') +
        mirrored(
          group(
            shape(curve(points('0 0!, 90 -70, 230 -60, 220 10, 100 40')), petal, line('M10 0 L200 -30', darker(petal, 0.3), 6)),
            'translate(460 330) rotate(-8)',
          ),
          450,
        ) +
        shape(curve(points('450 320, 390 230, 410 110, 450 90, 490 110, 510 230')), petal, line('M450 120 V300', darker(petal, 0.3), 6)) +
        mirrored(ellipse(520, 390, 38, 24, '#7a5a32', -30), 450) +
        shape(
          curve(points('360 400, 450 360, 540 400, 570 500, 530 610, 450 650, 370 610, 330 500')),
          mark,
          shape(curve(points('400 400, 450 380, 500 400, 510 460, 450 490, 390 460')), '#b5703a') +
            line(curve(points('372 470, 450 530, 528 470'), false), '#ecd06a', 13) +
            line(curve(points('384 560, 450 590, 516 560'), false), '#ecd06a', 9),
        ) +
        shape(curve(points('430 330, 440 290, 460 290, 470 330, 450 380')), '#a8b56a')
      );
    case 'harebell':
      return points('300 300, 600 260, 470 520')
        .map(
          ([x, y]) =>
            line(
              curve(
                [
                  [x, y - 120],
                  [x * 0.5 + 225 + 40, y - 170],
                  [450, 640],
                  [450, 890],
                ],
                false,
              ),
              STEM,
              9,
            ) +
            group(
              shape(
                curve(points('0 -110, 60 -80, 86 20, 130 90!, 60 66, 0 100!, -60 66, -130 90!, -86 20, -60 -80')),
                petal,
                [-1, 0, 1]
                  .map((side) =>
                    line(
                      curve(
                        [
                          [side * 20, -90],
                          [side * 50, 0],
                          [side * 70, 80],
                        ],
                        false,
                      ),
                      mark,
                      4,
                    ),
                  )
                  .join(''),
              ) + ellipse(0, -112, 24, 18, STEM),
              `translate(${x} ${y})`,
            ),
        )
        .join('');
    default:
      return (
        line('M450 500 V890', STEM, 16) +
        leafAt('oval', 452, 820, 230, -30, leafColor) +
        group(leafAt('oval', 448, 790, 220, -34, leafColor), 'translate(900 0) scale(-1 1)') +
        mirrored(shape(curve(points('450 340, 500 150, 620 110, 680 210, 580 330')), petal), 450) +
        mirrored(
          shape(
            curve(points('450 350, 560 280, 700 320, 690 430, 560 430')),
            mix(petal, '#f6e9a0', 0.4),
            [0, 1, 2].map((at) => line(`M470 ${360 + at * 12} l70 ${at * 12 - 14}`, '#4a3556', 4)).join(''),
          ),
          450,
        ) +
        shape(
          curve(points('450 360, 570 420, 600 560, 520 620, 450 590, 380 620, 300 560, 330 420')),
          mark,
          [-2, -1, 0, 1, 2].map((at) => line(`M450 390 l${at * 30} 90`, '#4a3556', 4)).join(''),
        ) +
        dot(450, 372, 22, '#9aa64a')
      );
  }
}
