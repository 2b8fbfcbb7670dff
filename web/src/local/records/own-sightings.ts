import { Dexie, type IntervalTreeNode, RangeSet } from 'dexie';
import type { UserDatabase } from '../db/database';
import { allSightings, type LocalSighting, sightingOf } from './sightings';

/** The interval between reads during a burst of changes (a month of records being sent). */
const THROTTLE_MS = 1000;

const caches = new WeakMap<UserDatabase, SightingsCache>();

/** The user's records in memory. Read once per page; after that, only changed records are read again. */
export function ownSightings(database: UserDatabase): SightingsCache {
  let cache = caches.get(database);
  if (!cache) caches.set(database, (cache = new SightingsCache(database)));
  return cache;
}

class SightingsCache {
  readonly #database: UserDatabase;
  readonly #listeners = new Set<() => void>();
  #known = new Map<string, LocalSighting>();
  #list: readonly LocalSighting[] = [];
  /** Ids of the records changed since they were read; null if unknown, so that all are read. */
  #changed: Set<string> | null = null;
  #hasChanged = true;
  #reading: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(database: UserDatabase) {
    this.#database = database;
    const part = `idb://${database.name}/observations/`;
    Dexie.on('storagemutated', (parts) => {
      const range = parts[part];
      if (range && 'from' in range) this.#markChanged(range);
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** All records of the user, reduced to what suggestions need; empty until they are read. A new array after each change. */
  readonly current = (): readonly LocalSighting[] => this.#list;

  /** Reads changed records; throws if the database cannot be read. */
  ready(): Promise<void> {
    this.#reading ??= this.#readChanged().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  #markChanged(range: IntervalTreeNode): void {
    // A running read may miss this change, so the record is read again afterwards.
    if (!this.#hasChanged) this.#changed = new Set();
    this.#hasChanged = true;
    this.#changed = this.#changed && withKeys(this.#changed, range);
    if (this.#listeners.size > 0) this.#plan();
  }

  #plan(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      // After a failure, the next change reads them again.
      this.ready().catch((error: unknown) => console.error('Suggestions', error));
    }, THROTTLE_MS);
  }

  async #readChanged(): Promise<void> {
    if (!this.#hasChanged) return;
    const ids = this.#changed;
    this.#changed = new Set();
    this.#hasChanged = false;
    try {
      if (ids === null) this.#known = new Map((await allSightings(this.#database)).map((one) => [one.id, one]));
      else await this.#readRecords([...ids]);
    } catch (error) {
      this.#changed = ids && this.#changed ? new Set([...ids, ...this.#changed]) : null;
      this.#hasChanged = true;
      throw error;
    }
    this.#list = [...this.#known.values()];
    for (const listener of this.#listeners) listener();
  }

  async #readRecords(ids: string[]): Promise<void> {
    const rows = await this.#database.read(() => this.#database.observations.bulkGet(ids));
    for (const [at, row] of rows.entries()) {
      this.#known.delete(ids[at]!);
      if (row?.deleted === 0) for (const sighting of sightingOf(row)) this.#known.set(sighting.id, sighting);
    }
  }
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
