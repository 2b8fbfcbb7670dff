import { addDays, type CallInput, LICENSES, todayIn, type putObservation, type TaxonGroup, type TaxonRow } from '@veld/contract';
import { NOTES, type NoteLanguage, PRIVATE_NOTES } from './notes.ts';
import { type DemoPerson, people } from './people.ts';
import { type Ground, type Place, PLACES, ZONES } from './places.ts';
import { type Chance, chanceOf, uuidOf } from './random.ts';

export const RECORDS = 300;
/** The newest records are the first that one sees, so most pictures are theirs. */
const NEW = 100;
const DAYS = 730;

export type RecordBody = CallInput<typeof putObservation>['body'];

/** A record that is to be: its picture is drawn and sent before it. */
export interface PlannedRecord {
  id: string;
  number: number;
  person: DemoPerson;
  taxon: TaxonRow;
  place: Place;
  hasPhoto: boolean;
  body: RecordBody;
}

/** Where members of a group are looked for. */
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
/** Families that live in the sea. */
const AT_SEA = /^(Delphinidae|Phocoenidae|Phocidae|Otariidae|Balaen|Balaenopteridae|Physeteridae|Spheniscidae|Sulidae|Alcidae)/;

/** Months in which a group is about, in Europe; half a year later in the south. */
const MONTHS: Partial<Record<TaxonGroup, readonly number[]>> = {
  butterfly: [4, 5, 6, 7, 8, 9],
  dragonfly: [5, 6, 7, 8, 9],
  insect: [4, 5, 6, 7, 8, 9],
  amphibian: [3, 4, 5, 6, 7, 8, 9],
  reptile: [4, 5, 6, 7, 8, 9],
  plant: [4, 5, 6, 7, 8, 9],
  fungus: [9, 10, 11, 12],
};

/** What several records share: somebody went out and saw more than one thing. */
interface Outing {
  person: DemoPerson;
  country: string;
  place: Place;
  day: string;
  /** Minutes after midnight. */
  start: number;
}

/** All records of the world, the oldest first. `taxa` are those of each country, the commonest first. */
export function planRecords(taxa: ReadonlyMap<string, readonly TaxonRow[]>, now: Date): PlannedRecord[] {
  const records: PlannedRecord[] = [];
  while (records.length < RECORDS) {
    const first = records.length;
    const chance = chanceOf(`outing ${first}`);
    const outing = planOuting(first, chance, now);
    const size = Math.min(chance.pick([1, 1, 2, 3, 3, 4, 5, 7]), RECORDS - first);
    for (let at = 0; at < size; at++) records.push(planRecord(first + at, at, outing, taxa));
  }
  return records;
}

function planOuting(first: number, chance: Chance, now: Date): Outing {
  const person = personOf(chance);
  const country = chance.pick(person.travels);
  // Slowly at first, then more and more: how people take to it.
  const daysAgo = 1 + Math.floor(DAYS * (1 - (first + 0.5) / RECORDS) ** 1.5);
  return {
    person,
    country,
    place: chance.pick(PLACES.filter((place) => place.country === country)),
    day: addDays(todayIn(ZONES[country]!, now), -daysAgo),
    start: chance.pick([7, 7, 8, 8, 9, 10, 13, 14, 16]) * 60 + chance.whole(0, 59),
  };
}

function planRecord(number: number, at: number, outing: Outing, taxa: ReadonlyMap<string, readonly TaxonRow[]>): PlannedRecord {
  const chance = chanceOf(`record ${number}`);
  const { person, country, place, day } = outing;
  const taxon = taxonOf(taxa.get(country) ?? [], seasonOf(day, country), place, chance);
  const hasPhoto = number >= RECORDS - NEW ? number % 2 === 1 : number % 20 === 7;
  const minutes = outing.start + 14 * at + chance.whole(0, 11);
  return {
    id: uuidOf(`record ${number}`),
    number,
    person,
    taxon,
    place,
    hasPhoto,
    body: bodyOf({ number, person, taxon, place, hasPhoto, day, minutes, chance }),
  };
}

function personOf(chance: Chance): DemoPerson {
  let left = chance.next();
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

/** A species that is about in this month and at this place; common ones far more often, every group now and then. */
function taxonOf(taxa: readonly TaxonRow[], month: number, place: Place, chance: Chance): TaxonRow {
  const inSeason = taxa.filter((taxon) => (MONTHS[taxon.group] ?? [month]).includes(month));
  const about = inSeason.filter((taxon) => livesAt(taxon, place.ground));
  if (about.length === 0) throw new Error('The server has no taxa of a country that people of the demo walk in');
  const groups = [...new Set(about.map((taxon) => taxon.group))].filter((group) => group !== 'bird');
  const group = chance.maybe(0.45) || groups.length === 0 ? 'bird' : chance.pick(groups);
  const members = about.filter((taxon) => taxon.group === group);
  const list = members.length > 0 ? members : about;
  return list[Math.floor(list.length * chance.next() ** 2)]!;
}

function livesAt(taxon: TaxonRow, ground: Ground): boolean {
  if (AT_SEA.test(taxon.family ?? '')) return ground === 'coast';
  return GROUNDS[taxon.group]?.includes(ground) ?? true;
}

interface Told {
  number: number;
  person: DemoPerson;
  taxon: TaxonRow;
  place: Place;
  hasPhoto: boolean;
  day: string;
  minutes: number;
  chance: Chance;
}

function bodyOf(told: Told): RecordBody {
  const { number, person, taxon, place, hasPhoto, day, minutes, chance } = told;
  const notes = NOTES[person.language as NoteLanguage] ?? NOTES.en;
  const isMonthOnly = number % 50 === 21;
  const isUnnamed = number % 60 === 33;
  const spot = {
    latitude: Number((place.latitude + chance.between(-0.007, 0.007)).toFixed(5)),
    longitude: Number((place.longitude + chance.between(-0.009, 0.009)).toFixed(5)),
    coordinate_uncertainty_m: chance.pick([4, 6, 8, 12, 20, 35, 50]),
    location_source: hasPhoto ? ('exif' as const) : chance.pick(['gps', 'gps', 'gps', 'map'] as const),
  };
  return {
    ...(isUnnamed ? { verbatim_name: `${taxon.names.en ?? taxon.names.sci ?? taxon.name} ?` } : { taxon_id: taxon.id }),
    uncertain: chance.maybe(0.06) ? true : null,
    observed_on: isMonthOnly ? day.slice(0, 7) : day,
    ...(isMonthOnly ? {} : { observed_time: clockOf(minutes), time_zone: ZONES[place.country]! }),
    ...spot,
    ...countOf(taxon.group, chance),
    life_stage: stageOf(taxon.group, chance),
    sex:
      ['bird', 'mammal', 'dragonfly', 'butterfly'].includes(taxon.group) && chance.maybe(0.22)
        ? chance.pick(['female', 'male'] as const)
        : null,
    notes: chance.maybe(0.48) ? chance.pick([...(notes[taxon.group] ?? []), ...(notes[taxon.group] ?? []), ...notes.any]) : null,
    private_notes: chance.maybe(0.05) ? PRIVATE_NOTES[person.language as NoteLanguage] : null,
    geoprivacy: geoprivacyOf(taxon, chance),
    license: person.preferences.license ?? chance.pick([LICENSES[1], LICENSES[1], LICENSES[0]]),
    write_id: uuidOf(`write ${number}`),
  };
}

/** Rare ones are hidden more often, and some people hide where they live. */
function geoprivacyOf(taxon: TaxonRow, chance: Chance): 'open' | 'obscured' | 'private' {
  const dice = chance.next();
  if (dice < 0.05) return 'private';
  return dice < (taxon.rarity_class >= 4 ? 0.6 : 0.16) ? 'obscured' : 'open';
}

function clockOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

function countOf(group: TaxonGroup, chance: Chance): Pick<RecordBody, 'count' | 'count_max' | 'count_type'> {
  if (['tree', 'fern', 'moss', 'lichen'].includes(group) && chance.maybe(0.7)) return {};
  const count = chance.pick(group === 'bird' ? [1, 1, 1, 2, 2, 3, 5, 8, 14, 40] : [1, 1, 1, 1, 2, 2, 3, 6]);
  if (count === 40) return { count: chance.whole(3, 24) * 10, count_type: 'approximate' };
  if (count === 14) return { count: 12, count_max: 18, count_type: 'range' };
  return { count, count_type: count >= 5 && chance.maybe(0.4) ? 'at_least' : 'exact' };
}

function stageOf(group: TaxonGroup, chance: Chance): RecordBody['life_stage'] {
  if (!chance.maybe(0.4)) return null;
  if (group === 'plant') return chance.pick(['flowering', 'flowering', 'fruiting'] as const);
  if (group === 'tree') return chance.pick(['fruiting', 'seedling'] as const);
  if (group === 'butterfly') return chance.pick(['adult', 'adult', 'adult', 'larva'] as const);
  if (['bird', 'mammal', 'reptile', 'amphibian'].includes(group)) return chance.pick(['adult', 'adult', 'juvenile'] as const);
  return ['insect', 'dragonfly', 'spider'].includes(group) ? 'adult' : null;
}
