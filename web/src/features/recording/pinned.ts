import { type GroupFieldName, isAttributeValue, isPartName, type PartName } from '@veld/contract';
import type { Pins } from '../../local/device/pins';
import { sourceHere } from './carry-over';
import { keysOf, pick } from './form-parts';
import { clockPatch, type FormPatch, type FormValues } from './form-values';

export type PinName = PartName | `attribute:${GroupFieldName}`;

/** The keys that a pinned part repeats. A place includes its time zone. */
const repeated = (part: PartName) => (part === 'place' ? [...keysOf(part), 'time_zone' as const] : keysOf(part));

const ATTRIBUTE = 'attribute:';

/** The values of the form that a pin stores. */
function heldBy(name: string, values: FormValues): Record<string, unknown> {
  if (isPartName(name)) return pick(values, repeated(name));
  return { value: values.attributes[name.slice(ATTRIBUTE.length)] ?? null };
}

export function withPin(pins: Pins, name: PinName, values: FormValues): Pins {
  return { ...pins, [name]: heldBy(name, values) };
}

export function withoutPin(pins: Pins, name: PinName): Pins {
  return Object.fromEntries(Object.entries(pins).filter(([one]) => one !== name));
}

/** The pins with the values of the saved record; the same object if there are none. */
export function pinsAfter(pins: Pins, saved: FormValues): Pins {
  const names = Object.keys(pins);
  return names.length === 0 ? pins : Object.fromEntries(names.map((name) => [name, heldBy(name, saved)]));
}

/** Applies the pinned values to a new form. */
export function withPinned(blank: FormValues, pins: Pins): FormValues {
  const values = withHeld(blank, pins);
  // A pinned time stays; the current time is converted to the time zone of the pinned place.
  return {
    ...values,
    ...(values.time_zone === blank.time_zone ? {} : clockPatch({ ...values, time_zone: blank.time_zone }, values.time_zone)),
    location_source: sourceHere(values.location_source),
    when_source: values.when_source === 'photo' ? 'typed' : values.when_source,
  };
}

function withHeld(blank: FormValues, pins: Pins): FormValues {
  let values = blank;
  for (const [name, held] of Object.entries(pins)) {
    if (isPartName(name)) {
      // The time of saving is not repeated: the user never entered it.
      if (name === 'when' && held.when_source === 'now') continue;
      const known = repeated(name)
        .filter((key) => held[key] !== undefined)
        .map((key) => [key, held[key]]);
      values = { ...values, ...(Object.fromEntries(known) as FormPatch) };
    } else if (name.startsWith(ATTRIBUTE) && isAttributeValue(held.value))
      values = { ...values, attributes: { ...values.attributes, [name.slice(ATTRIBUTE.length)]: held.value } };
  }
  return values;
}
