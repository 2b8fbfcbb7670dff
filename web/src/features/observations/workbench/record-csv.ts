import { GROUP_FIELD_NAMES, groupField, isAttributeValue, type Language, RECORD_FIELD_NAMES, recordField } from '@veld/contract';
import type { CsvCell } from '../../../device/csv';
import type { LocalObservation } from '../../../shared/records/own';
import { formatPlaceWords } from '../../../shared/records/record-labels';

/** The term of a field without its prefix; the name of the field where Darwin Core has none or another field took it. */
const TERMS = new Map<string, string>();
const taken = new Set<string>();
for (const [name, term] of [
  ...RECORD_FIELD_NAMES.map((one) => [one, recordField(one).term] as const),
  ...GROUP_FIELD_NAMES.map((one) => [one, groupField(one).term] as const),
]) {
  const short = term?.startsWith('dwc:') ? term.slice('dwc:'.length) : name;
  const column = taken.has(short) ? name : short;
  taken.add(column);
  TERMS.set(name, column);
}

/**
 * The user's own records as rows of a spreadsheet, complete and with their true places; columns are Darwin Core terms where there are
 * any.
 */
export function recordRows(records: readonly LocalObservation[], language: Language): (readonly CsvCell[])[] {
  const head = [
    'occurrenceID',
    'scientificName',
    'vernacularName',
    'taxonRank',
    'locality',
    'countryCode',
    'photos',
    ...[...RECORD_FIELD_NAMES, ...GROUP_FIELD_NAMES].map((name) => TERMS.get(name)!),
  ];
  const rows = records.map((record) => [
    record.id,
    record.taxon?.scientific_name,
    record.taxon && record.taxon.name !== record.taxon.scientific_name ? record.taxon.name : null,
    record.taxon?.rank,
    formatPlaceWords(record, language),
    record.country_code,
    record.media.length,
    ...RECORD_FIELD_NAMES.map((name) => record[name]),
    ...GROUP_FIELD_NAMES.map((name) => {
      const value: unknown = record.attributes[name];
      return isAttributeValue(value) ? value : null;
    }),
  ]);
  return [head, ...rows];
}
