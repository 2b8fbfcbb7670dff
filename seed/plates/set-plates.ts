import { createHash } from 'node:crypto';
import { getCurrentImage, LANGUAGES, type Language, postTaxonImage, putImageDetails, type TaxonRow } from '@veld/contract';
import sharp from 'sharp';
import { call, uploadPhoto } from '../api.ts';
import { deriveUuid } from '../random.ts';
import { SPECIES } from '../species.ts';
import { drawPlate, PLATES } from './plates.ts';

/** As large as cards show them; larger ones take longer to render. */
const WIDTH = 640;
/** The server renders the pictures of one person one at a time; a second one is drawn and uploaded meanwhile. */
const AT_ONCE = 2;

/** "Drawing: great tit", for people who cannot see it. */
const ALTERNATIVE: Readonly<Record<Language, (name: string) => string>> = {
  en: (name) => `Drawing: ${name}`,
  nl: (name) => `Tekening: ${name}`,
  de: (name) => `Zeichnung: ${name}`,
  es: (name) => `Dibujo: ${name}`,
  fr: (name) => `Dessin : ${name}`,
  it: (name) => `Disegno: ${name}`,
  pt: (name) => `Desenho: ${name}`,
  pl: (name) => `Rysunek: ${name}`,
  af: (name) => `Tekening: ${name}`,
};

interface PlateOptions {
  taxa: Iterable<TaxonRow>;
  /** Of a curator. */
  token: string;
  /** At most so many, those of the species that the demo records most. */
  count: number;
}

/**
 * Makes Veld's own drawings the images of species that have none, as a curator does. Each plate is set once only: what curators change later,
 * stays. Returns how many were set.
 */
export async function setPlates(url: string, { taxa, token, count }: PlateOptions): Promise<number> {
  const byName = new Map<string, TaxonRow>();
  for (const taxon of taxa) if (taxon.names.sci !== undefined) byName.set(taxon.names.sci, taxon);
  const wanted = listPlates()
    .slice(0, count)
    .flatMap((name) => byName.get(name) ?? [])
    .filter((taxon) => taxon.image_url === null);
  let next = 0;
  let set = 0;
  const work = async () => {
    for (let taxon = wanted[next++]; taxon; taxon = wanted[next++]) if (await setPlate(url, taxon, token)) set += 1;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return set;
}

/** The species that have a plate, those first that the demo records most. */
export function listPlates(): string[] {
  const weights = new Map(SPECIES.map(({ scientificName, weight }) => [scientificName, weight]));
  return Object.keys(PLATES).toSorted((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0));
}

/** False if a curator took it away before. */
async function setPlate(url: string, taxon: TaxonRow, token: string): Promise<boolean> {
  const params = { taxonId: String(taxon.id) };
  const plate = await renderPlate(taxon.names.sci!);
  await uploadPhoto(url, plate, token);
  // The ids of the writes are those of the species, so that none is repeated, whatever the plate looks like by then.
  const choice = {
    image_url: `/api/media/${plate.id}/1600`,
    image_source: 'upload',
    credit: { author: 'Veld', license: 'CC0-1.0', page_url: null },
    write_id: deriveUuid(`plate of ${taxon.id}`),
  };
  await call(url, postTaxonImage, { params, body: choice }, token);
  const { data: image } = await call(url, getCurrentImage, { params }, token);
  if (!image) return false;
  const alt = Object.fromEntries(LANGUAGES.map((language) => [language, ALTERNATIVE[language](nameIn(taxon, language))]));
  const details = {
    crop: null,
    focus: null,
    alt,
    life_stage: null,
    media_id: image.media_id,
    write_id: deriveUuid(`words of the plate of ${taxon.id}`),
  };
  await call(url, putImageDetails, { params, body: details }, token);
  return true;
}

function nameIn({ names, name }: TaxonRow, language: Language): string {
  return names[language] ?? names.en ?? name;
}

/** The plate of a species as a JPEG; the id depends on its bytes, because an id can only be used for one file. */
export async function renderPlate(scientificName: string): Promise<{ id: string; sha256: string; bytes: Buffer }> {
  const bytes = await sharp(Buffer.from(drawPlate(scientificName, WIDTH)))
    .jpeg({ quality: 88 })
    .toBuffer();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { id: deriveUuid(`plate ${sha256}`), sha256, bytes };
}
