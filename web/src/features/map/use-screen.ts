import { useMemo, useState } from 'react';
import { usePlaceOfFilter } from '../../shared/location/location-filter';
import { useToday } from '../species/data';
import { type MapFilter, useMapFilter } from './filter/map-filter';
import { filterOwnRecords, useTaxaBelow } from './filter/own-records';
import type { PlacedRecord } from './places';
import { findYearRange, type TimeRange } from './time/TimeSlider';

/** State shared by both maps: the filter in the address and the person's own records that pass it. */
export interface Screen extends MapFilter {
  /** The person's own records that pass the filter. */
  own: readonly PlacedRecord[];
  /** Range of the time slider. */
  years: TimeRange;
}

/** Undefined while the person's own records are loading. */
export function useScreen(placed: readonly PlacedRecord[] | undefined): Screen | undefined {
  const filter = useMapFilter();
  const { query } = filter;
  const place = usePlaceOfFilter(query.location);
  const today = useToday();
  const below = useTaxaBelow(query.values, placed);
  const own = useMemo(
    () => (placed && below !== undefined && place !== undefined ? filterOwnRecords(placed, query, { place, below, today }) : undefined),
    [placed, query, place, below, today],
  );
  // Keep showing the previous records while the taxa below a newly chosen one, or a saved place, are looked up.
  const [shown, setShown] = useState(own);
  if (own && own !== shown) setShown(own);
  const years = useMemo(() => findYearRange(placed?.map(({ observed_on }) => observed_on) ?? [], today), [placed, today]);
  const records = own ?? shown;
  return records && { ...filter, own: records, years };
}
