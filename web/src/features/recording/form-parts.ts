import {
  PART_NAMES,
  type PartName,
  findRecordPart,
  recordField,
  type RecordField,
  type RecordFieldName,
  recordParts,
} from '@veld/contract';
import { blankField, FORM_FIELDS, type FormPatch, type FormValues, readFormDate, recorded } from './form-values';

const SPLIT_KEYS: { readonly [P in PartName]?: readonly (keyof FormValues)[] } = {
  taxon: ['taxon', 'nameless_taxon_id'],
  when: ['date_kind', 'day', 'month', 'time', 'kept_date', 'when_source', 'when_by', 'photo_taken_at'],
  place: ['place_by'],
};

/** The keys of the form values that hold a part of the record. */
export function listFormKeys(part: PartName): readonly (keyof FormValues)[] {
  return [
    ...(SPLIT_KEYS[part] ?? []),
    ...recordParts[part].filter((name) => FORM_FIELDS.some((field) => field === name)),
  ] as (keyof FormValues)[];
}

/** Blank values of a part, without values of another shape. */
export function blankPart(part: PartName): FormPatch {
  return Object.fromEntries(FORM_FIELDS.filter((name) => findRecordPart(name) === part).map((name) => [name, blankField(name)]));
}

/** The keys of the form values that the next record may reuse. */
export function carriedKeys(carryOver: RecordField['carryOver']): (keyof FormValues)[] {
  return PART_NAMES.filter((part) => recordField(recordParts[part][0]).carryOver === carryOver).flatMap(listFormKeys);
}

export function pick(values: FormValues, keys: readonly (keyof FormValues)[]): FormPatch {
  return Object.fromEntries(keys.map((key) => [key, values[key]]));
}

const IS_FILLED: { readonly [P in PartName]?: (values: FormValues) => boolean } = {
  taxon: ({ taxon, nameless_taxon_id, verbatim_name }) => taxon !== null || nameless_taxon_id != null || verbatim_name.trim() !== '',
  when: (values) => readFormDate(values) !== null,
};

/** Whether any value of a part is filled in. */
export function isPartFilled(values: FormValues, part: PartName): boolean {
  return IS_FILLED[part]?.(values) ?? isFieldFilled(values, recordParts[part][0]);
}

/** Whether a field is filled in; values from preferences do not count. */
export function isFieldFilled(values: FormValues, name: RecordFieldName): boolean {
  const { isPreference } = recordField(name);
  return !isPreference && recorded((values as unknown as Record<string, unknown>)[name] ?? null) !== null;
}
