import type { JourneyContent, JourneySharing, Protocol, TaxonGroup, TrackPoint } from '@veld/contract';
import { z } from 'zod/mini';
import type { UserDatabase } from '../../db/database';
import { newId } from '../../db/ids';
import type { LocalJourney, LocalObservation } from '../../db/rows';
import { deviceSetting } from '../../device/device-setting';
import { operations } from '../../changes/journeys';
import { afterEnqueue, appendItem, newItem } from '../../outbox/store';
import { currentJourney } from './current';
import { foldPoints, mergeIntoBlocks, readTrack, removePoints } from './point-log';

/** What a person chooses before a journey. */
export type JourneyStart = Pick<
  JourneyContent,
  'name' | 'protocol' | 'target_groups' | 'target_taxon_ids' | 'companions' | 'planned_duration_s' | 'location_id' | 'time_zone' | 'weather'
>;

export const NO_EFFORT: JourneyContent['effort'] = { duration_s: null, distance_m: null, area_ha: null, observers: null };

const settings = z.object({
  protocol: z.custom<Protocol>((value) => typeof value === 'string'),
  target_groups: z.catch(z.array(z.custom<TaxonGroup>((value) => typeof value === 'string')), []),
  target_taxon_ids: z.catch(z.array(z.number()), []),
  companions: z.catch(z.array(z.object({ user_id: z.nullable(z.string()), name: z.string() })), []),
  planned_duration_s: z.catch(z.nullable(z.number()), null),
  sharing: z.catch(
    z.custom<JourneySharing>((value) => value === 'cells' || value === 'full'),
    'none',
  ),
});
/** What the person chose last, for the next journey. */
export const lastSettings = deviceSetting('journey_settings', z.catch(z.nullable(settings), null));
export type LastSettings = z.infer<typeof settings>;

/** Whether the person has read what a browser cannot do while the screen is off. */
export const seenLimits = deviceSetting('journey_limits_seen', z.catch(z.boolean(), false));

/** Inside a transaction on the outbox: lets the sender send the journey. An item that is being sent is followed by another. */
async function queue(database: UserDatabase, id: string, itemId: string, now: number): Promise<void> {
  const { outbox } = database;
  const subject = operations.syncJourney.subject({ params: { id } });
  const older = await outbox.where('subject').equals(subject).toArray();
  await outbox.bulkDelete(older.filter(({ state }) => state !== 'sending').map((item) => item.id));
  await appendItem(database, newItem(database.userId, now, operations.syncJourney, { id: itemId, input: { params: { id } }, subject }));
}

/** Lets the sender send what is new of a journey: its fields and points. */
export async function queueJourney(database: UserDatabase, id: string, now: number): Promise<void> {
  const itemId = newId();
  await database.write('sending', [database.outbox], () => queue(database, id, itemId, now));
  await afterEnqueue(database);
}

async function store(database: UserDatabase, now: number, id: string, work: (writeId: string) => Promise<boolean>): Promise<boolean> {
  const { journeys, journeyPoints, journeyBlocks, outbox, settings: stored } = database;
  const [writeId, itemId] = [newId(), newId()];
  let isChanged = false;
  await database.write('journey', [journeys, journeyPoints, journeyBlocks, outbox, stored], async () => {
    isChanged = await work(writeId);
    if (isChanged) await queue(database, id, itemId, now);
  });
  if (isChanged) await afterEnqueue(database);
  return isChanged;
}

/** Starts a journey, unless one runs already. Returns the id of the one that runs. */
export async function startJourney(database: UserDatabase, start: JourneyStart, now: number): Promise<string> {
  const id = newId();
  let running = id;
  await store(database, now, id, async (write_id) => {
    const before = await currentJourney.read(database);
    if (before && before.ended_at === null && (await database.journeys.get(before.id))) {
      running = before.id;
      return false;
    }
    const remembered = await lastSettings.read(database);
    await database.journeys.put({
      ...start,
      id,
      complete_groups: [],
      started_at: new Date(now).toISOString(),
      ended_at: null,
      effort: NO_EFFORT,
      weather: start.weather ?? null,
      sharing: 'none',
      notes: '',
      trim: null,
      version: 0,
      base: null,
      write_id,
      sent_seq: -1,
      server_points: 0,
      paused_at: null,
      paused_ms: 0,
      is_reviewed: false,
      deleted: 0,
    });
    await currentJourney.update(database, () => ({ id, started_at: now, ended_at: null, point: null }));
    const { protocol, target_groups, target_taxon_ids, companions, planned_duration_s } = start;
    const chosen = { protocol, target_groups, target_taxon_ids, companions, planned_duration_s };
    await lastSettings.update(database, () => ({ ...chosen, sharing: remembered?.sharing ?? 'none' }));
    return true;
  });
  return running;
}

/** Stores what the person changed about a journey. */
export async function saveJourney(database: UserDatabase, id: string, change: Partial<JourneyContent>, now: number): Promise<void> {
  await store(database, now, id, async (write_id) => {
    const row = await database.journeys.get(id);
    if (!row || row.deleted === 1) return false;
    await database.journeys.put({ ...row, ...change, write_id });
    return true;
  });
}

/** Pauses a journey, or continues it: its next point begins a new segment. */
export async function setPaused(database: UserDatabase, id: string, isPaused: boolean, now: number): Promise<void> {
  await database.write('journey', [database.journeys], async () => {
    const row = await database.journeys.get(id);
    if (!row || row.ended_at !== null || (row.paused_at !== null) === isPaused) return;
    const paused_ms = row.paused_ms + (row.paused_at === null ? 0 : Math.max(0, now - row.paused_at));
    await database.journeys.put({ ...row, paused_at: isPaused ? now : null, paused_ms });
  });
  await queueJourney(database, id, now);
}

/** Ends a journey, now or when it really ended: then the later points are trimmed. */
export async function finishJourney(database: UserDatabase, id: string, at: number, now: number): Promise<void> {
  await foldPoints(database, id);
  const track = at < now ? await readTrack(database, id) : [];
  const last = track.findLast(({ t }) => t !== null && t <= at);
  const isTrimmed = last !== undefined && last !== track.at(-1);
  const trim = isTrimmed ? { from_seq: track[0]!.seq, to_seq: last.seq } : null;
  await store(database, now, id, async (write_id) => {
    const row = await database.journeys.get(id);
    if (!row || row.deleted === 1) return false;
    const ended = Math.max(at, Date.parse(row.started_at));
    const paused_ms = row.paused_ms + (row.paused_at === null ? 0 : Math.max(0, ended - row.paused_at));
    // Other devices would take a duration without the pauses for a correction.
    const effort = { ...row.effort, paused_s: Math.round(paused_ms / 1000) };
    await database.journeys.put({ ...row, ended_at: new Date(ended).toISOString(), paused_at: null, paused_ms, effort, trim, write_id });
    await currentJourney.update(database, (current) => (current?.id === id ? { ...current, ended_at: ended } : current));
    return true;
  });
}

/** Stores what the person decided after the end, and remembers how they share. */
export async function reviewJourney(database: UserDatabase, id: string, change: Partial<JourneyContent>, now: number): Promise<void> {
  await store(database, now, id, async (write_id) => {
    const row = await database.journeys.get(id);
    if (!row || row.deleted === 1) return false;
    await database.journeys.put({ ...row, ...change, is_reviewed: true, write_id });
    const { sharing } = change;
    if (sharing) await lastSettings.update(database, (before) => before && { ...before, sharing });
    return true;
  });
}

/** Deletes a journey and its points; its records stay. */
export async function deleteJourney(database: UserDatabase, id: string, now: number): Promise<void> {
  await store(database, now, id, async (write_id) => {
    const row = await database.journeys.get(id);
    if (!row) return false;
    await removePoints(database, id);
    await currentJourney.update(database, (current) => (current?.id === id ? null : current));
    await database.journeys.put({ ...row, deleted: 1, paused_at: null, write_id });
    return true;
  });
}

/** Stores a journey that did not run on this device, with its points. */
export async function addJourney(
  database: UserDatabase,
  id: string,
  content: JourneyContent,
  points: readonly TrackPoint[],
  now: number,
): Promise<void> {
  await store(database, now, id, async (write_id) => {
    await mergeIntoBlocks(database, id, points);
    const ofDevice = { version: 0, base: null, sent_seq: -1, server_points: 0, paused_at: null, paused_ms: 0, is_reviewed: true } as const;
    await database.journeys.put({ weather: null, ...content, ...ofDevice, id, write_id, deleted: 0 });
    return true;
  });
}

/** A journey of the user; undefined if there is none or its deletion is queued. */
export function ownJourney(database: UserDatabase, id: string): Promise<LocalJourney | undefined> {
  return database.read(() => database.journeys.get(id).then((row) => (row?.deleted === 0 ? row : undefined)));
}

/** The journeys of the user, the last started first. */
export async function ownJourneys(database: UserDatabase): Promise<LocalJourney[]> {
  const rows = await database.read(() => database.journeys.toArray());
  return rows
    .filter(({ deleted }) => deleted === 0)
    .toSorted((one, other) => Date.parse(other.started_at) - Date.parse(one.started_at) || (one.id < other.id ? -1 : 1));
}

/**
 * The journey that runs on this device, or that has ended here and was not reviewed; null if there is none. Live queries observe both
 * reads, because they are in one transaction: chained, so that the second always is (`DeviceDatabase.read`).
 */
export async function openJourney(database: UserDatabase): Promise<LocalJourney | null> {
  return database.read(() =>
    database.transaction('r', [database.settings, database.journeys], () =>
      currentJourney
        .read(database)
        .then((current) => current && ownJourney(database, current.id))
        .then((row) => (row && isOpen(row) ? row : null)),
    ),
  );
}

/** Whether a journey runs or waits for its review. */
export function isOpen({ ended_at, is_reviewed }: Pick<LocalJourney, 'ended_at' | 'is_reviewed'>): boolean {
  return ended_at === null || !is_reviewed;
}

/** The ids of journeys with unsent fields, or of which the server has no points. */
export async function journeysToSendAgain(database: UserDatabase): Promise<string[]> {
  const rows = await database.read(() => database.journeys.toArray());
  return rows.filter(({ write_id }) => write_id !== null).map(({ id }) => id);
}

/** The records of all journeys. */
export async function recordsOfJourneys(database: UserDatabase): Promise<LocalObservation[]> {
  const rows = await database.read(() => database.observations.where('journey_id').above('').toArray());
  return rows.filter(({ deleted }) => deleted === 0);
}

/** The records of a journey, the first saved first. */
export async function recordsOfJourney(database: UserDatabase, id: string): Promise<LocalObservation[]> {
  const rows = await database.read(() => database.observations.where('journey_id').equals(id).toArray());
  return rows.filter(({ deleted }) => deleted === 0).toSorted((one, other) => one.saved_at - other.saved_at);
}
