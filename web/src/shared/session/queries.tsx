import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { persistQueryClient } from '@tanstack/query-persist-client-core';
import type { ComponentType, FunctionComponent } from 'react';
import { openUserDatabase } from '../../local/db/database';
import { createQueryPersister } from '../../local/app/query-cache';
import { auth } from '../../local/app/veld';

/** 24 days. Browser timers longer than 2^31 ms fire at once, which would drop each query as soon as no screen uses it. */
const KEPT_MS = 24 * 24 * 60 * 60_000;

/** Cache of other people's records and profiles. Shown at once and refreshed when online; failures are only logged. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { queryKey }) => console.warn('Query', queryKey[0], error) }),
  defaultOptions: {
    queries: { staleTime: 30_000, gcTime: KEPT_MS, retry: 1, networkMode: 'always', refetchOnWindowFocus: true },
  },
});

/** Persists the cache in the user's database. Another user starts with an empty cache. */
function persistQueries(): void {
  let userId: string | null = null;
  let end = () => {};
  const follow = () => {
    const next = auth.state().user?.id ?? null;
    if (next === userId) return;
    end();
    queryClient.clear();
    userId = next;
    end = () => {};
    if (next) {
      const [stop] = persistQueryClient({
        queryClient,
        persister: createQueryPersister(openUserDatabase(next)),
        maxAge: KEPT_MS,
        buster: __APP_VERSION__,
        dehydrateOptions: { shouldDehydrateQuery: ({ state, meta }) => state.data !== undefined && meta?.persist === true },
      });
      end = stop;
    }
  };
  auth.store.subscribe(follow);
  follow();
}

/**
 * Fetches the people of the country again when the user's country has changed. Follows the stored user and not an event, which only
 * the tab that fetched the user gets.
 */
function followCountry(): void {
  auth.store.subscribe((after, before) => {
    if (after.user && after.user.id === before.user?.id && after.user.country_code !== before.user.country_code)
      void queryClient.invalidateQueries({ queryKey: ['community'] });
  });
}

persistQueries();
followCountry();

const wrapped = new Map<ComponentType, FunctionComponent>();

/** Wraps a screen in the query cache. Returns the same component for the same screen. */
export function withQueries(Screen: ComponentType): FunctionComponent {
  const known = wrapped.get(Screen);
  if (known) return known;
  const WithQueries = () => (
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>
  );
  wrapped.set(Screen, WithQueries);
  return WithQueries;
}
