import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';

import {
  ownObservation,
  ownObservations,
  ownObservationsById,
  seenTaxonIds,
  type SyncState,
  syncStates,
  unreadableObservations,
} from '../../local/records/observations';
import { type OutboxCounts, outboxCounts } from '../../local/outbox/outbox-counts';
import type { LocalFact, LocalObservation } from '../../local/db/rows';
import { ownFacts } from '../../local/records/in-memory/facts-in-memory';
import { ownRecordIds } from '../../local/records/own-count';
import { hasFetched, readReceiving, type Receiving } from '../../local/pull/pull-store';
import { type SendingRules, sendingRules } from '../../local/outbox/sending-rules';
import { useThrottledQuery } from '../../device/use-throttled-query';
import { currentSync } from '../../local/app/veld';
import { currentDatabase, useNeedsLogin, useUser } from '../session/session';

export { withoutTicks } from '../../local/records/own-count';
export { foundSpeciesId } from '../../local/records/own-count';
export type { LocalFact, LocalObservation, LocalMedia } from '../../local/db/rows';
export type { SyncState } from '../../local/records/observations';
export type { OutboxCounts } from '../../local/outbox/outbox-counts';

/** The user's records, the last saved first; undefined while loading. */
export function useOwnObservations(limit?: number): LocalObservation[] | undefined {
  const database = currentDatabase();
  return useThrottledQuery(() => ownObservations(database, limit === undefined ? {} : { limit }), [database, limit]);
}

/** The facts of all records of the user, ticks among them, the last saved first; undefined while loading. */
export function useOwnFacts(): LocalFact[] | undefined {
  const held = ownFacts(currentDatabase());
  const [failure, setFailure] = useState<{ of: unknown; error: unknown } | null>(null);
  useEffect(() => {
    held.ready().catch((error: unknown) => setFailure({ of: held, error }));
  }, [held]);
  const facts = useSyncExternalStore(held.subscribe, held.found);
  if (failure?.of === held) throw failure.error;
  return useMemo(() => facts?.toSorted((one, other) => other.saved_at - one.saved_at), [facts]);
}

/** The records of the first facts of a list, which must be memoized; undefined while loading. */
export function useRecordsOfFacts(facts: readonly LocalFact[], count: number): LocalObservation[] | undefined {
  const database = currentDatabase();
  const ids = useMemo(() => facts.slice(0, count).map(({ id }) => id), [facts, count]);
  return useLiveQuery(() => ownObservationsById(database, ids), [database, ids]);
}

/** A record of the user; undefined while loading, null if it is not on this device. */
export function useOwnObservation(id: string | null | undefined): LocalObservation | null | undefined {
  const database = currentDatabase();
  return useLiveQuery(async () => (id ? ((await ownObservation(database, id)) ?? null) : null), [database, id]);
}

/** The position of a record in the list of the user's records, with its neighbours. */
export interface Neighbours {
  number: number;
  total: number;
  previous: string | null;
  next: string | null;
}

export function neighboursIn(ids: readonly string[], id: string): Neighbours | null {
  const index = ids.indexOf(id);
  if (index < 0) return null;
  return { number: index + 1, total: ids.length, previous: ids[index - 1] ?? null, next: ids[index + 1] ?? null };
}

export function useNeighbours(id: string): Neighbours | null {
  const database = currentDatabase();
  const ids = useThrottledQuery(() => ownRecordIds(database), [database]);
  return ids ? neighboursIn(ids, id) : null;
}

/** The number of damaged rows, which are only in exports. */
export function useUnreadableCount(): number {
  const database = currentDatabase();
  return useThrottledQuery(async () => (await unreadableObservations(database)).length, [database]) ?? 0;
}

/** Sync states by record id; a record that is not in the map is synced. */
export function useSyncStates(): ReadonlyMap<string, SyncState> | undefined {
  const database = currentDatabase();
  return useThrottledQuery(() => syncStates(database), [database]);
}

/** Undefined while loading. */
export function useOutboxCounts(): OutboxCounts | undefined {
  const database = currentDatabase();
  return useThrottledQuery(() => outboxCounts(database), [database]);
}

/** The sending rules of this device; undefined while loading. */
export function useSendingRules(): SendingRules | undefined {
  const database = currentDatabase();
  const { preferences } = useUser();
  return useLiveQuery(() => sendingRules(database, { preferences }), [database, preferences]);
}

/** Ids of the taxa the user has seen. */
export function useSeenTaxonIds(): ReadonlySet<number> | undefined {
  const database = currentDatabase();
  return useThrottledQuery(() => seenTaxonIds(database), [database]);
}

/** How much has arrived on a device that gets the user's records for the first time; null once all have. Undefined while loading. */
export function useReceiving(): Receiving | null | undefined {
  const database = currentDatabase();
  return useThrottledQuery(() => readReceiving(database), [database]);
}

/** Whether the user's records have been fetched, so that an empty list is final. Undefined while loading. */
export function useFetchState(): 'fetched' | 'fetching' | 'failed' | undefined {
  const database = currentDatabase();
  const isFetched = useLiveQuery(() => hasFetched(database), [database]);
  const hasFailed = useStore(currentSync().pull.store, ({ state }) => state === 'failed');
  const needsLogin = useNeedsLogin();
  if (isFetched === undefined) return undefined;
  return isFetched ? 'fetched' : hasFailed || needsLogin ? 'failed' : 'fetching';
}

/** Fetches the user's records again. Resolves when it is done, whether that succeeded or not. */
export function fetchAgain(): Promise<void> {
  return currentSync()
    .pull.run()
    .catch(() => undefined);
}
