import type { Chance } from '../random.ts';
import { blade, blob, HEIGHT, type Light, mix } from './canvas.ts';

const PETALS = ['#f7f4ec', '#e6ba58', '#c06a9a', '#7b86c4', '#d26e52', '#f1d389', '#a884b8', '#e394ac'];

/** One flower with stem and leaves; `radius` in pixels. */
export function bloom(chance: Chance, light: Light, x: number, y: number, radius: number): string {
  const petal = chance.pick(PETALS);
  const many = chance.pick([5, 6, 8, 13, 21]);
  const width = (radius / many) * (many > 10 ? 2.3 : 2.9);
  const rows = (reach: number, shade: number, turn: number) =>
    Array.from({ length: many }, (_, at) => {
      const angle = ((at + turn) / many) * Math.PI * 2;
      return `<path d="${blade(x, y, x + Math.cos(angle) * reach, y + Math.sin(angle) * reach * 0.86, width)}" fill="${mix(petal, '#5a3050', shade + chance.next() * 0.08)}"/>`;
    }).join('');
  const seeds = Array.from({ length: 40 }, () => {
    const [angle, reach] = [chance.between(0, 6.28), radius * 0.24 * Math.sqrt(chance.next())];
    return `<circle cx="${x + Math.cos(angle) * reach}" cy="${y + Math.sin(angle) * reach * 0.86}" r="${radius * 0.022}" fill="${mix('#d79f33', '#7f520b', chance.next())}"/>`;
  }).join('');
  const lean = chance.between(-80, 80);
  const stem = `<path d="M${x} ${y} Q${x + lean * 0.2} ${(y + HEIGHT) / 2} ${x + lean} ${HEIGHT + 20}" stroke="${light.land[2]}" stroke-width="${radius * 0.09}" fill="none"/>
    <path d="${blade(x + lean * 0.5, y + (HEIGHT - y) * 0.6, x + lean * 0.5 + radius * 1.1, y + (HEIGHT - y) * 0.35, radius * 0.24)}" fill="${light.land[2]}"/><path d="${blade(x + lean * 0.6, y + (HEIGHT - y) * 0.7, x + lean * 0.6 - radius * 1.1, y + (HEIGHT - y) * 0.5, radius * 0.24)}" fill="${mix(light.land[2], light.dark, 0.3)}"/>`;
  return `${stem}${rows(radius, 0.16, 0.5)}${rows(radius * 0.92, 0, 0)}<ellipse cx="${x}" cy="${y}" rx="${radius * 0.27}" ry="${radius * 0.23}" fill="#bb821c"/>${seeds}`;
}

export function flowers(chance: Chance, light: Light): string {
  const behind = Array.from({ length: 5 }, () =>
    bloom(chance, light, chance.between(40, 1160), chance.between(300, 620), chance.between(50, 90)),
  );
  return `<g filter="url(#near)" opacity="0.85">${behind.join('')}</g>${bloom(chance, light, chance.between(480, 720), chance.between(350, 430), chance.between(190, 260))}`;
}

export function tree(chance: Chance, light: Light): string {
  const x = chance.between(480, 720);
  const leaf = chance.pick([light.land[2], light.land[1], mix(light.land[2], '#bb821c', 0.4)]);
  const bark = mix('#5a4326', light.dark, 0.4);
  const limbs = Array.from(
    { length: 7 },
    () =>
      `<path d="M${x} ${chance.between(480, 600)} Q${x + chance.between(-80, 80)} 420 ${x + chance.between(-260, 260)} ${chance.between(240, 400)}" stroke="${bark}" stroke-width="${chance.between(10, 26)}" fill="none"/>`,
  ).join('');
  const crown = Array.from({ length: 60 }, () => {
    const [angle, reach] = [chance.between(0, 6.28), Math.sqrt(chance.next())];
    const [cx, cy] = [x + Math.cos(angle) * reach * 330, 310 + Math.sin(angle) * reach * 220];
    return {
      cy,
      path: `<path d="${blob(chance, cx, cy, chance.between(40, 96), 0.25)}" fill="${mix(mix(leaf, light.dark, 0.45), mix(leaf, light.sun, 0.35), 1 - (cy - 90) / 440)}" opacity="0.93"/>`,
    };
  })
    .toSorted((a, b) => b.cy - a.cy)
    .map((part) => part.path)
    .join('');
  return `<ellipse cx="${x}" cy="800" rx="330" ry="36" fill="${light.dark}" opacity="0.45" filter="url(#near)"/><path d="M${x - 46} 810 C ${x - 20} 640 ${x - 30} 500 ${x - 20} 400 L ${x + 22} 400 C ${x + 30} 520 ${x + 20} 640 ${x + 60} 810 Z" fill="${bark}"/>${limbs}${crown}`;
}

export function fern(chance: Chance, light: Light): string {
  return Array.from({ length: 7 }, (_, frond) => {
    const lean = -0.95 + frond * 0.32 + chance.between(-0.08, 0.08);
    const length = chance.between(520, 700);
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

export function mushrooms(chance: Chance, light: Light): string {
  const cap = chance.pick(['#9f3c24', '#bb821c', '#8a5a22', '#d2a060', '#6b4a3a']);
  const one = (x: number, y: number, scale: number) => {
    const spots = chance.maybe(0.5)
      ? Array.from(
          { length: 13 },
          () =>
            `<ellipse cx="${chance.between(-150, 150)}" cy="${chance.between(-190, -70)}" rx="${chance.between(8, 19)}" ry="${chance.between(6, 12)}" fill="#f7f0dc" opacity="0.9"/>`,
        ).join('')
      : '';
    return `<g transform="translate(${x} ${y}) scale(${scale}) rotate(${chance.between(-9, 9)})"><path d="M-44 -70 C -36 40 -46 120 -64 180 L 64 180 C 46 120 36 40 44 -70 Z" fill="#efe3c6"/><path d="M10 -70 C 14 40 20 120 30 180 L 64 180 C 46 120 36 40 44 -70 Z" fill="#c9b98f"/>
      <path d="M-196 -56 C -150 -20 150 -20 196 -56 C 150 -84 -150 -84 -196 -56 Z" fill="#d9c79c"/><path d="M-204 -58 C -190 -200 -80 -244 0 -244 C 80 -244 190 -200 204 -58 C 130 -84 -130 -84 -204 -58 Z" fill="${cap}"/>
      <g clip-path="url(#cap)">${spots}</g><path d="M-150 -140 C -110 -200 -50 -220 0 -222" stroke="#fff6de" stroke-opacity="0.45" stroke-width="16" fill="none" stroke-linecap="round"/></g>`;
  };
  return `<defs><clipPath id="cap"><path d="M-200 -60 C -190 -200 -80 -240 0 -240 C 80 -240 190 -200 200 -60 C 130 -84 -130 -84 -200 -60 Z"/></clipPath></defs>${one(chance.between(250, 340), 720, 0.5)}${one(chance.between(860, 960), 700, 0.62)}${one(chance.between(540, 640), 640, chance.between(1.05, 1.25))}
    <g fill="${light.land[2]}">${Array.from({ length: 110 }, () => {
      const x = chance.between(0, 1200);
      return `<path d="${blade(x, 900, x + chance.between(-24, 24), chance.between(770, 860), 5)}"/>`;
    }).join('')}</g>`;
}

/** Lichen or moss in rosettes on stone. */
export function crust(chance: Chance, colors: readonly string[]): string {
  const stone = Array.from(
    { length: 60 },
    () =>
      `<path d="${blob(chance, chance.between(0, 1200), chance.between(0, 900), chance.between(30, 150), 0.3)}" fill="${mix('#6b6759', '#ccc5b3', chance.next())}" opacity="0.35"/>`,
  ).join('');
  const rosettes = Array.from({ length: 17 }, () => {
    const [x, y, size] = [chance.between(20, 1180), chance.between(20, 880), chance.between(50, 170)];
    const color = chance.pick(colors);
    const lobes = Array.from({ length: 44 }, () => {
      const [angle, reach] = [chance.between(0, 6.28), size * chance.between(0.35, 1)];
      return `<path d="${blob(chance, x + Math.cos(angle) * reach, y + Math.sin(angle) * reach, size * chance.between(0.09, 0.2), 0.35, 7)}" fill="${mix(color, chance.maybe(0.5) ? '#ffffff' : '#23371a', chance.next() * 0.3)}"/>`;
    });
    const cups = Array.from({ length: 9 }, () => {
      const [cx, cy, r] = [x + chance.between(-0.4, 0.4) * size, y + chance.between(-0.4, 0.4) * size, size * chance.between(0.04, 0.09)];
      return `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${mix(color, '#7f3a10', 0.5)}" stroke="${mix(color, '#ffffff', 0.4)}" stroke-width="3"/>`;
    });
    return lobes.join('') + cups.join('');
  }).join('');
  return `<rect width="1200" height="900" fill="#8a8472"/>${stone}${rosettes}`;
}
