import { type FieldsThat, initialValue, RECORD_FIELD_NAMES, recordField, type RecordFieldName, type RecordValues } from '@veld/contract';

/** Fields that the form holds in values of another shape: a taxon with its names, a date in its parts. */
type SplitField = FieldsThat<{ type: 'taxon' | 'period' | 'time' }>;
export type FormField = Exclude<RecordFieldName, SplitField>;
export const FORM_FIELDS = RECORD_FIELD_NAMES.filter(
  (name) => !['taxon', 'period', 'time'].includes(recordField(name).type),
) as FormField[];

/** What the form holds of each other field: what its control shows, so an empty text rather than null. */
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

/** The fields as the form holds them. What the source does not say is blank. */
export function fieldsOf(source: { readonly [K in FormField]?: RecordValues[K] | undefined }): FieldValues {
  return Object.fromEntries(FORM_FIELDS.map((name) => [name, source[name] ?? blankField(name)])) as FieldValues;
}

/** The fields as a record holds them, in the order of their declaration; `split` are those that the form holds in another shape. */
export function recordFrom(values: FieldValues, split: Pick<RecordValues, SplitField>): RecordValues {
  const isSplit = (name: RecordFieldName): name is SplitField => Object.hasOwn(split, name);
  return Object.fromEntries(
    RECORD_FIELD_NAMES.map((name) => [name, isSplit(name) ? split[name] : recorded(values[name] ?? blankField(name))]),
  ) as RecordValues;
}

/** A field that says nothing is null. */
export function recorded(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() || null : value === false ? null : value;
}

type PreferredField = FieldsThat<{ isPreference: true }>;
export type PreferredFields = Pick<FieldValues, PreferredField>;

/** The fields of a new record: blank, or as the person prefers them. `preferences` may hold more than these. */
export function newFields(preferences: PreferredFields): FieldValues {
  const preferred = FORM_FIELDS.filter((name): name is PreferredField => recordField(name).isPreference === true);
  return fieldsOf(Object.fromEntries(preferred.map((name) => [name, preferences[name]])));
}
