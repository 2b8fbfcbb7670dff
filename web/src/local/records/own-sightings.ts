import { Dexie, type IntervalTreeNode, RangeSet } from 'dexie';
import type { UserDatabase } from '../db/database';
import { allSightings, type LocalSighting, sightingOf } from './sightings';

/** The interval between reads during a burst of changes (a month of records being sent). */
const THROTTLE_MS = 1000;

interface SightingsCache {
  subscribe(listener: () => void): () => void;
  /** All records of the user, reduced to what suggestions need; empty until they are read. A new array after each change. */
  current(): readonly LocalSighting[];
  /** Reads changed records; throws if the database cannot be read. */
  ready(): Promise<void>;
}

const caches = new WeakMap<UserDatabase, SightingsCache>();

/** The user's records in memory. Read once per page; after that, only changed records are read again. */
export function ownSightings(database: UserDatabase): SightingsCache {
  let cache = caches.get(database);
  if (!cache) caches.set(database, (cache = createCache(database)));
  return cache;
}

function createCache(database: UserDatabase): SightingsCache {
  const part = `idb://${database.name}/observations/`;
  const listeners = new Set<() => void>();
  let known = new Map<string, LocalSighting>();
  let list: readonly LocalSighting[] = [];
  /** Ids of the records changed since they were read; null if unknown, so that all are read. */
  let changed: Set<string> | null = null;
  let hasChanged = true;
  let reading: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  Dexie.on('storagemutated', (parts) => {
    const range = parts[part];
    if (!range || !('from' in range)) return;
    // A running read may miss this change, so the record is read again afterwards.
    if (!hasChanged) changed = new Set();
    hasChanged = true;
    changed = changed && withKeys(changed, range);
    if (listeners.size > 0) plan();
  });

  function plan() {
    timer ??= setTimeout(() => {
      timer = undefined;
      // After a failure, the next change reads them again.
      read().catch((error: unknown) => console.error('Suggestions', error));
    }, THROTTLE_MS);
  }

  function read(): Promise<void> {
    reading ??= readChanged().finally(() => {
      reading = null;
    });
    return reading;
  }

  async function readChanged() {
    if (!hasChanged) return;
    const ids = changed;
    changed = new Set();
    hasChanged = false;
    try {
      if (ids === null) known = new Map((await allSightings(database)).map((one) => [one.id, one]));
      else {
        const keys = [...ids];
        const rows = await database.read(() => database.observations.bulkGet(keys));
        for (const [at, row] of rows.entries()) {
          known.delete(keys[at]!);
          if (row?.deleted === 0) for (const sighting of sightingOf(row)) known.set(sighting.id, sighting);
        }
      }
    } catch (error) {
      changed = ids && changed ? new Set([...ids, ...changed]) : null;
      hasChanged = true;
      throw error;
    }
    list = [...known.values()];
    for (const listener of listeners) listener();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: () => list,
    ready: read,
  };
}

/** Adds the keys of a range; null if the range has more than single keys. */
function withKeys(ids: Set<string>, range: IntervalTreeNode): Set<string> | null {
  // Called, not constructed: that is how Dexie itself iterates an existing tree.
  const iterate = RangeSet as unknown as (tree: IntervalTreeNode) => {
    [Symbol.iterator](): Iterator<IntervalTreeNode, undefined, undefined>;
  };
  for (const { from, to } of iterate(range)) {
    if (from !== to || typeof from !== 'string') return null;
    ids.add(from);
  }
  return ids;
}
