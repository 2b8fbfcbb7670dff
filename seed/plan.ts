import { addDays, type CallInput, LICENSES, todayIn, type putObservation, type TaxonGroup, type TaxonRow } from '@veld/contract';
import { NOTES, type NoteLanguage, PRIVATE_NOTES } from './notes.ts';
import { type DemoPerson, people } from './people.ts';
import { isPictured } from './pictures/species.ts';
import { type Place, PLACES, ZONES } from './places.ts';
import { type Random, seededRandom, deriveUuid } from './random.ts';
import { findRegion, SPECIES } from './species.ts';

/** Number of latest records that have a photo if their species can be drawn, because the feed shows them first. */
const LATEST = 150;
const DAYS = 730;

export type RecordBody = CallInput<typeof putObservation>['body'];

/** A record to create. Its photo is drawn and uploaded first. */
export interface PlannedRecord {
  id: string;
  number: number;
  person: DemoPerson;
  taxon: TaxonRow;
  place: Place;
  hasPhoto: boolean;
  body: RecordBody;
}

/** The common properties of several records of one person at one place. */
interface Outing {
  person: DemoPerson;
  country: string;
  place: Place;
  day: string;
  /** Minutes after midnight. */
  start: number;
  /** Of the journey on which the records were made; null if there was none. */
  journeyId: string | null;
}

/** People record a journey on outings with at least so many records; Anna on more of them. */
const JOURNEY_RECORDS = 5;
const JOURNEY_RECORDS_OF_ANNA = 3;

interface Plan {
  /** The taxa of each country. */
  taxa: ReadonlyMap<string, readonly TaxonRow[]>;
  now: Date;
  /** How many records. */
  size: number;
}

/** Plans all records of the demo, oldest first. */
export function planRecords({ taxa, now, size }: Plan): PlannedRecord[] {
  const records: PlannedRecord[] = [];
  const choices = new Map([...taxa].map(([country, rows]) => [country, choicesOf(country, rows)]));
  while (records.length < size) {
    const first = records.length;
    const random = seededRandom(`outing ${first}`);
    const planned = planOuting(first / size, random, now);
    const count = Math.min(random.pick([1, 1, 2, 3, 3, 4, 5, 7]), size - first);
    const least = planned.person.key === 'anna' ? JOURNEY_RECORDS_OF_ANNA : JOURNEY_RECORDS;
    const outing = { ...planned, journeyId: count >= least ? deriveUuid(`journey ${first}`) : null };
    for (let at = 0; at < count; at++)
      records.push(
        planRecord({ number: first + at, at, isLatest: first + at >= size - LATEST }, outing, choices.get(outing.country) ?? []),
      );
  }
  return records;
}

/** `share` is the part of the records that are older. */
function planOuting(share: number, random: Random, now: Date): Omit<Outing, 'journeyId'> {
  const person = personOf(random);
  const country = random.pick(person.travels);
  // The number of records increases over time.
  const daysAgo = 1 + Math.floor(DAYS * (1 - share) ** 1.5);
  return {
    person,
    country,
    place: random.pick(PLACES.filter((place) => place.country === country)),
    day: addDays(todayIn(ZONES[country], now), -daysAgo),
    start: random.pick([7, 7, 8, 8, 9, 10, 13, 14, 16]) * 60 + random.integer(0, 59),
  };
}

interface Position {
  number: number;
  /** In its outing. */
  at: number;
  isLatest: boolean;
}

function planRecord({ number, at, isLatest }: Position, outing: Outing, choices: readonly Choice[]): PlannedRecord {
  const random = seededRandom(`record ${number}`);
  const { person, place, day } = outing;
  const taxon = taxonOf(choices, Number(day.slice(5, 7)), place, random);
  const hasPhoto = isPictured(taxon) && (isLatest || number % 12 === 7);
  const minutes = outing.start + 14 * at + random.integer(0, 11);
  return {
    id: deriveUuid(`record ${number}`),
    number,
    person,
    taxon,
    place,
    hasPhoto,
    body: { ...bodyOf({ number, person, taxon, place, hasPhoto, day, minutes, random }), journey_id: outing.journeyId },
  };
}

function personOf(random: Random): DemoPerson {
  let left = random.next();
  for (const person of people) {
    left -= person.share;
    if (left < 0) return person;
  }
  return people.at(-1)!;
}

/** A species of the demo that occurs in a country. */
interface Choice {
  taxon: TaxonRow;
  weight: number;
  grounds: readonly Place['ground'][];
  months: ReadonlySet<number>;
}

function choicesOf(country: string, rows: readonly TaxonRow[]): Choice[] {
  const byName = new Map(rows.map((row) => [row.names.sci, row]));
  return SPECIES.flatMap(({ scientificName, weight, grounds, months }) => {
    const taxon = byName.get(scientificName);
    const here = months[findRegion(country)];
    return taxon && here ? [{ taxon, weight, grounds, months: here }] : [];
  });
}

/** A species that can be found in a month at a place; common ones are more likely. */
function taxonOf(choices: readonly Choice[], month: number, place: Place, random: Random): TaxonRow {
  const found = choices.filter(({ grounds, months }) => months.has(month) && grounds.includes(place.ground));
  if (found.length === 0) throw new Error(`The server lacks the taxa of ${place.country} that the demo needs`);
  let left = random.next() * found.reduce((sum, { weight }) => sum + weight, 0);
  return (found.find(({ weight }) => (left -= weight) < 0) ?? found.at(-1)!).taxon;
}

interface RecordContext {
  number: number;
  person: DemoPerson;
  taxon: TaxonRow;
  place: Place;
  hasPhoto: boolean;
  day: string;
  minutes: number;
  random: Random;
}

function bodyOf(context: RecordContext): RecordBody {
  const { number, person, taxon, place, hasPhoto, day, minutes, random } = context;
  const notes = NOTES[person.language as NoteLanguage] ?? NOTES.en;
  const isMonthOnly = number % 50 === 21;
  const isUnnamed = number % 60 === 33;
  const spot = {
    latitude: Number((place.latitude + random.between(-0.007, 0.007)).toFixed(5)),
    longitude: Number((place.longitude + random.between(-0.009, 0.009)).toFixed(5)),
    coordinate_uncertainty_m: random.pick([4, 6, 8, 12, 20, 35, 50]),
    location_source: hasPhoto ? ('exif' as const) : random.pick(['gps', 'gps', 'gps', 'map'] as const),
  };
  return {
    ...(isUnnamed ? { verbatim_name: `${taxon.names.en ?? taxon.names.sci ?? taxon.name} ?` } : { taxon_id: taxon.id }),
    uncertain: random.maybe(0.06) ? true : null,
    observed_on: isMonthOnly ? day.slice(0, 7) : day,
    ...(isMonthOnly ? {} : { observed_time: clockOf(minutes), time_zone: ZONES[place.country]! }),
    ...spot,
    ...countOf(taxon.group, random),
    life_stage: stageOf(taxon.group, Number(day.slice(5, 7)), random),
    sex:
      ['bird', 'mammal', 'dragonfly', 'butterfly'].includes(taxon.group) && random.maybe(0.22)
        ? random.pick(['female', 'male'] as const)
        : null,
    notes: random.maybe(0.48) ? random.pick([...(notes[taxon.group] ?? []), ...(notes[taxon.group] ?? []), ...notes.any]) : null,
    private_notes: random.maybe(0.05) ? (PRIVATE_NOTES[person.language as NoteLanguage] ?? PRIVATE_NOTES.en) : null,
    geoprivacy: geoprivacyOf(taxon, random),
    license: person.preferences.license ?? random.pick([LICENSES[1], LICENSES[1], LICENSES[0]]),
    write_id: deriveUuid(`write ${number}`),
  };
}

/** Rare species are obscured more often. */
function geoprivacyOf(taxon: TaxonRow, random: Random): 'open' | 'obscured' | 'private' {
  const dice = random.next();
  if (dice < 0.05) return 'private';
  return dice < (taxon.rarity_class >= 4 ? 0.6 : 0.16) ? 'obscured' : 'open';
}

function clockOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

function countOf(group: TaxonGroup, random: Random): Pick<RecordBody, 'count' | 'count_max' | 'count_type'> {
  if (['tree', 'fern', 'moss', 'lichen'].includes(group) && random.maybe(0.7)) return {};
  const count = random.pick(group === 'bird' ? [1, 1, 1, 2, 2, 3, 5, 8, 14, 40] : [1, 1, 1, 1, 2, 2, 3, 6]);
  if (count === 40) return { count: random.integer(3, 24) * 10, count_type: 'approximate' };
  if (count === 14) return { count: 12, count_max: 18, count_type: 'range' };
  return { count, count_type: count >= 5 && random.maybe(0.4) ? 'at_least' : 'exact' };
}

/** A stage that the group can have in a month of the northern year. */
function stageOf(group: TaxonGroup, month: number, random: Random): RecordBody['life_stage'] {
  if (!random.maybe(0.4)) return null;
  if (group === 'plant') return 'flowering';
  if (['bird', 'mammal', 'reptile', 'amphibian'].includes(group))
    return month >= 6 && month <= 8 && random.maybe(0.3) ? 'juvenile' : 'adult';
  return ['insect', 'dragonfly', 'spider', 'butterfly'].includes(group) ? 'adult' : null;
}
