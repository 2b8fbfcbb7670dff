import type { Random } from '../random.ts';
import { blade, type Light, mix, WIDTH } from './canvas.ts';

/** Colours of back, belly, wing, face and bill. */
export type Coat = readonly [string, string, string, string, string];

/** A songbird on a twig, looking left or right. */
export function perched(random: Random, light: Light, [back, belly, wing, face, bill]: Coat): string {
  const scale = random.between(1.15, 1.5);
  const flip = random.maybe(0.5) ? -1 : 1;
  const [x, y] = [random.between(500, 700), random.between(430, 500)];
  const tail = Array.from(
    { length: 4 },
    (_, at) => `<path d="${blade(-105, 45, -300 - at * 6, 96 + at * 16, 14)}" fill="${mix(wing, '#000000', 0.12 * at)}"/>`,
  ).join('');
  const feathers = Array.from(
    { length: 7 },
    (_, at) =>
      `<path d="${blade(30 - at * 8, -16 + at * 4, -170 + at * 12, 62 + at * 9, 17)}" fill="${mix(wing, at % 2 ? back : '#1a1a16', 0.22)}"/>`,
  ).join('');
  const branch = `<path d="M-40 ${y + 168 * scale} Q 380 ${y + 96 * scale} 640 ${y + 118 * scale} T ${WIDTH + 40} ${y + 40}" stroke="${mix('#5a4326', light.dark, 0.45)}" stroke-width="30" fill="none" stroke-linecap="round"/>
    <path d="M-40 ${y + 160 * scale} Q 380 ${y + 88 * scale} 640 ${y + 110 * scale} T ${WIDTH + 40} ${y + 32}" stroke="#b59a6a" stroke-opacity="0.4" stroke-width="6" fill="none"/>`;
  const leaves = Array.from({ length: 9 }, () => {
    const at = random.between(0, WIDTH);
    const from = y + 118 * scale - (at - 640) * 0.06;
    const up = random.between(60, 130) * (random.maybe(0.3) ? -1 : 1);
    return `<path d="${blade(at, from, at + random.between(-70, 70), from - up, 24)}" fill="${mix(light.land[2], light.land[1], random.next())}"/>`;
  }).join('');
  return `${branch}${leaves}<g transform="translate(${x} ${y}) scale(${flip * scale} ${scale})">
    ${tail}
    <path d="M-20 88 L-30 130 M26 92 L22 132" stroke="${mix(bill, '#4a3a2a', 0.5)}" stroke-width="8" stroke-linecap="round"/>
    <path d="M132 -112 C 92 -160 20 -150 -4 -96 C -40 -78 -128 -22 -128 44 C -100 104 -6 118 52 92 C 118 60 138 -10 128 -56 C 150 -76 150 -98 132 -112 Z" fill="${back}"/>
    <path d="M120 -66 C 138 -6 112 62 50 90 C 6 106 -50 100 -84 84 C -20 70 30 20 40 -34 C 66 -78 96 -82 120 -66 Z" fill="${belly}"/>
    <path d="M134 -110 C 98 -156 30 -146 4 -100 C 40 -106 62 -76 112 -70 C 142 -72 146 -96 134 -110 Z" fill="${face}"/>
    <path d="M40 -30 C -10 -44 -80 -6 -128 40 C -70 74 14 66 40 -30 Z" fill="${wing}"/>${feathers}
    <path d="M134 -108 L184 -92 L132 -80 Z" fill="${bill}"/><path d="M134 -94 L178 -92" stroke="#1a1a16" stroke-opacity="0.5" stroke-width="3"/>
    <circle cx="96" cy="-104" r="12" fill="#14150f"/><circle cx="100" cy="-109" r="4" fill="#ffffff"/>
  </g>`;
}

/** A swan or a duck on the water, with its reflection. */
export function swimming(random: Random, light: Light, isWhite: boolean): string {
  const body = isWhite ? '#f6f1e6' : '#8f8c82';
  const neck = isWhite ? '#fbf8f0' : '#31501f';
  const bill = isWhite ? '#d2703a' : '#d7a63a';
  const one = (x: number, y: number, scale: number, flip: number) => {
    const bird = `
      <path d="M-190 0 C -220 -60 -170 -66 -140 -58 C -60 -120 70 -110 130 -40 C 150 -10 120 20 60 24 L -120 24 C -160 24 -180 20 -190 0 Z" fill="${body}"/>
      ${Array.from({ length: 6 }, (_, at) => `<path d="${blade(70 - at * 14, -58 + at * 8, -176 + at * 16, -44 + at * 9, 18)}" fill="${mix(body, '#3a3931', isWhite ? 0.1 + at * 0.02 : 0.2 + at * 0.05)}"/>`).join('')}
      <path d="M84 0 C 150 -40 ${isWhite ? '60 -170 120 -214' : '96 -90 122 -124'} C ${isWhite ? '150 -236 196 -216 186 -186' : '152 -146 196 -126 186 -96'} C ${isWhite ? '164 -190 140 -184 140 -150 C 150 -90 170 -20 110 14' : '170 -92 158 -80 156 -60 C 152 -30 140 0 104 14'} Z" fill="${neck}"/>
      <path d="M${isWhite ? '182 -206 L238 -184 L182 -180' : '184 -116 L238 -98 L182 -92'} Z" fill="${bill}"/>
      <circle cx="160" cy="${isWhite ? -202 : -114}" r="7" fill="#14150f"/>`;
    return `<g transform="translate(${x} ${y}) scale(${flip * scale} ${scale})"><g transform="translate(0 46) scale(1 -0.55)" opacity="0.28" filter="url(#near)">${bird}</g>${bird}
      <path d="M-260 30 Q -60 16 190 28" stroke="${light.sun}" stroke-opacity="0.55" stroke-width="5" fill="none"/><path d="M-210 46 Q -40 34 150 46" stroke="${light.water[1]}" stroke-opacity="0.5" stroke-width="5" fill="none"/></g>`;
  };
  const flip = random.maybe(0.5) ? -1 : 1;
  const others = random.maybe(0.5)
    ? one(random.between(260, 420), random.between(470, 520), 0.42, flip) +
      one(random.between(840, 980), random.between(480, 530), 0.4, flip)
    : '';
  return `${others}${one(random.between(520, 680), random.between(620, 680), random.between(1.15, 1.4), flip)}`;
}

/** A flock in the sky. */
export function flock(random: Random, light: Light): string {
  const [x, y] = [random.between(350, 800), random.between(160, 300)];
  return Array.from({ length: random.integer(7, 15) }, (_, at) => {
    const side = at % 2 ? 1 : -1;
    const step = Math.ceil(at / 2);
    const [bx, by, size] = [x + side * step * random.between(38, 52), y + step * random.between(18, 30), random.between(26, 40)];
    const lift = random.between(0.3, 0.8) * size;
    return `<path d="M${bx - size} ${by - lift} Q${bx - size * 0.4} ${by - lift * 0.9} ${bx} ${by} Q${bx + size * 0.4} ${by - lift * 0.9} ${bx + size} ${by - lift} Q${bx + size * 0.35} ${by - lift * 0.3} ${bx} ${by + size * 0.24} Q${bx - size * 0.35} ${by - lift * 0.3} ${bx - size} ${by - lift} Z" fill="${light.dark}"/>`;
  }).join('');
}
