import { z } from 'zod/mini';
import { LIFE_STAGES, SEXES } from './attributes.ts';
import { CHECKS, sureKey } from './checks.ts';
import { TAXON_GROUPS, text, type TaxonGroup } from './words.ts';

export type AttributeValue = string | number | boolean;
export const isAttributeValue = (value: unknown): value is AttributeValue => ['string', 'number', 'boolean'].includes(typeof value);

/**
 * The fields of a record that only some groups of species have, declared once: kept under `attributes` by their name. Form, checks
 * of both sides, labels, record page, history, photo board and exports read this declaration. CONTRIBUTING.md, "A new field of a
 * record", shows what a new field takes.
 */
export interface GroupField {
  schema: z.ZodMiniType<AttributeValue>;
  /** Decides how it is asked for and written in words. */
  type: 'choice' | 'text' | 'number' | 'boolean' | 'date';
  /** The choices, where the type is `choice`. */
  choices?: readonly string[];
  /** Of a `number`: the least and the largest, and whether it is whole. */
  range?: { min: number; max: number; isWhole: boolean };
  /** Of a `number`: a unit that `Intl.NumberFormat` knows (`centimeter`, `gram`, `celsius`). */
  unit?: string;
  /** The groups it is asked for; it is kept and shown whatever the group. */
  groups: readonly TaxonGroup[];
  /** The Darwin Core term it is exported as. */
  term: string;
  /** Who sees it besides the owner. `if_open`: it may tell where a hidden record is, so others see it with an open record only. */
  others: 'always' | 'if_open' | 'never';
}

const choice = <const C extends readonly [string, ...string[]]>(choices: C, groups: readonly TaxonGroup[], term: string) => ({
  schema: z.enum(choices, { error: 'choice' }),
  type: 'choice' as const,
  choices,
  groups,
  term,
  others: 'always' as const,
});
const words = (groups: readonly TaxonGroup[], term: string) => ({
  schema: text(200),
  type: 'text' as const,
  groups,
  term,
  others: 'if_open' as const,
});
/** A number from `min` to `max`, both included. */
/* @__NO_SIDE_EFFECTS__ */
export const numberField = (
  range: { min: number; max: number; isWhole: boolean; unit?: string },
  groups: readonly TaxonGroup[],
  term: string,
) => {
  const { min, max, isWhole, unit } = range;
  const inRange = [z.gte(min, { error: 'number' }), z.lte(max, { error: 'number' })] as const;
  return {
    schema: isWhole ? z.int({ error: 'number' }).check(...inRange) : z.number({ error: 'number' }).check(...inRange),
    type: 'number' as const,
    range: { min, max, isWhole },
    ...(unit ? { unit } : {}),
    groups,
    term,
    others: 'always' as const,
  };
};
/* @__NO_SIDE_EFFECTS__ */
export const booleanField = (groups: readonly TaxonGroup[], term: string) => ({
  schema: z.boolean({ error: 'choice' }),
  type: 'boolean' as const,
  groups,
  term,
  others: 'always' as const,
});
/** A day; `if_open`, because others see only the month of a hidden record. */
/* @__NO_SIDE_EFFECTS__ */
export const dateField = (groups: readonly TaxonGroup[], term: string) => ({
  schema: z.iso.date({ error: 'date' }),
  type: 'date' as const,
  groups,
  term,
  others: 'if_open' as const,
});

const VERTEBRATES = ['bird', 'mammal', 'amphibian', 'reptile', 'fish'] as const satisfies readonly TaxonGroup[];
const INSECTS = ['butterfly', 'dragonfly', 'insect'] as const satisfies readonly TaxonGroup[];
const ANIMALS = [...VERTEBRATES, ...INSECTS, 'spider', 'mollusc', 'other'] as const satisfies readonly TaxonGroup[];
const PLANTS = ['plant', 'tree', 'fern', 'moss'] as const satisfies readonly TaxonGroup[];
const FUNGI = ['fungus', 'lichen'] as const satisfies readonly TaxonGroup[];

/** The codes of the second European Breeding Bird Atlas: possible (A), probable (B) and confirmed (C) breeding, and 0 for none. */
export const BREEDING_CODES = [
  '0',
  'A1',
  'A2',
  'B3',
  'B4',
  'B5',
  'B6',
  'B7',
  'B8',
  'B9',
  'C10',
  'C11',
  'C12',
  'C13',
  'C14',
  'C15',
  'C16',
] as const;

export const groupFields = {
  certainty: choice(['certain', 'likely', 'doubtful'], TAXON_GROUPS, 'dwc:identificationRemarks'),
  behaviour: choice(
    [
      'resting',
      'feeding',
      'flying',
      'flying_over',
      'migrating',
      'calling',
      'singing',
      'displaying',
      'mating',
      'nesting',
      'caring_for_young',
      'hunting',
      'swimming',
      'basking',
      'sleeping',
      'fleeing',
    ],
    ANIMALS,
    'dwc:behavior',
  ),
  breeding_code: choice(BREEDING_CODES, ['bird'], 'dwc:reproductiveCondition'),
  phenology: choice(
    ['vegetative', 'budding', 'flowering', 'fruiting', 'seeding', 'leafing', 'autumn_colour', 'dormant', 'sporing'],
    [...PLANTS, ...FUNGI],
    'dwc:reproductiveCondition',
  ),
  caste: choice(['queen', 'worker', 'soldier', 'drone'], ['insect'], 'dwc:caste'),
  vitality: choice(['alive', 'dead', 'dying'], TAXON_GROUPS, 'dwc:vitality'),
  evidence: choice(
    [
      'seen',
      'heard',
      'track',
      'droppings',
      'feather',
      'nest',
      'burrow',
      'feeding_sign',
      'shell',
      'exuvia',
      'web',
      'gall',
      'mine',
      'remains',
      'in_hand',
    ],
    TAXON_GROUPS,
    'dwc:preparations',
  ),
  host: words([...INSECTS, 'spider', 'mollusc', 'other', ...PLANTS, ...FUNGI], 'dwc:associatedTaxa'),
  substrate: choice(
    ['soil', 'leaf_litter', 'dead_wood', 'living_wood', 'bark', 'leaf', 'flower', 'rock', 'wall', 'dung', 'moss', 'water', 'sand'],
    [...INSECTS, 'spider', 'mollusc', 'other', ...PLANTS, ...FUNGI],
    'veld:substrate',
  ),
  habitat: choice(
    [
      'woodland',
      'scrub',
      'heath',
      'grassland',
      'savanna',
      'farmland',
      'garden',
      'town',
      'marsh',
      'bog',
      'fresh_water',
      'coast',
      'sea',
      'dunes',
      'rock',
      'mountain',
      'desert',
      'cave',
    ],
    TAXON_GROUPS,
    'dwc:habitat',
  ),
  method: choice(
    [
      'by_eye',
      'by_ear',
      'binoculars',
      'telescope',
      'hand_lens',
      'microscope',
      'hand_net',
      'light_trap',
      'pitfall_trap',
      'camera_trap',
      'sound_recorder',
      'bat_detector',
      'mist_net',
      'fishing',
      'diving',
      'edna',
    ],
    TAXON_GROUPS,
    'dwc:samplingProtocol',
  ),
  wildness: choice(['wild', 'captive', 'cultivated', 'planted', 'released', 'escaped'], TAXON_GROUPS, 'dwc:degreeOfEstablishment'),
} satisfies Record<string, GroupField>;

export type GroupFieldName = keyof typeof groupFields;
export const GROUP_FIELD_NAMES = Object.keys(groupFields) as GroupFieldName[];
export const isGroupFieldName = (name: string): name is GroupFieldName => Object.hasOwn(groupFields, name);

/** The declaration of a field, with the properties that not every field has. */
export function groupField(name: GroupFieldName): GroupField {
  return groupFields[name];
}

/** The fields the form asks for with a species of this group; without a species those that every group has. */
export function groupFieldsOf(group: TaxonGroup | null): GroupFieldName[] {
  return GROUP_FIELD_NAMES.filter((name) => {
    const groups: readonly TaxonGroup[] = groupFields[name].groups;
    return group === null ? groups.length === TAXON_GROUPS.length : groups.includes(group);
  });
}

type LifeStage = (typeof LIFE_STAGES)[number];
const STAGES: Partial<Record<TaxonGroup, readonly LifeStage[]>> = {
  bird: ['egg', 'juvenile', 'subadult', 'adult'],
  mammal: ['juvenile', 'subadult', 'adult'],
  amphibian: ['egg', 'larva', 'juvenile', 'adult'],
  reptile: ['egg', 'juvenile', 'adult'],
  fish: ['egg', 'larva', 'juvenile', 'adult'],
  butterfly: ['egg', 'larva', 'pupa', 'adult'],
  dragonfly: ['egg', 'larva', 'adult'],
  insect: ['egg', 'larva', 'nymph', 'pupa', 'adult'],
  spider: ['egg', 'juvenile', 'subadult', 'adult'],
  mollusc: ['egg', 'juvenile', 'adult'],
  plant: ['seedling', 'juvenile', 'adult', 'flowering', 'fruiting'],
  tree: ['seedling', 'juvenile', 'adult', 'flowering', 'fruiting'],
  fern: ['juvenile', 'adult'],
  moss: ['juvenile', 'adult'],
  fungus: ['fruiting'],
  lichen: ['fruiting'],
};

/** The life stages that make sense for a group; all where the group is not known. */
export function lifeStagesOf(group: TaxonGroup | null): readonly LifeStage[] {
  return (group && STAGES[group]) ?? LIFE_STAGES;
}

const TABLE_SEXES = [...SEXES.filter((sex) => sex === 'female' || sex === 'male'), 'unknown'] as const;
/** The rows of the table of counts. */
export const COUNT_TABLE_SEXES: readonly (typeof TABLE_SEXES)[number][] = TABLE_SEXES;

/** How many of one sex and life stage there were stands in `attributes` under this name; a table that is not used has none. */
export function countTableKey(sex: (typeof TABLE_SEXES)[number], stage: LifeStage | 'unknown'): string {
  return `n_${sex}_${stage}`;
}

const TABLE_KEYS = new Set(TABLE_SEXES.flatMap((sex) => [...LIFE_STAGES, 'unknown' as const].map((stage) => countTableKey(sex, stage))));

/** The individuals of a table of counts together, or null where there is none. */
export function countOfTable(attributes: Readonly<Record<string, unknown>>): number | null {
  const counts = Object.entries(attributes).filter(([key, value]) => TABLE_KEYS.has(key) && typeof value === 'number');
  return counts.length === 0 ? null : counts.reduce((sum, [, value]) => sum + (value as number), 0);
}

/** What is wrong with an attribute: the name of an error, or null. Names that nothing declares are kept as they came. */
export function attributeFault(name: string, value: unknown): string | null {
  if (value === null) return null;
  if (TABLE_KEYS.has(name)) return z.int().check(z.gte(0), z.lte(1_000_000_000)).safeParse(value).success ? null : 'count';
  if (!isGroupFieldName(name)) return null;
  const read = groupFields[name].schema.safeParse(value);
  return read.success ? null : read.error.issues[0]!.message;
}

const CHECK_KEYS: ReadonlySet<string> = new Set(CHECKS.map(sureKey));
/** What a record may hold of attributes that nothing declares: so many, and so much in UTF-8 as JSON. */
export const UNKNOWN_ATTRIBUTES = { count: 50, bytes: 8192 };

/** Whether the attributes that nothing declares are more than a record may hold. */
export function hasTooManyUnknown(attributes: Readonly<Record<string, unknown>>): boolean {
  const isKnown = (name: string) => isGroupFieldName(name) || TABLE_KEYS.has(name) || CHECK_KEYS.has(name);
  const unknown = Object.entries(attributes).filter(([name]) => !isKnown(name));
  if (unknown.length > UNKNOWN_ATTRIBUTES.count) return true;
  return new TextEncoder().encode(JSON.stringify(Object.fromEntries(unknown))).length > UNKNOWN_ATTRIBUTES.bytes;
}

/** The attributes that others see: declared ones, as far as their declaration lets them. */
export function publicAttributes(attributes: Readonly<Record<string, unknown>>, isHidden: boolean): Record<string, AttributeValue> {
  const shown: Record<string, AttributeValue> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (!isAttributeValue(value)) continue;
    const others = isGroupFieldName(name) ? groupField(name).others : TABLE_KEYS.has(name) ? 'always' : 'never';
    if (others === 'always' || (others === 'if_open' && !isHidden)) shown[name] = value;
  }
  return shown;
}
