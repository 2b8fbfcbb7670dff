import { dayRange, hasEvidence, isInPeriod, listKeys, type Period, QUALITIES, type TaxonGroup, WORLDWIDE } from '@veld/contract';
import { useEffect, useMemo, useState } from 'react';
import { isAtSavedPlace, type PlaceArea } from '../../../local/changes/saved-places';
import { parents } from '../../../local/taxonomy/search';
import { isAreaFilter, type LocationFilter, makeRecordsRequest } from '../../../shared/location/location-filter';
import { parsePeriod } from '../../species/data';
import { taxonIdFrom } from '../../../shared/taxa/data';
import { groupFrom } from '../../../shared/taxa/GroupSelect';
import type { PlacedRecord } from '../places';

type QualityGrade = (typeof QUALITIES)[number];

/** All filters of the map except the location, which is shared with other screens. */
export interface MapFilter {
  /** Everyone's public records instead of the user's own. */
  isEveryone: boolean;
  /** Includes its descendants. */
  taxon: number | null;
  group: TaxonGroup | null;
  period: Period;
  /** Set by the time slider. */
  year: number | null;
  month: number | null;
  quality: QualityGrade | null;
  hasPhoto: boolean;
  /** Only for everyone's records: one observer; species the user has not found yet. */
  person: string | null;
  isUnseen: boolean;
}

export const NO_FILTER: Omit<MapFilter, 'isEveryone'> = {
  taxon: null,
  group: null,
  period: 'all',
  year: null,
  month: null,
  quality: null,
  hasPhoto: false,
  person: null,
  isUnseen: false,
};

/** Filters shown as removable chips, in this order. */
const CHIP_FILTERS = ['taxon', 'group', 'period', 'quality', 'hasPhoto', 'person', 'isUnseen'] as const;
export type ChipFilter = (typeof CHIP_FILTERS)[number];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads the filter from the URL. Invalid values are ignored. */
export function readFilter(read: (name: string) => string | null): MapFilter {
  const isEveryone = read('whose') === 'everyone';
  const person = read('person');
  return {
    isEveryone,
    taxon: taxonIdFrom(read('taxon')),
    group: groupFrom(read('group')),
    period: parsePeriod(read('period')),
    year: numberIn(read('year'), 1000, 9999),
    month: numberIn(read('month'), 1, 12),
    quality: QUALITIES.find((one) => one === read('quality')) ?? null,
    hasPhoto: read('photos') === '1',
    person: isEveryone && person && UUID.test(person) ? person : null,
    isUnseen: isEveryone && read('unseen') === '1',
  };
}

/** Converts a change to URL parameters; null removes a parameter. */
export function filterInAddress(change: Partial<MapFilter>): Record<string, string | null> {
  const all: MapFilter = { isEveryone: false, ...NO_FILTER, ...change };
  const address: Record<keyof MapFilter, [name: string, value: string | null]> = {
    isEveryone: ['whose', all.isEveryone ? 'everyone' : null],
    taxon: ['taxon', all.taxon === null ? null : String(all.taxon)],
    group: ['group', all.group],
    period: ['period', all.period === 'all' ? null : all.period],
    year: ['year', all.year === null ? null : String(all.year)],
    month: ['month', all.month === null ? null : String(all.month)],
    quality: ['quality', all.quality],
    hasPhoto: ['photos', all.hasPhoto ? '1' : null],
    person: ['person', all.person],
    isUnseen: ['unseen', all.isUnseen ? '1' : null],
  };
  return Object.fromEntries(listKeys(change).map((name) => address[name]));
}

/** The active filters that have a chip. */
export function activeFilters(filter: MapFilter): ChipFilter[] {
  return CHIP_FILTERS.filter((name) => filter[name] !== NO_FILTER[name]);
}

/** Whether the filter leaves any records out. */
export function isFiltered(filter: MapFilter): boolean {
  return activeFilters(filter).length > 0 || filter.year !== null || filter.month !== null;
}

/** The filter as query parameters of the map routes. */
export function mapQuery(filter: MapFilter, location: LocationFilter) {
  const { taxon, group, period, year, month, quality, hasPhoto, person, isUnseen } = filter;
  return {
    ...(taxon !== null && { taxon_id: String(taxon) }),
    ...(group && { group }),
    ...(period !== 'all' && { period }),
    ...(year !== null && { year: String(year) }),
    ...(month !== null && { month: String(month) }),
    ...(location !== WORLDWIDE && makeRecordsRequest(location)),
    ...(quality && { quality }),
    ...(hasPhoto && { photos: '1' as const }),
    ...(person && { user_id: person }),
    ...(isUnseen && { unseen: '1' as const }),
  };
}

function numberIn(text: string | null, least: number, most: number): number | null {
  const value = /^\d{1,4}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : null;
}

interface Chosen {
  location: LocationFilter;
  /** The saved place of the location; null if it has none or the place is gone. */
  place: PlaceArea | null;
  /** The chosen taxon and its descendants; null if none is chosen. */
  below: ReadonlySet<number> | null;
  today: string;
}

/** The user's records that match. */
export function ownThatFit(records: readonly PlacedRecord[], filter: MapFilter, { location, place, below, today }: Chosen): PlacedRecord[] {
  const { group, period, year, month, quality, hasPhoto } = filter;
  const isAtLocation = (record: PlacedRecord) =>
    isAreaFilter(location) ? place !== null && isAtSavedPlace(place, record) : location === WORLDWIDE || record.country_code === location;
  return records.filter(
    (record) =>
      isAtLocation(record) &&
      (below === null || (record.taxon_id != null && below.has(record.taxon_id))) &&
      (group === null || (record.taxon?.group ?? 'other') === group) &&
      isInPeriod(record.observed_on, period, today) &&
      isInYearAndMonth(record.observed_on, year, month) &&
      (quality === null || record.quality === quality) &&
      (!hasPhoto || hasEvidence(record.media)),
  );
}

/** Whether all days of a recorded date fall in the given year and month. */
function isInYearAndMonth(observedOn: string | null | undefined, year: number | null, month: number | null): boolean {
  if (year === null && month === null) return true;
  const days = observedOn ? dayRange(observedOn) : null;
  if (!days) return false;
  if (year !== null && (Number(days.from.slice(0, 4)) !== year || Number(days.to.slice(0, 4)) !== year)) return false;
  return month === null || (days.from.slice(0, 7) === days.to.slice(0, 7) && Number(days.from.slice(5, 7)) === month);
}

/** The taxa of the records that are the chosen one or its descendants, from the taxonomy on the device. Undefined while loading. */
export function useTaxaBelow(taxon: number | null, records: readonly PlacedRecord[] | undefined): ReadonlySet<number> | null | undefined {
  const [found, setFound] = useState<{ taxon: number; key: string; ids: ReadonlySet<number> } | null>(null);
  const key = useMemo(
    () => (taxon === null || !records ? '' : [...new Set(records.flatMap(({ taxon_id }) => taxon_id ?? []))].sort((a, b) => a - b).join()),
    [taxon, records],
  );
  useEffect(() => {
    if (taxon === null) return;
    let isCurrent = true;
    void taxaBelow(taxon, key === '' ? [] : key.split(',').map(Number)).then((ids) => {
      if (isCurrent) setFound({ taxon, key, ids });
    });
    return () => {
      isCurrent = false;
    };
  }, [taxon, key]);
  if (taxon === null) return null;
  return found?.taxon === taxon && found.key === key ? found.ids : undefined;
}

/** Taxa missing from the device have no known ancestors. */
async function taxaBelow(taxon: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const above = await Promise.all(ids.map((id) => parents(id).catch(() => [])));
  return new Set([taxon, ...ids.filter((_, index) => above[index]!.some(({ id }) => id === taxon))]);
}
