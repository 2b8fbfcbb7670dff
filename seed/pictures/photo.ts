import { createHash } from 'node:crypto';
import sharp, { type Exif } from 'sharp';
import type { PlannedRecord } from '../plan.ts';
import { type Random, seededRandom, deriveUuid } from '../random.ts';
import { HEIGHT, LIGHTS, WIDTH } from './canvas.ts';
import { findPicture } from './species.ts';

export interface DrawnPhoto {
  id: string;
  sha256: string;
  bytes: Buffer;
  width: number;
  height: number;
}

const GRAIN_EDGE = 256;
/** Sensor noise, which makes drawings look more like photos. */
const GRAIN = grainOf(seededRandom('grain'));

const blur = (name: string, amount: number) =>
  `<filter id="${name}" x="-40%" y="-40%" width="180%" height="180%"><feGaussianBlur stdDeviation="${amount}"/></filter>`;

/** The picture of a record as SVG. */
export function drawing(record: Pick<PlannedRecord, 'number' | 'taxon' | 'place'>, width = WIDTH): string {
  const random = seededRandom(`picture ${record.number}`);
  const lights = record.place.country === 'ZA' ? [LIGHTS[5]!, LIGHTS[1]!, LIGHTS[3]!] : LIGHTS.slice(0, 5);
  const light = random.pick(lights);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${heightOf(width)}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    <defs>${blur('far', 34)}${blur('near', 7)}${blur('mist', 22)}<radialGradient id="edge" r="0.75"><stop offset="0.62" stop-color="#14170f" stop-opacity="0"/><stop offset="1" stop-color="#14170f" stop-opacity="0.42"/></radialGradient></defs>
    ${findPicture(record.taxon)(random, light)}<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#edge)"/></svg>`;
}

const heightOf = (width: number) => Math.round((width * HEIGHT) / WIDTH);

/** Draws the photo of a record as a JPEG with EXIF for its time and place. `width` is in pixels. */
export async function drawPhoto(record: PlannedRecord, width = WIDTH): Promise<DrawnPhoto> {
  const bytes = await sharp(Buffer.from(drawing(record, width)))
    .composite([{ input: GRAIN, raw: { width: GRAIN_EDGE, height: GRAIN_EDGE, channels: 3 }, tile: true, blend: 'soft-light' }])
    .withExif(exifOf(record))
    .jpeg({ quality: 84 })
    .toBuffer();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  // The id depends on the bytes, because an id can only be used for one file.
  return { id: deriveUuid(`photo ${sha256}`), sha256, bytes, width, height: heightOf(width) };
}

function exifOf({ body }: PlannedRecord): Exif {
  const day = String(body.observed_on).slice(0, 10).padEnd(10, '-01').replaceAll('-', ':');
  const taken = `${day} ${body.observed_time ?? '12:00'}:00`;
  const { latitude, longitude } = body as { latitude: number; longitude: number };
  return {
    IFD0: { Make: 'Veld', Model: 'Demo camera', DateTime: taken },
    IFD2: { DateTimeOriginal: taken, DateTimeDigitized: taken },
    IFD3: {
      GPSLatitudeRef: latitude < 0 ? 'S' : 'N',
      GPSLatitude: degrees(latitude),
      GPSLongitudeRef: longitude < 0 ? 'W' : 'E',
      GPSLongitude: degrees(longitude),
    },
  };
}

/** Degrees, minutes and hundredths of seconds in the format of EXIF. */
function degrees(value: number): string {
  const hundredths = Math.round(Math.abs(value) * 360_000);
  return `${Math.floor(hundredths / 360_000)}/1 ${Math.floor(hundredths / 6000) % 60}/1 ${hundredths % 6000}/100`;
}

function grainOf(random: Random): Buffer {
  const grain = Buffer.alloc(GRAIN_EDGE * GRAIN_EDGE * 3);
  for (let at = 0; at < grain.length; at += 3) grain.fill(128 + Math.round((random.next() + random.next() - 1) * 24), at, at + 3);
  return grain;
}
