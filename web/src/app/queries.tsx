import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { persistQueryClient } from '@tanstack/query-persist-client-core';
import type { ComponentType } from 'react';
import { openUserDatabase } from '../local/db/database';
import { createQueryPersister } from '../local/app/query-cache';
import { auth } from '../local/app/veld';

/** 24 days. A browser's timer that is set to more than 2^31 ms fires at once, and every copy would go as soon as nobody looks at it. */
const KEPT_MS = 24 * 24 * 60 * 60_000;

/** Others' records and people. Shown from the device at once, refreshed when the network allows; failures are quiet. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, gcTime: KEPT_MS, retry: 1, networkMode: 'always', refetchOnWindowFocus: true },
  },
});

/** Keeps the cache in the database of whoever is logged in; another person begins with an empty one. */
function keepQueries(): void {
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
        dehydrateOptions: { shouldDehydrateQuery: (query) => query.state.status === 'success' && query.meta?.keep === true },
      });
      end = stop;
    }
  };
  auth.store.subscribe(follow);
  follow();
}

keepQueries();

const wrapped = new Map<ComponentType, ComponentType>();

/** A screen that asks the server, with the cache around it; the same component for the same screen. */
export function withQueries(Screen: ComponentType): ComponentType {
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
