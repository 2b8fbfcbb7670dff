import { describe, expect, it } from 'vitest';
import { RECORD_FIELD_NAMES, recordFields, recordShape } from './attributes.ts';
import { OwnObservation, PublicObservation } from './observations.ts';

describe('the fields of a record', () => {
  it('are each declared once, and the shape, the names and the owner’s answer hold exactly these', () => {
    expect(Object.keys(recordShape)).toEqual(RECORD_FIELD_NAMES);
    for (const name of RECORD_FIELD_NAMES) expect(OwnObservation.shape, name).toHaveProperty(name);
  });

  it('show no private field to others', () => {
    const secret = RECORD_FIELD_NAMES.filter((name) => 'isPrivate' in recordFields[name]);
    expect(secret).toEqual(['private_notes', 'geoprivacy_until']);
    for (const name of [...secret, 'geoprivacy', 'journey_id', 'location_id', 'location_source'] as const)
      expect(PublicObservation.shape).not.toHaveProperty(name);
  });

  it('take every choice they offer and no other', () => {
    for (const name of RECORD_FIELD_NAMES) {
      const field = recordFields[name];
      if (!('choices' in field)) continue;
      for (const choice of field.choices) expect(field.schema.safeParse(choice).success, `${name} ${choice}`).toBe(true);
      expect(field.schema.safeParse('something else').success, name).toBe(false);
    }
  });

  it('may be absent or null, where nothing is known', () => {
    for (const name of RECORD_FIELD_NAMES) expect(recordFields[name].schema.safeParse(undefined).success, name).toBe(true);
    for (const name of RECORD_FIELD_NAMES.filter((entry) => entry !== 'geoprivacy'))
      expect(recordFields[name].schema.safeParse(null).success, name).toBe(true);
  });

  it('name Darwin Core terms that differ from one another', () => {
    const terms = RECORD_FIELD_NAMES.map((name) => recordFields[name]).flatMap((field) => ('term' in field ? [field.term] : []));
    expect(new Set(terms).size).toBe(terms.length);
  });
});
