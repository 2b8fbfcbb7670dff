import { describe, expect, it } from 'vitest';
import {
  partsIn,
  PUBLIC_FIELD_NAMES,
  RECORD_FIELD_NAMES,
  recordFields,
  recordParts,
  recordShape,
  recordValues,
  SECTIONS,
} from './attributes.ts';
import { OwnObservation, PublicObservation } from './observations.ts';

describe('record fields', () => {
  it('match the shape, the list of names and the owner’s response', () => {
    expect(Object.keys(recordShape)).toEqual(RECORD_FIELD_NAMES);
    for (const name of RECORD_FIELD_NAMES) expect(OwnObservation.shape, name).toHaveProperty(name);
  });

  it('are left out of public responses if private, and included otherwise', () => {
    const secret = RECORD_FIELD_NAMES.filter((name) => recordFields[name].others === 'never');
    expect(secret).toEqual([
      'location_source',
      'location_id',
      'location_delay_s',
      'private_notes',
      'geoprivacy',
      'geoprivacy_until',
      'journey_id',
    ]);
    for (const name of secret) expect(PublicObservation.shape).not.toHaveProperty(name);
    for (const name of PUBLIC_FIELD_NAMES) expect(PublicObservation.shape, name).toHaveProperty(name);
  });

  it('accept their choices and nothing else', () => {
    for (const name of RECORD_FIELD_NAMES) {
      const field = recordFields[name];
      if (!('choices' in field)) continue;
      for (const choice of field.choices) expect(field.schema.safeParse(choice).success, `${name} ${choice}`).toBe(true);
      expect(field.schema.safeParse('something else').success, name).toBe(false);
    }
  });

  it('may be absent or null', () => {
    for (const name of RECORD_FIELD_NAMES) expect(recordFields[name].schema.safeParse(undefined).success, name).toBe(true);
    for (const name of RECORD_FIELD_NAMES.filter((entry) => entry !== 'geoprivacy'))
      expect(recordFields[name].schema.safeParse(null).success, name).toBe(true);
  });

  it('that form one part are declared together, in one section, and only the first has a control', () => {
    expect(Object.values(recordParts).flat()).toEqual(RECORD_FIELD_NAMES);
    for (const [head, ...rest] of Object.values(recordParts)) {
      for (const name of rest) {
        expect(recordFields[name].control, name).toBe('none');
        expect(recordFields[name].section, name).toBe(recordFields[head].section);
      }
    }
    expect(recordParts.place[0]).toBe('latitude');
    expect(recordParts.notes).toEqual(['notes']);
    expect(partsIn('details', 'notes').slice(0, 3)).toEqual(['life_stage', 'sex', 'notes']);
    expect(partsIn(...SECTIONS)).not.toContain('journey_id');
  });

  it('have an initial value that their schema accepts', () => {
    const empty = recordValues({});
    for (const name of RECORD_FIELD_NAMES) expect(recordFields[name].schema.safeParse(empty[name]).success, name).toBe(true);
    expect(empty).toMatchObject({ geoprivacy: 'open', notes: null });
  });

  it('have distinct Darwin Core terms', () => {
    const terms = RECORD_FIELD_NAMES.map((name) => recordFields[name]).flatMap((field) => ('term' in field ? [field.term] : []));
    expect(new Set(terms).size).toBe(terms.length);
  });
});
