import { liveQuery } from 'dexie';
import { type ObservationDraft, type RecordFieldName, recordParts } from '@veld/contract';
import { z } from 'zod/mini';
import type { UserDatabase } from '../db/database';
import { newId } from '../db/ids';
import type { LocalObservation } from '../db/rows';
import { deviceSetting, validElements } from '../device/device-setting';
import { WALK_MPS } from '../device/walking-speed';
import { placeOfFix } from '../device/place-of-fix';
import type { LastPlace } from '../device/last-place';
import { isSame } from '../outbox/is-same';
import { operations, enqueueAutomaticChange } from '../changes/observations';
import { afterEnqueue, newItem } from '../outbox/store';
import { obscuredAtHome } from '../changes/saved-places';
import { pickDraft, savedRow } from './record-shape';

/** How long a record accepts the location of the device after it was saved without a place. */
export const PLACE_WAIT_MS = 60_000;

const schema = z.object({
  /** The id of the record. */
  id: z.string(),
  saved_at: z.number(),
  /** Its time is the moment it was made, and follows the time zone of its place. */
  is_instant: z.catch(z.boolean(), false),
  /** The place it got so far, as in the record; null before the first fix. A better fix may still replace it. */
  place: z.catch(z.nullable(z.record(z.string(), z.unknown())), null),
  /** The device can't find its location, for example without permission. */
  has_ended: z.catch(z.boolean(), false),
});

/** A record that was saved without a place, although the location of the device was wanted. */
export type WaitingPlace = z.infer<typeof schema>;

export type LocalTime = Pick<ObservationDraft, 'observed_on' | 'observed_time' | 'time_zone'>;

/** The local time of a record at a place. `isInstant`: the time is a moment; else only its zone changes. */
export type LocalTimeAt = (record: LocalTime, place: { latitude: number; longitude: number }, isInstant: boolean) => LocalTime;

const waitingPlaces = deviceSetting('waiting_places', validElements(schema));

/** Whether a fix may still give the record its place. */
export function isWaiting({ saved_at, has_ended }: WaitingPlace, now: number): boolean {
  // A clock that was set back counts like one that was set forward.
  return !has_ended && Math.abs(now - saved_at) < PLACE_WAIT_MS;
}

export function readWaitingPlaces(database: UserDatabase): Promise<WaitingPlace[]> {
  return waitingPlaces.read(database);
}

/** Calls `listener` with all entries now and after each change in any tab. Returns a function that unsubscribes. */
export function watchWaitingPlaces(database: UserDatabase, listener: (entries: WaitingPlace[]) => void): () => void {
  const watch = liveQuery(() => waitingPlaces.read(database)).subscribe({ next: listener, error() {} });
  return () => watch.unsubscribe();
}

interface Wait {
  /** The id of the record. */
  id: string;
  now: number;
  isInstant: boolean;
  hasEnded: boolean;
}

/** Inside the transaction that saves a record: lets its place follow, or notes that none was found. */
export async function waitForPlace(database: UserDatabase, { id, now, isInstant, hasEnded }: Wait): Promise<void> {
  await waitingPlaces.update(database, (entries) => [
    ...entries.filter((entry) => entry.id !== id),
    { id, saved_at: now, is_instant: isInstant, place: null, has_ended: hasEnded },
  ]);
}

/**
 * Inside the transaction that saves an edit: no place follows any more if the person set or removed the place in it, and "no place
 * found" is acknowledged once they have seen the form without one.
 */
export async function stopWaitingForPlace(database: UserDatabase, id: string, now: number, isPlaceChosen: boolean): Promise<void> {
  await change(database, (entry) => (entry.id === id && (isPlaceChosen || !isWaiting(entry, now)) ? null : entry));
}

/** Ends the wait of all records: the device can't find its location. */
export async function endWaiting(database: UserDatabase): Promise<void> {
  await change(database, (entry) => (entry.has_ended ? entry : { ...entry, has_ended: true }));
}

/** Removes entries that are of no use any more: of records that have a place, or that are gone. */
export async function forgetFinishedWaits(database: UserDatabase, now: number): Promise<void> {
  const { observations, settings } = database;
  await database.write('settings', [observations, settings], async () => {
    const rows = new Map<string, LocalObservation | undefined>();
    for (const { id } of await waitingPlaces.read(database)) rows.set(id, await observations.get(id));
    await change(database, (entry) => {
      const row = rows.get(entry.id);
      return isWaiting(entry, now) || isMissed(entry, row) ? entry : null;
    });
  });
}

/** Whether a record has stopped waiting for a place, and none was set since. */
function isMissed({ place }: WaitingPlace, row: LocalObservation | undefined): boolean {
  return place === null && row?.deleted === 0 && row.latitude == null;
}

/** Ids of records for which no place was found, the last saved first. */
export async function recordsWithoutFix(database: UserDatabase, now: number): Promise<string[]> {
  const entries = (await waitingPlaces.read(database)).filter((entry) => !isWaiting(entry, now));
  const rows = await database.read(() => database.observations.bulkGet(entries.map(({ id }) => id)));
  return entries
    .filter((entry, index) => isMissed(entry, rows[index]))
    .map(({ id }) => id)
    .toReversed();
}

/**
 * Gives the waiting records the place of the device. A fix within `target` metres is final; a less accurate one is replaced by a better one
 * while the record waits. If the place was set or removed since it was written here, it stays. Each record is changed in the transaction
 * that updates its entry, so that a repeated or concurrent call changes nothing.
 */
export async function attachFix(database: UserDatabase, fix: LastPlace, options: FixOptions): Promise<void> {
  const { observations, outbox, settings } = database;
  const entries = await waitingPlaces.read(database);
  // The transaction may run twice, so ids are created outside of it.
  const ids = new Map(entries.map(({ id }) => [id, { item: newId(), write: newId() }]));
  if (!entries.some((entry) => isWaiting(entry, options.now))) return;
  const isChanged = await database.write('observation', [observations, outbox, settings], async () => {
    const next = new Map<string, WaitingPlace | null>();
    for (const entry of await waitingPlaces.read(database)) {
      const fresh = ids.get(entry.id);
      if (fresh && isWaiting(entry, options.now)) next.set(entry.id, await attach(database, entry, fix, { ...options, ...fresh }));
    }
    return change(database, (entry) => next.get(entry.id) ?? (next.has(entry.id) ? null : entry));
  });
  if (isChanged) await afterEnqueue(database);
}

interface FixOptions {
  target: number;
  now: number;
  localTimeAt: LocalTimeAt;
}

interface Attaching extends FixOptions {
  item: string;
  write: string;
}

/** The entry as it continues; null if nothing is awaited any more. */
async function attach(
  database: UserDatabase,
  entry: WaitingPlace,
  fix: LastPlace,
  { target, now, localTimeAt, item, write }: Attaching,
): Promise<WaitingPlace | null> {
  const row = await database.observations.get(entry.id);
  if (!row || row.deleted === 1 || !isSame(placeOf(row), placeOf(entry.place ?? {}))) return null;
  const place = latePlaceOf(fix, entry.saved_at);
  const known = entry.place?.coordinate_uncertainty_m;
  if (typeof known === 'number' && known <= place.coordinate_uncertainty_m) return entry;
  const body = await obscuredAtHome(database, { ...pickDraft(row), ...place, ...localTimeAt(row, place, entry.is_instant) });
  await database.observations.put(savedRow(row.id, body, row, { user: row.user, taxon: row.taxon, now, thumbhashes: new Map() }));
  const save = newItem(database.userId, now, operations.putObservation, {
    id: item,
    input: { params: { id: row.id }, body: { ...body, write_id: write } },
    subject: row.id,
    observation_id: row.id,
  });
  await enqueueAutomaticChange(database, save, row.version, row.base ? pickDraft(row.base) : null);
  return fix.accuracy_m <= target ? null : { ...entry, place };
}

/** The place of a fix for a record saved before it; the uncertainty covers the distance walked in between. */
function latePlaceOf(fix: LastPlace, savedAt: number) {
  const seconds = Math.max(0, Math.round((fix.at - savedAt) / 1000));
  return { ...placeOfFix(fix, seconds * WALK_MPS), location_id: null, location_delay_s: seconds };
}

function placeOf(source: { readonly [K in RecordFieldName]?: unknown }): unknown[] {
  return recordParts.place.map((name) => source[name] ?? null);
}

/** Replaces each entry by what `next` returns; null removes it. Returns whether anything changed. */
async function change(database: UserDatabase, next: (entry: WaitingPlace) => WaitingPlace | null): Promise<boolean> {
  let isChanged = false;
  await waitingPlaces.update(database, (entries) => {
    const changed = entries.flatMap((entry) => next(entry) ?? []);
    isChanged = changed.length !== entries.length || changed.some((entry, index) => entry !== entries[index]);
    return isChanged ? changed : entries;
  });
  return isChanged;
}
