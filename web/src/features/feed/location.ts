import { WORLDWIDE } from '@veld/contract';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** A country code, or the word for all of them, as it stands in addresses (decision 0024). */
export type LocationWord = string;

/** The place filter in the address, so that a link shows the same list. What is no country counts as the default. */
export function useLocationFilter(standard: LocationWord): [LocationWord, (next: LocationWord) => void] {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('location');
  const location = asked !== null && (asked === WORLDWIDE || /^[A-Z]{2}$/.test(asked)) ? asked : standard;
  const change = useCallback(
    (next: LocationWord) =>
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
