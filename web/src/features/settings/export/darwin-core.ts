import {
  dayRange,
  GROUP_FIELD_NAMES,
  groupField,
  resolveInstant,
  isAbsence,
  isAttributeValue,
  isDay,
  isTick,
  type License,
  type TaxonGroup,
} from '@veld/contract';
import type { LocalObservation } from '../../../shared/records/own';

/** What the rows need besides the record. */
export interface RowFacts {
  /** The place in words, in the person's language. */
  locality: (record: LocalObservation) => string | null;
  observer: string;
  /** By the id of each journey: what eventRemarks says about it. */
  journeys: ReadonlyMap<string, string | null>;
  /** The file in the archive of a photo, by its id. */
  fileOf: (photoId: string) => string | null;
}

const KINGDOMS: Record<TaxonGroup, string> = {
  bird: 'Animalia',
  mammal: 'Animalia',
  amphibian: 'Animalia',
  reptile: 'Animalia',
  fish: 'Animalia',
  butterfly: 'Animalia',
  dragonfly: 'Animalia',
  insect: 'Animalia',
  spider: 'Animalia',
  mollusc: 'Animalia',
  plant: 'Plantae',
  tree: 'Plantae',
  fern: 'Plantae',
  moss: 'Plantae',
  fungus: 'Fungi',
  lichen: 'Fungi',
  other: '',
};

/** The addresses by which GBIF knows the licences. */
export const LICENCE_ADDRESSES: Record<License, string> = {
  'CC0-1.0': 'http://creativecommons.org/publicdomain/zero/1.0/legalcode',
  'CC-BY-4.0': 'http://creativecommons.org/licenses/by/4.0/legalcode',
  'CC-BY-NC-4.0': 'http://creativecommons.org/licenses/by-nc/4.0/legalcode',
};

/** Life stages of ours that Darwin Core calls reproductive conditions. */
const CONDITIONS: readonly string[] = ['flowering', 'fruiting'];

type Value = string | number | null | undefined;
const DWC = 'http://rs.tdwg.org/dwc/terms/';
const DC = 'http://purl.org/dc/terms/';

/** The columns in order: the term, and its value of a record. The first is the id of the core. */
const COLUMNS: readonly (readonly [term: string, value: (record: LocalObservation, facts: RowFacts) => Value])[] = [
  [`${DWC}occurrenceID`, ({ id }) => `urn:uuid:${id}`],
  [`${DWC}basisOfRecord`, () => 'HumanObservation'],
  [`${DWC}occurrenceStatus`, (record) => (isAbsence(record) ? 'absent' : 'present')],
  // A journey is an event with its records.
  [`${DWC}eventID`, ({ journey_id: id }, { journeys }) => (id && journeys.has(id) ? `urn:uuid:${id}` : null)],
  [`${DWC}eventDate`, eventDateOf],
  [`${DWC}eventTime`, ({ observed_time }) => observed_time],
  [`${DWC}verbatimEventDate`, ({ observed_on }) => observed_on],
  [`${DWC}year`, (record) => datePart(record, 0)],
  [`${DWC}month`, (record) => datePart(record, 1)],
  [`${DWC}day`, (record) => datePart(record, 2)],
  [`${DWC}eventRemarks`, ({ journey_id: id }, { journeys }) => id && journeys.get(id)],
  [`${DWC}decimalLatitude`, ({ latitude }) => latitude],
  [`${DWC}decimalLongitude`, ({ longitude }) => longitude],
  [`${DWC}geodeticDatum`, ({ latitude }) => (latitude == null ? null : 'EPSG:4326')],
  // Zero is invalid by definition.
  [`${DWC}coordinateUncertaintyInMeters`, ({ coordinate_uncertainty_m: metres }) => metres || null],
  [`${DWC}georeferenceSources`, ({ location_source }) => location_source],
  [`${DWC}locality`, (record, { locality }) => locality(record)],
  [`${DWC}countryCode`, ({ country_code }) => country_code],
  [`${DWC}taxonID`, ({ taxon_id }) => taxon_id],
  [`${DWC}scientificName`, ({ taxon, verbatim_name }) => taxon?.scientific_name ?? verbatim_name],
  [`${DWC}taxonRank`, ({ taxon }) => taxon?.rank],
  [`${DWC}kingdom`, ({ taxon }) => taxon && KINGDOMS[taxon.group]],
  [`${DWC}vernacularName`, ({ taxon }) => (taxon && taxon.name !== taxon.scientific_name ? taxon.name : null)],
  [`${DWC}verbatimIdentification`, ({ verbatim_name }) => verbatim_name],
  [`${DWC}identificationQualifier`, ({ uncertain }) => (uncertain ? 'uncertain' : null)],
  [`${DWC}identificationVerificationStatus`, ({ quality }) => (quality === 'confirmed' ? 'communityConfirmed' : 'unverified')],
  [`${DWC}individualCount`, ({ count, count_type }) => (count_type == null || count_type === 'exact' ? count : null)],
  [`${DWC}organismQuantity`, quantityOf],
  [`${DWC}organismQuantityType`, (record) => (quantityOf(record) === null ? null : 'individuals')],
  [`${DWC}sex`, ({ sex }) => (sex === 'mixed' ? null : sex)],
  [`${DWC}lifeStage`, ({ life_stage }) => (CONDITIONS.includes(life_stage ?? '') ? null : life_stage)],
  [`${DWC}reproductiveCondition`, conditionOf],
  ...termsOfGroupFields().map((term) => [`${DWC}${term}`, (record: LocalObservation) => attributesOf(record, term)] as const),
  [`${DWC}recordedBy`, (_, { observer }) => observer],
  [`${DWC}occurrenceRemarks`, ({ notes }) => notes],
  [`${DWC}associatedMedia`, ({ media }, { fileOf }) => media.flatMap(({ id }) => fileOf(id) ?? []).join(' | ')],
  [`${DWC}dynamicProperties`, ({ geoprivacy, private_notes }) => propertiesOf({ geoprivacy, private_notes })],
  [`${DC}license`, ({ license }) => (license ? (LICENCE_ADDRESSES[license] ?? license) : null)],
  [`${DC}rightsHolder`, (_, { observer }) => observer],
  [`${DC}modified`, ({ updated_at }) => updated_at],
];

const nameOf = (term: string) => term.slice(term.lastIndexOf('/') + 1);

/** The header of occurrence.txt. */
export const OCCURRENCE_HEAD = lineOf(COLUMNS.map(([term]) => nameOf(term)));

/** A row of occurrence.txt; null for a tick, which is no occurrence. */
export function occurrenceLine(record: LocalObservation, facts: RowFacts): string | null {
  return isTick(record) ? null : lineOf(COLUMNS.map(([, value]) => value(record, facts)));
}

/** Describes occurrence.txt (Darwin Core text guidelines). */
export function metaXml(): string {
  const fields = COLUMNS.map(([term], index) => `    <field index="${index}" term="${term}"/>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<archive xmlns="http://rs.tdwg.org/dwc/text/">
  <core encoding="UTF-8" fieldsTerminatedBy="\\t" linesTerminatedBy="\\n" fieldsEnclosedBy="" ignoreHeaderLines="1" rowType="${DWC}Occurrence">
    <files>
      <location>occurrence.txt</location>
    </files>
    <id index="0"/>
${fields}
  </core>
</archive>
`;
}

/** Without tabs and line breaks, which the format has no way to quote. */
function lineOf(values: readonly Value[]): string {
  return `${values.map((value) => String(value ?? '').replace(/[\t\r\n]+/g, ' ')).join('\t')}\n`;
}

/** The date as recorded; with a time, also with the offset of the place from UTC. */
function eventDateOf({ observed_on, observed_time, time_zone }: LocalObservation): Value {
  if (!observed_on || !observed_time || !isDay(observed_on)) return observed_on;
  return `${observed_on}T${observed_time}${time_zone ? offsetOf(observed_on, observed_time, time_zone) : ''}`;
}

function offsetOf(day: string, time: string, zone: string): string {
  const minutes = Math.round((Date.parse(`${day}T${time}:00Z`) - resolveInstant(day, time, zone).getTime()) / 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.trunc(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
}

/** Year, month or day, where the whole date lies in one. */
function datePart({ observed_on }: LocalObservation, index: 0 | 1 | 2): Value {
  const range = observed_on ? dayRange(observed_on) : null;
  if (!range) return null;
  const [from, to] = [range.from, range.to].map((day) => day.split('-').slice(0, index + 1));
  return from!.join('-') === to!.join('-') ? Number(from![index]) : null;
}

/** What is no exact number: "≥ 5" is `>=5`. */
function quantityOf({ count, count_max, count_type }: LocalObservation): string | null {
  if (count == null) return null;
  if (count_type === 'range') return `${count}-${count_max ?? count}`;
  return count_type === 'at_least' ? `>=${count}` : count_type === 'approximate' ? `~${count}` : null;
}

function conditionOf(record: LocalObservation): Value {
  const stage = CONDITIONS.includes(record.life_stage ?? '') ? record.life_stage : null;
  return [stage, attributesOf(record, 'reproductiveCondition')].filter(Boolean).join(' | ');
}

/** The Darwin Core terms that only group fields have. */
function termsOfGroupFields(): string[] {
  const terms = GROUP_FIELD_NAMES.flatMap((name) => {
    const { term } = groupField(name);
    return term.startsWith('dwc:') ? [term.slice('dwc:'.length)] : [];
  });
  return [...new Set(terms)].filter((term) => term !== 'reproductiveCondition');
}

function attributesOf({ attributes }: LocalObservation, term: string): string {
  const values = GROUP_FIELD_NAMES.filter((name) => groupField(name).term === `dwc:${term}`).map((name): unknown => attributes[name]);
  return values.filter(isAttributeValue).join(' | ');
}

function propertiesOf(properties: Record<string, unknown>): string | null {
  const known = Object.entries(properties).filter(([, value]) => value != null && value !== '');
  return known.length > 0 ? JSON.stringify(Object.fromEntries(known)) : null;
}
