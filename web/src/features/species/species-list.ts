import { type DayRange, dayRange, isAboveSpecies, isAbsence, isInPeriod, isInDays, type TaxonSummary } from '@veld/contract';
import { isAtSavedPlace, type PlaceArea } from '../../local/changes/saved-places';
import type { Taxon } from '../../shared/taxa/data';
import type { LocalFact } from '../../shared/records/own';
import { type ListPeriod, listRange } from './list/list-period';

/** The lists of "My species" (decision 0024). */
export const SPECIES_VIEWS = ['all', 'seen', 'not_seen', 'seen_this_year', 'wanted', 'photographed'] as const;
export type SpeciesView = (typeof SPECIES_VIEWS)[number];

/** A summary of the user's records of a species. */
export interface OwnSpecies {
  /** Number of records, including ticks. */
  records: number;
  /** Number of ticks. */
  ticks: number;
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
  const counted = new Map<number, OwnSpecies>();
  const pictured = new Map<number, string[]>();
  for (const record of records) {
    if (record.taxon_id == null || isAbsence(record)) continue;
    if (filter.place) {
      if (!isAtSavedPlace(filter.place, record)) continue;
    } else if (filter.country && record.country_code && record.country_code !== filter.country) continue;
    if (!isInDays(record.observed_on, days)) continue;
    const id = speciesOf.get(record.taxon_id) ?? record.taxon_id;
    const before = counted.get(id) ?? NOT_RECORDED;
    const ids = pictured.get(id) ?? [];
    pictured.set(id, ids);
    if (record.has_photo) ids.push(record.id);
    counted.set(id, {
      records: before.records + 1,
      ticks: before.ticks + record.tick,
      pictured: ids,
      first: preferred(before.first, record.observed_on, endsFirst),
      last: preferred(before.last, record.observed_on, beginsLast),
      isSeenThisYear: before.isSeenThisYear || isInPeriod(record.observed_on, 'this_year', filter.today),
      taxon: before.taxon ?? record.taxon,
    });
  }
  return counted;
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

/** `next` if it comes before `best`, which is null until there is a date. */
function preferred(best: string | null, next: string | null | undefined, comesBefore: typeof endsFirst): string | null {
  const days = next ? dayRange(next) : null;
  if (!days) return best;
  return best === null || comesBefore(days, dayRange(best)!) ? next! : best;
}

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
    }
  });
}
