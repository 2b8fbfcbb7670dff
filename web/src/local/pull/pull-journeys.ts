import { type JourneyTombstone, listJourneyChanges, listJourneyPoints, MAX_PAGE_POINTS, type OwnJourney } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import type { LocalJourney } from '../db/rows';
import type { Api } from '../net/api';
import { currentJourney } from '../records/journeys/current';
import { pickContent } from '../records/journeys/merge';
import { countPoints, removePoints, storePoints } from '../records/journeys/point-log';
import { JOURNEYS_CURSOR, readPullSetting } from './pull-store';

interface Parts {
  database: UserDatabase;
  api: Api;
  token: string;
}

const PAGE = 100;

/** Fetches the journeys that other devices changed, then the points that this device lacks. */
export async function fetchJourneys({ database, api, token }: Parts): Promise<void> {
  for (let hasMore = true; hasMore;) {
    const cursor = await database.read(() => readPullSetting(database.settings, JOURNEYS_CURSOR));
    const page = await api.call(listJourneyChanges, { query: { limit: PAGE, ...(cursor ? { cursor } : {}) } }, { token });
    await applyPage(database, page.data, { from: cursor, to: page.next_cursor });
    hasMore = page.has_more;
  }
  const rows = await database.read(() => database.journeys.toArray());
  const running = await runningId(database);
  for (const { id, server_points, deleted } of rows)
    if (deleted === 0 && id !== running && server_points > (await countPoints(database, id)))
      await fetchPoints({ database, api, token }, id);
}

/** The points of a journey that is recorded here come from here. */
async function runningId(database: UserDatabase): Promise<string | null> {
  const current = await currentJourney.read(database);
  return current?.ended_at === null ? current.id : null;
}

async function fetchPoints({ database, api, token }: Parts, id: string): Promise<void> {
  for (let after = -1, hasMore = true; hasMore;) {
    const page = await api.call(listJourneyPoints, { params: { id }, query: { after, limit: MAX_PAGE_POINTS } }, { token });
    await storePoints(database, id, page.data);
    after = page.data.at(-1)?.seq ?? after;
    hasMore = page.has_more;
  }
  const fetched_points = await countPoints(database, id);
  await database.write('server_copy', [database.journeys], () => database.journeys.update(id, { fetched_points }));
}

/** Applies one page and its cursor in one transaction. */
async function applyPage(
  database: UserDatabase,
  changes: readonly (OwnJourney | JourneyTombstone)[],
  { from, to }: { from: string | undefined; to: string },
): Promise<void> {
  const { journeys, journeyPoints, journeyBlocks, settings } = database;
  await database.write('server_copy', [journeys, journeyPoints, journeyBlocks, settings], async () => {
    // Another tab has applied a newer page.
    if ((await settings.get(JOURNEYS_CURSOR))?.value !== from) return;
    for (const change of changes) await applyChange(database, change);
    await settings.put({ key: JOURNEYS_CURSOR, value: to });
  });
}

async function applyChange(database: UserDatabase, change: OwnJourney | JourneyTombstone): Promise<void> {
  const { journeys } = database;
  const row = await journeys.get(change.id);
  if ('deleted' in change) {
    // What this device has not sent stays; the sender reports that the journey is gone.
    if (!row || row.write_id !== null) return;
    await removePoints(database, change.id);
    await journeys.delete(change.id);
    return;
  }
  const server_points = change.track.points;
  if (!row) {
    await journeys.put(fetchedRow(change));
    return;
  }
  // Stored before this device knew weather.
  const lacksWeather = row.version === change.version && row.weather === undefined;
  const isKept = row.write_id !== null || (row.version >= change.version && !lacksWeather);
  const { paused_s } = change.effort;
  const paused = paused_s === undefined ? {} : { paused_ms: 1000 * paused_s };
  const fields = isKept ? {} : { ...pickContent(change), ...paused, version: change.version, base: pickContent(change) };
  await journeys.put({ ...row, ...fields, server_points, track_fault: change.track_fault ?? null });
}

function fetchedRow(journey: OwnJourney): LocalJourney {
  return {
    ...pickContent(journey),
    id: journey.id,
    version: journey.version,
    base: pickContent(journey),
    write_id: null,
    // What another device recorded is not sent from here.
    sent_seq: journey.track.last_seq ?? -1,
    server_points: journey.track.points,
    track_fault: journey.track_fault ?? null,
    paused_at: null,
    paused_ms: 1000 * (journey.effort.paused_s ?? 0),
    is_reviewed: true,
    deleted: 0,
  };
}
