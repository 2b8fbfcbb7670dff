import { type GroupFieldName, isAttributeValue, isPartName, type PartName } from '@veld/contract';
import type { Pins } from '../../local/device/pins';
import { carriedKeys, listFormKeys, pick } from './form-parts';
import { type FormPatch, type FormValues, timeZonePatch } from './form-values';

/** A measured place is reused for this long; after that, the observer may have walked on without a new fix. */
const NEAR_MS = 10 * 60_000;
const MEASURED_SOURCES: readonly FormValues['location_source'][] = ['gps', 'neighbour', 'last_known'];

export type PinName = PartName | `attribute:${GroupFieldName}`;

/** The keys that a pinned part repeats. A place includes its time zone. */
const repeatedKeys = (part: PartName) => (part === 'place' ? [...listFormKeys(part), 'time_zone' as const] : listFormKeys(part));

const ATTRIBUTE = 'attribute:';

/** The values of the form that a pin stores. */
function pinnedValues(name: string, values: FormValues): Record<string, unknown> {
  if (isPartName(name)) return pick(values, repeatedKeys(name));
  return { value: values.attributes[name.slice(ATTRIBUTE.length)] ?? null };
}

export function withPin(pins: Pins, name: PinName, values: FormValues): Pins {
  return { ...pins, [name]: pinnedValues(name, values) };
}

export function withoutPin(pins: Pins, name: PinName): Pins {
  return Object.fromEntries(Object.entries(pins).filter(([one]) => one !== name));
}

/** The pins with the values of the saved record; the same object if there are none. */
export function pinsAfter(pins: Pins, saved: FormValues): Pins {
  const names = Object.keys(pins);
  return names.length === 0 ? pins : Object.fromEntries(names.map((name) => [name, pinnedValues(name, saved)]));
}

/** Applies the pinned values to a new form. */
export function withPinned(blank: FormValues, pins: Pins): FormValues {
  const values = applyPins(blank, pins);
  // A pinned time stays; the current time is converted to the time zone of the pinned place.
  return {
    ...values,
    ...(values.time_zone === blank.time_zone ? {} : timeZonePatch({ ...values, time_zone: blank.time_zone }, values.time_zone)),
    location_source: reusedSource(values.location_source),
    ...(pins.place ? { place_by: 'person' as const } : {}),
    when_source: values.when_source === 'photo' ? 'typed' : values.when_source,
    ...(values.when_source === 'now' ? {} : { when_by: 'person' as const }),
  };
}

function applyPins(blank: FormValues, pins: Pins): FormValues {
  let values = blank;
  for (const [name, stored] of Object.entries(pins)) {
    if (isPartName(name)) {
      // The time of saving is not repeated: the user never entered it.
      if (name === 'when' && stored.when_source === 'now') continue;
      const known = repeatedKeys(name)
        .filter((key) => stored[key] !== undefined)
        .map((key) => [key, stored[key]]);
      values = { ...values, ...(Object.fromEntries(known) as FormPatch) };
    } else if (name.startsWith(ATTRIBUTE) && isAttributeValue(stored.value))
      values = { ...values, attributes: { ...values.attributes, [name.slice(ATTRIBUTE.length)]: stored.value } };
  }
  return values;
}

/** The coordinate source of a reused place. A place from another record's photo is not from a photo of this one. */
function reusedSource(source: FormValues['location_source']): FormValues['location_source'] {
  return source === 'exif' ? 'neighbour' : source;
}

/** The values of the form after a saved record: same place and sharing, and with `isSame` also the same species. */
export function nextAfter(saved: FormValues, blank: FormValues, options: { isSame: boolean; ageMs: number }): FormValues {
  const { latitude, location_source } = saved;
  const isNear = latitude !== null && (!MEASURED_SOURCES.includes(location_source) || options.ageMs < NEAR_MS);
  const place = isNear
    ? {
        ...pick(saved, carriedKeys('nearby')),
        location_source: reusedSource(location_source),
        // "Here" again: a photo with another place replaces it.
        place_by: blank.place_by ?? ('device' as const),
        ...timeZonePatch(blank, saved.time_zone ?? blank.time_zone),
      }
    : {};
  return {
    ...blank,
    ...place,
    ...pick(saved, carriedKeys('always')),
    ...(options.isSame ? pick(saved, carriedKeys('same_taxon')) : {}),
  };
}
