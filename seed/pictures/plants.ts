import type { Random } from '../random.ts';
import { blade, blob, HEIGHT, type Light, mix } from './canvas.ts';

const PETALS = ['#f7f4ec', '#e6ba58', '#c06a9a', '#7b86c4', '#d26e52', '#f1d389', '#a884b8', '#e394ac'];

/** A flower with stem and leaves; `radius` in pixels. */
export function bloom(random: Random, light: Light, x: number, y: number, radius: number): string {
  const petal = random.pick(PETALS);
  const many = random.pick([5, 6, 8, 13, 21]);
  const width = (radius / many) * (many > 10 ? 2.3 : 2.9);
  const rows = (reach: number, shade: number, turn: number) =>
    Array.from({ length: many }, (_, at) => {
      const angle = ((at + turn) / many) * Math.PI * 2;
      return `<path d="${blade(x, y, x + Math.cos(angle) * reach, y + Math.sin(angle) * reach * 0.86, width)}" fill="${mix(petal, '#5a3050', shade + random.next() * 0.08)}"/>`;
    }).join('');
  const seeds = Array.from({ length: 40 }, () => {
    const [angle, reach] = [random.between(0, 6.28), radius * 0.24 * Math.sqrt(random.next())];
    return `<circle cx="${x + Math.cos(angle) * reach}" cy="${y + Math.sin(angle) * reach * 0.86}" r="${radius * 0.022}" fill="${mix('#d79f33', '#7f520b', random.next())}"/>`;
  }).join('');
  const lean = random.between(-80, 80);
  const stem = `<path d="M${x} ${y} Q${x + lean * 0.2} ${(y + HEIGHT) / 2} ${x + lean} ${HEIGHT + 20}" stroke="${light.land[2]}" stroke-width="${radius * 0.09}" fill="none"/>
    <path d="${blade(x + lean * 0.5, y + (HEIGHT - y) * 0.6, x + lean * 0.5 + radius * 1.1, y + (HEIGHT - y) * 0.35, radius * 0.24)}" fill="${light.land[2]}"/><path d="${blade(x + lean * 0.6, y + (HEIGHT - y) * 0.7, x + lean * 0.6 - radius * 1.1, y + (HEIGHT - y) * 0.5, radius * 0.24)}" fill="${mix(light.land[2], light.dark, 0.3)}"/>`;
  return `${stem}${rows(radius, 0.16, 0.5)}${rows(radius * 0.92, 0, 0)}<ellipse cx="${x}" cy="${y}" rx="${radius * 0.27}" ry="${radius * 0.23}" fill="#bb821c"/>${seeds}`;
}

export function fern(random: Random, light: Light): string {
  return Array.from({ length: 7 }, (_, frond) => {
    const lean = -0.95 + frond * 0.32 + random.between(-0.08, 0.08);
    const length = random.between(520, 700);
    const color = mix(light.land[3], frond % 2 ? light.land[2] : light.dark, 0.45);
    const leaves = Array.from({ length: 24 }, (_, at) => {
      const way = at / 24;
      const bend = lean + way * way * lean * 0.7;
      const [px, py] = [600 + Math.sin(bend) * length * way, 880 - Math.cos(bend * 0.9) * length * way];
      const reach = 128 * (1 - way) ** 0.8 * Math.min(1, 0.35 + way * 4);
      return [-1, 1]
        .map(
          (side) =>
            `<path d="${blade(px, py, px + Math.cos(bend) * side * reach, py + Math.sin(bend) * side * reach - reach * 0.28, 8 + (1 - way) * 7)}" fill="${mix(color, light.sun, way * 0.22)}"/>`,
        )
        .join('');
    });
    return leaves.join('');
  }).join('');
}

export function mushrooms(random: Random, light: Light, { cap, isSpotted }: { cap: string; isSpotted: boolean }): string {
  const one = (x: number, y: number, scale: number) => {
    const spots = isSpotted
      ? Array.from(
          { length: 13 },
          () =>
            `<ellipse cx="${random.between(-150, 150)}" cy="${random.between(-190, -70)}" rx="${random.between(8, 19)}" ry="${random.between(6, 12)}" fill="#f7f0dc" opacity="0.9"/>`,
        ).join('')
      : '';
    return `<g transform="translate(${x} ${y}) scale(${scale}) rotate(${random.between(-9, 9)})"><path d="M-44 -70 C -36 40 -46 120 -64 180 L 64 180 C 46 120 36 40 44 -70 Z" fill="#efe3c6"/><path d="M10 -70 C 14 40 20 120 30 180 L 64 180 C 46 120 36 40 44 -70 Z" fill="#c9b98f"/>
      <path d="M-196 -56 C -150 -20 150 -20 196 -56 C 150 -84 -150 -84 -196 -56 Z" fill="#d9c79c"/><path d="M-204 -58 C -190 -200 -80 -244 0 -244 C 80 -244 190 -200 204 -58 C 130 -84 -130 -84 -204 -58 Z" fill="${cap}"/>
      <g clip-path="url(#cap)">${spots}</g><path d="M-150 -140 C -110 -200 -50 -220 0 -222" stroke="#fff6de" stroke-opacity="0.45" stroke-width="16" fill="none" stroke-linecap="round"/></g>`;
  };
  return `<defs><clipPath id="cap"><path d="M-200 -60 C -190 -200 -80 -240 0 -240 C 80 -240 190 -200 200 -60 C 130 -84 -130 -84 -200 -60 Z"/></clipPath></defs>${one(random.between(250, 340), 720, 0.5)}${one(random.between(860, 960), 700, 0.62)}${one(random.between(540, 640), 640, random.between(1.05, 1.25))}
    <g fill="${light.land[2]}">${Array.from({ length: 110 }, () => {
      const x = random.between(0, 1200);
      return `<path d="${blade(x, 900, x + random.between(-24, 24), random.between(770, 860), 5)}"/>`;
    }).join('')}</g>`;
}

/** Rosettes of lichen or moss on stone. */
export function crust(random: Random, colors: readonly string[]): string {
  const stone = Array.from(
    { length: 60 },
    () =>
      `<path d="${blob(random, random.between(0, 1200), random.between(0, 900), random.between(30, 150), 0.3)}" fill="${mix('#6b6759', '#ccc5b3', random.next())}" opacity="0.35"/>`,
  ).join('');
  const rosettes = Array.from({ length: 17 }, () => {
    const [x, y, size] = [random.between(20, 1180), random.between(20, 880), random.between(50, 170)];
    const color = random.pick(colors);
    const lobes = Array.from({ length: 44 }, () => {
      const [angle, reach] = [random.between(0, 6.28), size * random.between(0.35, 1)];
      return `<path d="${blob(random, x + Math.cos(angle) * reach, y + Math.sin(angle) * reach, size * random.between(0.09, 0.2), 0.35, 7)}" fill="${mix(color, random.maybe(0.5) ? '#ffffff' : '#23371a', random.next() * 0.3)}"/>`;
    });
    const cups = Array.from({ length: 9 }, () => {
      const [cx, cy, r] = [x + random.between(-0.4, 0.4) * size, y + random.between(-0.4, 0.4) * size, size * random.between(0.04, 0.09)];
      return `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${mix(color, '#7f3a10', 0.5)}" stroke="${mix(color, '#ffffff', 0.4)}" stroke-width="3"/>`;
    });
    return lobes.join('') + cups.join('');
  }).join('');
  return `<rect width="1200" height="900" fill="#8a8472"/>${stone}${rosettes}`;
}
