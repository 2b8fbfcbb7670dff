import { WORLDWIDE } from '@veld/contract';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** A country code or `worldwide`, as used in URLs (decision 0024). */
export type LocationFilter = string;

/** The location filter in the URL, so that a link shows the same list. Invalid values count as the default. */
export function useLocationFilter(standard: LocationFilter): [LocationFilter, (next: LocationFilter) => void] {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('location');
  const location = asked !== null && (asked === WORLDWIDE || /^[A-Z]{2}$/.test(asked)) ? asked : standard;
  const change = useCallback(
    (next: LocationFilter) =>
      setQuery(
        (before) => {
          const after = new URLSearchParams(before);
          if (next === standard) after.delete('location');
          else after.set('location', next);
          return after;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setQuery, standard],
  );
  return [location, change];
}
