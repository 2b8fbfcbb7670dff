import type { TaxonRow } from '@veld/contract';
import { type TaxonRecord, nameLanguages, toRecord } from '@veld/taxonomy';

/** The languages of every side's copy. */
export const MAIN_LANGUAGE = 'nl';
export const ADDED_LANGUAGES = ['de', 'fr'];
const LANGUAGES = nameLanguages(MAIN_LANGUAGE, ADDED_LANGUAGES);

/** The logical rows (folded names and display fields) that every side except Veld's makes first. */
export function makeRecords(rows: readonly TaxonRow[], before: number): TaxonRecord[] {
  return rows.flatMap((row, at) => toRecord(row, before + at + 1, LANGUAGES) ?? []);
}

/** All folded names, those of the main language first. */
export function listFoldedNames(record: TaxonRecord): string[] {
  return [...record.names, ...record.names_other_languages];
}
