import { isTick } from '@veld/contract';
import { type Collection, Dexie } from 'dexie';
import type { UserDatabase } from '../db/database';
import type { LocalObservation } from '../db/rows';
import { ChangedRows } from './changed-rows';
import { isReadable } from './observations';

/** Rows read at once; small enough to keep typing responsive. */
const BATCH = 500;

const uncounted = new WeakMap<UserDatabase, UncountedRows>();

/** The number of the user's records: the length of `withoutTicks(ownObservations())`, from keys and the rows that changed. */
export async function countOwnObservations(database: UserDatabase): Promise<number> {
  const count = await readOwn(database, (own) => own.count());
  const left = await uncountedRows(database).ids();
  return left.size === 0 ? count : (await ownRecordIds(database)).length;
}

/** Ids of the user's records, the last saved first, without ticks and unreadable rows (docs/faults.md C28). */
export async function ownRecordIds(database: UserDatabase): Promise<string[]> {
  const ids = (await readOwn(database, (own) => own.primaryKeys())).toReversed();
  const left = await uncountedRows(database).ids();
  return left.size === 0 ? ids : ids.filter((id) => !left.has(id));
}

/** Reads from the user's rows, the first saved first, with ticks and most unreadable ones. */
function readOwn<T>(database: UserDatabase, read: (own: Collection<LocalObservation, string>) => PromiseLike<T>): Promise<T> {
  return database.read(async () => {
    // A live query would miss a tick that becomes a record, because its keys stay the same.
    await database.observations.count();
    return read(database.observations.where('[deleted+saved_at]').between([0, Dexie.minKey], [0, Dexie.maxKey]));
  });
}

/** Records without those that are only ticks, which count as species seen. */
export function withoutTicks(records: readonly LocalObservation[]): LocalObservation[] {
  return records.filter((record) => !isTick(record));
}

function uncountedRows(database: UserDatabase): UncountedRows {
  let rows = uncounted.get(database);
  if (!rows) uncounted.set(database, (rows = new UncountedRows(database)));
  return rows;
}

/** The rows that are no records. Read once per page; after that, only changed rows are read again. */
class UncountedRows {
  readonly #database: UserDatabase;
  readonly #changed: ChangedRows;
  readonly #ids = new Set<string>();
  #reading: Promise<void> = Promise.resolve();

  constructor(database: UserDatabase) {
    this.#database = database;
    this.#changed = new ChangedRows(database);
  }

  async ids(): Promise<ReadonlySet<string>> {
    // One after the other: a second reader waits for what the first has taken.
    this.#reading = this.#reading.catch(() => undefined).then(() => this.#read());
    await this.#reading;
    return this.#ids;
  }

  async #read(): Promise<void> {
    const changed = this.#changed.take();
    if (changed === undefined) return;
    try {
      if (changed === null) await this.#readAll();
      else this.#note([...changed], await this.#database.read(() => this.#database.observations.bulkGet([...changed])));
    } catch (error) {
      this.#changed.restore(changed);
      throw error;
    }
  }

  async #readAll(): Promise<void> {
    this.#ids.clear();
    const { observations } = this.#database;
    let rows: LocalObservation[] = [];
    do {
      const last = rows.at(-1)?.id;
      rows = await this.#database.read(() =>
        (last === undefined ? observations.orderBy('id') : observations.where('id').above(last)).limit(BATCH).toArray(),
      );
      this.#note(
        rows.map(({ id }) => id),
        rows,
      );
    } while (rows.length === BATCH);
  }

  #note(ids: readonly string[], rows: readonly (LocalObservation | undefined)[]): void {
    for (const [at, id] of ids.entries()) {
      const row = rows[at];
      if (row && (!isReadable(row) || isTick(row))) this.#ids.add(id);
      else this.#ids.delete(id);
    }
  }
}
