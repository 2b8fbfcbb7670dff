import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../http/context.ts';
import { contentTag } from '../../http/etag.ts';
import { FairQueue } from '../../http/fair-queue.ts';
import type { PublicDocument } from '../../http/public-page.ts';
import { escapeMarkup } from '../../http/markup.ts';

/** What websites and messengers show of a link, in pixels. */
const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 60;
/** Limit in bytes of the previews that are kept in memory; one has about 100 kB. */
const CACHE_BYTES = 24_000_000;
/** Of each network; one preview takes about 50 ms. */
const LIMITS = { running: 1, runningOfOne: 1, waiting: 30, waitingOfOne: 5, maxWaitMs: 10_000 };
/** The width of a letter as a part of its height, on average and on the safe side. */
const LETTER = 0.56;

interface Preview {
  /** Without quotes: known before it is drawn. */
  etag: string;
  draw: () => Promise<Buffer>;
}

/** Makes the previews of pages: the photo with the name, and place and date in words. They have no metadata. */
export function makePreviews(context: Pick<Context, 'files'>): (document: PublicDocument, network: string) => Preview {
  const kept = new LRUCache<string, Buffer>({ maxSize: CACHE_BYTES, sizeCalculation: (bytes) => bytes.length });
  const queue = new FairQueue(LIMITS);
  return ({ content: { title, scientific_name }, caption, picture }, network) => {
    const etag = contentTag(JSON.stringify([title, scientific_name, caption, typeof picture === 'string' ? picture : picture?.key]));
    const draw = async () => {
      const known = kept.get(etag);
      if (known) return known;
      const drawn = await queue.run(network, async () => {
        const photo = typeof picture === 'string' ? await buffer(context.files.read(picture)) : ((await picture?.read()) ?? null);
        return drawPreview(photo, writeCaption(title, scientific_name, caption));
      });
      kept.set(etag, drawn);
      return drawn;
    };
    return { etag, draw };
  };
}

/** Photos were made by this server itself when they arrived, so that they need no process of their own. */
async function drawPreview(photo: Buffer | null, caption: string): Promise<Buffer> {
  // Only a server that somebody asks for previews needs it.
  const { default: sharp } = await import('sharp');
  const ground = photo
    ? sharp(photo, { limitInputPixels: 1600 * 1600 })
        .resize(WIDTH, HEIGHT, { fit: 'cover' })
        .toColourspace('srgb')
    : sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#314c1d' } });
  return ground
    .composite([{ input: Buffer.from(caption) }])
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** One line that fits, smaller down to `smallest` and then cut. */
function fitLine(text: string, largest: number, smallest: number): { text: string; size: number } {
  const letters = [...text];
  const size = Math.max(smallest, Math.min(largest, Math.floor((WIDTH - 2 * MARGIN) / (LETTER * Math.max(1, letters.length)))));
  const most = Math.floor((WIDTH - 2 * MARGIN) / (LETTER * size));
  return {
    text:
      letters.length > most
        ? `${letters
            .slice(0, most - 1)
            .join('')
            .trimEnd()}…`
        : text,
    size,
  };
}

function writeCaption(title: string, scientific: string | null, caption: string): string {
  const lines = [
    { ...fitLine(caption, 34, 26), style: '' },
    ...(scientific ? [{ ...fitLine(scientific, 38, 28), style: 'font-style="italic"' }] : []),
    { ...fitLine(title, 68, 40), style: 'font-weight="700"' },
  ].filter(({ text }) => text !== '');
  let y = HEIGHT - MARGIN;
  const texts = lines.map(({ text, size, style }) => {
    const line = `<text x="${MARGIN}" y="${y}" font-size="${size}" ${style}>${escapeMarkup(text)}</text>`;
    y -= Math.round(size * 1.35);
    return line;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<defs><linearGradient id="shade" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.8"/></linearGradient></defs>
<rect y="${HEIGHT / 3}" width="${WIDTH}" height="${(HEIGHT * 2) / 3}" fill="url(#shade)"/>
<g fill="#fff" font-family="'Source Sans 3', 'Source Sans Pro', 'Noto Sans', 'DejaVu Sans', sans-serif">${texts.join('')}
<text x="${WIDTH - MARGIN}" y="${MARGIN + 20}" font-size="30" font-weight="700" text-anchor="end" stroke="#000" stroke-opacity="0.5" stroke-width="5" paint-order="stroke">Veld</text></g></svg>`;
}
