import { createHash } from 'node:crypto';
import type { TaxonGroup } from '@veld/contract';
import sharp, { type Exif } from 'sharp';
import type { PlannedRecord } from '../plan.ts';
import { type Chance, chanceOf, uuidOf } from '../random.ts';
import { fish, frog, grazer, lizard, snail, spider } from './animals.ts';
import { flock, perched, swimming } from './birds.ts';
import { HEIGHT, type Light, LIGHTS, WIDTH } from './canvas.ts';
import { close, floor, hills, reeds, under, water } from './grounds.ts';
import { butterfly, dragonfly, insect } from './insects.ts';
import { crust, fern, flowers, mushrooms, tree } from './plants.ts';

export interface DrawnPhoto {
  id: string;
  sha256: string;
  bytes: Buffer;
  width: number;
  height: number;
}

const SWIMMERS = /^(Anatidae|Podicipedidae|Rallidae|Gaviidae|Laridae|Pelecanidae|Phalacrocoracidae|Alcidae|Spheniscidae)$/;
const SOARERS = /^(Gruidae|Ciconiidae|Accipitridae|Falconidae|Hirundinidae|Apodidae|Threskiornithidae)$/;

const GRAIN_EDGE = 256;
/** What a sensor adds to each picture; a drawing without it looks like one. */
const GRAIN = grainOf(chanceOf('grain'));

type Drawing = (chance: Chance, light: Light, family: string) => string;

const DRAWINGS: Record<TaxonGroup, Drawing> = {
  bird: (chance, light, family) => {
    if (SWIMMERS.test(family)) return water(chance, light) + swimming(chance, light) + reeds(chance, light);
    if (SOARERS.test(family)) return hills(chance, light) + flock(chance, light);
    return close(chance, light) + perched(chance, light);
  },
  mammal: (chance, light) => hills(chance, light) + grazer(chance, light),
  amphibian: (chance, light) => floor(chance, light) + frog(chance, light),
  reptile: (chance, light) => close(chance, light) + lizard(chance, light),
  fish: (chance) => under(chance) + fish(chance),
  butterfly: (chance, light) => close(chance, light) + butterfly(chance, light),
  dragonfly: (chance, light) => close(chance, light) + dragonfly(chance, light),
  insect: (chance, light) => close(chance, light) + insect(chance, light),
  spider: (chance, light) => close(chance, light) + spider(chance),
  mollusc: (chance, light) => close(chance, light) + snail(chance, light),
  plant: (chance, light) => close(chance, light) + flowers(chance, light),
  tree: (chance, light) => hills(chance, light) + tree(chance, light),
  fern: (chance, light) => close(chance, light) + fern(chance, light),
  moss: (chance) => crust(chance, ['#557835', '#71934b', '#8fae69']),
  fungus: (chance, light) => floor(chance, light) + mushrooms(chance, light),
  lichen: (chance) => crust(chance, ['#d79f33', '#aec48f', '#b3c0b4', '#e6ba58']),
  other: (chance, light) => water(chance, light) + reeds(chance, light),
};

const blur = (name: string, amount: number) =>
  `<filter id="${name}" x="-40%" y="-40%" width="180%" height="180%"><feGaussianBlur stdDeviation="${amount}"/></filter>`;

/** The picture as SVG. */
export function drawing(record: Pick<PlannedRecord, 'number' | 'taxon' | 'place'>): string {
  const chance = chanceOf(`picture ${record.number}`);
  const lights = record.place.country === 'ZA' ? [LIGHTS[5]!, LIGHTS[1]!, LIGHTS[3]!] : LIGHTS.slice(0, 5);
  const light = chance.pick(lights);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    <defs>${blur('far', 34)}${blur('near', 7)}${blur('mist', 22)}<radialGradient id="edge" r="0.75"><stop offset="0.62" stop-color="#14170f" stop-opacity="0"/><stop offset="1" stop-color="#14170f" stop-opacity="0.42"/></radialGradient></defs>
    ${DRAWINGS[record.taxon.group](chance, light, record.taxon.family ?? '')}<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#edge)"/></svg>`;
}

/** A photo of a record: drawn by us, with the EXIF that a phone would have written at that time and place. */
export async function drawPhoto(record: PlannedRecord): Promise<DrawnPhoto> {
  const bytes = await sharp(Buffer.from(drawing(record)))
    .composite([{ input: GRAIN, raw: { width: GRAIN_EDGE, height: GRAIN_EDGE, channels: 3 }, tile: true, blend: 'soft-light' }])
    .withExif(exifOf(record))
    .jpeg({ quality: 84 })
    .toBuffer();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  // By its bytes: a picture drawn otherwise by another version is another photo.
  return { id: uuidOf(`photo ${sha256}`), sha256, bytes, width: WIDTH, height: HEIGHT };
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

/** Degrees, minutes and hundredths of seconds as EXIF writes them. */
function degrees(value: number): string {
  const hundredths = Math.round(Math.abs(value) * 360_000);
  return `${Math.floor(hundredths / 360_000)}/1 ${Math.floor(hundredths / 6000) % 60}/1 ${hundredths % 6000}/100`;
}

function grainOf(chance: Chance): Buffer {
  const grain = Buffer.alloc(GRAIN_EDGE * GRAIN_EDGE * 3);
  for (let at = 0; at < grain.length; at += 3) grain.fill(128 + Math.round((chance.next() + chance.next() - 1) * 24), at, at + 3);
  return grain;
}
