import { mix } from '../pictures/canvas.ts';
import { band, curve, darker, dot, ellipse, fill, group, lighter, line, oval, points, scatter, shape } from './ink.ts';

interface Mushroom {
  form: 'cap' | 'bolete' | 'inkcap' | 'bracket' | 'turkeytail' | 'stinkhorn' | 'puffball' | 'parasol' | 'cluster';
  cap: string;
  stem: string;
  gills?: string;
  spots?: string;
  ring?: boolean;
  center?: string;
}

const turf =
  ellipse(450, 800, 350, 46, '#8fa36a', 0, 'opacity="0.6"') +
  Array.from({ length: 26 }, (_, at) =>
    line(`M${140 + at * 25} 806 q${(at % 3) * 6 - 6} -34 ${(at % 5) * 8 - 16} -56`, at % 2 ? '#7f9a58' : '#9ab06c', 6),
  ).join('');

export function drawMushroom({ form, cap, stem, gills = '#f2ead6', spots, ring, center }: Mushroom): string {
  const random = scatter(cap.charCodeAt(2) + form.length);
  const flakes = (x: number, y: number, rx: number, ry: number, count: number, size: number) =>
    spots
      ? Array.from({ length: count }, () => {
          const angle = Math.PI * (1 + random());
          const reach = Math.sqrt(random()) * 0.92;
          return fill(
            curve(
              oval(
                x + Math.cos(angle) * rx * reach,
                y + Math.sin(angle) * ry * reach,
                size * (0.7 + random() * 0.6),
                size * (0.5 + random() * 0.4),
                random() * 60,
                7,
              ),
            ),
            spots,
          );
        }).join('')
      : '';
  switch (form) {
    case 'bracket':
      return (
        shape(
          curve(band(points('250 -40, 240 400, 256 940'), [230, 240, 236])),
          '#ece8dc',
          Array.from({ length: 12 }, (_, at) => line(`M${150 + (at % 4) * 50} ${60 + at * 70} h70`, '#4a463d', 14)).join(''),
        ) +
        shape(
          curve(points('330 330, 470 250, 640 280, 740 400, 720 500, 560 540, 340 520')),
          cap,
          line(curve(points('330 516, 560 530, 716 486'), false), stem, 46) +
            (spots ? line(curve(points('360 480, 560 480, 700 440'), false), spots, 30) : ''),
        )
      );
    case 'turkeytail':
      return (
        shape(
          curve(band(points('60 690, 450 640, 860 690'), [220, 240, 210])),
          '#8a6f50',
          Array.from({ length: 8 }, (_, at) => line(`M${80 + at * 100} 620 q40 40 80 6`, '#5d4934', 7)).join(''),
        ) +
        [
          [300, 590, 1],
          [600, 600, 1],
          [450, 440, 0.95],
          [250, 400, 0.66],
          [660, 400, 0.7],
        ]
          .map(([x = 0, y = 0, size = 1]) =>
            group(
              [1, 0.86, 0.72, 0.58, 0.44, 0.3]
                .map((part, at) =>
                  fill(
                    curve([
                      [-200 * part, 30 * part],
                      [-170 * part, -90 * part],
                      [0, -150 * part],
                      [170 * part, -90 * part],
                      [200 * part, 30 * part],
                      [100 * part, 50 * part],
                      [0, 30 * part],
                      [-100 * part, 50 * part],
                    ]),
                    ['#f2ead6', '#8a7a66', cap, '#5b6b74', stem, '#4a3a2e'][at]!,
                  ),
                )
                .join(''),
              `translate(${x} ${y}) scale(${size})`,
            ),
          )
          .join('')
      );
    case 'stinkhorn':
      return (
        turf +
        shape(curve(oval(450, 780, 120, 70)), '#e6dcc4') +
        shape(
          curve(band(points('450 790, 446 520, 452 300'), [130, 120, 90])),
          stem,
          Array.from({ length: 60 }, () => dot(380 + random() * 140, 320 + random() * 440, 7, darker(stem, 0.15))).join(''),
        ) +
        shape(
          curve(points('450 130, 520 170, 560 300, 550 370, 450 390, 350 370, 340 300, 380 170')),
          cap,
          Array.from({ length: 50 }, () => dot(350 + random() * 200, 160 + random() * 210, 10, darker(cap, 0.3))).join(''),
        ) +
        ellipse(450, 140, 34, 15, stem)
      );
    case 'puffball':
      return (
        turf +
        [
          [380, 560, 1],
          [610, 640, 0.72],
        ]
          .map(([x = 0, y = 0, size = 1]) =>
            group(
              shape(
                curve(points('-180 -60, -130 -190, 0 -240, 130 -190, 180 -60, 120 70, 90 230, -90 230, -120 70')),
                cap,
                Array.from({ length: 90 }, () => dot(-180 + random() * 360, -230 + random() * 340, 8, darker(cap, 0.2))).join(''),
              ) + ellipse(0, -226, 26, 11, stem),
              `translate(${x} ${y}) scale(${size})`,
            ),
          )
          .join('')
      );
    case 'inkcap':
      return (
        turf +
        [
          [390, 1],
          [640, 0.62],
        ]
          .map(([x = 0, size = 1]) =>
            group(
              shape(curve(band(points('0 0, 4 -200, 0 -340'), [70, 60, 54])), stem) +
                shape(
                  curve(points('0 -620, 80 -590, 120 -440, 128 -210, 100 -180, 0 -190, -100 -180, -128 -210, -120 -440, -80 -590')),
                  cap,
                  fill('M-200 -250 H200 V-100 H-200 Z', '#4a443e', 'opacity="0.75"') +
                    ellipse(0, -610, 60, 40, '#c9b48a') +
                    Array.from({ length: 34 }, (_, at) =>
                      line(`M${-110 + (at % 7) * 36} ${-540 + Math.floor(at / 7) * 66} q14 22 30 4`, '#b5a078', 8),
                    ).join(''),
                ),
              `translate(${x} 810) scale(${size})`,
            ),
          )
          .join('')
      );
    case 'cluster':
      return (
        turf +
        [
          [300, 560, 0.7],
          [600, 570, 0.74],
          [450, 470, 0.86],
          [390, 640, 0.58],
          [560, 680, 0.5],
        ]
          .map(
            ([x = 0, y = 0, size = 1]) =>
              line(
                curve(
                  [
                    [x, y],
                    [x * 0.5 + 225, 720],
                    [450 + (x - 450) * 0.2, 810],
                  ],
                  false,
                ),
                stem,
                44 * size,
              ) +
              group(
                shape(
                  curve(points('-170 50, -150 -50, 0 -120, 150 -50, 170 50, 0 70')),
                  cap,
                  ellipse(0, -90, 90, 50, center ?? darker(cap, 0.2)) + line(curve(points('-166 46, 0 66, 166 46'), false), gills, 13),
                ),
                `translate(${x} ${y}) scale(${size})`,
              ),
          )
          .join('')
      );
    default: {
      const isBolete = form === 'bolete';
      const isParasol = form === 'parasol';
      const [capY, rx, ry] = isParasol ? [300, 330, 130] : isBolete ? [380, 300, 190] : [340, 300, 180];
      const stemPath = isBolete
        ? curve(band(points('450 830, 450 660, 452 380'), [250, 240, 170]))
        : curve(band(points('450 840, 446 600, 450 340'), isParasol ? [90, 58, 50] : [120, 84, 76]));
      const net = isBolete
        ? Array.from({ length: 40 }, (_, at) =>
            line(`M${360 + (at % 6) * 34} ${470 + Math.floor(at / 6) * 50} l14 24 l14 -24`, darker(stem, 0.14), 4),
          ).join('')
        : isParasol
          ? Array.from({ length: 12 }, (_, at) => line(`M380 ${420 + at * 34} q60 -22 140 6`, darker(stem, 0.35), 8)).join('')
          : '';
      const frill = ring ? shape(curve(points('380 500, 450 484, 520 500, 550 560, 450 574, 350 560')), lighter(stem, 0.4)) : '';
      const under = shape(
        curve([
          [450 - rx * 0.97, capY + 20],
          [450, capY - 20],
          [450 + rx * 0.97, capY + 20],
          [450, capY + 76],
        ]),
        gills,
        isBolete
          ? ''
          : Array.from({ length: 19 }, (_, at) =>
              line(`M450 ${capY - 10} L${450 - rx + (at * rx) / 9} ${capY + 60}`, darker(gills, 0.2), 4),
            ).join(''),
      );
      const top = curve([
        [450 - rx, capY + 26],
        [450 - rx * 0.88, capY - ry * 0.6],
        [450, capY - ry],
        [450 + rx * 0.88, capY - ry * 0.6],
        [450 + rx, capY + 26],
        [450, capY + 44],
      ]);
      const volva =
        spots && !isParasol
          ? shape(
              curve(oval(450, 812, 96, 48)),
              lighter(stem, 0.2),
              [0, 1, 2].map((at) => line(`M360 ${790 + at * 18} q90 20 180 0`, darker(stem, 0.12), 5)).join(''),
            )
          : '';
      return (
        turf +
        shape(stemPath, stem, net) +
        volva +
        frill +
        under +
        shape(
          top,
          cap,
          (center ? ellipse(450, capY - ry * 0.85, rx * 0.3, ry * 0.3, center) : '') +
            flakes(450, capY + 10, rx, ry, isParasol ? 34 : 30, isParasol ? 20 : 26),
          1.1,
        )
      );
    }
  }
}

interface Crust {
  form: 'rosette' | 'tufts' | 'cups' | 'moss' | 'feathermoss';
  color: string;
  detail: string;
  ground: string;
}

export function drawCrust({ form, color, detail, ground }: Crust): string {
  const random = scatter(color.charCodeAt(2) * 7);
  switch (form) {
    case 'rosette': {
      const rock = shape(
        curve(points('90 560, 140 300, 330 160, 600 170, 800 330, 820 600, 640 760, 300 770')),
        ground,
        Array.from({ length: 30 }, () =>
          ellipse(100 + random() * 700, 180 + random() * 560, 30 * random() + 6, 12 * random() + 4, darker(ground, 0.12)),
        ).join(''),
      );
      const lobes = Array.from({ length: 3 }, (_, ring) =>
        Array.from({ length: 30 - ring * 8 }, (__, at) => {
          const angle = (at / (30 - ring * 8)) * 6.283 + ring;
          const reach = 255 - ring * 80 + random() * 24;
          const [x, y] = [450 + Math.cos(angle) * reach, 460 + Math.sin(angle) * reach * 0.86];
          return (
            fill(
              curve(oval(x, y, 48, 38, (angle * 180) / Math.PI, 9)),
              mix(color, ring ? darker(color, 0.3) : '#fff4c0', random() * 0.25),
            ) + line(curve(oval(x, y, 48, 38, (angle * 180) / Math.PI, 9)), darker(color, 0.3), 3, 'opacity="0.5"')
          );
        }).join(''),
      ).join('');
      return (
        rock +
        ellipse(450, 460, 250, 215, darker(color, 0.18)) +
        lobes +
        Array.from({ length: 22 }, () => {
          const [x, y] = [450 + (random() - 0.5) * 220, 460 + (random() - 0.5) * 190];
          return dot(x, y, 20, lighter(detail, 0.25)) + dot(x, y, 13, detail);
        }).join('')
      );
    }
    case 'tufts': {
      const branch = (x: number, y: number, angle: number, length: number, width: number, depth: number): string => {
        const [tx, ty] = [x + Math.cos(angle) * length, y + Math.sin(angle) * length];
        const here = line(
          `M${x.toFixed(0)} ${y.toFixed(0)} L${tx.toFixed(0)} ${ty.toFixed(0)}`,
          depth > 2 ? color : lighter(color, 0.15),
          width,
        );
        return depth === 0
          ? here
          : here +
              branch(tx, ty, angle - 0.3 - random() * 0.25, length * 0.76, width * 0.76, depth - 1) +
              branch(tx, ty, angle + 0.3 + random() * 0.25, length * 0.74, width * 0.76, depth - 1);
      };
      return (
        shape(
          curve(band(points('-150 300, 450 260, 1050 210'), [70, 84, 60])),
          ground,
          Array.from({ length: 9 }, (_, at) => line(`M${at * 110 - 60} ${280 + (at % 3) * 10} h60`, darker(ground, 0.3), 6)).join(''),
        ) +
        [
          [300, 280, 1.9],
          [450, 285, 1.57],
          [600, 275, 1.25],
        ]
          .map(([x = 0, y = 0, angle = 0]) => branch(x, y, angle, 150, 42, 5))
          .join('')
      );
    }
    case 'cups':
      return (
        turf +
        [
          [300, 470, 1],
          [450, 380, 1.15],
          [610, 480, 0.95],
          [380, 600, 0.7],
          [540, 620, 0.7],
        ]
          .map(([x = 0, y = 0, size = 1]) =>
            group(
              shape(
                curve(points('-80 -10, -30 90, -20 340, 20 340, 30 90, 80 -10')),
                color,
                Array.from({ length: 30 }, () => dot(-70 + random() * 140, random() * 330, 5, lighter(color, 0.4))).join(''),
              ) +
                ellipse(0, -10, 82, 26, lighter(color, 0.25)) +
                ellipse(0, -8, 62, 17, darker(color, 0.25)),
              `translate(${x} ${y}) scale(${size})`,
            ),
          )
          .join('')
      );
    case 'moss':
      return (
        ellipse(450, 790, 360, 60, ground) +
        Array.from({ length: 15 }, (_, at) => {
          const [x, top] = [170 + at * 40, 430 + ((at * 7) % 5) * 34];
          const leaves = Array.from({ length: 12 }, (__, row) =>
            [-1, 1]
              .map((sign) => line(`M${x} ${top + 60 + row * 26} l${sign * 34} -34`, row % 2 ? color : darker(color, 0.12), 9))
              .join(''),
          ).join('');
          return (
            line(`M${x} ${top} V800`, darker(color, 0.25), 8) +
            leaves +
            (at % 3 === 1
              ? line(
                  curve(
                    [
                      [x, top + 40],
                      [x + 6, top - 140],
                      [x + 20, top - 250],
                    ],
                    false,
                  ),
                  detail,
                  6,
                ) + shape(curve(oval(x + 24, top - 270, 17, 32, 24)), darker(detail, 0.1))
              : '')
          );
        }).join('')
      );
    default:
      return (
        ellipse(450, 790, 360, 60, ground) +
        Array.from({ length: 7 }, (_, at) => {
          const [x, lean] = [200 + at * 85, (at - 3) * 40];
          return (
            line(
              curve(
                [
                  [x, 790],
                  [x + lean * 0.5, 500],
                  [x + lean, 200 + Math.abs(at - 3) * 44],
                ],
                false,
              ),
              detail,
              10,
            ) +
            Array.from({ length: 15 }, (__, row) => {
              const part = row / 15;
              const [px, py] = [x + lean * part, 740 - part * (520 - Math.abs(at - 3) * 44)];
              return [-1, 1]
                .map((sign) =>
                  ellipse(
                    px + sign * 38 * (1 - part * 0.5),
                    py - 12,
                    42 * (1 - part * 0.55),
                    10,
                    row % 2 ? color : darker(color, 0.12),
                    sign * -22,
                  ),
                )
                .join('');
            }).join('')
          );
        }).join('')
      );
  }
}
