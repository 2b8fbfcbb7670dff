import { dayRange, isAbsence, isEmptyObservation, isInPeriod, type Period } from '@veld/contract';
import type { Taxon } from '../taxa/data';
import type { LocalMedia, LocalObservation } from '../observations/data';

/** The lists of "My species" (decision 0024). */
export const SPECIES_VIEWS = ['all', 'seen', 'not_seen', 'seen_this_year', 'wanted', 'photographed'] as const;
export type SpeciesView = (typeof SPECIES_VIEWS)[number];

/** What somebody's own records say about one species. */
export interface OwnSpecies {
  /** Of all records, ticks included. */
  records: number;
  /** Of records that are only a tick on the list. */
  ticks: number;
  photos: number;
  /** The first photo of the record saved last that has one. */
  photo: LocalMedia | null;
  /** Days, from the earliest to the latest; null where no record has a date. */
  first: string | null;
  last: string | null;
  isSeenThisYear: boolean;
}

export interface SeenFilter {
  /** Null for worldwide. */
  country: string | null;
  period: Period;
  today: string;
}

/**
 * Own records by the species they count for. `speciesOf` leads from a record's taxon to that species (a subspecies counts
 * for its species, a merged id for the one it went into). The record saved last comes first. A record without a place, such
 * as a tick, counts in every country; one of absence counts for nothing.
 */
export function countSpecies(
  records: readonly LocalObservation[],
  filter: SeenFilter,
  speciesOf: ReadonlyMap<number, number> = new Map(),
): Map<number, OwnSpecies> {
  const counted = new Map<number, OwnSpecies>();
  for (const record of records) {
    if (record.taxon_id == null || isAbsence(record)) continue;
    if (filter.country && record.country_code && record.country_code !== filter.country) continue;
    if (!isInPeriod(record.observed_on, filter.period, filter.today)) continue;
    const id = speciesOf.get(record.taxon_id) ?? record.taxon_id;
    const before = counted.get(id) ?? { records: 0, ticks: 0, photos: 0, photo: null, first: null, last: null, isSeenThisYear: false };
    const days = record.observed_on ? dayRange(record.observed_on) : null;
    counted.set(id, {
      records: before.records + 1,
      ticks: before.ticks + (isTick(record) ? 1 : 0),
      photos: before.photos + record.media.length,
      photo: before.photo ?? record.media.toSorted((one, other) => one.order - other.order)[0] ?? null,
      first: days && (before.first === null || days.from < before.first) ? days.from : before.first,
      last: days && (before.last === null || days.to > before.last) ? days.to : before.last,
      isSeenThisYear: before.isSeenThisYear || isInPeriod(record.observed_on, 'this_year', filter.today),
    });
  }
  return counted;
}

/** A record that only says "seen". */
export function isTick(record: LocalObservation): boolean {
  if (isAbsence(record)) return false;
  return isEmptyObservation({ ...record, media: record.media.map(({ urls: _urls, thumbhash: _hash, ...declared }) => declared) });
}

/** The species of a list that a view shows, in their order. */
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
        return (own?.photos ?? 0) > 0;
    }
  });
}
