import { itemAt } from '@veld/contract';
import { Dexie } from 'dexie';
import type { UserDatabase } from '../../db/database';
import { extractFact } from '../../db/facts';
import type { LocalFact, LocalObservation } from '../../db/rows';

/** Grows with each change of what a fact is; then each device derives its facts once more. */
const FORMAT = 3;

/** The settings of what is derived: whether all is, which screens watch, and how far it is until then. */
const SETTING = 'facts';
const PROGRESS = 'facts-progress';

/** Whole records read at once, and facts, which are much smaller: few enough for the page to draw a frame in between. */
const RECORDS = 1000;
const FACTS = 2000;
/** Facts derived at once. Writing takes longer than reading, and blocks other reads and writes of records. */
const DERIVED = 200;

export interface Reading<T> {
  /** Facts read at once. */
  batch?: number;
  /** Called after each batch with what was found so far. */
  onBatch?: (found: readonly T[]) => void;
}

const reads = new WeakMap<UserDatabase, Promise<unknown>>();

/** Reduces the facts of all records of the user, in batches. Facts that are not stored are derived after it only. */
export function reduceFacts<T>(database: UserDatabase, reduce: (fact: LocalFact) => T[], reading: Reading<T> = {}): Promise<T[]> {
  const read = readFacts(database, reduce, reading);
  reads.set(database, Promise.allSettled([reads.get(database), read]));
  return read;
}

async function readFacts<T>(
  database: UserDatabase,
  reduce: (fact: LocalFact) => T[],
  { batch = FACTS, onBatch }: Reading<T>,
): Promise<T[]> {
  const found: T[] = [];
  const isStored = await hasFacts(database);
  for await (const facts of isStored ? storedFacts(database, batch) : factsOfRows(database, Math.min(batch, RECORDS))) {
    for (const fact of facts) found.push(...reduce(fact));
    onBatch?.(found);
    await pause();
  }
  return found;
}

const derived = new WeakMap<UserDatabase, Promise<boolean>>();

/**
 * Resolves when each record has its fact, which `db/facts.ts` sees to from then on: at once, except in the first page after an update
 * of the app that changed what a fact is. False if they could not be stored; the next page tries again.
 */
export function factsReady(database: UserDatabase): Promise<boolean> {
  let ready = derived.get(database);
  if (!ready) derived.set(database, (ready = inOwnTask(() => deriveFacts(database))));
  return ready;
}

/**
 * Whether each record has its fact now. If not, they are derived from then on, and a live query that asked is run again once they are;
 * until then it has to read records.
 */
export async function hasFacts(database: UserDatabase): Promise<boolean> {
  const isStored = (await progressIn(database, SETTING)) === null;
  if (!isStored) void factsReady(database);
  return isStored;
}

/** `last`: facts are derived up to this id; null when those of all records are. */
interface Progress {
  format: number;
  last: string | null;
}

async function progressIn(database: UserDatabase, key: string): Promise<string | null> {
  const stored = (await database.read(() => database.settings.get(key)))?.value as Progress | undefined;
  return stored?.format === FORMAT ? stored.last : '';
}

async function deriveFacts(database: UserDatabase): Promise<boolean> {
  try {
    let last = (await progressIn(database, SETTING)) === null ? null : await progressIn(database, PROGRESS);
    while (last !== null) {
      await reads.get(database);
      last = await deriveSome(database, last);
      await pause();
    }
    return true;
  } catch (error) {
    console.error('Facts', error);
    return false;
  }
}

/**
 * Derives the facts of some records after an id; they take the place of all that were stored for these. If the page is closed, the next one
 * continues there. Resolves with the last id, or null after the last record.
 */
async function deriveSome(database: UserDatabase, from: string): Promise<string | null> {
  const { observations, facts, settings } = database;
  return database.write('server_copy', [observations, facts, settings], async () => {
    const rows = await observations.where('id').above(from).limit(DERIVED).toArray();
    const last = rows.length < DERIVED ? null : itemAt(rows, -1).id;
    const found = rows.flatMap((row) => extractFact(row) ?? []);
    const stored = await facts
      .where('id')
      .between(from, last ?? Dexie.maxKey, false, true)
      .primaryKeys();
    // Deleting all would cost as much as writing them.
    const kept = new Set(found.map(({ id }) => id));
    await facts.bulkDelete(stored.filter((id) => !kept.has(id)));
    await facts.bulkPut(found);
    await settings.put({ key: last === null ? SETTING : PROGRESS, value: { format: FORMAT, last } satisfies Progress });
    if (last === null) await settings.delete(PROGRESS);
    return last;
  });
}

/** The facts of the records themselves, until facts are stored. */
async function* factsOfRows(database: UserDatabase, batch: number): AsyncGenerator<LocalFact[]> {
  const all = inBatches(
    (from): Promise<LocalObservation[]> => read(database, () => database.observations.where('id').above(from).limit(batch).toArray()),
    batch,
  );
  for await (const rows of all) yield rows.flatMap((row) => extractFact(row) ?? []);
}

const storedFacts = (database: UserDatabase, batch: number) =>
  inBatches((from): Promise<LocalFact[]> => read(database, () => database.facts.where('id').above(from).limit(batch).toArray()), batch);

const read = <T>(database: UserDatabase, work: () => PromiseLike<T>) => database.read(work);

async function* inBatches<T extends { id: string }>(after: (id: string) => Promise<T[]>, batch: number): AsyncGenerator<T[]> {
  let last = '';
  for (;;) {
    const rows = await after(last);
    yield rows;
    if (rows.length < batch) return;
    last = itemAt(rows, -1).id;
  }
}

/** Lets other events run between batches. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** Runs outside of the live query that may have asked for it, in which nothing can be written. */
function inOwnTask<T>(work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    setTimeout(() => void work().then(resolve, reject), 0);
  });
}
