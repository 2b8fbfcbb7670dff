import { WORLDWIDE } from '@veld/contract';
import { useCallback, useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useUser } from './data';

/** A country code or `worldwide`, as used in URLs (decision 0024). */
export type LocationFilter = string;

/** The user's country when an address was first shown, by the key of its history entry; going back finds it again. */
const chosenIn = new Map<string, string | null>();

/**
 * The location filter in the URL, so that a link shows the same list. Invalid values count as the default. A filter chosen before the
 * user's country changed, here, in another tab or on another device, gives way to the new country, also when the user comes back to it.
 */
export function useLocationFilter(standard: LocationFilter): [LocationFilter, (next: LocationFilter) => void] {
  const [query, setQuery] = useSearchParams();
  const { key } = useLocation();
  const country = useUser().country_code;
  const asked = query.get('location');
  const isChosen = asked !== null && (asked === WORLDWIDE || /^[A-Z]{2}$/.test(asked));
  const isOutdated = isChosen && chosenIn.has(key) && chosenIn.get(key) !== country;
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
  useEffect(() => {
    if (isOutdated) change(country ?? WORLDWIDE);
    else chosenIn.set(key, country);
  }, [isOutdated, change, key, country]);
  return [isOutdated ? (country ?? WORLDWIDE) : isChosen ? asked : standard, change];
}
