import { z } from 'zod/mini';
import { wrapLongitude } from '@veld/geometry';
import { dayRange, isReversed, isTimeZone } from './dates.ts';
import { DeviceMadeId, Geoprivacy, GEOPRIVACIES, License, LICENSES, TaxonId, text, Uuid } from './vocabulary.ts';
import { fromKeys, isKeyIn, listKeys } from './keys.ts';

/** Form controls that work for any field of their type. */
export const STANDARD_CONTROLS = ['text', 'long_text', 'number', 'toggle', 'choice', 'date'] as const;
/** Form controls for one particular field or part. `web/src/features/recording/fields/controls.tsx` maps each to its component. */
export const SPECIAL_CONTROLS = ['taxon', 'when', 'place', 'count', 'life_stage', 'sharing', 'license'] as const;
export type StandardControl = (typeof STANDARD_CONTROLS)[number];
export type SpecialControl = (typeof SPECIAL_CONTROLS)[number];

/** The sections of the form, in order. */
export const SECTIONS = ['taxon', 'when', 'where', 'count', 'details', 'notes', 'sharing', 'links'] as const;
export type Section = (typeof SECTIONS)[number];

/** `period`: a day, a month, a year or an interval (dates.ts). `id`: the id of anything except a taxon. */
export type FieldType = 'taxon' | 'text' | 'number' | 'boolean' | 'choice' | 'period' | 'date' | 'time' | 'zone' | 'id';

/**
 * What others see of a field. `if_open`: the value, unless the record hides its place. `month`: the value, or only the month if
 * the record hides its place. `public_place`: the public point (docs/decisions/0016). `never`: nothing.
 */
export type Audience = 'always' | 'if_open' | 'month' | 'public_place' | 'never';

/**
 * The declaration of a record field. The form, drafts, pins, validation, database columns, merging, deletion, public responses,
 * labels and exports are all derived from it. See CONTRIBUTING.md, "A new field of a record".
 */
export interface RecordField {
  schema: z.ZodMiniType;
  type: FieldType;
  /** The form control. `none`: no control of its own; the control of the first field of its part may cover it. */
  control: StandardControl | SpecialControl | 'none';
  section: Section;
  /**
   * Fields with the same part are merged, pinned and carried over together. Lists of differences show the first field of a part
   * for all of them. A field without this property is a part by itself. Pins are stored under this name.
   */
  part?: string;
  others: Audience;
  /** The choices, if the type is `choice`. */
  choices?: readonly string[];
  /** The value where none is given; null without this property. */
  initial?: string;
  /** A new record starts with the value from the person's preferences. */
  isPreference?: true;
  /**
   * When the next record copies the value from the one just saved: `always`; `nearby`, while its place is recent; `same_taxon`,
   * with "Same again". Never without this property.
   */
  carryOver?: 'always' | 'nearby' | 'same_taxon';
  /**
   * How records are joined into one. `first` (the default): the first value that is not null; `paragraphs`: all values, each as a
   * paragraph; `strictest`: the value that comes last in `choices`; null is stricter than all of them.
   */
  join?: 'first' | 'paragraphs' | 'strictest';
  /** The Darwin Core term of the field in exports. */
  term?: string;
}

function fields<const F extends Record<string, RecordField>>(value: F): F {
  return value;
}

export const COUNT_TYPES = ['exact', 'at_least', 'approximate', 'range'] as const;
export const LIFE_STAGES = ['egg', 'larva', 'pupa', 'nymph', 'juvenile', 'subadult', 'adult', 'seedling', 'flowering', 'fruiting'] as const;
export const SEXES = ['female', 'male', 'hermaphrodite', 'mixed'] as const;
/** `neighbour`: the place of another record of the same hour. `last_known`: an earlier location of the device. */
export const LOCATION_SOURCES = ['gps', 'exif', 'map', 'track', 'saved_place', 'neighbour', 'last_known', 'typed'] as const;

const finite = (min: number, max: number, error: string) => z.number({ error }).check(z.gte(min, { error }), z.lte(max, { error }));
const individuals = z.int({ error: 'count' }).check(z.gte(0, { error: 'count' }), z.lte(1_000_000_000, { error: 'count' }));

const TAXON = { section: 'taxon', part: 'taxon', carryOver: 'same_taxon' } as const;
const WHEN = { section: 'when', part: 'when' } as const;
const PLACE = { section: 'where', part: 'place', carryOver: 'nearby' } as const;
const COUNT = { section: 'count', part: 'count' } as const;
const SHARING = { section: 'sharing', part: 'sharing', carryOver: 'always' } as const;

export const recordFields = fields({
  taxon_id: { ...TAXON, schema: z.nullish(TaxonId), type: 'taxon', control: 'taxon', others: 'always', term: 'dwc:taxonID' },
  verbatim_name: {
    ...TAXON,
    schema: z.nullish(text(200)),
    type: 'text',
    control: 'none',
    others: 'always',
    term: 'dwc:verbatimIdentification',
  },
  uncertain: {
    ...TAXON,
    schema: z.nullish(z.boolean()),
    type: 'boolean',
    control: 'none',
    others: 'always',
    term: 'dwc:identificationQualifier',
  },
  observed_on: {
    ...WHEN,
    schema: z.nullish(
      z.string().check(
        z.maxLength(40),
        z.refine((value) => !isReversed(value), { error: 'date_order' }),
        z.refine((value) => isReversed(value) || dayRange(value) !== null, { error: 'date' }),
      ),
    ),
    type: 'period',
    control: 'when',
    others: 'month',
    term: 'dwc:eventDate',
  },
  observed_time: {
    ...WHEN,
    schema: z.nullish(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'time' }))),
    type: 'time',
    control: 'none',
    others: 'if_open',
    term: 'dwc:eventTime',
  },
  time_zone: {
    ...WHEN,
    schema: z.nullish(z.string().check(z.maxLength(60), z.refine(isTimeZone, { error: 'time_zone' }))),
    type: 'zone',
    control: 'none',
    others: 'if_open',
  },
  latitude: {
    ...PLACE,
    schema: z.nullish(finite(-90, 90, 'latitude')),
    type: 'number',
    control: 'place',
    others: 'public_place',
    term: 'dwc:decimalLatitude',
  },
  longitude: {
    ...PLACE,
    schema: z.nullish(finite(-180, 180, 'longitude').check(z.overwrite(wrapLongitude))),
    type: 'number',
    control: 'none',
    others: 'public_place',
    term: 'dwc:decimalLongitude',
  },
  coordinate_uncertainty_m: {
    ...PLACE,
    schema: z.nullish(finite(0.1, 20_037_509, 'uncertainty')),
    type: 'number',
    control: 'none',
    others: 'public_place',
    term: 'dwc:coordinateUncertaintyInMeters',
  },
  location_source: {
    ...PLACE,
    schema: z.nullish(z.enum(LOCATION_SOURCES)),
    type: 'choice',
    control: 'none',
    others: 'never',
    choices: LOCATION_SOURCES,
    term: 'dwc:georeferenceSources',
  },
  location_id: { ...PLACE, schema: z.nullish(Uuid), type: 'id', control: 'none', others: 'never' },
  /**
   * The device found its location this many seconds after the record was saved. Null for a place that was known when saving. Such a
   * place was not chosen by anyone, so any other place wins over it (docs/decisions/0031-the-place-follows-the-record.md).
   */
  location_delay_s: {
    ...PLACE,
    schema: z.nullish(z.int({ error: 'number' }).check(z.gte(0, { error: 'number' }), z.lte(86_400, { error: 'number' }))),
    type: 'number',
    control: 'none',
    others: 'never',
  },
  /** 0 means looked for and not found (`isAbsence`). */
  count: { ...COUNT, schema: z.nullish(individuals), type: 'number', control: 'count', others: 'always', term: 'dwc:individualCount' },
  count_max: { ...COUNT, schema: z.nullish(individuals), type: 'number', control: 'none', others: 'always' },
  count_type: {
    ...COUNT,
    schema: z.nullish(z.enum(COUNT_TYPES)),
    type: 'choice',
    control: 'none',
    others: 'always',
    choices: COUNT_TYPES,
  },
  life_stage: {
    schema: z.nullish(z.enum(LIFE_STAGES)),
    type: 'choice',
    control: 'life_stage',
    section: 'details',
    others: 'always',
    choices: LIFE_STAGES,
    term: 'dwc:lifeStage',
  },
  sex: {
    schema: z.nullish(z.enum(SEXES)),
    type: 'choice',
    control: 'choice',
    section: 'details',
    others: 'always',
    choices: SEXES,
    term: 'dwc:sex',
  },
  notes: {
    schema: z.nullish(text(10_000)),
    type: 'text',
    control: 'long_text',
    section: 'notes',
    others: 'always',
    join: 'paragraphs',
    term: 'dwc:occurrenceRemarks',
  },
  private_notes: {
    schema: z.nullish(text(10_000)),
    type: 'text',
    control: 'long_text',
    section: 'notes',
    others: 'never',
    join: 'paragraphs',
  },
  geoprivacy: {
    ...SHARING,
    schema: z._default(Geoprivacy, 'open'),
    type: 'choice',
    control: 'sharing',
    others: 'never',
    choices: GEOPRIVACIES,
    initial: 'open',
    isPreference: true,
    join: 'strictest',
  },
  /** The last day on which the place is hidden. The server opens the place once this day is over in every time zone. */
  geoprivacy_until: {
    ...SHARING,
    schema: z.nullish(z.iso.date({ error: 'date' })),
    type: 'date',
    control: 'none',
    others: 'never',
  },
  license: {
    schema: z.nullish(License),
    type: 'choice',
    control: 'license',
    section: 'sharing',
    others: 'always',
    choices: LICENSES,
    isPreference: true,
    carryOver: 'always',
    join: 'strictest',
    term: 'dcterms:license',
  },
  /** Set when a record is saved during a journey. */
  journey_id: { schema: z.nullish(DeviceMadeId), type: 'id', control: 'none', section: 'links', others: 'never' },
} satisfies Record<string, RecordField>);

export type RecordFieldName = keyof typeof recordFields;
export const RECORD_FIELD_NAMES = listKeys(recordFields);

type Declared = typeof recordFields;
/** The names of the fields whose declaration extends `Kind`, for example `{ others: 'never' }`. */
export type FieldsThat<Kind> = { [K in RecordFieldName]: Declared[K] extends Kind ? K : never }[RecordFieldName];

/** The declaration of a field, typed to include the optional properties. */
export function recordField(name: RecordFieldName): RecordField {
  return recordFields[name];
}

type Shape = { [K in RecordFieldName]: Declared[K]['schema'] };
/** The schemas of all fields, for `z.object`. */
export const recordShape = fromKeys(RECORD_FIELD_NAMES, (name) => recordFields[name].schema) as Shape;

/** The field values of a stored record; null where none is given. */
export type RecordValues = {
  [K in RecordFieldName]: Declared[K] extends { initial: string }
    ? z.output<Declared[K]['schema']>
    : NonNullable<z.output<Declared[K]['schema']>> | null;
};

/** The value of a field where none is given: null, or the declared initial value. */
export function initialValue<K extends RecordFieldName>(name: K): RecordValues[K] {
  return (recordField(name).initial ?? null) as RecordValues[K];
}

/** Picks the record fields of `source` and drops its other properties. Missing fields get their initial value. */
export function recordValues(source: { readonly [K in RecordFieldName]?: unknown }): RecordValues {
  const values: Record<string, unknown> = {};
  for (const name of RECORD_FIELD_NAMES) values[name] = source[name] ?? initialValue(name);
  return values as RecordValues;
}

type PartOf<K extends RecordFieldName> = Declared[K] extends { part: infer P extends string } ? P : K;
export type PartName = { [K in RecordFieldName]: PartOf<K> }[RecordFieldName];

export function findRecordPart(name: RecordFieldName): PartName {
  return (recordField(name).part ?? name) as PartName;
}

/** The fields of each part, in the order of their declaration. The first one represents the part. */
export const recordParts = Object.fromEntries<readonly RecordFieldName[]>(Map.groupBy(RECORD_FIELD_NAMES, findRecordPart)) as {
  [P in PartName]: readonly [RecordFieldName, ...RecordFieldName[]];
};
export const PART_NAMES = listKeys(recordParts);

export const isPartName = (name: string): name is PartName => isKeyIn(recordParts, name);

/** The parts with a form control in the given sections, by section and then by declaration. */
export function partsIn(...sections: Section[]): PartName[] {
  return sections.flatMap((section) =>
    PART_NAMES.filter((part) => {
      const head = recordField(recordParts[part][0]);
      return head.section === section && head.control !== 'none';
    }),
  );
}

export type PublicFieldName = Exclude<RecordFieldName, FieldsThat<{ others: 'never' }>>;
/** The fields that others see at least in part. */
export const PUBLIC_FIELD_NAMES = RECORD_FIELD_NAMES.filter((name): name is PublicFieldName => recordFields[name].others !== 'never');
