import { countOfTable, type DeclaredMedia, type ObservationDraft, type TaxonSummary } from '@veld/contract';
import { declare } from '../../local/records/photos';
import type { LocalObservation, LocalPhoto } from '../../local/db/rows';
import { isTableKey } from '../observations/group-labels';
import { withoutOldSure } from '../observations/acknowledged';
import { hereZone, wallClock } from '../geo/time-zone';

export type FormPhoto = Omit<DeclaredMedia, 'order'> & { thumbhash: string | null };

/** How exactly the date is known. `kept`: a period, which `kept_date` holds from its first day to its last. */
export type DateKind = 'day' | 'month' | 'unknown' | 'kept';

/** What the form holds; kept as a draft at every change, so only plain data. */
export interface FormValues {
  taxon: TaxonSummary | null;
  /** The taxon of a record whose names this device does not know; null once another one is chosen, or none. */
  nameless_taxon_id?: number | null;
  verbatim_name: string;
  uncertain: boolean;
  date_kind: DateKind;
  day: string;
  month: string;
  time: string;
  kept_date: string;
  /** Where date and time come from. */
  when_source: 'now' | 'photo' | 'typed';
  time_zone: string | null;
  latitude: number | null;
  longitude: number | null;
  coordinate_uncertainty_m: number | null;
  location_source: ObservationDraft['location_source'];
  location_id: string | null;
  /** What stands in the field for coordinates and is no place yet; nothing of it goes into a record. */
  place_text?: string;
  count: number | null;
  count_max: number | null;
  count_type: ObservationDraft['count_type'];
  life_stage: ObservationDraft['life_stage'];
  sex: ObservationDraft['sex'];
  notes: string;
  private_notes: string;
  geoprivacy: ObservationDraft['geoprivacy'];
  /** The last day of hiding; empty where it has no end. */
  geoprivacy_until: string;
  license: ObservationDraft['license'];
  journey_id: string | null;
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
export function blankValues(preferences: Pick<FormValues, 'geoprivacy' | 'license'>, now = new Date()): FormValues {
  const zone = hereZone();
  const { day, time } = wallClock(zone, now);
  return {
    taxon: null,
    verbatim_name: '',
    uncertain: false,
    date_kind: 'day',
    day,
    month: day.slice(0, 7),
    time,
    kept_date: '',
    when_source: 'now',
    time_zone: zone,
    latitude: null,
    longitude: null,
    coordinate_uncertainty_m: null,
    location_source: null,
    location_id: null,
    count: null,
    count_max: null,
    count_type: null,
    life_stage: null,
    sex: null,
    notes: '',
    private_notes: '',
    geoprivacy: preferences.geoprivacy,
    geoprivacy_until: '',
    license: preferences.license,
    journey_id: null,
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
export function attributePatch(values: FormValues, name: string, value: string | number | null): FormPatch {
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
    taxon: record.taxon ?? null,
    nameless_taxon_id: record.taxon ? null : (record.taxon_id ?? null),
    verbatim_name: record.verbatim_name ?? '',
    uncertain: record.uncertain ?? false,
    date_kind,
    day: date_kind === 'day' ? date : '',
    month: date_kind === 'month' || date_kind === 'day' ? date.slice(0, 7) : '',
    time: record.observed_time ?? '',
    kept_date: date_kind === 'kept' ? date : '',
    when_source: 'typed',
    time_zone: record.time_zone ?? null,
    latitude: record.latitude ?? null,
    longitude: record.longitude ?? null,
    coordinate_uncertainty_m: record.coordinate_uncertainty_m ?? null,
    location_source: record.location_source ?? null,
    location_id: record.location_id ?? null,
    count: record.count ?? null,
    count_max: record.count_max ?? null,
    count_type: record.count_type ?? null,
    life_stage: record.life_stage ?? null,
    sex: record.sex ?? null,
    notes: record.notes ?? '',
    private_notes: record.private_notes ?? '',
    geoprivacy: record.geoprivacy ?? 'open',
    geoprivacy_until: record.geoprivacy_until ?? '',
    license: record.license ?? null,
    journey_id: record.journey_id ?? null,
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
  const isRange = values.count_type === 'range';
  const record: ObservationDraft = {
    taxon_id: taxonIdOf(values),
    verbatim_name: values.verbatim_name.trim() || null,
    uncertain: values.uncertain || null,
    observed_on,
    observed_time: hasTime ? values.time : null,
    time_zone: observed_on === null ? null : values.time_zone,
    latitude: values.latitude,
    longitude: values.longitude,
    coordinate_uncertainty_m: values.latitude === null ? null : values.coordinate_uncertainty_m,
    location_source: values.latitude === null ? null : values.location_source,
    location_id: values.latitude === null ? null : values.location_id,
    count: values.count,
    count_max: isRange ? values.count_max : null,
    count_type: values.count === null ? null : (values.count_type ?? 'exact'),
    life_stage: values.life_stage,
    sex: values.sex,
    notes: values.notes.trim() || null,
    private_notes: values.private_notes.trim() || null,
    geoprivacy: values.geoprivacy,
    geoprivacy_until: values.geoprivacy === 'open' ? null : values.geoprivacy_until || null,
    license: values.license,
    journey_id: values.journey_id,
    media: values.media.map((photo, order) => declare(photo, order, photo)),
    attributes: values.attributes,
  };
  // Whoever was sure was sure of another value.
  return { ...record, attributes: withoutOldSure(record) };
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
