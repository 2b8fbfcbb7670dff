import { addDays, type CallInput, LICENSES, todayIn, type putObservation, type TaxonGroup, type TaxonRow } from '@veld/contract';
import { NOTES, type NoteLanguage, PRIVATE_NOTES } from './notes.ts';
import { type DemoPerson, people } from './people.ts';
import { type Ground, type Place, PLACES, ZONES } from './places.ts';
import { type Random, seededRandom, uuidOf } from './random.ts';

export const RECORDS = 300;
/** Number of latest records, most of which have a photo because the feed shows them first. */
const LATEST = 100;
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

/** The kinds of places where a group occurs; any for groups that are not listed. */
const GROUNDS: Partial<Record<TaxonGroup, readonly Ground[]>> = {
  fish: ['coast', 'wet'],
  amphibian: ['wet'],
  dragonfly: ['wet'],
  butterfly: ['open', 'wood', 'town'],
  fungus: ['wood'],
  lichen: ['wood', 'town', 'coast'],
  moss: ['wood'],
  fern: ['wood'],
  tree: ['wood', 'town', 'open'],
};
/** Families that occur only at the coast. */
const COASTAL_FAMILIES = /^(Delphinidae|Phocoenidae|Phocidae|Otariidae|Balaen|Balaenopteridae|Physeteridae|Spheniscidae|Sulidae|Alcidae)/;

/** Months in which a group is active in Europe; shifted by half a year in South Africa. */
const MONTHS: Partial<Record<TaxonGroup, readonly number[]>> = {
  butterfly: [4, 5, 6, 7, 8, 9],
  dragonfly: [5, 6, 7, 8, 9],
  insect: [4, 5, 6, 7, 8, 9],
  amphibian: [3, 4, 5, 6, 7, 8, 9],
  reptile: [4, 5, 6, 7, 8, 9],
  plant: [4, 5, 6, 7, 8, 9],
  fungus: [9, 10, 11, 12],
};

/** The common properties of several records of one person at one place. */
interface Outing {
  person: DemoPerson;
  country: string;
  place: Place;
  day: string;
  /** Minutes after midnight. */
  start: number;
}

/** Plans all records of the demo, oldest first. `taxa` are the taxa of each country, most common first. */
export function planRecords(taxa: ReadonlyMap<string, readonly TaxonRow[]>, now: Date): PlannedRecord[] {
  const records: PlannedRecord[] = [];
  while (records.length < RECORDS) {
    const first = records.length;
    const random = seededRandom(`outing ${first}`);
    const outing = planOuting(first, random, now);
    const size = Math.min(random.pick([1, 1, 2, 3, 3, 4, 5, 7]), RECORDS - first);
    for (let at = 0; at < size; at++) records.push(planRecord(first + at, at, outing, taxa));
  }
  return records;
}

function planOuting(first: number, random: Random, now: Date): Outing {
  const person = personOf(random);
  const country = random.pick(person.travels);
  // The number of records increases over time.
  const daysAgo = 1 + Math.floor(DAYS * (1 - (first + 0.5) / RECORDS) ** 1.5);
  return {
    person,
    country,
    place: random.pick(PLACES.filter((place) => place.country === country)),
    day: addDays(todayIn(ZONES[country]!, now), -daysAgo),
    start: random.pick([7, 7, 8, 8, 9, 10, 13, 14, 16]) * 60 + random.integer(0, 59),
  };
}

function planRecord(number: number, at: number, outing: Outing, taxa: ReadonlyMap<string, readonly TaxonRow[]>): PlannedRecord {
  const random = seededRandom(`record ${number}`);
  const { person, country, place, day } = outing;
  const taxon = taxonOf(taxa.get(country) ?? [], seasonOf(day, country), place, random);
  const hasPhoto = number >= RECORDS - LATEST ? number % 2 === 1 : number % 20 === 7;
  const minutes = outing.start + 14 * at + random.integer(0, 11);
  return {
    id: uuidOf(`record ${number}`),
    number,
    person,
    taxon,
    place,
    hasPhoto,
    body: bodyOf({ number, person, taxon, place, hasPhoto, day, minutes, random }),
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

function seasonOf(day: string, country: string): number {
  const month = Number(day.slice(5, 7));
  return country === 'ZA' ? ((month + 5) % 12) + 1 : month;
}

/** A random species for a month and place. Common species and birds are more likely, but every group occurs. */
function taxonOf(taxa: readonly TaxonRow[], month: number, place: Place, random: Random): TaxonRow {
  const inSeason = taxa.filter((taxon) => (MONTHS[taxon.group] ?? [month]).includes(month));
  const candidates = inSeason.filter((taxon) => occursAt(taxon, place.ground));
  if (candidates.length === 0) throw new Error(`The server has no taxa for ${place.country}, which the demo needs`);
  const groups = [...new Set(candidates.map((taxon) => taxon.group))].filter((group) => group !== 'bird');
  const group = random.maybe(0.45) || groups.length === 0 ? 'bird' : random.pick(groups);
  const members = candidates.filter((taxon) => taxon.group === group);
  const list = members.length > 0 ? members : candidates;
  return list[Math.floor(list.length * random.next() ** 2)]!;
}

function occursAt(taxon: TaxonRow, ground: Ground): boolean {
  if (COASTAL_FAMILIES.test(taxon.family ?? '')) return ground === 'coast';
  return GROUNDS[taxon.group]?.includes(ground) ?? true;
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
    life_stage: stageOf(taxon.group, random),
    sex:
      ['bird', 'mammal', 'dragonfly', 'butterfly'].includes(taxon.group) && random.maybe(0.22)
        ? random.pick(['female', 'male'] as const)
        : null,
    notes: random.maybe(0.48) ? random.pick([...(notes[taxon.group] ?? []), ...(notes[taxon.group] ?? []), ...notes.any]) : null,
    private_notes: random.maybe(0.05) ? PRIVATE_NOTES[person.language as NoteLanguage] : null,
    geoprivacy: geoprivacyOf(taxon, random),
    license: person.preferences.license ?? random.pick([LICENSES[1], LICENSES[1], LICENSES[0]]),
    write_id: uuidOf(`write ${number}`),
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

function stageOf(group: TaxonGroup, random: Random): RecordBody['life_stage'] {
  if (!random.maybe(0.4)) return null;
  if (group === 'plant') return random.pick(['flowering', 'flowering', 'fruiting'] as const);
  if (group === 'tree') return random.pick(['fruiting', 'seedling'] as const);
  if (group === 'butterfly') return random.pick(['adult', 'adult', 'adult', 'larva'] as const);
  if (['bird', 'mammal', 'reptile', 'amphibian'].includes(group)) return random.pick(['adult', 'adult', 'juvenile'] as const);
  return ['insect', 'dragonfly', 'spider'].includes(group) ? 'adult' : null;
}
