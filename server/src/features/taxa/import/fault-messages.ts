import type { TaxonomyImportFault, TaxonomyImportFaultCode } from '@veld/contract';

/** Fault messages in English for the command line; the app has its own in nine languages. `{value}` is the text from the file. */
const MESSAGES: Record<TaxonomyImportFaultCode, string> = {
  unreadable: 'this file cannot be read: it is no zip, or a broken one',
  too_many_files: 'there are too many files in it',
  too_large: 'this file is too large',
  bomb: 'this file unpacks to far more than it is; it is not read',
  unsafe_name: 'the name of a file leads out of the archive or is a link: {value}',
  file_twice: 'there are two such files or tables: {value}',
  encrypted: 'this file is encrypted',
  damaged: 'this file is damaged: it does not unpack to what it was',
  no_taxa: 'there is no table of taxa here, or it is empty',
  xml: 'this is not well-formed XML: {value}',
  doctype: 'a document type is not allowed here',
  no_core: 'the archive needs exactly one core',
  core_type: 'the core is not a list of taxa: {value}',
  no_location: 'a table has no file',
  file_missing: 'this file is not in the archive: {value}',
  no_id_index: 'the column of the id is not given',
  index: 'this is no number of a column or of lines: {value}',
  unknown_encoding: 'this encoding is not known: {value}',
  delimiter: 'one character is needed here: {value}',
  encoding: 'there are bytes here that are not {value}',
  open_quote: 'a quote is opened here and never closed',
  long_record: 'this record is far too long: a quote that is never closed, or other ends of lines',
  column_beyond: 'this column does not exist: the table has {value}',
  extra_columns: 'this line has more columns than the table: {value}',
  header_twice: 'this column is there twice',
  missing_column: 'this column is needed',
  id_missing: 'there is no id',
  id_twice: 'this id stood before: {value}',
  name_missing: 'there is no name here {value}',
  text: 'there are characters here that no name has: {value}',
  too_long: 'this is too long: {value}',
  accepted_missing: 'it is a synonym of {value}, which is not there',
  accepted_circle: 'synonyms lead in a circle: {value}',
  parent_circle: 'it stands below itself: {value}',
  group: 'this is no group of ours: {value}',
  rarity: 'this is no rarity from 1 to 5: {value}',
  count: 'this is no number of observations: {value}',
  language: 'this is no language of ours: {value}',
  country: 'this is no country code: {value}',
  interrupted: 'the import was interrupted; nothing was changed',
  database: 'the database went away or was busy for too long; nothing was changed',
  disk_full: 'the disk is full; nothing was changed',
  internal: 'something went wrong that is not in the file; nothing was changed, the log says more',
  parent_missing: 'the taxon above it is not there: {value}',
  taxon_missing: 'the taxon of this line is not there: {value}',
  rank: 'this rank is not known: {value}',
  language_missing: 'the language is not given; the name is left out: {value}',
};

/** `taxa.csv, line 3, column 2 (scientificName): there is no name`. */
export function faultMessage({ code, file, line, column_number, column_name, value }: TaxonomyImportFault): string {
  const column =
    column_number === null ? column_name : column_name === null ? `column ${column_number}` : `column ${column_number} (${column_name})`;
  const place = [file, line === null ? null : `line ${line}`, column].filter((part) => part !== null).join(', ');
  const words = MESSAGES[code].replace('{value}', value === null ? '' : `"${value}"`).trim();
  return place ? `${place}: ${words}` : words;
}
