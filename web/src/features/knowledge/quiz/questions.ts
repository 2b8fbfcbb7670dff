import { isImageLicense } from '@veld/contract';
import type { QuizMode, QuizQuestion } from '../../../local/guide/quiz';
import type { Taxon } from '../../../shared/taxa/data';

export const ROUND_SIZE = 10;
const OPTIONS = 4;
/** Relatives among which the wrong names are chosen, the nearest first. */
const NEAREST = 8;

/** Whether a species has a picture that may be shown: with its photographer and licence. */
export function hasCreditedPicture({ image_url: url, image_attribution: credit }: Pick<Taxon, 'image_url' | 'image_attribution'>): boolean {
  if (!url || !credit) return false;
  const at = credit.lastIndexOf(', ');
  return at > 0 && isImageLicense(credit.slice(at + 2), true);
}

/** Whether a species has a name besides the scientific one. */
export const hasOwnName = ({ name, scientific_name }: Taxon) => name !== scientific_name;

/** The species of a list that can be asked in a mode. */
export function askable(list: readonly Taxon[], mode: QuizMode): Taxon[] {
  return list.filter(mode === 'picture' ? hasCreditedPicture : hasOwnName);
}

/** The ids of the species that a species is often confused with. */
export type LookAlikesOf = (taxonId: number) => readonly number[];

/**
 * A question about a species with three others of the list: those it is often confused with, then the most similar ones of its genus,
 * else of its family, else of its group. Null if there are too few with different names.
 */
export function questionAbout(
  species: Taxon,
  list: readonly Taxon[],
  mode: QuizMode,
  random: () => number,
  lookAlikesOf: LookAlikesOf = () => [],
): QuizQuestion | null {
  const asks = mode === 'name' && random() < 0.5 ? 'scientific' : 'vernacular';
  const others = mode === 'name' ? list.filter(hasOwnName) : list;
  const lookAlikes = lookAlikesOf(species.id);
  const similar = shuffled(nearest(species, others, lookAlikes), random);
  const isConfused = ({ id }: Taxon) => lookAlikes.includes(id);
  const wrong = [...similar.filter(isConfused), ...similar.filter((one) => !isConfused(one))].slice(0, OPTIONS - 1);
  if (wrong.length < OPTIONS - 1) return null;
  return { taxon_id: species.id, options: shuffled([species, ...wrong], random).map(({ id }) => id), asks };
}

function nearest(species: Taxon, list: readonly Taxon[], lookAlikes: readonly number[]): Taxon[] {
  const names = new Set([species.name, species.scientific_name]);
  const ranked = list
    .filter(({ id }) => id !== species.id)
    .map((other) => ({ other, distance: lookAlikes.includes(other.id) ? -1 : distanceOf(species, other) }))
    .toSorted((one, other) => one.distance - other.distance);
  const found: Taxon[] = [];
  for (const { other, distance } of ranked) {
    // Enough close relatives: none from further away.
    if (found.length >= NEAREST || (found.length >= OPTIONS - 1 && distance > 1)) break;
    if (names.has(other.name) || names.has(other.scientific_name)) continue;
    names.add(other.name).add(other.scientific_name);
    found.push(other);
  }
  return found;
}

const genusOf = ({ scientific_name }: Taxon) => scientific_name.split(' ')[0];

function distanceOf(species: Taxon, other: Taxon): number {
  if (genusOf(species) === genusOf(other)) return 0;
  if (species.family !== null && species.family === other.family) return 1;
  return species.group === other.group ? 2 : 3;
}

export function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const mixed = [...list];
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!];
  }
  return mixed;
}
