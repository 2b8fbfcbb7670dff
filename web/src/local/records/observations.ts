import { getKnown, isAboveSpecies, isAbsence } from '@veld/contract';
import { Dexie } from 'dexie';
import { recordItems } from '../outbox/outbox-counts';
import type { UserDatabase } from '../db/database';
import { hasFacts } from './in-memory/stored-facts';
import { isReadable } from '../db/readable';
import type { ItemState, LocalObservation } from '../db/rows';

export { deleteObservation } from './save-observation';
export { PhotoMissing, RecordInvalid, saveObservation, type SaveOptions, saveTogether } from './save-observation';

/** The state of a record with all of its photos; `stored` once the server has everything. */
export type SyncState = ItemState | 'stored';

/** The most urgent first. */
const URGENCY: readonly SyncState[] = ['needs_attention', 'sending', 'waiting'];

/** The user's records, the last saved first, without unreadable ones (`unreadableObservations`). */
export async function ownObservations(database: UserDatabase, options: { limit?: number } = {}): Promise<LocalObservation[]> {
  const { limit } = options;
  if (limit === undefined) return database.read(() => database.transaction('r', database.observations, () => allObservations(database)));
  const rows = await database.read(() => {
    const list = database.observations.where('[deleted+saved_at]').between([0, Dexie.minKey], [0, Dexie.maxKey]);
    // oxlint-disable-next-line unicorn/no-array-reverse -- a collection of the database, not an array
    return list.reverse().limit(limit).toArray();
  });
  return rows.filter(isReadable);
}

/** Rows read at once: few enough for the page to draw a frame in between. */
const BATCH = 500;

/**
 * All records, the last saved first. Forwards and in batches: backwards, the browser gives rows one by one, which takes five times as
 * long, and all at once would hold up the page.
 */
async function allObservations(database: UserDatabase): Promise<LocalObservation[]> {
  const found: LocalObservation[] = [];
  let from: unknown = Dexie.minKey;
  let size = BATCH;
  /** Those saved at `from` that were found already. */
  let known = new Set<string>();
  for (;;) {
    const rows = await database.observations.where('[deleted+saved_at]').between([0, from], [0, Dexie.maxKey]).limit(size).toArray();
    const fresh = rows.filter(({ id }) => !known.has(id));
    for (const row of fresh) found.push(row);
    const last = rows.at(-1);
    if (rows.length < size || !last) break;
    // More records than a batch can be saved at the same moment.
    size = last.saved_at === from ? size * 2 : BATCH;
    from = last.saved_at;
    known = new Set(rows.flatMap(({ id, saved_at: at }) => (at === last.saved_at ? [id] : [])));
  }
  return found.filter(isReadable).toReversed();
}

/** A record of the user; undefined if there is none or its deletion is queued. */
export async function ownObservation(database: UserDatabase, id: string): Promise<LocalObservation | undefined> {
  const row = await database.read(() => database.observations.get(id));
  return row && row.deleted === 0 && isReadable(row) ? row : undefined;
}

/** Records by id, including those whose deletion is queued; unknown ids are left out. */
export async function observationsById(database: UserDatabase, ids: readonly string[]): Promise<Map<string, LocalObservation>> {
  const rows = await database.read(() => database.observations.bulkGet([...ids]));
  return new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : [])));
}

/** The user's records of these ids as they are now, in that order; unknown, deleted and unreadable ones are left out. */
export async function ownObservationsById(database: UserDatabase, ids: readonly string[]): Promise<LocalObservation[]> {
  const rows = await observationsById(database, ids);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row && row.deleted === 0 && isReadable(row) ? [row] : [];
  });
}

/** Damaged rows, which are only in the export (docs/faults.md C28). */
export async function unreadableObservations(database: UserDatabase): Promise<unknown[]> {
  const rows = await database.read(() => database.observations.toArray());
  return rows.filter((row) => !isReadable(row));
}

/** Derived from the outbox, never stored. */
export async function readSyncState(database: UserDatabase, id: string): Promise<SyncState> {
  const keys = await database.read(() =>
    database.outbox.where('[observation_id+state]').between([id, Dexie.minKey], [id, Dexie.maxKey]).keys(),
  );
  return stateOf(keys.map((key) => readSecondPart(key) as ItemState));
}

/** The states of all records that are not `stored`. */
export async function syncStates(database: UserDatabase): Promise<Map<string, SyncState>> {
  const states = new Map<string, ItemState[]>();
  for (const { observation_id: id, state } of await recordItems(database)) if (id) states.set(id, [...(states.get(id) ?? []), state]);
  return new Map([...states].map(([id, all]) => [id, stateOf(all)]));
}

function stateOf(states: readonly SyncState[]): SyncState {
  return URGENCY.find((state) => states.includes(state)) ?? 'stored';
}

/**
 * Whether a taxon of a record is a higher one, by id. That never changes, so it is read once per page load.
 */
const higherTaxa = new WeakMap<UserDatabase, Map<number, boolean>>();

/**
 * Ids of the species the user has seen, and of taxa below species. Reads keys, the rows with a count of 0, and the fact of one record
 * of each taxon that was not met before.
 */
export async function seenTaxonIds(database: UserDatabase): Promise<Set<number>> {
  // Both begin before anything is awaited, so that live queries observe both.
  const [firstRows, areFactsStored] = await Promise.all([database.read(() => firstRowsOfSeen(database)), hasFacts(database)]);
  const known = higherTaxa.get(database) ?? new Map<number, boolean>();
  higherTaxa.set(database, known);
  const unknown = [...firstRows.keys()].filter((id) => !known.has(id));
  if (unknown.length > 0) {
    const ids = unknown.map((id) => getKnown(firstRows, id));
    const rows = await (areFactsStored
      ? database.read(() => database.facts.bulkGet(ids))
      : database.read(() => database.observations.bulkGet(ids)));
    for (const [index, id] of unknown.entries()) {
      const taxon = rows[index]?.taxon;
      if (taxon) known.set(id, isAboveSpecies(taxon.rank));
    }
  }
  return new Set([...firstRows.keys()].filter((id) => !known.get(id)));
}

/** The id of the first record of each taxon, by the taxon's id, without taxa of which all records say that there was none. */
async function firstRowsOfSeen({ observations }: UserDatabase): Promise<Map<number, string>> {
  const firstRows = new Map<number, string>();
  await observations
    .where('[deleted+taxon_id]')
    .between([0, Dexie.minKey], [0, Dexie.maxKey])
    .eachUniqueKey((key, { primaryKey }) => {
      const id = readSecondPart(key);
      if (typeof id === 'number') firstRows.set(id, primaryKey);
    });
  const absences = (await observations.where('[deleted+count]').equals([0, 0]).toArray()).filter(isAbsence);
  const absent = countByTaxon(absences.map(({ taxon_id }) => taxon_id));
  if (absent.size > 0) {
    const ofAbsent = [...absent.keys()].map((id) => [0, id]);
    const keys = await observations.where('[deleted+taxon_id]').anyOf(ofAbsent).keys();
    const all = countByTaxon(keys.map(readSecondPart));
    for (const [id, count] of absent) if ((all.get(id) ?? 0) <= count) firstRows.delete(id);
  }
  return firstRows;
}

/** The second part of a key of a compound index. */
export function readSecondPart(key: unknown): unknown {
  return Array.isArray(key) ? key[1] : undefined;
}

/** How often each taxon id occurs; other values are skipped. */
function countByTaxon(ids: unknown[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const id of ids) if (typeof id === 'number') counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
