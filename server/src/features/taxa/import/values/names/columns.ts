import { isAboveSpecies } from '@veld/contract';
import { isSpeciesOrBelow } from '../ranks.ts';
import type { RowValues } from '../../rows/row-values.ts';
import { cleanName } from './clean.ts';
import { parseName, type ScientificName } from './parse.ts';
import { findMarker } from './words.ts';

export interface RowName {
  name: string;
  authority: string | null;
  /** By the words of the name; null if they do not say it. */
  rank: string | null;
}

interface RowHints {
  /** The rank column; null if it is empty or unknown. */
  rank: string | null;
  isSynonym: boolean;
  /** A synonym without a rank column. */
  mayBeOldName: boolean;
  isBotanical: boolean;
  isVirus: boolean;
}

/** Markers of epithets below species. Names of animals have none for subspecies (ICZN art. 5.2). */
const MARKERS: Record<string, string> = { variety: 'var.', subvariety: 'subvar.', form: 'f.', subform: 'subf.' };

/**
 * The name of a row. `scientificName` and `canonicalName` come first; if they are missing or incomplete, the columns of genus and epithets
 * are used. If the columns contradict each other, there is a warning.
 */
export function readNameColumns(values: RowValues, hints: RowHints): RowName {
  const authority = values.get('authority') || null;
  const parse = (text: string) => parseName(text, { ...hints, authority });
  const written = writtenName(values, parse);
  const composed = composedName(values, hints);
  if (composed === '') return written ?? parse('');
  if (!written) return parse(composed);
  if (written.isOpen || bare(written.name) === bare(composed)) return written;
  const other = parse(composed);
  // The name of a higher taxon, and an epithet that the name does not have.
  const isShorter = bare(other.name).startsWith(`${bare(written.name)} `);
  if (isShorter && (hints.rank === null || (!isAboveSpecies(hints.rank) && !(hints.rank === 'species' && written.species !== null))))
    return { ...other, authority: authority ?? null };
  if (contradicts(values, written, other, hints)) values.warn('scientific_name', 'name_conflict', other.name);
  return written;
}

/** `scientificName`, which has ranks and hybrids that `canonicalName` leaves out, unless the two are different names. */
function writtenName(values: RowValues, parse: (text: string) => ScientificName): ScientificName | null {
  const scientific = textOf(values, 'scientific_name');
  const canonical = textOf(values, 'canonical_name');
  if (scientific === '') return canonical === '' ? null : parse(canonical);
  const read = parse(scientific);
  if (canonical === '' || `${bare(read.name)} `.startsWith(`${bare(canonical)} `)) return read;
  const other = parse(canonical);
  if (read.isOpen || other.isOpen || bare(other.name) === bare(read.name)) return other;
  values.warn('canonical_name', 'name_conflict', read.name);
  return other;
}

/** Whether the columns of epithets name another taxon. The genus of a synonym's row can be that of the accepted name. */
function contradicts(values: RowValues, name: ScientificName, composed: ScientificName, { isSynonym }: RowHints): boolean {
  const differ = (one: string | null, other: string | null) => one !== null && other !== null && folded(one) !== folded(other);
  const hasOwnGenus = textOf(values, 'generic_name') !== '' || !isSynonym;
  const isAbbreviated = name.genus?.endsWith('.') ?? false;
  return (
    (hasOwnGenus && !isAbbreviated && differ(name.genus, composed.genus)) ||
    differ(name.species, composed.species) ||
    differ(name.infraspecific, composed.infraspecific) ||
    (name.species !== null && name.infraspecific === null && composed.infraspecific !== null)
  );
}

/** The name composed of genus and epithets; '' without a genus. */
function composedName(values: RowValues, { rank, isBotanical }: RowHints): string {
  const genus = genusOf(values);
  if (genus === '') return '';
  const species = textOf(values, 'specific_epithet');
  const cultivar = textOf(values, 'cultivar_epithet').replace(/^'|'$/g, '');
  const infraspecific = species === '' ? '' : textOf(values, 'infraspecific_epithet');
  const subgenus = textOf(values, 'subgenus').replace(/[()]/g, '').split(' ').at(-1)!;
  if (rank === 'subgenus' && species === '' && subgenus !== '')
    return isBotanical ? `${genus} subg. ${subgenus}` : `${genus} (${subgenus})`;
  const isNothospecies = rank === 'hybrid' && infraspecific === '' && /^\p{Ll}/u.test(species) && !genus.startsWith('×');
  const marker = MARKERS[rank ?? ''] ?? (rank === 'subspecies' && isBotanical ? 'subsp.' : '');
  const hasMarker = marker === '' || infraspecific === '' || findMarker(infraspecific.split(' ', 1)[0]!) !== null;
  return [
    genus,
    isNothospecies && !/^[×x] /.test(species) ? '×' : '',
    species,
    hasMarker ? '' : marker,
    infraspecific,
    cultivar === '' ? '' : `'${cultivar}'`,
  ]
    .filter(Boolean)
    .join(' ');
}

function genusOf(values: RowValues): string {
  return textOf(values, 'generic_name') || textOf(values, 'genus') || textOf(values, 'uninomial');
}

function textOf(values: RowValues, field: Parameters<RowValues['get']>[0]): string {
  const text = values.get(field);
  return text === '' ? '' : cleanName(text);
}

/** A name without markers and signs, as `canonicalName` writes it. */
function bare(name: string): string {
  return name
    .split(' ')
    .filter((word) => word !== '×' && findMarker(word) === null)
    .join(' ')
    .replace(/^[×+]/, '');
}

function folded(epithet: string): string {
  return epithet
    .normalize('NFD')
    .replace(/[\p{M}-]/gu, '')
    .toLowerCase();
}

/** Whether a rank column contradicts the words of a name. */
export function contradictsRank({ name, rank }: RowName, column: string | null): boolean {
  if (column === null || rank === null) return false;
  const [ofName, ofColumn] = [levelOf(rank), levelOf(column)];
  if (ofName === null || ofColumn === null) return false;
  if (ofName !== ofColumn) return true;
  // A third word without a marker can have any rank below species.
  const isMarked = name.split(' ').some((word) => findMarker(word) !== null);
  return ofName === BELOW && isMarked && rank !== column && !VAGUE.has(rank) && !VAGUE.has(column);
}

const BELOW = 3;
const VAGUE: ReadonlySet<string> = new Set(['infraspecies', 'infrahybrid']);

function levelOf(rank: string): number | null {
  if (isAboveSpecies(rank)) return 1;
  if (/^(species|hybrid|aggregate|complex)$/.test(rank)) return 2;
  return isSpeciesOrBelow(rank) && rank !== 'strain' && rank !== 'cultivar' ? BELOW : null;
}
