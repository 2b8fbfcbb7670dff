import { type DayRange, dayRange, isAboveSpecies, isAbsence, isInDays, isWithinDays, periodRange, type TaxonSummary } from '@veld/contract';
import { isAtSavedPlace, type PlaceArea } from '../../local/changes/saved-places';
import type { Taxon } from '../../shared/taxa/data';
import type { LocalFact } from '../../shared/records/own';
import { type ListPeriod, listRange } from './list/list-period';

/** The lists of "My species" (decision 0024). */
export const SPECIES_VIEWS = ['all', 'seen', 'not_seen', 'seen_this_year', 'wanted', 'photographed', 'heard'] as const;
export type SpeciesView = (typeof SPECIES_VIEWS)[number];

/** A summary of the user's records of a species. */
export interface OwnSpecies {
  /** Number of records, including ticks. */
  records: number;
  /** Number of ticks. */
  ticks: number;
  /** Number of records of it as heard. */
  heard: number;
  /** The ids of the records with photos, the last saved first. */
  pictured: readonly string[];
  /** First and last date as recorded (`observed_on`): the one that ends first, and the one that begins last. Null without dates. */
  first: string | null;
  last: string | null;
  isSeenThisYear: boolean;
  /** The taxon of the last saved record that has one. */
  taxon: TaxonSummary | null;
}

/** A species without own records. */
export const NOT_RECORDED: OwnSpecies = {
  records: 0,
  ticks: 0,
  heard: 0,
  pictured: [],
  first: null,
  last: null,
  isSeenThisYear: false,
  taxon: null,
};

export interface SeenFilter {
  /** Null means worldwide. */
  country: string | null;
  /** Only records at this place; it replaces the country. */
  place?: PlaceArea | null;
  period: ListPeriod;
  today: string;
}

type CountedFact = Pick<
  LocalFact,
  | 'id'
  | 'tick'
  | 'taxon_id'
  | 'taxon'
  | 'count'
  | 'count_max'
  | 'country_code'
  | 'observed_on'
  | 'latitude'
  | 'longitude'
  | 'location_id'
  | 'has_photo'
  | 'is_heard'
>;

/**
 * The user's records by species. `findCountedSpecies` maps a record's taxon to the species it counts for (a subspecies to its species, a merged
 * id to its successor). The last saved record comes first. A record without a place, such as a tick, counts in every country; an
 * absence counts nowhere.
 */
export function countSpecies(
  records: readonly CountedFact[],
  filter: SeenFilter,
  speciesOf: ReadonlyMap<number, number> = new Map(),
): Map<number, OwnSpecies> {
  const days = listRange(filter.period, filter.today);
  const year = periodRange('this_year', filter.today);
  const rangeOf = rangeReader();
  const counted = new Map<number, Counting>();
  for (const record of records) {
    if (record.taxon_id == null || isAbsence(record)) continue;
    if (!isCountedAt(record, filter)) continue;
    const range = rangeOf(record.observed_on);
    if (!isWithinDays(range, days)) continue;
    const id = speciesOf.get(record.taxon_id) ?? record.taxon_id;
    let one = counted.get(id);
    if (!one) counted.set(id, (one = { ...NOT_RECORDED, pictured: [] }));
    one.records += 1;
    one.ticks += record.tick;
    if (record.is_heard) one.heard += 1;
    if (record.has_photo) one.pictured.push(record.id);
    one.taxon ??= record.taxon;
    if (!range) continue;
    if (one.first === null || endsFirst(range, rangeOf(one.first)!)) one.first = record.observed_on;
    if (one.last === null || beginsLast(range, rangeOf(one.last)!)) one.last = record.observed_on;
    one.isSeenThisYear ||= isWithinDays(range, year);
  }
  return counted;
}

/** A summary while it is counted: there may be 100,000 records, so it is changed and not made anew for each. */
type Counting = { -readonly [K in keyof OwnSpecies]: K extends 'pictured' ? string[] : OwnSpecies[K] };

/** Parses `observed_on`; each date once, as many records share one. */
function rangeReader(): (observedOn: string | null) => DayRange | null {
  const known = new Map<string, DayRange | null>();
  return (observedOn) => {
    if (observedOn === null) return null;
    let range = known.get(observedOn);
    if (range === undefined) known.set(observedOn, (range = dayRange(observedOn)));
    return range;
  };
}

/** Whether a record counts at a place, or else in a country: one without a place counts in every country. */
export function isCountedAt(
  record: Pick<CountedFact, 'country_code' | 'latitude' | 'longitude' | 'location_id'>,
  { place, country }: Pick<SeenFilter, 'place' | 'country'>,
): boolean {
  if (place) return isAtSavedPlace(place, record);
  return !country || !record.country_code || record.country_code === country;
}

/** The ids of the records with photos, by species, in their order. An absence shows nothing. */
export function picturedSpecies(records: readonly CountedFact[], speciesOf: ReadonlyMap<number, number>): Map<number, string[]> {
  const pictured = new Map<number, string[]>();
  for (const record of records) {
    if (record.taxon_id == null || !record.has_photo || isAbsence(record)) continue;
    const id = speciesOf.get(record.taxon_id) ?? record.taxon_id;
    const ids = pictured.get(id);
    if (ids) ids.push(record.id);
    else pictured.set(id, [record.id]);
  }
  return pictured;
}

/** A date that ends earlier comes before; of those that end on the same day, the more precise one. */
const endsFirst = (one: DayRange, other: DayRange) => one.to < other.to || (one.to === other.to && one.from > other.from);
/** A date that begins later comes before; of those that begin on the same day, the more precise one. */
const beginsLast = (one: DayRange, other: DayRange) => one.from > other.from || (one.from === other.from && one.to < other.to);

/** Ids of the species among the counted taxa: what every figure of species counts, and the view "seen" shows. Higher taxa are none. */
export function seenSpecies(counted: ReadonlyMap<number, OwnSpecies>): number[] {
  return [...counted].flatMap(([id, { taxon }]) => (isAboveSpecies(taxon?.rank ?? '') ? [] : [id]));
}

/** The species whose first record of all lies in the days: those that the list of these days began. */
export function newSpecies(all: ReadonlyMap<number, OwnSpecies>, days: DayRange): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const [id, { first }] of all) if (first !== null && isInDays(first, days)) found.set(id, first);
  return found;
}

/** Filters the species of a list by view, keeping their order. */
export function speciesInView(
  list: readonly Taxon[],
  view: SpeciesView,
  counted: ReadonlyMap<number, OwnSpecies>,
  wanted: ReadonlySet<number>,
): Taxon[] {
  if (view === 'all') return [...list];
  return list.filter(({ id }) => {
    const own = counted.get(id);
    switch (view) {
      case 'seen':
        return own !== undefined;
      case 'not_seen':
        return own === undefined;
      case 'seen_this_year':
        return own?.isSeenThisYear === true;
      case 'wanted':
        return wanted.has(id);
      case 'photographed':
        return own !== undefined && own.pictured.length > 0;
      case 'heard':
        return own !== undefined && own.heard > 0 && own.heard === own.records;
    }
  });
}
