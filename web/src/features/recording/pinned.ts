import { type GroupFieldName, isAttributeValue, isPartName, type PartName } from '@veld/contract';
import type { Pins } from '../../local/device/pins';
import { reusedSource } from './carry-over';
import { listFormKeys, pick } from './form-parts';
import { timeZonePatch, type FormPatch, type FormValues } from './form-values';

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
