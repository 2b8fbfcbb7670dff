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
  groupField,
  type GroupFieldName,
  groupFields,
  listGroupFields,
  listLifeStages,
  numberField,
  publicAttributes,
  UNKNOWN_ATTRIBUTES,
} from './group-fields.ts';
import { LIFE_STAGES } from './attributes.ts';
import { ObservationDraft } from './observations.ts';
import { TAXON_GROUPS, type TaxonGroup } from './vocabulary.ts';

describe('group fields', () => {
  it('belong to the groups they are declared for', () => {
    expect(listGroupFields('bird')).toContain('breeding_code');
    expect(listGroupFields('plant')).toContain('phenology');
    for (const group of TAXON_GROUPS.filter((one) => one !== 'bird')) expect(listGroupFields(group), group).not.toContain('breeding_code');
    for (const group of ['bird', 'mammal', 'dragonfly'] as const) expect(listGroupFields(group), group).not.toContain('phenology');
    expect(listGroupFields(null)).toEqual(['certainty', 'vitality', 'evidence', 'habitat', 'method', 'wildness']);
  });

  it('accept their choices and nothing else', () => {
    for (const name of GROUP_FIELD_NAMES) {
      const field = groupFields[name];
      if (!('choices' in field)) continue;
      for (const one of field.choices) expect(attributeFault(name, one), `${name} ${one}`).toBeNull();
      expect(attributeFault(name, 'something else'), name).toBe('choice');
      expect(attributeFault(name, 3), name).toBe('choice');
    }
    expect(attributeFault('host', 'x'.repeat(201))).toBe('too_long');
  });

  it.each<[string, string, string]>([
    ['certainty', 'certain likely doubtful', 'dwc:identificationRemarks'],
    [
      'behaviour',
      'resting feeding flying flying_over migrating calling singing displaying mating nesting caring_for_young hunting swimming basking sleeping fleeing',
      'dwc:behavior',
    ],
    ['breeding_code', '0 A1 A2 B3 B4 B5 B6 B7 B8 B9 C10 C11 C12 C13 C14 C15 C16', 'dwc:reproductiveCondition'],
    ['phenology', 'vegetative budding flowering fruiting seeding leafing autumn_colour dormant sporing', 'dwc:reproductiveCondition'],
    ['caste', 'queen worker soldier drone', 'dwc:caste'],
    ['vitality', 'alive dead dying', 'dwc:vitality'],
    [
      'evidence',
      'seen heard track droppings feather nest burrow feeding_sign shell exuvia web gall mine remains in_hand',
      'dwc:preparations',
    ],
    ['host', 'any_text', 'dwc:associatedTaxa'],
    ['substrate', 'soil leaf_litter dead_wood living_wood bark leaf flower rock wall dung moss water sand', 'veld:substrate'],
    [
      'habitat',
      'woodland scrub heath grassland savanna farmland garden town marsh bog fresh_water coast sea dunes rock mountain desert cave',
      'dwc:habitat',
    ],
    [
      'method',
      'by_eye by_ear binoculars telescope hand_lens microscope hand_net light_trap pitfall_trap camera_trap sound_recorder bat_detector mist_net fishing diving edna',
      'dwc:samplingProtocol',
    ],
    ['wildness', 'wild captive cultivated planted released escaped', 'dwc:degreeOfEstablishment'],
  ])('keep what records of %s have: %s, exported as %s', (name, values, term) => {
    for (const value of values.split(' ')) expect(attributeFault(name, value), value).toBeNull();
    expect(groupField(name as GroupFieldName).term).toBe(term);
  });

  /** Fields that only some groups have. */
  const NOT_OF_ALL = ['behaviour', 'breeding_code', 'phenology', 'caste', 'host', 'substrate'];

  it.each<[TaxonGroup, string]>([
    ['bird', 'behaviour breeding_code'],
    ['mammal', 'behaviour'],
    ['amphibian', 'behaviour'],
    ['reptile', 'behaviour'],
    ['fish', 'behaviour'],
    ['butterfly', 'behaviour host substrate'],
    ['dragonfly', 'behaviour host substrate'],
    ['insect', 'behaviour caste host substrate'],
    ['spider', 'behaviour host substrate'],
    ['mollusc', 'behaviour host substrate'],
    ['plant', 'phenology host substrate'],
    ['tree', 'phenology host substrate'],
    ['fern', 'phenology host substrate'],
    ['moss', 'phenology host substrate'],
    ['fungus', 'phenology host substrate'],
    ['lichen', 'phenology host substrate'],
    ['other', 'behaviour host substrate'],
  ])('are for the group %s, besides those of all groups: %s', (group, names) => {
    expect(listGroupFields(group).filter((name) => NOT_OF_ALL.includes(name))).toEqual(names.split(' '));
    expect(listGroupFields(group)).toEqual(expect.arrayContaining(listGroupFields(null)));
  });

  it.each<[TaxonGroup, string]>([
    ['bird', 'egg juvenile subadult adult'],
    ['mammal', 'juvenile subadult adult'],
    ['amphibian', 'egg larva juvenile adult'],
    ['reptile', 'egg juvenile adult'],
    ['fish', 'egg larva juvenile adult'],
    ['butterfly', 'egg larva pupa adult'],
    ['dragonfly', 'egg larva adult'],
    ['insect', 'egg larva nymph pupa adult'],
    ['spider', 'egg juvenile subadult adult'],
    ['mollusc', 'egg juvenile adult'],
    ['plant', 'seedling juvenile adult flowering fruiting'],
    ['tree', 'seedling juvenile adult flowering fruiting'],
    ['fern', 'juvenile adult'],
    ['moss', 'juvenile adult'],
    ['fungus', 'fruiting'],
    ['lichen', 'fruiting'],
  ])('offer the life stages of the group %s: %s', (group, stages) => {
    expect(listLifeStages(group)).toEqual(stages.split(' '));
  });

  it('have life stages per group, all of them declared', () => {
    for (const group of TAXON_GROUPS)
      for (const stage of listLifeStages(group)) expect(LIFE_STAGES as readonly string[], `${group} ${stage}`).toContain(stage);
    expect(listLifeStages('mammal')).not.toContain('pupa');
    expect(listLifeStages(null)).toEqual(LIFE_STAGES);
  });

  it('are validated in a draft, and undeclared attributes are accepted', () => {
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

describe('field types', () => {
  const check = ({ schema }: Pick<GroupField, 'schema'>, value: unknown) => schema.safeParse(value).error?.issues[0]?.message ?? 'valid';

  it('numberField accepts numbers in its range, and only integers if declared so', () => {
    const wing = numberField({ min: 0.1, max: 300, isWhole: false, unit: 'centimeter' }, ['bird'], 'veld:wing');
    expect(wing).toMatchObject({ type: 'number', unit: 'centimeter', others: 'always' });
    expect([0.1, 7.5, 300].map((value) => check(wing, value))).toEqual(['valid', 'valid', 'valid']);
    expect([0, 300.1, '7', true, Number.NaN].map((value) => check(wing, value))).toEqual(Array(5).fill('number'));
    const eggs = numberField({ min: 0, max: 30, isWhole: true }, ['bird'], 'veld:eggs');
    expect([check(eggs, 3), check(eggs, 3.5), check(eggs, 31)]).toEqual(['valid', 'number', 'number']);
    expect(eggs).not.toHaveProperty('unit');
  });

  it('booleanField accepts only true and false', () => {
    const ringed = booleanField(['bird'], 'veld:ringed');
    expect([true, false, 'yes', 1].map((value) => check(ringed, value))).toEqual(['valid', 'valid', 'choice', 'choice']);
  });

  it('dateField accepts a day, and hides it from others if the record hides its place', () => {
    const laid = dateField(['bird'], 'veld:laid');
    expect(['2026-02-28', '2026-02-30', '2026-02', 7].map((value) => check(laid, value))).toEqual(['valid', 'date', 'date', 'date']);
    expect(laid.others).toBe('if_open');
  });
});

describe('undeclared attributes', () => {
  const issuesOf = (attributes: object) => ObservationDraft.safeParse({ verbatim_name: 'warbler', attributes }).error?.issues ?? [];
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`club_${at}`, 1]));
  const limit = [expect.objectContaining({ path: ['attributes'], message: 'attributes_limit' })];

  it('are limited to 50', () => {
    expect(issuesOf({ ...many(50), host: 'oak', n_male_adult: 2, sure_future: '2099-01-01' })).toEqual([]);
    expect(issuesOf(many(51))).toEqual(limit);
  });

  it('are limited to 8 kB in total, in UTF-8', () => {
    const long = { a: 'x'.repeat(2000), b: 'x'.repeat(2000), c: 'x'.repeat(2000), d: 'x'.repeat(2000) };
    const left = UNKNOWN_ATTRIBUTES.bytes - JSON.stringify({ ...long, e: '' }).length;
    expect(issuesOf({ ...long, e: 'x'.repeat(left) })).toEqual([]);
    expect(issuesOf({ ...long, e: 'x'.repeat(left + 1) })).toEqual(limit);
    expect(issuesOf({ ...long, e: 'é'.repeat(left / 2 + 1) })).toEqual(limit);
  });
});

describe('the count table', () => {
  it('gives the sum of its counts, or null if it has none', () => {
    expect(countOfTable({})).toBeNull();
    expect(countOfTable({ behaviour: 'singing', n_made_up: 4 })).toBeNull();
    expect(countOfTable({ [countTableKey('male', 'adult')]: 2, [countTableKey('unknown', 'unknown')]: 3, n_made_up: 4 })).toBe(5);
    expect(countOfTable({ [countTableKey('female', 'egg')]: 0 })).toBe(0);
    expect(COUNT_TABLE_SEXES).toEqual(['female', 'male', 'unknown']);
  });
});

describe('public attributes', () => {
  it('are the declared ones, without free text if the record hides its place', () => {
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
