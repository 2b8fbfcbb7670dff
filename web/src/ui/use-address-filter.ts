import { useCallback } from 'react';
import { type Location, useLocation, useNavigate, useSearchParams } from 'react-router';

/** The query last written, and the address that it was written from: the router may not show it yet. */
let written: { from: Location; query: URLSearchParams } | null = null;

/**
 * Changes the query of the address. Changes made at the same time, or before the router shows the one before, add up; with the router's
 * own function, the last one would drop the others.
 */
export function useQueryChange(): (change: (query: URLSearchParams) => void) => void {
  const location = useLocation();
  const navigate = useNavigate();
  return useCallback(
    (change) => {
      const query = new URLSearchParams(written?.from === location ? written.query : location.search);
      change(query);
      written = { from: location, query };
      void navigate(`?${query}`, { replace: true, preventScrollReset: true });
    },
    [location, navigate],
  );
}

/** Filters that live in the query of the address, so that they survive a reload and can be sent to somebody. */
export function useAddressFilter(): [read: (name: string) => string | null, write: (change: Record<string, string | null>) => void] {
  const [query] = useSearchParams();
  const changeQuery = useQueryChange();
  const write = (change: Record<string, string | null>) =>
    changeQuery((next) => {
      for (const [name, value] of Object.entries(change)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
    });
  return [(name) => query.get(name), write];
}
