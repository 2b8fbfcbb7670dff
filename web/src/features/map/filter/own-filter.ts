import { dayRange, hasEvidence, isInPeriod, WORLDWIDE } from '@veld/contract';
import { useEffect, useMemo, useState } from 'react';
import { isAtSavedPlace, type PlaceArea } from '../../../local/changes/saved-places';
import { parents } from '../../../local/taxonomy/search';
import { isAreaFilter, type LocationFilter } from '../../../shared/location/location-filter';
import type { PlacedRecord } from '../places';
import type { MapFilter } from './map-filter';

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
