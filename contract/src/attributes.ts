import { z } from 'zod/mini';
import { dayRange, isTimeZone } from './dates.ts';
import { DeviceMadeId, Geoprivacy, GEOPRIVACIES, License, LICENSES, TaxonId, text } from './words.ts';

/**
 * Every field of a record, declared once. The form, the device's check before sending, the server's check, the columns of
 * exports and the search read this declaration; a new field is a new entry here, a column and its translations.
 */
export interface RecordField {
  schema: z.ZodMiniType;
  /** How the form asks for it. `none`: not asked for on its own. */
  control: 'taxon' | 'text' | 'long_text' | 'number' | 'choice' | 'date' | 'time' | 'zone' | 'place' | 'toggle' | 'none';
  /** The part of the form it stands in. */
  section: 'taxon' | 'when' | 'where' | 'how_many' | 'notes' | 'sharing' | 'links';
  /** The choices, where the control is `choice`. */
  choices?: readonly string[];
  /** The Darwin Core term it is exported as. */
  term?: string;
  /** Others never see it. */
  isPrivate?: true;
}

function fields<const F extends Record<string, RecordField>>(value: F): F {
  return value;
}

export const COUNT_TYPES = ['exact', 'at_least', 'approximate', 'range'] as const;
export const LIFE_STAGES = ['egg', 'larva', 'pupa', 'nymph', 'juvenile', 'subadult', 'adult', 'seedling', 'flowering', 'fruiting'] as const;
export const SEXES = ['female', 'male', 'hermaphrodite', 'mixed'] as const;
/** `neighbour`: the place of another record of the same hour. `last_known`: where the device was some time before. */
export const LOCATION_SOURCES = ['gps', 'exif', 'map', 'track', 'saved_place', 'neighbour', 'last_known', 'typed'] as const;

const finite = (min: number, max: number, error: string) => z.number({ error }).check(z.gte(min, { error }), z.lte(max, { error }));

export const recordFields = fields({
  taxon_id: { schema: z.nullish(TaxonId), control: 'taxon', section: 'taxon', term: 'dwc:taxonID' },
  verbatim_name: { schema: z.nullish(text(200)), control: 'none', section: 'taxon', term: 'dwc:verbatimIdentification' },
  uncertain: { schema: z.nullish(z.boolean()), control: 'toggle', section: 'taxon', term: 'dwc:identificationQualifier' },
  observed_on: {
    schema: z.nullish(
      z.string().check(
        z.maxLength(40),
        z.refine((value) => dayRange(value) !== null, { error: 'date' }),
      ),
    ),
    control: 'date',
    section: 'when',
    term: 'dwc:eventDate',
  },
  observed_time: {
    schema: z.nullish(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'time' }))),
    control: 'time',
    section: 'when',
    term: 'dwc:eventTime',
  },
  time_zone: {
    schema: z.nullish(z.string().check(z.maxLength(60), z.refine(isTimeZone, { error: 'time_zone' }))),
    control: 'zone',
    section: 'when',
  },
  latitude: { schema: z.nullish(finite(-90, 90, 'latitude')), control: 'place', section: 'where', term: 'dwc:decimalLatitude' },
  longitude: { schema: z.nullish(finite(-180, 180, 'longitude')), control: 'place', section: 'where', term: 'dwc:decimalLongitude' },
  coordinate_uncertainty_m: {
    schema: z.nullish(finite(0.1, 20_037_509, 'uncertainty')),
    control: 'none',
    section: 'where',
    term: 'dwc:coordinateUncertaintyInMeters',
  },
  location_source: {
    schema: z.nullish(z.enum(LOCATION_SOURCES)),
    control: 'none',
    section: 'where',
    choices: LOCATION_SOURCES,
    term: 'dwc:georeferenceSources',
  },
  location_id: { schema: z.nullish(z.uuid({ error: 'uuid' })), control: 'none', section: 'where' },
  /** 0: it was looked for and not found (`isAbsence`). */
  count: {
    schema: z.nullish(z.int({ error: 'count' }).check(z.gte(0, { error: 'count' }), z.lte(1_000_000_000, { error: 'count' }))),
    control: 'number',
    section: 'how_many',
    term: 'dwc:individualCount',
  },
  count_max: {
    schema: z.nullish(z.int({ error: 'count' }).check(z.gte(0, { error: 'count' }), z.lte(1_000_000_000, { error: 'count' }))),
    control: 'none',
    section: 'how_many',
  },
  count_type: { schema: z.nullish(z.enum(COUNT_TYPES)), control: 'choice', section: 'how_many', choices: COUNT_TYPES },
  life_stage: {
    schema: z.nullish(z.enum(LIFE_STAGES)),
    control: 'choice',
    section: 'how_many',
    choices: LIFE_STAGES,
    term: 'dwc:lifeStage',
  },
  sex: { schema: z.nullish(z.enum(SEXES)), control: 'choice', section: 'how_many', choices: SEXES, term: 'dwc:sex' },
  notes: { schema: z.nullish(text(10_000)), control: 'long_text', section: 'notes', term: 'dwc:occurrenceRemarks' },
  private_notes: { schema: z.nullish(text(10_000)), control: 'long_text', section: 'notes', isPrivate: true },
  geoprivacy: { schema: z._default(Geoprivacy, 'open'), control: 'choice', section: 'sharing', choices: GEOPRIVACIES },
  /** The last day of hiding: the day after it has ended everywhere, the server opens the place. */
  geoprivacy_until: {
    schema: z.nullish(z.iso.date({ error: 'date' })),
    control: 'date',
    section: 'sharing',
    isPrivate: true,
  },
  license: { schema: z.nullish(License), control: 'choice', section: 'sharing', choices: LICENSES, term: 'dcterms:license' },
  journey_id: { schema: z.nullish(DeviceMadeId), control: 'none', section: 'links' },
} satisfies Record<string, RecordField>);

export type RecordFieldName = keyof typeof recordFields;
export const RECORD_FIELD_NAMES = Object.keys(recordFields) as RecordFieldName[];

type Shape = { [K in RecordFieldName]: (typeof recordFields)[K]['schema'] };
/** The schemas of all fields, ready for `z.object`. */
export const recordShape = Object.fromEntries(
  Object.entries(recordFields).map(([name, field]) => [name, field.schema]),
) as unknown as Shape;
