import type { Random } from '../random.ts';
import { blade, type Light, mix } from './canvas.ts';
import { bloom } from './plants.ts';

/** Colours of the wings, their edge and their spots. */
export type Wings = readonly [string, string, string];

/** A butterfly with open wings on a flower. */
export function butterfly(random: Random, light: Light, [wing, edge, spot]: Wings): string {
  const half = `
    <path d="M10 -20 C 70 -210 270 -260 330 -190 C 350 -110 270 -20 20 12 Z" fill="${wing}" stroke="${edge}" stroke-width="17"/>
    <path d="M16 10 C 140 -10 280 30 270 120 C 250 210 120 220 60 150 C 30 110 14 60 16 10 Z" fill="${mix(wing, edge, 0.16)}" stroke="${edge}" stroke-width="14"/>
    <path d="M20 -10 L300 -180 M20 -4 L320 -120 M24 14 L240 150 M24 20 L150 196" stroke="${edge}" stroke-width="5" stroke-opacity="0.55"/>
    <circle cx="276" cy="-176" r="20" fill="${edge}"/><circle cx="282" cy="-180" r="9" fill="${spot}"/><circle cx="196" cy="106" r="26" fill="${edge}"/><circle cx="198" cy="104" r="14" fill="${spot}"/>
    <circle cx="240" cy="-96" r="13" fill="${spot}" opacity="0.9"/><circle cx="120" cy="150" r="12" fill="${spot}" opacity="0.85"/>`;
  return `${bloom(random, light, 600, 640, 210)}<g transform="translate(${random.between(560, 640)} 440) rotate(${random.between(-28, 28)}) scale(${random.between(1.05, 1.25)})">
    ${half}<g transform="scale(-1 1)">${half}</g><path d="M0 -96 C 20 -60 18 90 0 150 C -18 90 -20 -60 0 -96 Z" fill="#2a2418"/><path d="M-4 -90 Q -40 -160 -78 -188 M4 -90 Q 40 -160 78 -188" stroke="#2a2418" stroke-width="5" fill="none" stroke-linecap="round"/></g>`;
}

/** A dragonfly at the tip of a stem. */
export function dragonfly(random: Random, light: Light, body: string): string {
  const wing = (
    angle: number,
    length: number,
  ) => `<g transform="rotate(${angle})"><path d="${blade(0, 0, length, 0, 46)}" fill="#f6faf8" fill-opacity="0.5" stroke="#4a5a58" stroke-opacity="0.7" stroke-width="3"/>
    ${Array.from({ length: 6 }, (_, at) => `<path d="M${length * 0.1} 0 L${length * (0.3 + at * 0.1)} ${(at % 2 ? 1 : -1) * 19}" stroke="#4a5a58" stroke-opacity="0.4" stroke-width="2"/>`).join('')}<rect x="${length * 0.86}" y="-13" width="20" height="9" fill="#3a3931" opacity="0.75"/></g>`;
  const rings = Array.from(
    { length: 9 },
    (_, at) =>
      `<rect x="-13" y="${20 + at * 36}" width="26" height="33" rx="8" fill="${mix(body, at % 2 ? '#14150f' : '#ffffff', at % 2 ? 0.4 : 0.1)}"/>`,
  ).join('');
  return `<path d="${blade(random.between(420, 560), 940, 640, 240, 11)}" fill="${light.land[2]}"/><g transform="translate(630 330) rotate(${random.between(24, 52)}) scale(1.2)">
    ${wing(-14, 360)}${wing(194, 360)}${wing(12, 320)}${wing(168, 320)}${rings}<ellipse cy="-6" rx="36" ry="48" fill="${mix(body, '#14150f', 0.25)}"/><circle cx="-20" cy="-64" r="27" fill="${mix(body, '#000000', 0.45)}"/><circle cx="20" cy="-64" r="27" fill="${mix(body, '#000000', 0.45)}"/><circle cx="-26" cy="-72" r="7" fill="#ffffff" opacity="0.7"/><circle cx="14" cy="-72" r="7" fill="#ffffff" opacity="0.7"/></g>`;
}

/** A bumblebee or a ladybird on a flower. */
export function insect(random: Random, light: Light, isBee: boolean): string {
  const shell = isBee ? '#d79f33' : '#b32f1c';
  const legs = [-1, 1]
    .flatMap((side) => [-50, 10, 66].map((y) => `<path d="M${side * 60} ${y} q ${side * 60} -20 ${side * 84} 36"/>`))
    .join('');
  const marks = isBee
    ? [10, 52, 94]
        .map(
          (y) =>
            `<path d="M-${92 - Math.abs(y - 40) * 0.3} ${y} Q 0 ${y + 24} ${92 - Math.abs(y - 40) * 0.3} ${y}" stroke="#2a2418" stroke-width="21" fill="none"/>`,
        )
        .join('')
    : `<path d="M0 -40 L0 140" stroke="#14150f" stroke-width="5"/>${Array.from({ length: 6 }, (_, at) => `<circle cx="${(at % 2 ? 1 : -1) * (30 + (at >> 1) * 8)}" cy="${-8 + (at >> 1) * 46}" r="13" fill="#14150f" opacity="0.75"/>`).join('')}`;
  const wings = isBee
    ? `<path d="${blade(-20, -30, -230, 60, 60)}" fill="#ffffff" fill-opacity="0.45"/><path d="${blade(20, -30, 230, 60, 60)}" fill="#ffffff" fill-opacity="0.45"/>`
    : '';
  return `${bloom(random, light, 600, 560, 300)}<g transform="translate(600 470) rotate(${random.between(-50, 50)}) scale(1.3)"><g fill="none" stroke="#1c1a12" stroke-width="10" stroke-linecap="round">${legs}</g>
    <ellipse cy="46" rx="98" ry="116" fill="${shell}"/>${marks}<ellipse cy="-62" rx="66" ry="48" fill="${isBee ? '#8a6a34' : '#1c1a12'}"/><circle cy="-118" r="36" fill="#1c1a12"/>${wings}
    <path d="M-14 -146 Q -36 -190 -72 -196 M14 -146 Q 36 -190 72 -196" stroke="#1c1a12" stroke-width="6" fill="none"/><path d="M-66 0 C -50 -34 -20 -44 10 -44" stroke="#ffffff" stroke-opacity="0.45" stroke-width="12" fill="none" stroke-linecap="round"/></g>`;
}
