import { buffer } from 'node:stream/consumers';
import { type Language, MAX_PACK_SPECIES, type PackSpecies } from '@veld/contract';
import type { Context } from '../../../http/context.ts';
import type { KeyRange } from '../../map/boxes.ts';
import { findSummaries } from '../../taxa/lineages.ts';
import { findPictures, pictureKey, pictureVersion } from '../../taxa/pictures.ts';
import type { TileRequestRow } from '../store.ts';
import { listCommonest, type RecordReader } from './records-store.ts';

type Parts = Pick<Context, 'readDb' | 'files'>;

/** Whose species, in which language. */
export interface SpeciesReader extends RecordReader {
  language: Language;
}

export function pickSpeciesReader({ user_id, record_groups, language }: TileRequestRow): SpeciesReader {
  return { userId: user_id, groups: record_groups, language };
}

/** The commonest species of an area with their names and small pictures. */
export function listSpecies(parts: Parts, ranges: readonly KeyRange[], reader: SpeciesReader): Promise<PackSpecies[]> {
  // A file that was removed since is left out.
  const imageOf = async (key: string) => (await buffer(parts.files.read(key)).catch(() => null))?.toString('base64') ?? null;
  return speciesWith(parts, ranges, reader, imageOf);
}

/** How many bytes the species have as JSON, without reading their pictures. */
export async function sizeOfSpecies(parts: Parts, ranges: readonly KeyRange[], reader: SpeciesReader): Promise<number> {
  let pictures = 0;
  const withoutImage = async (key: string) => {
    const size = await parts.files.size(key);
    pictures += Math.ceil((size ?? 0) / 3) * 4;
    return size === null ? null : '';
  };
  const species = await speciesWith(parts, ranges, reader, withoutImage);
  return Buffer.byteLength(JSON.stringify(species)) + pictures;
}

async function speciesWith(
  { readDb }: Parts,
  ranges: readonly KeyRange[],
  reader: SpeciesReader,
  imageOf: (key: string) => Promise<string | null>,
): Promise<PackSpecies[]> {
  const commonest = await listCommonest(readDb, ranges, reader, MAX_PACK_SPECIES);
  const ids = commonest.map(({ taxon_id }) => taxon_id);
  const names = await findSummaries(readDb, ids, reader.language);
  const pictures = new Map((await findPictures(readDb, ids)).map((row) => [row.id, row]));
  const species: PackSpecies[] = [];
  for (const { taxon_id: id, records } of commonest) {
    const taxon = names.get(id);
    if (!taxon) continue;
    const row = pictures.get(id);
    const image = row ? await imageOf(pictureKey(row)) : null;
    const picture = row && image !== null ? { version: pictureVersion(row), image } : null;
    const { name, scientific_name, group } = taxon;
    species.push({ id, name, scientific_name, group, records, picture });
  }
  return species;
}
