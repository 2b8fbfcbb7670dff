import type { TaxonRow } from '@veld/contract';
import { type TaxonRecord, nameLanguages, toRecord } from '@veld/taxonomy';

/** What every copy of the bench holds. */
export const MAIN_LANGUAGE = 'nl';
export const ADDED_LANGUAGES = ['de', 'fr'];
const LANGUAGES = nameLanguages(MAIN_LANGUAGE, ADDED_LANGUAGES);

/** The logical rows, which every side but Veld's own makes first: normalised names and what is shown. */
export function recordsOf(rows: readonly TaxonRow[], before: number): TaxonRecord[] {
  return rows.flatMap((row, at) => toRecord(row, before + at + 1, LANGUAGES) ?? []);
}

/** All normalised names, the main language's first. */
export function namesOf(record: TaxonRecord): string[] {
  return [...record.names, ...record.names_other_languages];
}
