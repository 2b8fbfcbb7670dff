// Makes the icons of the installed app from web/public/favicon.svg: `node scripts/icons.ts`. Run it when the mark changes.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const publicFolder = fileURLToPath(new URL('../web/public/', import.meta.url));
const mark = readFileSync(`${publicFolder}favicon.svg`, 'utf8');

/** Phones cut a maskable icon to a circle of 80 % of its width: ground to the edges, drawing smaller in the middle. */
function maskable(svg: string): string {
  const ground = svg.match(/<rect[^>]*fill="([^"]+)"/)?.[1];
  if (!ground) throw new Error('favicon.svg begins with a ground rect; it is what fills the maskable icon');
  const drawing = svg.slice(svg.indexOf('/>', svg.indexOf('<rect')) + 2, svg.lastIndexOf('</svg>'));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${ground}"/><g transform="translate(16 16) scale(.78) translate(-16 -16)">${drawing}</g></svg>`;
}

for (const size of [192, 512]) {
  for (const [name, svg] of [
    ['icon', mark],
    ['icon-maskable', maskable(mark)],
  ] as const) {
    const png = await sharp(Buffer.from(svg), { density: (72 * size) / 32 })
      .resize(size, size)
      .png({ compressionLevel: 9, palette: true })
      .toBuffer();
    writeFileSync(`${publicFolder}${name}-${size}.png`, png);
    console.log(`${name}-${size}.png ${png.length} bytes`);
  }
}
