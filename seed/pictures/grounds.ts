import type { Random } from '../random.ts';
import { blade, blob, HEIGHT, type Light, mix, ridge, WIDTH } from './canvas.ts';

const sky = (light: Light) => `
  <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${light.sky[0]}"/><stop offset="0.6" stop-color="${light.sky[1]}"/><stop offset="1" stop-color="${light.sky[2]}"/></linearGradient>
  <radialGradient id="sun"><stop offset="0" stop-color="${light.sun}"/><stop offset="0.25" stop-color="${light.sun}" stop-opacity="0.85"/><stop offset="1" stop-color="${light.sun}" stop-opacity="0"/></radialGradient>`;

function skyWithClouds(random: Random, light: Light): string {
  const clouds = Array.from({ length: random.integer(2, 5) }, () => {
    const [x, y, width] = [random.between(0, WIDTH), random.between(60, 330), random.between(160, 420)];
    return `<ellipse cx="${x}" cy="${y}" rx="${width}" ry="${width * 0.07}" fill="${light.sun}" opacity="${random.between(0.12, 0.4)}" filter="url(#mist)"/>`;
  });
  const [x, y, radius] = [random.between(180, 1020), random.between(150, 380), random.between(140, 260)];
  return `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/><circle cx="${x}" cy="${y}" r="${radius}" fill="url(#sun)"/>${clouds.join('')}`;
}

/** Silhouettes of distant trees on a ridge. */
function farTrees(random: Random, y: number, color: string): string {
  return Array.from({ length: random.integer(8, 20) }, () => {
    const [x, height] = [random.between(-20, WIDTH + 20), random.between(24, 74)];
    return random.maybe(0.4)
      ? `<path d="M${x} ${y + 20} L${x - height * 0.28} ${y + 20} L${x} ${y - height} L${x + height * 0.28} ${y + 20} Z"/>`
      : `<path d="${blob(random, x, y - height * 0.3, height * 0.5, 0.2)}"/>`;
  })
    .join('')
    .replace(/^/, `<g fill="${color}">`)
    .concat('</g>');
}

function grass(random: Random, y: number, color: string, many: number, height: number): string {
  return `<g fill="${color}">${Array.from({ length: many }, () => {
    const x = random.between(-20, WIDTH + 20);
    const tall = random.between(height * 0.5, height);
    return `<path d="${blade(x, y, x + random.between(-50, 50), y - tall, 3.2)}"/>`;
  }).join('')}</g>`;
}

/** Layers of hills with mist between them. */
export function hills(random: Random, light: Light): string {
  const layers = light.land.map((color, at) => {
    const y = 430 + at * 115 + random.between(-20, 20);
    const trees = at === 1 || at === 2 ? farTrees(random, y + 12, mix(color, light.dark, 0.25)) : '';
    return `${trees}<path d="${ridge(random, y, 46 - at * 6, 6)}" fill="${color}"/><rect x="0" y="${y + 40}" width="${WIDTH}" height="90" fill="${light.sky[2]}" opacity="${0.2 - at * 0.045}" filter="url(#mist)"/>`;
  });
  return `<defs>${sky(light)}</defs>${skyWithClouds(random, light)}${layers.join('')}${grass(random, HEIGHT + 10, light.dark, 160, 150)}`;
}

/** A lake or the sea. */
export function water(random: Random, light: Light): string {
  const y = random.between(330, 400);
  const ripples = Array.from({ length: 70 }, () => {
    const at = random.next() ** 1.4;
    return `<ellipse cx="${random.between(0, WIDTH)}" cy="${y + 14 + at * (HEIGHT - y)}" rx="${30 + at * random.between(40, 220)}" ry="${1 + at * 4.5}" fill="${random.maybe(0.5) ? light.sun : light.water[1]}" opacity="${random.between(0.08, 0.32)}"/>`;
  });
  return `<defs>${sky(light)}<linearGradient id="water" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${light.water[0]}"/><stop offset="1" stop-color="${light.water[1]}"/></linearGradient></defs>
    ${skyWithClouds(random, light)}<path d="${ridge(random, y - 34, 22, 5, y + 4)}" fill="${light.land[0]}"/>${farTrees(random, y - 8, light.land[1])}
    <path d="${ridge(random, y - 6, 7, 8, y + 6)}" fill="${light.land[2]}"/><rect y="${y}" width="${WIDTH}" height="${HEIGHT - y}" fill="url(#water)"/>${ripples.join('')}`;
}

/** Reeds in the foreground, on the left or right side. */
export function reeds(random: Random, light: Light): string {
  const isLeft = random.maybe(0.5);
  return Array.from({ length: 46 }, () => {
    const x = isLeft ? random.between(-40, 330) : random.between(870, WIDTH + 40);
    const tall = random.between(260, 620);
    const lean = random.between(-60, 60);
    const color = mix(light.dark, light.land[1], random.next() * 0.7);
    const head = random.maybe(0.3)
      ? `<path d="${blade(x + lean, HEIGHT - tall + 60, x + lean * 1.15, HEIGHT - tall - 40, 13)}" fill="${mix('#6b4a22', light.dark, 0.3)}"/>`
      : '';
    return `<path d="${blade(x, HEIGHT + 20, x + lean, HEIGHT - tall, 7)}" fill="${color}"/>${head}`;
  }).join('');
}

/** The blurred background of a close-up. */
export function close(random: Random, light: Light): string {
  const rounds = Array.from({ length: 34 }, () => {
    const radius = random.between(50, 230);
    return `<circle cx="${random.between(-60, WIDTH + 60)}" cy="${random.between(-60, HEIGHT + 60)}" r="${radius}" fill="${random.pick(light.soft)}" opacity="${random.between(0.25, 0.75)}"/>`;
  });
  const sparks = Array.from({ length: 12 }, () => {
    const radius = random.between(16, 52);
    return `<circle cx="${random.between(0, WIDTH)}" cy="${random.between(0, 520)}" r="${radius}" fill="${light.sun}" opacity="${random.between(0.1, 0.3)}"/>`;
  });
  return `<rect width="${WIDTH}" height="${HEIGHT}" fill="${light.soft[0]}"/><g filter="url(#far)">${rounds.join('')}</g><g filter="url(#near)">${sparks.join('')}</g>`;
}

/** A forest floor, seen from a low angle. */
export function floor(random: Random, light: Light): string {
  const leaves = Array.from({ length: 90 }, () => {
    const at = random.next() ** 0.7;
    const [x, y] = [random.between(-30, WIDTH + 30), 640 + at * 280];
    const long = 24 + at * 60;
    const angle = random.between(-0.5, 0.5) + (random.maybe(0.5) ? Math.PI : 0);
    return `<path d="${blade(x, y, x + Math.cos(angle) * long, y + Math.sin(angle) * long * 0.4, long * 0.22)}" fill="${mix(random.pick(['#8a5a22', '#bb821c', '#6b4a22', '#a86a2a', '#557835']), light.dark, random.next() * 0.55)}"/>`;
  });
  return `${close(random, light)}<path d="${ridge(random, 650, 22, 7)}" fill="${mix('#4a3a20', light.dark, 0.5)}"/>${leaves.join('')}`;
}
