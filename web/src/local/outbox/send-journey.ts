import { deleteJourney, MAX_CHUNK_POINTS, OwnJourney, putJourney, putJourneyPoints } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { newId } from '../db/ids';
import type { LocalJourney } from '../db/rows';
import type { Api } from '../net/api';
import { CallError } from '../net/call-error';
import { pickContent, mergeJourneys } from '../records/journeys/merge';
import { pointsAfter, removePoints } from '../records/journeys/point-log';
import type { Outcome } from './operation';

interface Parts {
  database: UserDatabase;
  api: Api;
}

const DONE: Outcome = { kind: 'done', observation: null, user: null };
/** Each means that another device stored a version in between. */
const MAX_MERGES = 5;

/**
 * Sends what is new of a journey: its fields, then its points in chunks; or its deletion. What the server has confirmed is stored after
 * each request, and each request can be repeated, so that this goes on where it was interrupted. Throws the `CallError` of a request
 * that failed.
 */
export async function sendJourney({ database, api }: Parts, id: string, token: string): Promise<Outcome> {
  for (let merges = 0; ; merges++) {
    const row = await database.read(() => database.journeys.get(id));
    if (!row) return DONE;
    try {
      if (row.deleted === 1) return await sendDeletion({ database, api }, row, token);
      if (row.write_id !== null) await sendFields({ database, api }, row, token);
      await sendPoints({ database, api }, id, token);
      return DONE;
    } catch (error) {
      if (merges === MAX_MERGES || !(await isPrepared(database, row, error))) throw error;
    }
  }
}

async function sendFields({ database, api }: Parts, row: LocalJourney, token: string): Promise<void> {
  const body = { ...pickContent(row), write_id: row.write_id! };
  const headers = row.version > 0 ? { 'if-match': `"${row.version}"` } : undefined;
  const { data } = await api.call(putJourney, { params: { id: row.id }, body, ...(headers && { headers }) }, { token });
  await change(database, row.id, (now) => ({
    version: data.version,
    base: pickContent(data),
    server_points: data.track.points,
    // Changed again in the meantime: that is sent by the next item.
    ...(now.write_id === row.write_id ? { ...pickContent(data), write_id: null } : {}),
  }));
}

async function sendPoints({ database, api }: Parts, id: string, token: string): Promise<void> {
  for (;;) {
    const row = await database.read(() => database.journeys.get(id));
    if (row?.deleted !== 0) return;
    const points = await pointsAfter(database, id, row.sent_seq, MAX_CHUNK_POINTS);
    const last = points.at(-1);
    if (!last) return;
    const { data } = await api.call(putJourneyPoints, { params: { id }, body: { points } }, { token });
    await change(database, id, () => ({ sent_seq: last.seq, server_points: data.points }));
  }
}

async function sendDeletion({ database, api }: Parts, row: LocalJourney, token: string): Promise<Outcome> {
  if (row.version > 0)
    await api.call(deleteJourney, { params: { id: row.id } }, { token }).catch((error: unknown) => {
      if (!(error instanceof CallError) || (error.status !== 404 && error.status !== 410)) throw error;
    });
  const { journeys, journeyPoints, journeyBlocks } = database;
  await database.write('sending', [journeys, journeyPoints, journeyBlocks], async () => {
    await removePoints(database, row.id);
    await journeys.delete(row.id);
  });
  return DONE;
}

/** After an error: whether the row was changed so that it can be sent again. */
async function isPrepared(database: UserDatabase, row: LocalJourney, error: unknown): Promise<boolean> {
  if (!(error instanceof CallError) || error.kind !== 'problem') return false;
  if (error.status === 404 && row.version > 0) {
    // The server was restored from a backup of before the journey.
    await change(database, row.id, (now) => ({
      version: 0,
      base: null,
      sent_seq: -1,
      server_points: 0,
      write_id: now.write_id ?? newId(),
    }));
    return true;
  }
  const current = OwnJourney.safeParse(error.problem?.current);
  if (error.status !== 409 || !current.success) return false;
  const theirs = pickContent(current.data);
  await change(database, row.id, (now) => ({
    // An older version is that of a restored backup.
    ...(current.data.version < row.version ? {} : mergeJourneys(now.base, now, theirs)),
    version: current.data.version,
    base: theirs,
    write_id: newId(),
  }));
  return true;
}

async function change(database: UserDatabase, id: string, next: (row: LocalJourney) => Partial<LocalJourney>): Promise<void> {
  await database.write('sending', [database.journeys], async () => {
    const row = await database.journeys.get(id);
    if (row) await database.journeys.put({ ...row, ...next(row) });
  });
}
