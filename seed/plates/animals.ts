import { band, curve, darker, dot, ellipse, fill, group, line, oval, type Point, points, scatter, shape, union } from './ink.ts';

export const EYE = '#1d1b17';
export const eyeAt = (x: number, y: number, radius: number) =>
  dot(x, y, radius, EYE) + dot(x - radius * 0.3, y - radius * 0.35, radius * 0.28, '#ffffff');
export const ground = (y: number, width = 330, color = '#a9b48a') => ellipse(450, y, width, 28, color, 0, 'opacity="0.5"');
interface Frog {
  skin: string;
  belly: string;
  spots?: string;
  mask?: string;
  stripe?: string;
  warts?: string;
  eye: string;
  isToad?: boolean;
}

export function drawFrog({ skin, belly, spots, mask, stripe, warts, eye, isToad }: Frog): string {
  const random = scatter(skin.charCodeAt(3) * 9);
  const speckle = (color: string, count: number, size: number) =>
    Array.from({ length: count }, () =>
      ellipse(250 + random() * 440, 360 + random() * 260, size * (0.6 + random()), size * (0.5 + random() * 0.6), color, random() * 90),
    ).join('');
  const bars = spots ? [0, 1, 2].map((at) => line(`M${560 + at * 60} 480 l40 130`, spots, 22, 'opacity="0.8"')).join('') : '';
  return (
    ground(690) +
    line(curve(points('600 640, 740 676, 800 680'), false), darker(skin, 0.15), 30) +
    shape(
      curve(points('190 470, 210 380, 300 330, 420 330, 560 410, 690 540, 720 640, 600 676, 380 660, 250 600, 196 540')),
      skin,
      (spots ? speckle(spots, 16, 19) : '') +
        (warts ? speckle(warts, 60, 9) : '') +
        fill(curve(points('180 520, 260 540, 340 610, 480 680, 300 740, 120 600')), belly) +
        (mask ? fill(curve(points('230 430, 300 410, 390 440, 380 500, 320 500, 240 470')), mask) : '') +
        (stripe ? line(curve(points('240 366, 380 346, 520 400, 690 560'), false), stripe, 13) : '') +
        line(curve(points('196 500, 260 496, 330 520'), false), darker(skin, 0.35), 6),
    ) +
    shape(
      curve(points('520 520, 610 440, 720 480, 770 580, 720 664, 580 676, 520 610')),
      darker(skin, 0.05),
      bars + (spots ? speckle(spots, 14, 17) : '') + (warts ? speckle(warts, 30, 9) : ''),
    ) +
    line(curve(points('340 580, 330 640, 270 684'), false), darker(skin, 0.06), 46) +
    [-46, -20, 8].map((dx) => line(`M282 680 l${dx} 12`, darker(skin, 0.06), 15)).join('') +
    [-60, -20, 30].map((dx) => line(`M690 670 l${dx} 22`, darker(skin, 0.06), 16)).join('') +
    shape(curve(oval(300, 350, 58, 56)), skin, '', 0.7) +
    dot(290, 348, 36, eye) +
    (isToad ? ellipse(290, 350, 24, 12, EYE) : ellipse(290, 348, 24, 17, EYE)) +
    dot(280, 338, 6, '#ffffff')
  );
}

interface Lizard {
  skin: string;
  side: string;
  stripes?: string;
  spots?: string;
  head?: string;
  hasCrest?: boolean;
  isNewt?: boolean;
  tail: string;
}

export function drawLizard({ skin, side, stripes, spots, head, hasCrest, isNewt, tail }: Lizard): string {
  const spine: Point[] = points('250 270, 330 330, 420 420, 480 520, 560 600, 660 620, 740 560, 770 450, 720 350');
  const widths = isNewt ? [56, 84, 96, 74, 62, 54, 42, 26, 4] : [52, 92, 104, 80, 58, 42, 30, 18, 4];
  const limb = (x: number, y: number, dx: number, dy: number) =>
    line(
      curve(
        [
          [x, y],
          [x + dx * 0.6, y + dy * 0.3],
          [x + dx, y + dy],
        ],
        false,
      ),
      darker(skin, 0.12),
      26,
    ) +
    [-26, 0, 26]
      .map((spread) => line(`M${x + dx} ${y + dy} l${dx * 0.2 + spread * 0.7} ${dy * 0.2 - spread * 0.5}`, darker(skin, 0.12), 10))
      .join('');
  const bodyPath = curve(band(spine, widths));
  const on = spine.slice(0, 8);
  const random = scatter(skin.charCodeAt(2));
  const dots = spots
    ? on
        .slice(1, 7)
        .flatMap(([x, y]) =>
          [-22, 2, 26].map((offset) => dot(x + offset * 0.8 + random() * 14, y - offset * 0.7 + random() * 30, isNewt ? 13 : 9, spots)),
        )
        .join('')
    : '';
  return group(
    limb(340, 330, 110, -90) +
      limb(320, 350, -110, 90) +
      limb(500, 510, 120, -60) +
      limb(490, 540, -90, 110) +
      (hasCrest ? line(curve(on, false), darker(skin, 0.3), 26, 'stroke-dasharray="16 14"') : '') +
      shape(
        bodyPath,
        skin,
        line(
          curve(
            band(
              spine,
              widths.map((width) => width * 0.86),
            ).slice(0, spine.length),
            false,
          ),
          side,
          20,
        ) +
          line(
            curve(
              band(
                spine,
                widths.map((width) => width * 0.86),
              )
                .slice(spine.length)
                .toReversed(),
              false,
            ),
            side,
            20,
          ) +
          (stripes ? line(curve(spine, false), stripes, 15) : '') +
          fill('M600 520 h300 v200 h-300 Z', tail, 'opacity="0.28"') +
          dots,
        0.7,
      ) +
      shape(union(oval(226, 246, 62, 50, 42), oval(188, 210, 36, 30, 42)), head ?? skin) +
      dot(232, 206, 10, EYE) +
      dot(190, 246, 10, EYE),
    'translate(-30 20) scale(1.02)',
  );
}

interface Snake {
  skin: string;
  back?: string;
  collar?: string;
  marks?: string;
  thick: number;
}

export function drawSnake({ skin, back, collar, marks, thick }: Snake): string {
  const path: Point[] = points(
    '250 290, 340 250, 450 300, 430 400, 290 440, 220 540, 310 650, 480 660, 620 590, 600 480, 690 400, 780 470, 760 620, 690 720',
  );
  const widths = path.map((_, at) => thick * (at === 0 ? 0.7 : at < 10 ? 1 : Math.max(0.1, 1 - (at - 9) * 0.2)));
  const body = curve(band(path, widths));
  return group(
    line(curve(path, false), '#8a8f6a', thick * 0.9, 'opacity="0.25" transform="translate(10 22)"') +
      shape(
        body,
        skin,
        (back ? line(curve(path, false), back, thick * 0.2) : '') +
          (marks
            ? line(
                curve(
                  band(
                    path,
                    widths.map((width) => width * 0.8),
                  ).slice(0, path.length),
                  false,
                ),
                marks,
                thick * 0.26,
                `stroke-dasharray="${thick * 0.14} ${thick * 0.62}"`,
              ) +
              line(
                curve(
                  band(
                    path,
                    widths.map((width) => width * 0.8),
                  )
                    .slice(path.length)
                    .toReversed(),
                  false,
                ),
                marks,
                thick * 0.26,
                `stroke-dasharray="${thick * 0.14} ${thick * 0.62}"`,
              )
            : '') +
          (collar ? line('M288 200 L310 370', collar, 26) + line(`M318 190 L340 360`, '#22211e', 20) : ''),
        0.5,
      ) +
      shape(union(oval(222, 304, thick * 0.78, thick * 0.5, -20)), skin, collar ? line('M288 200 L310 370', collar, 24) : '', 0.6) +
      dot(206, 290, 8, EYE) +
      line('M168 326 l-40 18 m0 0 l-18 -2 m18 2 l-10 14', '#4a2a2a', 5),
    'translate(-10 -20)',
  );
}

interface Fish {
  back: string;
  flank: string;
  belly: string;
  fins: string;
  bars?: string;
  spots?: string;
  height: number;
  spines?: boolean;
  isLong?: boolean;
  breast?: string;
}

export function drawFish({ back, flank, belly, fins, bars, spots, height, spines, isLong, breast }: Fish): string {
  const h = height / 2;
  const random = scatter(height);
  const body = curve([
    [100, 460],
    [170, 430 - h * 0.3],
    [300, 450 - h],
    [480, 450 - h * 0.96],
    [640, 450 - h * 0.5],
    [730, 450 - h * 0.22],
    [730, 450 + h * 0.22],
    [620, 450 + h * 0.56],
    [460, 450 + h],
    [280, 450 + h * 0.92],
    [160, 470 + h * 0.36],
  ]);
  const flecks = spots
    ? Array.from({ length: 60 }, () => ellipse(250 + random() * 440, 450 - h + random() * h * 1.6, 13, 8, spots)).join('')
    : '';
  const stripes = bars
    ? [0, 1, 2, 3, 4]
        .map((at) =>
          fill(
            curve([
              [280 + at * 86, 450 - h * 1.1],
              [310 + at * 86, 450 - h * 1.1],
              [306 + at * 86, 450 + h * 0.3],
              [294 + at * 86, 450 + h * 0.5],
            ]),
            bars,
          ),
        )
        .join('')
    : '';
  return (
    shape(
      curve([
        [720, 450],
        [820, 450 - h * 0.9, true],
        [796, 450],
        [820, 450 + h * 0.9, true],
      ]),
      fins,
    ) +
    (isLong
      ? shape(
          curve([
            [610, 450 - h * 0.5],
            [650, 450 - h * 1.7],
            [720, 450 - h * 1.4],
            [700, 450 - h * 0.3],
          ]),
          fins,
        ) +
        shape(
          curve([
            [610, 450 + h * 0.5],
            [650, 450 + h * 1.6],
            [710, 450 + h * 1.3],
            [690, 450 + h * 0.3],
          ]),
          fins,
        )
      : spines
        ? [300, 370, 440].map((x) => fill(`M${x} ${450 - h * 0.9} l30 ${-h * 0.7} l14 ${h * 0.7} Z`, darker(fins, 0.2))).join('') +
          shape(
            curve([
              [540, 450 - h * 0.8],
              [600, 450 - h * 1.4],
              [690, 450 - h * 0.5],
            ]),
            fins,
          )
        : shape(
            curve([
              [270, 450 - h * 0.9],
              [320, 450 - h * 1.6],
              [450, 450 - h * 1.5],
              [500, 450 - h * 0.85],
            ]),
            darker(fins, 0.25),
          ) +
          shape(
            curve([
              [520, 450 - h * 0.8],
              [570, 450 - h * 1.3],
              [640, 450 - h * 0.6],
            ]),
            fins,
          )) +
    shape(
      curve([
        [360, 450 + h * 0.7],
        [400, 450 + h * 1.5],
        [470, 450 + h * 1.3],
        [460, 450 + h * 0.8],
      ]),
      fins,
    ) +
    shape(
      body,
      flank,
      fill(
        curve([
          [80, 440],
          [300, 450 - h * 0.4],
          [740, 440],
          [740, 200],
          [80, 200],
        ]),
        back,
        'opacity="0.85"',
      ) +
        fill(
          curve([
            [80, 480],
            [300, 450 + h * 0.5],
            [740, 470],
            [740, 800],
            [80, 800],
          ]),
          belly,
        ) +
        flecks +
        stripes +
        (breast ? ellipse(240, 450 + h * 0.6, 140, h * 0.5, breast) : '') +
        line(
          curve(
            [
              [270, 450 - h * 0.7],
              [306, 450],
              [270, 450 + h * 0.7],
            ],
            false,
          ),
          darker(flank, 0.35),
          6,
        ),
    ) +
    fill(curve(points('310 480, 380 470, 400 520, 340 530')), fins) +
    dot(196, 436, 20, '#e6d28a') +
    dot(196, 436, 12, EYE) +
    line('M104 466 l70 10', darker(flank, 0.4), 5)
  );
}

interface Snail {
  form: 'snail' | 'slug';
  skin: string;
  shell?: string;
  bands?: string;
  lip?: string;
}

export function drawSnail({ form, skin, shell = '#ccc', bands, lip }: Snail): string {
  const foot = shape(
    form === 'slug'
      ? curve(points('110 620, 150 540, 260 500, 460 490, 660 540, 800 640, 760 668, 420 672, 160 664'))
      : curve(points('120 630, 140 540, 210 500, 290 560, 480 610, 680 620, 800 660, 740 676, 420 680, 180 674')),
    skin,
    form === 'slug'
      ? fill(curve(points('230 500, 330 470, 430 490, 420 570, 300 590, 220 560')), darker(skin, 0.18), 'opacity="0.7"') +
          Array.from({ length: 9 }, (_, at) =>
            line(
              curve(
                [
                  [440 + at * 34, 480],
                  [460 + at * 34, 560],
                  [440 + at * 38, 640],
                ],
                false,
              ),
              darker(skin, 0.3),
              5,
              'opacity="0.5"',
            ),
          ).join('') +
          fill('M100 646 H820 V690 H100 Z', darker(skin, 0.2))
      : '',
  );
  const eyes = [
    [170, 530, 120, 420],
    [206, 516, 196, 404],
  ]
    .map(([x = 0, y = 0, ex = 0, ey = 0]) => line(`M${x} ${y} L${ex} ${ey}`, darker(skin, 0.1), 15) + dot(ex, ey, 12, darker(skin, 0.5)))
    .join('');
  if (form === 'slug') return ground(676) + eyes + foot;
  const spiral = (scale: number) =>
    Array.from({ length: 40 }, (_, at): Point => {
      const angle = 0.4 + (at / 40) * Math.PI * 4.4;
      const reach = 210 * scale * Math.exp(-0.155 * angle);
      return [500 + Math.cos(angle) * reach, 440 + Math.sin(angle) * reach * 0.94];
    });
  return (
    ground(682) +
    eyes +
    foot +
    shape(
      curve(points('300 560, 296 420, 380 280, 520 240, 660 300, 716 430, 680 560, 560 630, 400 630')),
      shell,
      (bands ? [1.14, 1.0, 0.86].map((scale) => line(curve(spiral(scale), false), bands, 17)).join('') : '') +
        line(curve(spiral(1.24), false), darker(shell, 0.4), 7, 'opacity="0.8"'),
    ) +
    (lip ? line(curve(points('300 470, 300 560, 390 628, 470 636'), false), lip, 20) : '')
  );
}
