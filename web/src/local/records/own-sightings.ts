import { Dexie, type IntervalTreeNode, RangeSet } from 'dexie';
import type { UserDatabase } from '../db/database';
import { allSightings, type LocalSighting, sightingOf } from './sightings';

/** In a burst of changes (a month of records being sent) the changed ones are read so often at most. */
const CALM_MS = 1000;

interface Following {
  subscribe(listener: () => void): () => void;
  /** All own records as far as suggestions need them; empty until they have been read. Another array after each change. */
  current(): readonly LocalSighting[];
  /** Reads what is needed; throws where the device cannot be read. */
  ready(): Promise<void>;
}

const followed = new WeakMap<UserDatabase, Following>();

/** The own records in memory, read once a page and then kept as the device has them: only what changed is read again. */
export function ownSightings(database: UserDatabase): Following {
  let following = followed.get(database);
  if (!following) followed.set(database, (following = follow(database)));
  return following;
}

function follow(database: UserDatabase): Following {
  const part = `idb://${database.name}/observations/`;
  const listeners = new Set<() => void>();
  let known = new Map<string, LocalSighting>();
  let list: readonly LocalSighting[] = [];
  /** Ids of records that were changed since they were read; null where it is not known which. */
  let changed: Set<string> | null = null;
  let hasChanged = true;
  let reading: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  Dexie.on('storagemutated', (parts) => {
    const range = parts[part];
    if (!range || !('from' in range)) return;
    // What changes before or while all are read may be missed by that reading, and is read again after it.
    if (!hasChanged) changed = new Set();
    hasChanged = true;
    changed = changed && withKeys(changed, range);
    if (listeners.size > 0) plan();
  });

  function plan() {
    timer ??= setTimeout(() => {
      timer = undefined;
      // What cannot be read now is read with the next change.
      read().catch((error: unknown) => console.error('Suggestions', error));
    }, CALM_MS);
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

/** With the keys of a range; null where it is more than single ones. */
function withKeys(ids: Set<string>, range: IntervalTreeNode): Set<string> | null {
  // Called, not constructed: so it takes over the tree (the library's own way to walk through one).
  const walk = RangeSet as unknown as (tree: IntervalTreeNode) => { [Symbol.iterator](): Iterator<IntervalTreeNode, undefined, undefined> };
  for (const { from, to } of walk(range)) {
    if (from !== to || typeof from !== 'string') return null;
    ids.add(from);
  }
  return ids;
}
