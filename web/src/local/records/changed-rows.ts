import { Dexie, type IntervalTreeNode, RangeSet } from 'dexie';
import type { UserDatabase } from '../db/database';

/** Ids of the records changed, in any tab, since they were last taken. */
export class ChangedRows {
  /** Null if unknown, so that all records have to be read. */
  #ids: Set<string> | null = null;
  #hasChanged = true;

  /** `listener` is called after each change. */
  constructor(database: UserDatabase, listener: () => void = () => undefined) {
    const part = `idb://${database.name}/observations/`;
    Dexie.on('storagemutated', (parts) => {
      const range = parts[part];
      if (!range || !('from' in range)) return;
      this.#mark(range);
      listener();
    });
  }

  /** Whether a record changed since they were last taken. */
  get hasChanged(): boolean {
    return this.#hasChanged;
  }

  /** The changed ids, null for all, or undefined if nothing has changed. Call it before reading: a change during the read is kept. */
  take(): Set<string> | null | undefined {
    if (!this.#hasChanged) return undefined;
    const ids = this.#ids;
    this.#ids = new Set();
    this.#hasChanged = false;
    return ids;
  }

  /** Marks ids as changed again after a read that failed. */
  restore(ids: Set<string> | null): void {
    this.#ids = ids && this.#ids ? new Set([...ids, ...this.#ids]) : null;
    this.#hasChanged = true;
  }

  #mark(range: IntervalTreeNode): void {
    if (!this.#hasChanged) this.#ids = new Set();
    this.#hasChanged = true;
    this.#ids = this.#ids && withKeys(this.#ids, range);
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
