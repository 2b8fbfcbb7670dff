import type { GroupFieldName } from '@veld/contract';
import type { Pins } from '../../local/device/pins';
import { sourceHere } from './carry-over';
import { clockPatch, type FormPatch, type FormValues } from './form-values';

/** What one pin repeats: values that mean something only together have one. */
const PARTS = {
  taxon: ['taxon', 'verbatim_name', 'uncertain'],
  when: ['date_kind', 'day', 'month', 'time', 'kept_date', 'when_source', 'time_zone'],
  place: ['latitude', 'longitude', 'coordinate_uncertainty_m', 'location_source', 'location_id', 'time_zone'],
  count: ['count', 'count_max', 'count_type'],
  life_stage: ['life_stage'],
  sex: ['sex'],
  notes: ['notes'],
  private_notes: ['private_notes'],
  sharing: ['geoprivacy', 'geoprivacy_until'],
  license: ['license'],
} as const satisfies Record<string, readonly (keyof FormValues)[]>;

export type PinName = keyof typeof PARTS | `attribute:${GroupFieldName}`;

const ATTRIBUTE = 'attribute:';
const isPart = (name: string): name is keyof typeof PARTS => Object.hasOwn(PARTS, name);

/** What a pin holds of a form. */
function heldBy(name: string, values: FormValues): Record<string, unknown> {
  if (isPart(name)) return Object.fromEntries(PARTS[name].map((key) => [key, values[key]]));
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
    if (isPart(name)) {
      // What was "now" is not repeated: that would be a time that nobody said.
      if (name === 'when' && held.when_source === 'now') continue;
      const known = PARTS[name].filter((key) => held[key] !== undefined).map((key) => [key, held[key]]);
      values = { ...values, ...(Object.fromEntries(known) as FormPatch) };
    } else if (name.startsWith(ATTRIBUTE) && (typeof held.value === 'string' || typeof held.value === 'number'))
      values = { ...values, attributes: { ...values.attributes, [name.slice(ATTRIBUTE.length)]: held.value } };
  }
  return values;
}
