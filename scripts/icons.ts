// Makes the icons of the installed app from web/public/favicon.svg: `node scripts/icons.ts`. Run it when the logo changes.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const publicFolder = fileURLToPath(new URL('../web/public/', import.meta.url));
const logo = readFileSync(`${publicFolder}favicon.svg`, 'utf8');

/** Phones may crop a maskable icon to a circle of 80 % of its width, so the background fills the icon and the drawing is smaller. */
function maskable(svg: string): string {
  const background = svg.match(/<rect[^>]*fill="([^"]+)"/)?.[1];
  if (!background) throw new Error('favicon.svg has no filled rect, which is the background of the maskable icon');
  const drawing = svg.slice(svg.indexOf('/>', svg.indexOf('<rect')) + 2, svg.lastIndexOf('</svg>'));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${background}"/><g transform="translate(16 16) scale(.78) translate(-16 -16)">${drawing}</g></svg>`;
}

for (const size of [192, 512]) {
  for (const [name, svg] of [
    ['icon', logo],
    ['icon-maskable', maskable(logo)],
  ] as const) {
    const png = await sharp(Buffer.from(svg), { density: (72 * size) / 32 })
      .resize(size, size)
      .png({ compressionLevel: 9, palette: true })
      .toBuffer();
    writeFileSync(`${publicFolder}${name}-${size}.png`, png);
    console.log(`${name}-${size}.png ${png.length} bytes`);
  }
}
