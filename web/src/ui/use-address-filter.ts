import { useSearchParams } from 'react-router';

/** Filters that live in the query of the address, so that they survive a reload and can be sent to somebody. */
export function useAddressFilter(): [read: (name: string) => string | null, write: (change: Record<string, string | null>) => void] {
  const [query, setQuery] = useSearchParams();
  const write = (change: Record<string, string | null>) => {
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [(name) => query.get(name), write];
}
