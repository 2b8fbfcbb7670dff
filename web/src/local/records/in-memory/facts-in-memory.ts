import { itemAt } from '@veld/contract';
import type { UserDatabase } from '../../db/database';
import type { LocalFact } from '../../db/rows';
import { ChangedRows } from '../changed-rows';
import { type Reading, reduceFacts } from './stored-facts';

/** The least time from one read to the next, so that a burst of changes (a month of records being sent) causes few. */
const THROTTLE_MS = 1000;
const NONE: readonly never[] = [];

/** The facts of the user's records in memory, each reduced to what is needed. Read once per page; after that, only changed ones are read again. */
export class FactsInMemory<T extends { id: string }> {
  readonly #database: UserDatabase;
  readonly #reduce: (fact: LocalFact) => T[];
  readonly #how: Reading<T>;
  readonly #listeners = new Set<() => void>();
  #known = new Map<string, T>();
  #list: readonly T[] | undefined;
  readonly #changed: ChangedRows;
  #reading: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #readAt = 0;

  constructor(database: UserDatabase, reduce: (fact: LocalFact) => T[], reading: Reading<T> = {}) {
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

  /** Those of all records; empty until they are read. A new array after each change. */
  readonly current = (): readonly T[] => this.#list ?? NONE;

  /** As `current`, but undefined until they are read. */
  readonly found = (): readonly T[] | undefined => this.#list;

  /** Whether they are read and no record changed since. */
  isCurrent(): boolean {
    return this.#list !== undefined && !this.#changed.hasChanged;
  }

  /** Reads changed records; throws if the database cannot be read. */
  ready(): Promise<void> {
    this.#reading ??= this.#readChanged().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  #plan(): void {
    if (this.#timer !== undefined) return;
    const wait = Math.max(0, this.#readAt + THROTTLE_MS - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      // A read that has begun may have missed the change. After a failure, the next change reads them again.
      const before = this.#reading?.catch(() => undefined) ?? Promise.resolve();
      before.then(() => this.ready()).catch((error: unknown) => console.error('Records', error));
    }, wait);
  }

  async #readChanged(): Promise<void> {
    const ids = this.#changed.take();
    if (ids === undefined) return;
    try {
      if (ids === null) this.#known = new Map((await reduceFacts(this.#database, this.#reduce, this.#how)).map((one) => [one.id, one]));
      else await this.#readRecords([...ids]);
    } catch (error) {
      this.#changed.restore(ids);
      throw error;
    }
    this.#list = [...this.#known.values()];
    this.#readAt = performance.now();
    for (const listener of this.#listeners) listener();
  }

  async #readRecords(ids: string[]): Promise<void> {
    const facts = await this.#database.read(() => this.#database.facts.bulkGet(ids));
    for (const [at, fact] of facts.entries()) {
      this.#known.delete(itemAt(ids, at));
      if (fact) for (const one of this.#reduce(fact)) this.#known.set(one.id, one);
    }
  }
}

const caches = new WeakMap<UserDatabase, FactsInMemory<LocalFact>>();

/** The facts of the user's records, shared by the screens of a page. */
export function ownFacts(database: UserDatabase): FactsInMemory<LocalFact> {
  let cache = caches.get(database);
  if (!cache) caches.set(database, (cache = new FactsInMemory(database, (fact) => [fact])));
  return cache;
}
