import { WORLDWIDE } from '@veld/contract';
import { useCallback, useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useUser } from './data';

/** A country code or `worldwide`, as used in URLs (decision 0024). */
export type LocationFilter = string;

/** The user's country when an address was first shown, by the key of its history entry; going back finds it again. */
const chosenIn = new Map<string, string | null>();

/** The last choice on any screen, with the user's country at that time. */
let shared: { userId: string; country: string | null; filter: LocationFilter } | null = null;

/**
 * The location filter in the URL, so that a link shows the same list. Without one, it is the choice last made on another screen, else
 * `standard`. Values that are invalid, or that the screen does not accept, count as none. A filter chosen before the user's country changed, here, in
 * another tab or on another device, gives way to the new country, also when the user comes back to it.
 */
export function useLocationFilter(
  standard: LocationFilter,
  accepts: (filter: LocationFilter) => boolean = isFilter,
): [LocationFilter, (next: LocationFilter) => void] {
  const [query, setQuery] = useSearchParams();
  const { key } = useLocation();
  const { id: userId, country_code: country } = useUser();
  const asked = query.get('location');
  const isChosen = asked !== null && isFilter(asked) && accepts(asked);
  const isOutdated = isChosen && chosenIn.has(key) && chosenIn.get(key) !== country;
  const now = country ?? WORLDWIDE;
  const elsewhere = shared?.userId === userId ? (shared.country === country ? shared.filter : now) : standard;
  const change = useCallback(
    (next: LocationFilter) => {
      shared = { userId, country, filter: next };
      setQuery(
        (before) => {
          const after = new URLSearchParams(before);
          after.set('location', next);
          return after;
        },
        { replace: true, preventScrollReset: true },
      );
    },
    [setQuery, userId, country],
  );
  useEffect(() => {
    if (isOutdated) change(now);
    else chosenIn.set(key, country);
  }, [isOutdated, change, key, country, now]);
  if (isOutdated) return [now, change];
  return [isChosen ? asked : accepts(elsewhere) ? elsewhere : standard, change];
}

function isFilter(value: string): boolean {
  return value === WORLDWIDE || /^[A-Z]{2}$/.test(value);
}
