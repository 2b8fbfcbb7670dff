import { z } from 'zod/mini';
import { type Audience, LIFE_STAGES, SEXES } from './attributes.ts';
import { TAXON_GROUPS, text, type TaxonGroup } from './vocabulary.ts';
import { itemAt, listKeys } from './keys.ts';

/**
 * Plausibility checks whose warnings the observer may confirm: a date in the future or before 1800, an uncertainty over a kilometre, a species
 * that is not on the country's list, an unusual count, a species that is on no list of the month near the place.
 */
export const CHECKS = ['future', 'long_ago', 'wide_place', 'not_listed', 'unusual_count', 'unusual_month'] as const;
export type CheckName = (typeof CHECKS)[number];

/**
 * The attribute that stores a confirmation. It holds the confirmed value, so a changed value needs a new confirmation. It is not
 * a declared field and therefore visible to the owner only. Records are stored with the prefix `sure_`, so it stays.
 */
export const acknowledgedKey = (check: CheckName): `sure_${CheckName}` => `sure_${check}`;

export type AttributeValue = string | number | boolean;
export const isAttributeValue = (value: unknown): value is AttributeValue => ['string', 'number', 'boolean'].includes(typeof value);

/**
 * The declaration of a record field that only some taxon groups have, stored by name under `attributes`. The form, validation,
 * labels, record page, history, photo board and exports are all derived from it. See CONTRIBUTING.md, "A new field of a record".
 */
export interface GroupField {
  schema: z.ZodMiniType<AttributeValue>;
  /** Decides the form control and the format of the value. */
  type: 'choice' | 'text' | 'number' | 'boolean' | 'date';
  /** The choices, if the type is `choice`. */
  choices?: readonly string[];
  /** Limits of a `number`, both included, and whether it must be an integer. */
  range?: { min: number; max: number; isWhole: boolean };
  /** The unit of a `number`, as `Intl.NumberFormat` names it (`centimeter`, `gram`, `celsius`). */
  unit?: string;
  /** The groups whose form has the field. A stored value is kept and shown for any group. */
  groups: readonly TaxonGroup[];
  /** The Darwin Core term of the field in exports. */
  term: string;
  /** When others see the field. `if_open`: unless the record hides its place, because the value could reveal the place. */
  others: 'always' | 'if_open' | 'never';
}

const choiceField = <const C extends readonly [string, ...string[]]>(choices: C, groups: readonly TaxonGroup[], term: string) => ({
  schema: z.enum(choices, { error: 'choice' }),
  type: 'choice' as const,
  choices,
  groups,
  term,
  others: 'always' as const,
});
const textField = (groups: readonly TaxonGroup[], term: string) => ({
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
/** A day. `if_open`, because others see only the month of a record that hides its place. */
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
  certainty: choiceField(['certain', 'likely', 'doubtful'], TAXON_GROUPS, 'dwc:identificationRemarks'),
  behaviour: choiceField(
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
  breeding_code: choiceField(BREEDING_CODES, ['bird'], 'dwc:reproductiveCondition'),
  phenology: choiceField(
    ['vegetative', 'budding', 'flowering', 'fruiting', 'seeding', 'leafing', 'autumn_colour', 'dormant', 'sporing'],
    [...PLANTS, ...FUNGI],
    'dwc:reproductiveCondition',
  ),
  caste: choiceField(['queen', 'worker', 'soldier', 'drone'], ['insect'], 'dwc:caste'),
  vitality: choiceField(['alive', 'dead', 'dying'], TAXON_GROUPS, 'dwc:vitality'),
  evidence: choiceField(
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
  host: textField([...INSECTS, 'spider', 'mollusc', 'other', ...PLANTS, ...FUNGI], 'dwc:associatedTaxa'),
  substrate: choiceField(
    ['soil', 'leaf_litter', 'dead_wood', 'living_wood', 'bark', 'leaf', 'flower', 'rock', 'wall', 'dung', 'moss', 'water', 'sand'],
    [...INSECTS, 'spider', 'mollusc', 'other', ...PLANTS, ...FUNGI],
    'veld:substrate',
  ),
  habitat: choiceField(
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
  method: choiceField(
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
  wildness: choiceField(['wild', 'captive', 'cultivated', 'planted', 'released', 'escaped'], TAXON_GROUPS, 'dwc:degreeOfEstablishment'),
} satisfies Record<string, GroupField>;

export type GroupFieldName = keyof typeof groupFields;
export const GROUP_FIELD_NAMES = listKeys(groupFields);
export const isGroupFieldName = (name: string): name is GroupFieldName => Object.hasOwn(groupFields, name);

/** The declaration of a field, typed to include the optional properties. */
export function groupField(name: GroupFieldName): GroupField {
  return groupFields[name];
}

/** The fields in the form for a group; for null, those that all groups have. */
export function listGroupFields(group: TaxonGroup | null): GroupFieldName[] {
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

/** The life stages of a group; all of them if the group is unknown. */
export function listLifeStages(group: TaxonGroup | null): readonly LifeStage[] {
  return (group && STAGES[group]) ?? LIFE_STAGES;
}

const TABLE_SEXES = [...SEXES.filter((sex) => sex === 'female' || sex === 'male'), 'unknown'] as const;
/** The rows of the count table. */
export const COUNT_TABLE_SEXES: readonly (typeof TABLE_SEXES)[number][] = TABLE_SEXES;

/** The name in `attributes` of the number of individuals of a sex and life stage. Empty cells of the count table are not stored. */
export function countTableKey(sex: (typeof TABLE_SEXES)[number], stage: LifeStage | 'unknown'): string {
  return `n_${sex}_${stage}`;
}

const TABLE_KEYS = new Set(TABLE_SEXES.flatMap((sex) => [...LIFE_STAGES, 'unknown' as const].map((stage) => countTableKey(sex, stage))));

/** The sum of a count table, or null if it has no counts. */
export function countOfTable(attributes: Readonly<Record<string, unknown>>): number | null {
  const counts = Object.entries(attributes).flatMap(([key, value]) => (TABLE_KEYS.has(key) && typeof value === 'number' ? [value] : []));
  return counts.length === 0 ? null : counts.reduce((sum, value) => sum + value, 0);
}

/** The error code of an invalid attribute, or null. Undeclared names are valid. */
export function attributeFault(name: string, value: unknown): string | null {
  if (value === null) return null;
  if (TABLE_KEYS.has(name)) return z.int().check(z.gte(0), z.lte(1_000_000_000)).safeParse(value).success ? null : 'count';
  if (!isGroupFieldName(name)) return null;
  const read = groupFields[name].schema.safeParse(value);
  return read.success ? null : itemAt(read.error.issues, 0).message;
}

const CHECK_KEYS: ReadonlySet<string> = new Set(CHECKS.map(acknowledgedKey));
/** Limits for the undeclared attributes of a record: their number, and their size in bytes as JSON in UTF-8. */
export const UNKNOWN_ATTRIBUTES = { count: 50, bytes: 8192 };

/** Whether the undeclared attributes exceed `UNKNOWN_ATTRIBUTES`. */
export function hasTooManyUnknown(attributes: Readonly<Record<string, unknown>>): boolean {
  const isKnown = (name: string) => isGroupFieldName(name) || TABLE_KEYS.has(name) || CHECK_KEYS.has(name);
  const unknown = Object.entries(attributes).filter(([name]) => !isKnown(name));
  if (unknown.length > UNKNOWN_ATTRIBUTES.count) return true;
  return new TextEncoder().encode(JSON.stringify(Object.fromEntries(unknown))).length > UNKNOWN_ATTRIBUTES.bytes;
}

/** Who else than the owner sees an attribute. */
function audienceOf(name: string): Audience {
  return isGroupFieldName(name) ? groupField(name).others : TABLE_KEYS.has(name) ? 'always' : 'never';
}

/** The names of the attributes that others may see; `publicAttributes` decides. */
export function publicAttributeNames(): string[] {
  return [...GROUP_FIELD_NAMES, ...TABLE_KEYS].filter((name) => audienceOf(name) !== 'never');
}

/** The attributes that others see. `isHidden`: the record hides its place. Undeclared attributes are never included. */
export function publicAttributes(attributes: Readonly<Record<string, unknown>>, isHidden: boolean): Record<string, AttributeValue> {
  const shown: Record<string, AttributeValue> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (!isAttributeValue(value)) continue;
    const others = audienceOf(name);
    if (others === 'always' || (others === 'if_open' && !isHidden)) shown[name] = value;
  }
  return shown;
}
