import type { TaxonomyImportFault, TaxonomyImportFaultCode } from '@veld/contract';

/** Fault messages for the command line, in English; the app has translated ones. `{value}` is replaced with the value in the file. */
const MESSAGES: Record<TaxonomyImportFaultCode, string> = {
  unreadable: 'this file cannot be read: it is not a zip file, or it is damaged',
  unsupported_format:
    'this is a file of the format {value}, which cannot be imported; Darwin Core Archives (zip, tar.gz), ColDP, csv, tsv and Veld’s own tables can',
  not_text: 'this is neither an archive nor a table of text',
  too_many_files: 'the archive has too many files',
  too_large: 'this file is too large',
  bomb: 'this file unpacks to far more than its size and was not read',
  unsafe_name: 'a file name points outside the archive or is a link: {value}',
  file_twice: 'this file or table exists twice: {value}',
  encrypted: 'this file is encrypted',
  damaged: 'this file is damaged and cannot be unpacked',
  no_taxa: 'there is no table of taxa, or it is empty',
  occurrences: 'this is a table of records, not a list of species',
  xml: 'the XML is not well-formed: {value}',
  doctype: 'a document type is not allowed',
  no_core: 'the archive needs exactly one core',
  core_type: 'the core is not a list of taxa: {value}',
  no_location: 'a table has no file',
  file_missing: 'this file is not in the archive: {value}',
  no_id_index: 'the id column is missing',
  index: 'this is not a valid column or line number: {value}',
  unknown_encoding: 'unknown encoding: {value}',
  delimiter: 'this must be a single character: {value}',
  encoding: 'these bytes are not valid {value}',
  open_quote: 'a quote is opened here and never closed',
  long_record: 'this record is far too long: a quote is never closed, or the line endings are different',
  column_beyond: 'this column does not exist: the table has {value}',
  extra_columns: 'this line has more columns than the table, so it is left out: {value}',
  header_twice: 'this column exists twice',
  missing_column: 'this column is required',
  id_missing: 'the id is missing',
  id_twice: 'duplicate id: {value}',
  name_missing: 'the name is missing {value}',
  text: 'these characters cannot be part of a name: {value}',
  too_long: 'this value is too long: {value}',
  accepted_missing: 'this is a synonym of {value}, which does not exist, so it is left out',
  accepted_circle: 'synonyms form a circle: {value}',
  parent_circle: 'parents form a circle: {value}',
  group: 'unknown group: {value}',
  rarity: 'this is not a rarity from 1 to 5: {value}',
  count: 'this is not a number of observations: {value}',
  language: 'unsupported language: {value}',
  country: 'this is not a country code: {value}',
  stalled: 'nothing more could be read from this file; nothing was changed',
  interrupted: 'the import was interrupted; nothing was changed',
  database: 'the database was unavailable or busy for too long; nothing was changed',
  disk_full: 'the disk is full; nothing was changed',
  internal: 'an unexpected error occurred; nothing was changed, see the log for details',
  parent_missing: 'the parent taxon does not exist: {value}',
  taxon_missing: 'the taxon of this line does not exist: {value}',
  rank: 'unknown rank: {value}',
  metadata: 'this description cannot be read; the tables are imported without it',
  synonym_unplaced: 'the file does not say of which taxon this is a synonym, so it is left out: {value}',
  name_conflict: 'the columns of the name contradict each other; the others say {value}',
  rank_conflict: 'the rank does not fit the name {value}',
  language_missing: 'the language is missing, so the name is left out: {value}',
};

/** A fault as text, for example `taxa.csv, line 3, column 2 (scientificName): the name is missing`. */
export function faultMessage({ code, file, line, column_number, column_name, value }: TaxonomyImportFault): string {
  const column =
    column_number === null ? column_name : column_name === null ? `column ${column_number}` : `column ${column_number} (${column_name})`;
  const place = [file, line === null ? null : `line ${line}`, column].filter((part) => part !== null).join(', ');
  const message = MESSAGES[code].replace('{value}', value === null ? '' : `"${value}"`).trim();
  return place ? `${place}: ${message}` : message;
}
