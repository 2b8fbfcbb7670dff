import {
  type AttributeValue,
  countOfTable,
  dayRange,
  type DeclaredMedia,
  type FieldsThat,
  initialValue,
  type License,
  type ObservationDraft,
  RECORD_FIELD_NAMES,
  recordField,
  type RecordFieldName,
  type RecordValues,
  resolveInstant,
  type TaxonSummary,
} from '@veld/contract';
import { declare } from '../../local/records/photos';
import type { LocalObservation, LocalPhoto } from '../../local/db/rows';
import { photosInOrder } from '../../shared/media/photos-in-order';
import { isTableKey } from '../../shared/records/group-labels';
import { withoutStaleAcknowledgements } from '../../shared/records/acknowledged';
import { clockAtPlace, deviceTimeZone, wallClock } from '../../shared/geo/time-zone';

export const FORM_FIELDS = RECORD_FIELD_NAMES.filter(
  (name) => !['taxon', 'period', 'time'].includes(recordField(name).type),
) as FormField[];

/** Fields whose form values have another shape: a taxon with its names, a date in parts. */
type SplitField = FieldsThat<{ type: 'taxon' | 'period' | 'time' }>;
export type FormField = Exclude<RecordFieldName, SplitField>;

/** The form values of all other fields, as their controls show them: empty text instead of null. */
type FieldValues = {
  [K in FormField]: K extends FieldsThat<{ type: 'text' | 'date' }>
    ? string
    : K extends FieldsThat<{ type: 'boolean' }>
      ? boolean
      : RecordValues[K];
};

type PreferredField = FieldsThat<{ isPreference: true }>;
type PreferredFields = Pick<FieldValues, PreferredField>;

export type FormPhoto = Omit<DeclaredMedia, 'order'> & { thumbhash: string | null };

/** The precision of the date. `kept` is a period, whose first and last day are in `kept_date`. */
export type DateKind = 'day' | 'month' | 'year' | 'unknown' | 'kept';

/** Who set a value: the device (now, here), the metadata of the photos, or the person. */
export type SetBy = 'device' | 'photos' | 'person';

/** The values of the form. Plain data, because every change is stored as a draft. */
export interface FormValues extends FieldValues {
  taxon: TaxonSummary | null;
  /** Id of a taxon whose names are not on this device; null once the user chooses another or clears it. */
  nameless_taxon_id?: number | null;
  date_kind: DateKind;
  day: string;
  /** YYYY-MM, or YYYY- where only the year is known. */
  month: string;
  time: string;
  kept_date: string;
  /** Where date and time come from. */
  when_source: 'now' | 'photo' | 'typed';
  /** Set once photos or the person have set the date or the place; `photo-values.ts` derives it where it is absent. */
  when_by?: SetBy;
  /** The instant in UTC of the photo that date and time come from, where it is known: they follow the time zone of the place. */
  photo_taken_at?: string | null;
  place_by?: SetBy;
  /** Unfinished text in the coordinates field; not part of the record. */
  place_text?: string;
  /** Texts typed as counts that are none, by input: `count`, or a key of the count table. Never dropped: the record waits for a number. */
  count_texts?: Record<string, string>;
  /** A name typed in the species field and not chosen yet. Never dropped: see `typedName`. */
  taxon_text?: string;
  attributes: ObservationDraft['attributes'];
  media: FormPhoto[];
  /** The person shows this record although it lies in their private zone. */
  shows_home?: boolean;
  /** The user declined the place and date of the photos. */
  is_offer_declined: boolean;
  /** Set if the record is on the photo board (`photo-import`). */
  batch?: BatchMark;
}

export interface BatchMark {
  /** The record as proposed, in JSON; null once the user has edited or opened it. */
  proposal: string | null;
  /** Sort order among records of the same time or without a time. */
  at: number;
  /** Not a record but the left-out photos. */
  is_left_out?: true;
}

export type FormPatch = Partial<FormValues>;

/** The values of a new form: the current time, no place, the user's sharing preferences. */
export function blankValues(preferences: PreferredFields, now = new Date()): FormValues {
  const zone = deviceTimeZone();
  const { day, time } = wallClock(zone, now);
  return {
    ...newFields(preferences),
    time_zone: zone,
    taxon: null,
    date_kind: 'day',
    day,
    month: day.slice(0, 7),
    time,
    kept_date: '',
    when_source: 'now',
    attributes: {},
    media: [],
    is_offer_declined: false,
  };
}

type ClockValues = Pick<FormValues, 'when_source' | 'time_zone' | 'day' | 'time' | 'photo_taken_at'>;

/** The time zone of the form's place, `zone`. A time whose instant is known is converted; any other stays (`clockAtPlace`). */
export function timeZonePatch(values: ClockValues, zone: string | null): FormPatch {
  const { time_zone } = values;
  const clock = clockAtPlace(zone, instantIn(values, zone));
  if (clock.time_zone === time_zone || clock.day === undefined) return { time_zone: clock.time_zone };
  return { ...clock, month: clock.day.slice(0, 7) };
}

/** The instant at which the form was opened, or that a photo was taken; null for a wall clock. */
function instantIn({ when_source, time_zone, day, time, photo_taken_at }: ClockValues, zone: string | null): Date | null {
  if (day === '' || time === '') return null;
  if (when_source === 'now') return resolveInstant(day, time, time_zone ?? 'UTC');
  return when_source === 'photo' && zone !== null && photo_taken_at ? new Date(photo_taken_at) : null;
}

/** The current date and time in a time zone. */
export function nowPatch(zone: string | null): FormPatch {
  const { day, time } = wallClock(zone, new Date());
  return { date_kind: 'day', day, month: day.slice(0, 7), time, when_source: 'now', time_zone: zone };
}

/** The values of a new form at its first input: it may have been open for long, and the record is made now. */
export function begunNow(values: FormValues): FormValues {
  return values.when_source === 'now' ? { ...values, ...nowPatch(values.time_zone) } : values;
}

/** Sets an attribute, or removes it if the value is empty. The count is the sum of the count table. */
export function attributePatch(values: FormValues, name: string, value: AttributeValue | null): FormPatch {
  const attributes = { ...values.attributes };
  if (value === null || value === '') delete attributes[name];
  else attributes[name] = value;
  const before = countOfTable(values.attributes);
  const sum = countOfTable(attributes);
  if (sum !== null && sum !== before) return { attributes, count: sum, count_max: null, count_type: 'exact' };
  return { attributes };
}

/** Removes the count table; the count keeps its sum. */
export function withoutTable(values: FormValues): FormPatch {
  const withoutKeys = <T>(by: Record<string, T>) => Object.fromEntries(Object.entries(by).filter(([name]) => !isTableKey(name)));
  return { attributes: withoutKeys(values.attributes), count_texts: withoutKeys(values.count_texts ?? {}) };
}

/** The form values of a record. */
export function fillFormValues(record: LocalObservation): FormValues {
  const date = record.observed_on ?? '';
  const date_kind = kindOf(date);
  return {
    ...fillFields(record),
    taxon: record.taxon ?? null,
    nameless_taxon_id: record.taxon ? null : (record.taxon_id ?? null),
    date_kind,
    day: date_kind === 'day' ? date : '',
    month: date_kind === 'year' ? `${date}-` : date_kind === 'month' || date_kind === 'day' ? date.slice(0, 7) : '',
    time: record.observed_time ?? '',
    kept_date: date_kind === 'kept' ? date : '',
    when_source: 'typed',
    attributes: record.attributes,
    media: photosInOrder(record.media).map(({ id, sha256, type, width, height, caption, license, thumbhash, crop }) => ({
      id,
      sha256,
      type,
      width,
      height,
      caption,
      license,
      thumbhash,
      // Absent if unknown on this device (`DeclaredMedia`).
      ...(crop === undefined ? {} : { crop }),
    })),
    is_offer_declined: true,
  };
}

function kindOf(date: string): DateKind {
  const kinds: Record<number, DateKind> = { 0: 'unknown', 4: 'year', 7: 'month', 10: 'day' };
  return kinds[date.length] ?? 'kept';
}

/** The date with another precision. What a less precise entry contradicts is forgotten, and nothing more precise is made up. */
export function kindPatch(values: FormValues, kind: DateKind): FormPatch {
  const { date_kind, day, month, kept_date } = values;
  const entered = date_kind === 'month' ? month : date_kind === 'year' ? month.slice(0, 5) : '';
  const known = day.startsWith(entered) ? day : '';
  const days = known ? { from: known, to: known } : (dayRange(month) ?? dayRange(month.slice(0, 4)));
  return {
    date_kind: kind,
    day: known,
    month: (kind === 'month' || kind === 'year') && known ? known.slice(0, 7) : month,
    kept_date: kind === 'kept' && kept_date === '' && days ? `${days.from}/${days.to}` : kept_date,
  };
}

/** The values of a stored draft; fields added since it was written are blank. */
export function restoredValues(kept: Record<string, unknown>, blank: FormValues): FormValues {
  return { ...blank, ...(kept as FormPatch) };
}

/** A new photo in the form. `license`: its own; null is that of the record. */
export function makeFormPhoto(photo: LocalPhoto, license: License | null = null): FormPhoto {
  const { id, sha256, type, width, height, thumbhash } = photo;
  return { id, sha256, type, width, height, caption: null, license, crop: null, thumbhash };
}

export function readFormTaxonId({ taxon, nameless_taxon_id }: FormValues): number | null {
  return taxon?.id ?? nameless_taxon_id ?? null;
}

/** What was typed as the name while no taxon and no name is chosen; '' otherwise. */
export function typedName(values: FormValues): string {
  const isNamed = readFormTaxonId(values) !== null || (values.verbatim_name ?? '').trim() !== '';
  return isNamed ? '' : (values.taxon_text ?? '').trim();
}

/** The values with the typed name as the name of the record, for what is saved without its form. */
export function withTypedName(values: FormValues): FormValues {
  const name = typedName(values);
  return name === '' ? values : { ...values, verbatim_name: name, taxon_text: '' };
}

/** The record that the form would save; unknown values are null. */
export function readFormRecord(values: FormValues): ObservationDraft {
  const observed_on = readFormDate(values);
  const hasTime = values.date_kind === 'day' && values.day !== '' && values.time !== '';
  const record: ObservationDraft = {
    ...recordFrom(withoutDependents(values, observed_on), {
      taxon_id: readFormTaxonId(values),
      observed_on,
      observed_time: hasTime ? values.time : null,
    }),
    media: values.media.map((photo, order) => declare(photo, order, photo)),
    attributes: values.attributes,
  };
  // An acknowledgement applies only to the value it was given for.
  return { ...record, attributes: withoutStaleAcknowledgements(record) };
}

/** Clears values that depend on an empty one: a count type without a count, a source without a place. */
function withoutDependents(values: FormValues, observed_on: string | null): FormValues {
  return {
    ...values,
    ...(observed_on === null ? { time_zone: null } : {}),
    ...(values.latitude === null
      ? { coordinate_uncertainty_m: null, location_source: null, location_id: null, location_delay_s: null }
      : {}),
    ...(values.geoprivacy === 'open' ? { geoprivacy_until: '' } : {}),
    count_max: values.count_type === 'range' ? values.count_max : null,
    count_type: values.count === null ? null : (values.count_type ?? 'exact'),
  };
}

/** Whether a day is required but only a month, year or period is known. No day is made up from them. */
export function isDayMissing(values: FormValues): boolean {
  return values.date_kind === 'day' && values.day === '' && (values.month !== '' || values.kept_date !== '');
}

export function readFormDate(values: FormValues): string | null {
  // An incomplete date fails validation; saving null instead would lose the month.
  if (isDayMissing(values)) return `${values.month}-`;
  if (values.date_kind === 'day') return values.day || null;
  if (values.date_kind === 'month') return values.month || null;
  if (values.date_kind === 'year') return values.month.slice(0, 4) || null;
  if (values.date_kind === 'unknown') return null;
  const [from, to] = values.kept_date.split('/');
  return (from === to ? from : values.kept_date) || null;
}

export function blankField(name: FormField): unknown {
  const { type } = recordField(name);
  if (type === 'text' || type === 'date') return '';
  return type === 'boolean' ? false : initialValue(name);
}

/** Form values of the fields; those missing in `source` are blank. */
function fillFields(source: { readonly [K in FormField]?: RecordValues[K] | undefined }): FieldValues {
  return Object.fromEntries(FORM_FIELDS.map((name) => [name, source[name] ?? blankField(name)])) as FieldValues;
}

/** Record values in the order of declaration; `split` holds the fields whose form values have another shape. */
function recordFrom(values: FieldValues, split: Pick<RecordValues, SplitField>): RecordValues {
  const isSplit = (name: RecordFieldName): name is SplitField => Object.hasOwn(split, name);
  return Object.fromEntries(
    RECORD_FIELD_NAMES.map((name) => [name, isSplit(name) ? split[name] : recorded(values[name] ?? blankField(name))]),
  ) as RecordValues;
}

/** The record value for a form value: null if blank. */
export function recorded(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() || null : value === false ? null : value;
}

/** The fields of a new record, from the user's preferences or blank. `preferences` may hold other keys too. */
function newFields(preferences: PreferredFields): FieldValues {
  const preferred = FORM_FIELDS.filter((name): name is PreferredField => recordField(name).isPreference === true);
  return fillFields(Object.fromEntries(preferred.map((name) => [name, preferences[name]])));
}
