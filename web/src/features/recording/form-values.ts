import { type AttributeValue, countOfTable, type DeclaredMedia, type ObservationDraft, type TaxonSummary } from '@veld/contract';
import { declare } from '../../local/records/photos';
import type { LocalObservation, LocalPhoto } from '../../local/db/rows';
import { isTableKey } from '../observations/group-labels';
import { withoutOldSure } from '../observations/acknowledged';
import { hereZone, wallClock } from '../geo/time-zone';
import { type FieldValues, fieldsOf, newFields, type PreferredFields, recordFrom } from './form-fields';

export type FormPhoto = Omit<DeclaredMedia, 'order'> & { thumbhash: string | null };

/** How exactly the date is known. `kept`: a period, which `kept_date` holds from its first day to its last. */
export type DateKind = 'day' | 'month' | 'unknown' | 'kept';

/** What the form holds; kept as a draft at every change, so only plain data. */
export interface FormValues extends FieldValues {
  taxon: TaxonSummary | null;
  /** The taxon of a record whose names this device does not know; null once another one is chosen, or none. */
  nameless_taxon_id?: number | null;
  date_kind: DateKind;
  day: string;
  month: string;
  time: string;
  kept_date: string;
  /** Where date and time come from. */
  when_source: 'now' | 'photo' | 'typed';
  /** What stands in the field for coordinates and is no place yet; nothing of it goes into a record. */
  place_text?: string;
  attributes: ObservationDraft['attributes'];
  media: FormPhoto[];
  /** What the photos tell about place and date was declined. */
  is_offer_declined: boolean;
  /** Of a record that was proposed from photos and lies on the board of photos (`batch/`). */
  batch?: BatchMark;
}

export interface BatchMark {
  /** What the record said when it was proposed; null once a person has shaped or opened it. */
  proposal: string | null;
  /** Its place among records of the same time, or of none. */
  at: number;
  /** Not a record: the photos that are to be in none. */
  is_left_out?: true;
}

export type FormPatch = Partial<FormValues>;

/** A form as it opens: now, nowhere yet, with the person's own way of sharing. */
export function blankValues(preferences: PreferredFields, now = new Date()): FormValues {
  const zone = hereZone();
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

/** The clock of a place: a "now" is told by it, and a time that somebody gave stays as it was given. */
export function clockPatch(values: Pick<FormValues, 'when_source' | 'time_zone'>, zone: string | null, now = new Date()): FormPatch {
  if (values.when_source !== 'now' || zone === null || zone === values.time_zone) return { time_zone: zone };
  const { day, time } = wallClock(zone, now);
  return { time_zone: zone, day, month: day.slice(0, 7), time };
}

/** One attribute set, or taken away where there is nothing to say; the count follows the table of counts. */
export function attributePatch(values: FormValues, name: string, value: AttributeValue | null): FormPatch {
  const attributes = { ...values.attributes };
  if (value === null || value === '') delete attributes[name];
  else attributes[name] = value;
  const before = countOfTable(values.attributes);
  const sum = countOfTable(attributes);
  if (sum !== null && sum !== before) return { attributes, count: sum, count_max: null, count_type: 'exact' };
  return { attributes };
}

/** Without a table of counts; what it came to stays as the count. */
export function withoutTable(values: FormValues): FormPatch {
  return { attributes: Object.fromEntries(Object.entries(values.attributes).filter(([name]) => !isTableKey(name))) };
}

/** A record to be changed. */
export function valuesOf(record: LocalObservation): FormValues {
  const date = record.observed_on ?? '';
  const date_kind: DateKind = date === '' ? 'unknown' : date.length === 10 ? 'day' : date.length === 7 ? 'month' : 'kept';
  return {
    ...fieldsOf(record),
    taxon: record.taxon ?? null,
    nameless_taxon_id: record.taxon ? null : (record.taxon_id ?? null),
    date_kind,
    day: date_kind === 'day' ? date : '',
    month: date_kind === 'month' || date_kind === 'day' ? date.slice(0, 7) : '',
    time: record.observed_time ?? '',
    kept_date: date_kind === 'kept' ? date : '',
    when_source: 'typed',
    attributes: record.attributes,
    media: [...record.media]
      .sort((first, second) => first.order - second.order)
      .map(({ id, sha256, type, width, height, caption, license, thumbhash, crop }) => ({
        id,
        sha256,
        type,
        width,
        height,
        caption,
        license,
        thumbhash,
        // Left out where this device knows of none (`DeclaredMedia`).
        ...(crop === undefined ? {} : { crop }),
      })),
    is_offer_declined: true,
  };
}

/** A draft from the disk; what an older version of the form did not know has its blank value. */
export function restoredValues(kept: Record<string, unknown>, blank: FormValues): FormValues {
  return { ...blank, ...(kept as FormPatch) };
}

export function photoOf(photo: LocalPhoto): FormPhoto {
  const { id, sha256, type, width, height, thumbhash } = photo;
  return { id, sha256, type, width, height, caption: null, license: null, crop: null, thumbhash };
}

export function taxonIdOf({ taxon, nameless_taxon_id }: FormValues): number | null {
  return taxon?.id ?? nameless_taxon_id ?? null;
}

/** What is saved: what is not known is null, never made up. */
export function recordOf(values: FormValues): ObservationDraft {
  const observed_on = dateOf(values);
  const hasTime = values.date_kind === 'day' && values.day !== '' && values.time !== '';
  const record: ObservationDraft = {
    ...recordFrom(meant(values, observed_on), {
      taxon_id: taxonIdOf(values),
      observed_on,
      observed_time: hasTime ? values.time : null,
    }),
    media: values.media.map((photo, order) => declare(photo, order, photo)),
    attributes: values.attributes,
  };
  // Whoever was sure was sure of another value.
  return { ...record, attributes: withoutOldSure(record) };
}

/** The values without those that mean nothing beside the others: a kind of count without a count, a source without a place. */
function meant(values: FormValues, observed_on: string | null): FormValues {
  return {
    ...values,
    ...(observed_on === null ? { time_zone: null } : {}),
    ...(values.latitude === null ? { coordinate_uncertainty_m: null, location_source: null, location_id: null } : {}),
    ...(values.geoprivacy === 'open' ? { geoprivacy_until: '' } : {}),
    count_max: values.count_type === 'range' ? values.count_max : null,
    count_type: values.count === null ? null : (values.count_type ?? 'exact'),
  };
}

/** A day is to be said, and so far only a month or a period is known: that is no date yet, and nobody's day is made up. */
export function isDayMissing(values: FormValues): boolean {
  return values.date_kind === 'day' && values.day === '' && (values.month !== '' || values.kept_date !== '');
}

export function dateOf(values: FormValues): string | null {
  // Half a date is refused when it is saved; without it the record would lose the month that it had.
  if (isDayMissing(values)) return `${values.month}-`;
  if (values.date_kind === 'day') return values.day || null;
  if (values.date_kind === 'month') return values.month || null;
  if (values.date_kind === 'unknown') return null;
  const [from, to] = values.kept_date.split('/');
  // A period of one day is that day.
  return (from === to ? from : values.kept_date) || null;
}
