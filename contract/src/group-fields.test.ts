import { describe, expect, it } from 'vitest';
import {
  attributeFault,
  booleanField,
  COUNT_TABLE_SEXES,
  countOfTable,
  countTableKey,
  dateField,
  GROUP_FIELD_NAMES,
  type GroupField,
  groupFields,
  groupFieldsOf,
  lifeStagesOf,
  numberField,
  publicAttributes,
  UNKNOWN_ATTRIBUTES,
} from './group-fields.ts';
import { LIFE_STAGES } from './attributes.ts';
import { ObservationDraft } from './observations.ts';
import { TAXON_GROUPS } from './words.ts';

describe('the fields of a group', () => {
  it('are asked for where they fit', () => {
    expect(groupFieldsOf('bird')).toContain('breeding_code');
    expect(groupFieldsOf('plant')).toContain('phenology');
    for (const group of TAXON_GROUPS.filter((one) => one !== 'bird')) expect(groupFieldsOf(group), group).not.toContain('breeding_code');
    for (const group of ['bird', 'mammal', 'dragonfly'] as const) expect(groupFieldsOf(group), group).not.toContain('phenology');
    expect(groupFieldsOf(null)).toEqual(['certainty', 'vitality', 'evidence', 'habitat', 'method', 'wildness']);
  });

  it('take every choice they offer and no other', () => {
    for (const name of GROUP_FIELD_NAMES) {
      const field = groupFields[name];
      if (!('choices' in field)) continue;
      for (const one of field.choices) expect(attributeFault(name, one), `${name} ${one}`).toBeNull();
      expect(attributeFault(name, 'something else'), name).toBe('choice');
      expect(attributeFault(name, 3), name).toBe('choice');
    }
    expect(attributeFault('host', 'x'.repeat(201))).toBe('too_long');
  });

  it('have the life stages that make sense, all of them declared', () => {
    for (const group of TAXON_GROUPS)
      for (const stage of lifeStagesOf(group)) expect(LIFE_STAGES as readonly string[], `${group} ${stage}`).toContain(stage);
    expect(lifeStagesOf('mammal')).not.toContain('pupa');
    expect(lifeStagesOf(null)).toEqual(LIFE_STAGES);
  });

  it('are checked in a draft under their own name, and names of others are kept as they came', () => {
    const faults = (attributes: object) => {
      const read = ObservationDraft.safeParse({ verbatim_name: 'warbler', attributes });
      return read.success ? [] : read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    };
    expect(faults({ breeding_code: 'C12', behaviour: 'singing', n_male_adult: 2 })).toEqual([]);
    expect(faults({ breeding_code: 'Z99' })).toEqual(['attributes.breeding_code choice']);
    expect(faults({ n_male_adult: -1 })).toEqual(['attributes.n_male_adult count']);
    expect(faults({ n_male_adult: 1.5 })).toEqual(['attributes.n_male_adult count']);
    expect(faults({ behaviour: null, field_of_a_club: 'anything' })).toEqual([]);
  });
});

describe('a field of each type', () => {
  const takes = ({ schema }: Pick<GroupField, 'schema'>, value: unknown) => schema.safeParse(value).error?.issues[0]?.message ?? 'taken';

  it('is a number in its range, whole where it says so', () => {
    const wing = numberField({ min: 0.1, max: 300, isWhole: false, unit: 'centimeter' }, ['bird'], 'veld:wing');
    expect(wing).toMatchObject({ type: 'number', unit: 'centimeter', others: 'always' });
    expect([0.1, 7.5, 300].map((value) => takes(wing, value))).toEqual(['taken', 'taken', 'taken']);
    expect([0, 300.1, '7', true, Number.NaN].map((value) => takes(wing, value))).toEqual(Array(5).fill('number'));
    const eggs = numberField({ min: 0, max: 30, isWhole: true }, ['bird'], 'veld:eggs');
    expect([takes(eggs, 3), takes(eggs, 3.5), takes(eggs, 31)]).toEqual(['taken', 'number', 'number']);
    expect(eggs).not.toHaveProperty('unit');
  });

  it('is yes or no', () => {
    const ringed = booleanField(['bird'], 'veld:ringed');
    expect([true, false, 'yes', 1].map((value) => takes(ringed, value))).toEqual(['taken', 'taken', 'choice', 'choice']);
  });

  it('is a day, which others do not see of a hidden record', () => {
    const laid = dateField(['bird'], 'veld:laid');
    expect(['2026-02-28', '2026-02-30', '2026-02', 7].map((value) => takes(laid, value))).toEqual(['taken', 'date', 'date', 'date']);
    expect(laid.others).toBe('if_open');
  });
});

describe('attributes that nothing declares', () => {
  const isTaken = (attributes: object) => ObservationDraft.safeParse({ verbatim_name: 'warbler', attributes }).error?.issues ?? [];
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`club_${at}`, 1]));
  const limit = [expect.objectContaining({ path: ['attributes'], message: 'attributes_limit' })];

  it('are at most 50', () => {
    expect(isTaken({ ...many(50), host: 'oak', n_male_adult: 2, sure_future: '2099-01-01' })).toEqual([]);
    expect(isTaken(many(51))).toEqual(limit);
  });

  it('are at most 8 kB together, in UTF-8', () => {
    const long = { a: 'x'.repeat(2000), b: 'x'.repeat(2000), c: 'x'.repeat(2000), d: 'x'.repeat(2000) };
    const left = UNKNOWN_ATTRIBUTES.bytes - JSON.stringify({ ...long, e: '' }).length;
    expect(isTaken({ ...long, e: 'x'.repeat(left) })).toEqual([]);
    expect(isTaken({ ...long, e: 'x'.repeat(left + 1) })).toEqual(limit);
    expect(isTaken({ ...long, e: 'é'.repeat(left / 2 + 1) })).toEqual(limit);
  });
});

describe('the table of counts', () => {
  it('sums what was counted, and says nothing where nothing was', () => {
    expect(countOfTable({})).toBeNull();
    expect(countOfTable({ behaviour: 'singing', n_made_up: 4 })).toBeNull();
    expect(countOfTable({ [countTableKey('male', 'adult')]: 2, [countTableKey('unknown', 'unknown')]: 3, n_made_up: 4 })).toBe(5);
    expect(countOfTable({ [countTableKey('female', 'egg')]: 0 })).toBe(0);
    expect(COUNT_TABLE_SEXES).toEqual(['female', 'male', 'unknown']);
  });
});

describe('what others see', () => {
  it('is what is declared, and of a hidden record no free words', () => {
    const attributes = {
      habitat: 'marsh',
      host: 'the oak behind 12 Church Lane',
      n_male_adult: 2,
      field_of_a_club: 'secret',
      vitality: null,
    };
    expect(publicAttributes(attributes, false)).toEqual({ habitat: 'marsh', host: 'the oak behind 12 Church Lane', n_male_adult: 2 });
    expect(publicAttributes(attributes, true)).toEqual({ habitat: 'marsh', n_male_adult: 2 });
  });
});
