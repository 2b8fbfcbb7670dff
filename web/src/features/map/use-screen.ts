import { WORLDWIDE } from '@veld/contract';
import { useMemo, useState } from 'react';
import { useAddressFilter } from '../../ui/use-address-filter';
import { isLocationFilter, type LocationFilter, useLocationFilter, usePlaceOfFilter } from '../../shared/location/location-filter';
import { useToday } from '../species/data';
import { filterInAddress, type MapFilter, ownThatFit, readFilter, useTaxaBelow } from './filter/map-filter';
import type { PlacedRecord } from './places';
import { findYearRange, type TimeRange } from './time/TimeSlider';

/** State shared by both maps: the filters in the URL and the user's own records that match them. */
export interface Screen {
  filter: MapFilter;
  location: LocationFilter;
  change: (change: Partial<MapFilter>) => void;
  setLocation: (location: LocationFilter) => void;
  /** The user's own records that match the filters. */
  own: readonly PlacedRecord[];
  /** Range of the time slider. */
  years: TimeRange;
}

/** Undefined while the user's own records are loading. */
export function useScreen(placed: readonly PlacedRecord[] | undefined): Screen | undefined {
  const [read, write] = useAddressFilter();
  const [location, setLocation] = useLocationFilter(WORLDWIDE, isLocationFilter);
  const place = usePlaceOfFilter(location);
  const today = useToday();
  const filter = readFilter(read);
  const key = JSON.stringify(filter);
  const below = useTaxaBelow(filter.taxon, placed);
  const own = useMemo(
    () =>
      placed && below !== undefined && place !== undefined
        ? ownThatFit(placed, JSON.parse(key) as MapFilter, { location, place, below, today })
        : undefined,
    [placed, key, location, place, below, today],
  );
  // Keep showing the previous records while the descendants of a newly chosen taxon, or a saved place, are looked up.
  const [shown, setShown] = useState(own);
  if (own && own !== shown) setShown(own);
  const years = useMemo(() => findYearRange(placed?.map(({ observed_on }) => observed_on) ?? [], today), [placed, today]);
  const records = own ?? shown;
  return records && { filter, location, change: (change) => write(filterInAddress(change)), setLocation, own: records, years };
}
