import type { UserDatabase } from '../../db/database';
import type { LocalObservation } from '../../db/rows';
import { ChangedRows } from '../changed-rows';
import { type Reading, reduceRows } from './reduce-rows';

/** The interval between reads during a burst of changes (a month of records being sent). */
const THROTTLE_MS = 1000;

/** The user's records in memory, each reduced to what is needed. Read once per page; after that, only changed records are read again. */
export class RowsInMemory<T extends { id: string }> {
  readonly #database: UserDatabase;
  readonly #reduce: (row: LocalObservation) => T[];
  readonly #how: Reading<T>;
  readonly #listeners = new Set<() => void>();
  #known = new Map<string, T>();
  #list: readonly T[] = [];
  readonly #changed: ChangedRows;
  #reading: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(database: UserDatabase, reduce: (row: LocalObservation) => T[], reading: Reading<T> = {}) {
    this.#database = database;
    this.#reduce = reduce;
    this.#how = reading;
    this.#changed = new ChangedRows(database, () => {
      if (this.#listeners.size > 0) this.#plan();
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** All records of the user; empty until they are read. A new array after each change. */
  readonly current = (): readonly T[] => this.#list;

  /** Reads changed records; throws if the database cannot be read. */
  ready(): Promise<void> {
    this.#reading ??= this.#readChanged().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  #plan(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      // After a failure, the next change reads them again.
      this.ready().catch((error: unknown) => console.error('Records', error));
    }, THROTTLE_MS);
  }

  async #readChanged(): Promise<void> {
    const ids = this.#changed.take();
    if (ids === undefined) return;
    try {
      if (ids === null) this.#known = new Map((await reduceRows(this.#database, this.#reduce, this.#how)).map((one) => [one.id, one]));
      else await this.#readRecords([...ids]);
    } catch (error) {
      this.#changed.restore(ids);
      throw error;
    }
    this.#list = [...this.#known.values()];
    for (const listener of this.#listeners) listener();
  }

  async #readRecords(ids: string[]): Promise<void> {
    const rows = await this.#database.read(() => this.#database.observations.bulkGet(ids));
    for (const [at, row] of rows.entries()) {
      this.#known.delete(ids[at]!);
      if (row?.deleted === 0) for (const one of this.#reduce(row)) this.#known.set(one.id, one);
    }
  }
}
