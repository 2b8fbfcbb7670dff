import { z } from 'zod/mini';
import { LIFE_STAGES, SEXES } from './attributes.ts';
import { TAXON_GROUPS, text, type TaxonGroup } from './words.ts';

/**
 * The fields of a record that only some groups of species have, declared once: kept under `attributes` by their name, asked
 * for by the form where the group fits, checked by device and server, exported under their term. A new one is an entry here and
 * its translations.
 */
export interface GroupField {
  schema: z.ZodMiniType<string | number | boolean>;
  control: 'choice' | 'text';
  /** The choices, where the control is `choice`. */
  choices?: readonly string[];
  /** The groups it is asked for; it is kept and shown whatever the group. */
  groups: readonly TaxonGroup[];
  /** The Darwin Core term it is exported as. */
  term: string;
  /** Free words may tell where a hidden record is: others get them with an open record only. */
  isTelling?: true;
}

const choice = <const C extends readonly [string, ...string[]]>(choices: C, groups: readonly TaxonGroup[], term: string) => ({
  schema: z.enum(choices, { error: 'choice' }),
  control: 'choice' as const,
  choices,
  groups,
  term,
});
const words = (groups: readonly TaxonGroup[], term: string) => ({
  schema: text(200),
  control: 'text' as const,
  groups,
  term,
  isTelling: true as const,
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
  if (!Object.hasOwn(groupFields, name)) return null;
  const read = groupFields[name as GroupFieldName].schema.safeParse(value);
  return read.success ? null : read.error.issues[0]!.message;
}

/** The attributes that others see: declared ones, without free words where the place is hidden. */
export function publicAttributes(attributes: Readonly<Record<string, unknown>>, isHidden: boolean): Record<string, string | number> {
  const shown: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const field: GroupField | undefined = Object.hasOwn(groupFields, name) ? groupFields[name as GroupFieldName] : undefined;
    if (field ? !(isHidden && field.isTelling) : TABLE_KEYS.has(name)) shown[name] = value;
  }
  return shown;
}
