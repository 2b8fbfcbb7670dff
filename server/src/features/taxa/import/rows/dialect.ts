import type { ArchiveFile } from '../archive/archive-file.ts';

/** How the text of a table is written. */
export interface Dialect {
  /** A label that TextDecoder knows. */
  encoding: string;
  delimiter: string;
  /** Null: no value is quoted, and a quote is a character like others. */
  quote: string | null;
  /** What ends a line; undefined: seen from the text. */
  lineEnds: string[] | undefined;
  headerLines: number;
}

export type TableKind = 'taxa' | 'names' | 'countries';

/** One table of an import: its files, how they are written, and what its columns mean. */
export interface Table {
  kind: TableKind;
  files: ArchiveFile[];
  dialect: Dialect;
  /** Own field by the place of its column, from 0. */
  columns: Map<Field, number>;
  /** What a field is in every row, where it has no column. */
  defaults: Map<Field, string>;
  /** How columns are called, by their place; for messages. */
  titles: Map<number, string>;
  /** Names and rarities stand as in Veld's own tables. */
  isVeld: boolean;
}

/** The terms that an import understands. */
export const FIELDS = [
  'id',
  'scientific_name',
  'canonical_name',
  'authority',
  'rank',
  'parent_id',
  'accepted_id',
  'status',
  'kingdom',
  'phylum',
  'class',
  'order',
  'family',
  'genus',
  'subgenus',
  'specific_epithet',
  'infraspecific_epithet',
  'vernacular_name',
  'language',
  'is_preferred',
  'country_code',
  'location_id',
  'occurrence_status',
  'observation_count',
  'group',
  'rarity_class',
  'countries',
  'name',
] as const;
export type Field = (typeof FIELDS)[number];
