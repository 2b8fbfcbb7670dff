import { type FieldsThat, initialValue, RECORD_FIELD_NAMES, recordField, type RecordFieldName, type RecordValues } from '@veld/contract';

/** Fields whose form values have another shape: a taxon with its names, a date in parts. */
type SplitField = FieldsThat<{ type: 'taxon' | 'period' | 'time' }>;
export type FormField = Exclude<RecordFieldName, SplitField>;
export const FORM_FIELDS = RECORD_FIELD_NAMES.filter(
  (name) => !['taxon', 'period', 'time'].includes(recordField(name).type),
) as FormField[];

/** The form values of all other fields, as their controls show them: empty text instead of null. */
export type FieldValues = {
  [K in FormField]: K extends FieldsThat<{ type: 'text' | 'date' }>
    ? string
    : K extends FieldsThat<{ type: 'boolean' }>
      ? boolean
      : RecordValues[K];
};

export function blankField(name: FormField): unknown {
  const { type } = recordField(name);
  if (type === 'text' || type === 'date') return '';
  return type === 'boolean' ? false : initialValue(name);
}

/** Form values of the fields; those missing in `source` are blank. */
export function fillFields(source: { readonly [K in FormField]?: RecordValues[K] | undefined }): FieldValues {
  return Object.fromEntries(FORM_FIELDS.map((name) => [name, source[name] ?? blankField(name)])) as FieldValues;
}

/** Record values in the order of declaration; `split` holds the fields whose form values have another shape. */
export function recordFrom(values: FieldValues, split: Pick<RecordValues, SplitField>): RecordValues {
  const isSplit = (name: RecordFieldName): name is SplitField => Object.hasOwn(split, name);
  return Object.fromEntries(
    RECORD_FIELD_NAMES.map((name) => [name, isSplit(name) ? split[name] : recorded(values[name] ?? blankField(name))]),
  ) as RecordValues;
}

/** The record value for a form value: null if blank. */
export function recorded(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() || null : value === false ? null : value;
}

type PreferredField = FieldsThat<{ isPreference: true }>;
export type PreferredFields = Pick<FieldValues, PreferredField>;

/** The fields of a new record, from the user's preferences or blank. `preferences` may hold other keys too. */
export function newFields(preferences: PreferredFields): FieldValues {
  const preferred = FORM_FIELDS.filter((name): name is PreferredField => recordField(name).isPreference === true);
  return fillFields(Object.fromEntries(preferred.map((name) => [name, preferences[name]])));
}
