import { type GroupFieldName, isAttributeValue, isPartName, type PartName } from '@veld/contract';
import type { Pins } from '../../local/device/pins';
import { sourceHere } from './carry-over';
import { keysOf, pick } from './form-parts';
import { clockPatch, type FormPatch, type FormValues } from './form-values';

export type PinName = PartName | `attribute:${GroupFieldName}`;

/** What one pin repeats. A place brings its clock along. */
const repeated = (part: PartName) => (part === 'place' ? [...keysOf(part), 'time_zone' as const] : keysOf(part));

const ATTRIBUTE = 'attribute:';

/** What a pin holds of a form. */
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

/** The pins after a record was saved: they repeat what it says. The same pins where there are none. */
export function pinsAfter(pins: Pins, saved: FormValues): Pins {
  const names = Object.keys(pins);
  return names.length === 0 ? pins : Object.fromEntries(names.map((name) => [name, heldBy(name, saved)]));
}

/** A form that opens with what is pinned. */
export function withPinned(blank: FormValues, pins: Pins): FormValues {
  const values = withHeld(blank, pins);
  // Where a time is pinned it stands as it was said; a "now" is told by the clock of the pinned place.
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
      // What was "now" is not repeated: that would be a time that nobody said.
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
