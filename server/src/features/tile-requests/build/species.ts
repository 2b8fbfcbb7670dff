import { buffer } from 'node:stream/consumers';
import { type Language, MAX_PACK_SPECIES, type PackSpecies } from '@veld/contract';
import type { Context } from '../../../http/context.ts';
import type { KeyRange } from '../../map/boxes.ts';
import { findSummaries } from '../../taxa/lineages.ts';
import { findPictures, pictureKey, pictureVersion } from '../../taxa/picture-store.ts';
import { listCommonest } from './records-store.ts';

type Parts = Pick<Context, 'readDb' | 'files'>;

/** The commonest species of an area with their names and small pictures. */
export async function listSpecies(
  { readDb, files }: Parts,
  ranges: readonly KeyRange[],
  viewerId: string,
  language: Language,
): Promise<PackSpecies[]> {
  const commonest = await listCommonest(readDb, ranges, viewerId, MAX_PACK_SPECIES);
  const ids = commonest.map(({ taxon_id }) => taxon_id);
  const names = await findSummaries(readDb, ids, language);
  const pictures = new Map((await findPictures(readDb, ids)).map((row) => [row.id, row]));
  const species: PackSpecies[] = [];
  for (const { taxon_id: id, records } of commonest) {
    const taxon = names.get(id);
    if (!taxon) continue;
    const row = pictures.get(id);
    // A file that was removed since is left out.
    const image = row ? await buffer(files.read(pictureKey(row))).catch(() => null) : null;
    const picture = row && image ? { version: pictureVersion(row), image: image.toString('base64') } : null;
    const { name, scientific_name, group } = taxon;
    species.push({ id, name, scientific_name, group, records, picture });
  }
  return species;
}
