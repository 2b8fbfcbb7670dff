import type { Language } from '@veld/contract';
import type { ArchiveFile } from '../archive/archive-file.ts';

/** The text format of a table. */
export interface Dialect {
  /** An encoding label of TextDecoder. */
  encoding: string;
  delimiter: string;
  /** Null if values are not quoted, so that a quote is an ordinary character. */
  quote: string | null;
  /** Line endings; undefined to detect them in the text. */
  lineEnds: string[] | undefined;
  /** Lines before the first row, whether or not they have text. */
  headerLines: number;
}

/** `profiles` say what holds for a taxon in all countries of the file. */
export type TableKind = 'taxa' | 'names' | 'countries' | 'profiles';

/** One table of an import: its files, their dialect, and the meaning of its columns. */
export interface Table {
  kind: TableKind;
  files: readonly [ArchiveFile, ...ArchiveFile[]];
  dialect: Dialect;
  /** The field of each column, counted from 0. */
  columns: Map<Field, number>;
  /** The language of each column that has vernacular names of that language, counted from 0. */
  nameColumns?: ReadonlyMap<number, Language>;
  /** Constant values of fields without a column. */
  defaults: Map<Field, string>;
  /** Column titles by position, for messages. */
  titles: Map<number, string>;
  /** Whether it is one of Veld's own tables. */
  isVeld: boolean;
  /** Whether it is of a ColDP data package, in which the parent of a synonym is its accepted taxon. */
  isColdp?: boolean;
  /** Whether it has records of taxa, so that it is no list of taxa if there is another. */
  isOfOccurrences?: boolean;
  /** The table with the names of this one's rows, by `name_id`. */
  names?: Table;
}

/** The fields of an import. */
export const FIELDS = [
  'id',
  'scientific_name',
  'canonical_name',
  'authority',
  'rank',
  'parent_id',
  'parent_name',
  'accepted_id',
  'status',
  'kingdom',
  'phylum',
  'class',
  'order',
  'family',
  'genus',
  'generic_name',
  'subgenus',
  'cultivar_epithet',
  'higher_classification',
  'nomenclatural_code',
  'specific_epithet',
  'infraspecific_epithet',
  'uninomial',
  'name_id',
  'accepted_name',
  'original_name',
  'vernacular_name',
  'language',
  'is_preferred',
  'country_code',
  'location_id',
  'area',
  'gazetteer',
  'occurrence_status',
  'establishment_means',
  'degree_of_establishment',
  'threat_status',
  'is_invasive',
  'protection',
  'reference',
  'observation_count',
  'group',
  'rarity_class',
  'countries',
  'name',
] as const;
export type Field = (typeof FIELDS)[number];
