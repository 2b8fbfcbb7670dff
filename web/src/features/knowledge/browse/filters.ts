import { type TaxonGroup, WORLDWIDE } from '@veld/contract';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useAddressFilter } from '../../../ui/use-address-filter';
import { useUser } from '../../../shared/session/session';
import { type LocationFilter, useLocationFilter } from '../../../shared/location/location-filter';
import { type FrequencyIndex, useCountryFrequencies, monthFrom } from '../../../shared/frequencies/data';
import { useSeenTaxonIds } from '../../../shared/records/own';
import { useLocationSpecies } from '../../species/data';
import type { Taxon } from '../../../shared/taxa/data';

export const SEEN_FILTERS = ['seen', 'not_seen'] as const;
export type SeenFilter = (typeof SEEN_FILTERS)[number];

/** The filters of the guide, all in the address. */
export interface GuideFilters {
  location: LocationFilter;
  /** 1 to 12; null for the whole year. */
  month: number | null;
  seen: SeenFilter | null;
}

export interface GuideFilterControls {
  filters: GuideFilters;
  setLocation: (next: LocationFilter) => void;
  write: (change: { month?: string | null; seen?: string | null }) => void;
}

export function useGuideFilters(): GuideFilterControls {
  const [location, setLocation] = useLocationFilter(useUser().country_code ?? WORLDWIDE);
  const [read, write] = useAddressFilter();
  const [month, seen] = [monthFrom(read('month')), seenFrom(read('seen'))];
  return { filters: { location, month, seen }, setLocation, write };
}

/** An address of the guide that keeps its filters. */
export function useGuideAddress(): (place: Record<string, string | number>) => string {
  const [query] = useSearchParams();
  return (place) => {
    const next = new URLSearchParams();
    for (const name of ['country', 'month', 'seen']) {
      const value = query.get(name);
      if (value) next.set(name, value);
    }
    for (const [name, value] of Object.entries(place)) next.set(name, String(value));
    return next.size > 0 ? `/knowledge?${next}` : '/knowledge';
  };
}

export function seenFrom(text: string | null): SeenFilter | null {
  return SEEN_FILTERS.find((one) => one === text) ?? null;
}

/**
 * What a month does to the list: it leaves the species on lists of that month, or nothing, because the world has no months, the device
 * has no counts of the country or there are too few lists.
 */
export type MonthResult =
  | { kind: 'applied'; of: number; reported: ReadonlySet<number> }
  | { kind: 'worldwide' | 'no_counts' | 'too_little' };

export function reportedIn(month: number, country: string | null, index: FrequencyIndex | null): MonthResult {
  if (country === null) return { kind: 'worldwide' };
  if (!index) return { kind: 'no_counts' };
  const found = index.likely(null, `2001-${String(month).padStart(2, '0')}-15`);
  if (!found) return { kind: 'too_little' };
  return { kind: 'applied', of: found.of, reported: new Set(found.species.map(({ taxon_id }) => taxon_id)) };
}

export interface GuideSpecies {
  /** The species that fit the filters, commonest first; undefined while loading. */
  species: Taxon[] | undefined;
  /** Whether the list is empty before it is filtered. */
  isListEmpty: boolean;
  seen: ReadonlySet<number> | undefined;
  /** Null for the whole world, undefined while unknown. */
  country: string | null | undefined;
  /** What the month did; null without one. */
  month: MonthResult | null;
  /** The list of the country is not on this device, and could not be loaded. */
  isMissing: boolean;
}

/** The species of the guide. */
export function useGuideSpecies({ location, month, seen: shown }: GuideFilters, group: TaxonGroup | null = null): GuideSpecies {
  const { list, country, isMissing } = useLocationSpecies(location, group);
  const seen = useSeenTaxonIds();
  const index = useCountryFrequencies(country ?? undefined);
  const result = useMemo(() => {
    if (month === null) return null;
    if (country === undefined || (country !== null && index === undefined)) return undefined;
    return reportedIn(month, country, index ?? null);
  }, [month, country, index]);
  const species = useMemo(
    () => (list && seen && result !== undefined ? filtered(list, seen, shown, result) : undefined),
    [list, seen, shown, result],
  );
  return { species, isListEmpty: list?.length === 0, seen, country, month: result ?? null, isMissing };
}

export function filtered(list: readonly Taxon[], seen: ReadonlySet<number>, shown: SeenFilter | null, month: MonthResult | null): Taxon[] {
  return list.filter(
    ({ id }) => (shown === null || seen.has(id) === (shown === 'seen')) && (month?.kind !== 'applied' || month.reported.has(id)),
  );
}
