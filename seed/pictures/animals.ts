import type { Random } from '../random.ts';
import { blade, blob, type Light, mix } from './canvas.ts';

/** A grazing animal on the near hill, against the light. */
export function grazer(random: Random, light: Light): string {
  const coat = mix(random.pick(['#7a5a34', '#5f4a30', '#8c7048']), light.dark, 0.45);
  const hasHorns = random.maybe(0.6);
  const one = (
    x: number,
    y: number,
    scale: number,
    flip: number,
  ) => `<g transform="translate(${x} ${y}) scale(${flip * scale} ${scale})" fill="${coat}">
    <path d="M-150 -10 C -160 -70 -110 -92 -50 -86 C 0 -92 50 -94 84 -84 C 104 -118 120 -150 142 -164 C 166 -176 196 -160 222 -138 C 226 -126 214 -118 196 -122 C 180 -118 168 -98 156 -60 C 146 -30 128 -8 96 0 L -110 6 C -130 6 -146 4 -150 -10 Z"/>
    <path d="M-136 -20 L-146 70 L-152 170 L-132 170 L-122 80 L-104 0 Z M-96 -10 L-100 80 L-96 170 L-78 170 L-78 80 L-66 -4 Z M64 -10 L66 80 L58 170 L78 170 L88 84 L96 -4 Z M96 -20 L112 80 L112 170 L131 170 L134 76 L124 -30 Z"/>
    <path d="${blade(142, -160, 118, -206, 14)}"/><path d="${blade(154, -164, 148, -214, 13)}"/>
    ${hasHorns ? `<path d="M160 -166 C 150 -220 168 -262 196 -286 M166 -166 C 170 -216 196 -240 224 -252" stroke="${mix(coat, '#000000', 0.3)}" stroke-width="9" fill="none" stroke-linecap="round"/>` : ''}
    <circle cx="178" cy="-146" r="5" fill="#0f100c"/><path d="M84 -84 C 20 -98 -60 -92 -110 -86" stroke="${light.sun}" stroke-opacity="0.5" stroke-width="5" fill="none"/></g>`;
  const flip = random.maybe(0.5) ? -1 : 1;
  const herd = random.maybe(0.6) ? one(random.between(180, 330), 560, 0.42, flip) + one(random.between(880, 1010), 575, 0.46, -flip) : '';
  return `${herd}${one(random.between(500, 660), random.between(590, 630), random.between(1.05, 1.3), flip)}`;
}

export function frog(random: Random, light: Light, skin: string): string {
  const spots = Array.from(
    { length: 16 },
    () =>
      `<path d="${blob(random, random.between(-190, 120), random.between(-80, 60), random.between(8, 22))}" fill="${mix(skin, '#1f2a14', 0.55)}" opacity="0.7"/>`,
  ).join('');
  return `<g transform="translate(600 600) scale(${random.maybe(0.5) ? 1.25 : -1.25} 1.25)">
    <ellipse cx="0" cy="118" rx="300" ry="40" fill="${light.dark}" opacity="0.5" filter="url(#near)"/>
    <path d="M-250 90 C -330 20 -250 -70 -150 -40 C -190 20 -160 80 -90 112 C -150 130 -220 124 -250 90 Z" fill="${mix(skin, '#1f2a14', 0.2)}"/>
    <path d="M-220 70 C -220 -60 -60 -160 90 -130 C 130 -190 190 -170 190 -120 C 260 -90 280 -40 250 -6 C 200 40 100 90 -20 112 C -120 120 -220 120 -220 70 Z" fill="${skin}"/>${spots}
    <path d="M100 40 C 110 90 90 110 60 128 L 140 130 C 166 96 168 60 156 20 Z" fill="${mix(skin, '#1f2a14', 0.15)}"/>
    <path d="M246 -10 C 190 14 130 20 90 8" stroke="${mix(skin, '#000000', 0.6)}" stroke-width="5" fill="none"/>
    <circle cx="150" cy="-126" r="32" fill="#c9a23a"/><ellipse cx="152" cy="-126" rx="20" ry="14" fill="#14150f"/><circle cx="160" cy="-134" r="6" fill="#fff"/>
    <path d="M-160 -20 C -60 -110 40 -120 100 -112" stroke="#f4f0d8" stroke-opacity="0.45" stroke-width="9" fill="none"/></g>`;
}

export function lizard(random: Random, light: Light, skin: string): string {
  const rock = Array.from(
    { length: 5 },
    (_, at) =>
      `<path d="${blob(random, 120 + at * 250, 760 + random.between(-20, 30), random.between(190, 260), 0.14)}" fill="${mix(random.pick(['#8a8472', '#aea793', '#6b6759']), light.dark, 0.18)}"/>`,
  ).join('');
  const bands = Array.from(
    { length: 11 },
    (_, at) =>
      `<ellipse cx="${-150 + at * 30}" cy="${-6 + Math.sin(at / 2) * 8}" rx="7" ry="24" fill="${mix(skin, '#231c0c', 0.6)}" opacity="0.75"/>`,
  ).join('');
  return `${rock}<g transform="translate(620 560) scale(${random.maybe(0.5) ? 1.3 : -1.3} 1.3) rotate(${random.between(-10, 4)})" fill="${skin}">
    <path d="M-170 14 C -300 20 -380 70 -440 20 C -400 34 -330 -30 -170 -22 Z"/>
    <path d="M-120 20 L-170 70 L-212 72 M110 20 L128 74 L170 82 M-90 -24 L-130 -64 L-168 -60 M120 -24 L150 -62 L190 -58" stroke="${mix(skin, '#000000', 0.2)}" stroke-width="17" stroke-linecap="round" stroke-linejoin="round" fill="none"/>
    <path d="M-190 0 C -120 -46 80 -50 160 -30 C 200 -48 260 -30 276 0 C 258 28 200 34 160 24 C 80 46 -120 42 -190 0 Z"/>${bands}
    <circle cx="226" cy="-14" r="9" fill="#14150f"/><circle cx="229" cy="-17" r="3" fill="#fff"/><path d="M-150 -18 C -60 -42 90 -42 170 -22" stroke="${light.sun}" stroke-opacity="0.5" stroke-width="5" fill="none"/></g>`;
}

export function snail(random: Random, light: Light, shell: string): string {
  const turns = Array.from(
    { length: 5 },
    (_, at) =>
      `<circle cx="${at * 12}" cy="${-at * 4}" r="${150 - at * 31}" fill="none" stroke="${mix(shell, '#47300c', 0.75)}" stroke-width="${17 - at * 2.6}"/>`,
  ).join('');
  const leaf = `<path d="${blade(40, 800, 1180, 640, 230)}" fill="${light.land[2]}"/><path d="M40 800 Q 600 700 1180 640" stroke="${light.land[0]}" stroke-width="7" fill="none" opacity="0.7"/>`;
  return `${leaf}<g transform="translate(560 540) scale(${random.maybe(0.5) ? 1.1 : -1.1} 1.1)">
    <path d="M-260 172 C -160 120 130 130 210 110 C 250 96 262 20 290 -6 C 330 -30 376 10 366 60 C 350 140 270 186 160 190 Z" fill="#b3a27c"/>
    <path d="M310 0 L326 -96 M346 8 L396 -78" stroke="#b3a27c" stroke-width="12" stroke-linecap="round"/><circle cx="327" cy="-100" r="11" fill="#3a3931"/><circle cx="399" cy="-82" r="11" fill="#3a3931"/>
    <circle cx="0" cy="0" r="166" fill="${shell}"/>${turns}<path d="M-120 -80 C -70 -150 40 -160 100 -110" stroke="#fffdf0" stroke-opacity="0.6" stroke-width="14" fill="none" stroke-linecap="round"/></g>`;
}

export function spider(random: Random): string {
  const [x, y] = [random.between(540, 660), random.between(400, 480)];
  const spokes = Array.from({ length: 18 }, (_, at) => (at / 18) * Math.PI * 2 + random.between(-0.06, 0.06));
  const threads = spokes.map((angle) => `<path d="M${x} ${y} L${x + Math.cos(angle) * 900} ${y + Math.sin(angle) * 900}"/>`).join('');
  const rings = Array.from({ length: 20 }, (_, ring) => {
    const reach = 60 + ring * 24;
    const points = spokes.map(
      (angle) =>
        `${(x + Math.cos(angle) * reach * random.between(0.98, 1.02)).toFixed(1)} ${(y + Math.sin(angle) * reach * random.between(0.98, 1.02)).toFixed(1)}`,
    );
    return `<polygon points="${points.join(' ')}"/>`;
  }).join('');
  const drops = Array.from({ length: 70 }, () => {
    const angle = random.pick(spokes);
    const reach = random.between(70, 520);
    return `<circle cx="${x + Math.cos(angle) * reach}" cy="${y + Math.sin(angle) * reach}" r="${random.between(2, 5)}" fill="#ffffff" opacity="0.8"/>`;
  }).join('');
  const legs = Array.from({ length: 8 }, (_, at) => {
    const side = at < 4 ? -1 : 1;
    const lift = -70 + (at % 4) * 46;
    return `<path d="M0 ${-20 + (at % 4) * 12} Q${side * 70} ${lift - 40} ${side * 120} ${lift + 24}"/>`;
  }).join('');
  return `<g fill="none" stroke="#f4f1e6" stroke-opacity="0.62" stroke-width="2.2">${threads}${rings}</g>${drops}<g transform="translate(${x} ${y}) scale(1.25)"><g fill="none" stroke="#47300c" stroke-width="9" stroke-linecap="round">${legs}</g>
    <ellipse cy="52" rx="54" ry="70" fill="#8a5a22"/><ellipse cy="-24" rx="32" ry="34" fill="#62400b"/><path d="M0 6 L0 100 M-26 34 L26 34 M-22 60 L22 60" stroke="#f1d389" stroke-width="10" stroke-linecap="round"/></g>`;
}
