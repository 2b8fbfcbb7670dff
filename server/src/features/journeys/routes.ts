import {
  deleteJourney,
  getJourney,
  listJourneyChanges,
  listJourneyPoints,
  listJourneys,
  MAX_PAGE_POINTS,
  putJourney,
  putJourneyPoints,
  JOURNEY_FIELDS,
  type JourneyTombstone,
  type ListedJourney,
  type OwnJourney,
  pick,
  type PublicJourney,
  todayIn,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { contentTag } from '../../http/etag.ts';
import { Fault } from '../../http/fault.ts';
import { JsonText, serve } from '../../http/serve.ts';
import { loggedIn } from '../accounts/access.ts';
import { parseBaseVersion } from '../observations/access.ts';
import { readCursor, readListCursor, writeCursor, writeListCursor } from '../observations/cursor.ts';
import { findPosition } from '../observations/store.ts';
import { requireOwn, deleteOwnJourney, saveJourney, savePoints } from './save.ts';
import { listPoints } from './blocks.ts';
import { registerWeather } from './weather/routes.ts';
import { findJourney, findShared, listChanges, listShared, type JourneyRow, type SharedRow } from './store.ts';
import { registerTracks } from './tracks/job.ts';
import { lastOfPage } from '../../http/position.ts';

const DEFAULT_LIMIT = 20;
const DEFAULT_CHANGES_LIMIT = 100;

/** Journeys with their tracks (docs/journeys.md). */
export function registerJourneys(app: FastifyInstance, context: Context): void {
  serveJourneys(app, context);
  serveLists(app, context);
  servePoints(app, context);
  registerTracks(context);
  registerWeather(app, context);
}

function serveJourneys(app: FastifyInstance, context: Context): void {
  const access = loggedIn(context);

  serve(
    app,
    putJourney,
    access,
    async ({ params, body, caller, request, reply }) => {
      const save = { id: params.id, userId: caller.userId, base: parseBaseVersion(request.headers['if-match']), body, now: context.now() };
      const { row, isConflict } = await inTransaction(context.db, (tx) => saveJourney(context, tx, save));
      const data = presentOwn(row);
      if (isConflict) throw new Fault('conflict', { members: { current: data } });
      void reply.header('etag', `"${data.version}"`);
      return { data };
    },
    { problems: ['conflict', 'gone', 'not_found'] },
  );

  serve(
    app,
    getJourney,
    access,
    async ({ params, caller, reply }) => {
      const journey = await findJourney(context.db, params.id);
      if (journey?.user_id === caller.userId) {
        if (journey.deleted_at !== null) throw new Fault('not_found');
        void reply.header('etag', `"${journey.version}"`);
        return { data: presentOwn(journey) };
      }
      const shared = await findShared(context.db, params.id, caller.userId, context.now());
      if (!shared) throw new Fault('not_found');
      const data = presentPublic(shared, shared.track);
      // Of the public bytes, because the version would reveal how often the journey was edited.
      void reply.header('etag', `"${contentTag(data)}"`);
      return new JsonText(`{"data":${data}}`);
    },
    { problems: ['not_found'] },
  );

  serve(
    app,
    deleteJourney,
    access,
    async ({ params, caller }) => {
      await inTransaction(context.db, (tx) => deleteOwnJourney(tx, params.id, caller.userId, context.now()));
      return undefined;
    },
    { problems: ['not_found'] },
  );
}

function serveLists(app: FastifyInstance, context: Context): void {
  const access = loggedIn(context);

  serve(app, listJourneys, access, async ({ query, caller }) => {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const after = readListCursor(context, query.cursor);
    const filter = { callerId: caller.userId, userId: query.user_id, now: context.now(), after, limit: limit + 1 };
    const rows = await listShared(context.readDb, filter);
    const page = rows.slice(0, limit);
    const last = lastOfPage(rows, limit);
    const next_cursor = last && writeListCursor(context, { listed_at: last.started_at.toISOString(), id: last.id });
    return { data: page.map(presentListed), next_cursor };
  });

  serve(app, listJourneyChanges, access, async ({ query, caller }) => {
    const limit = query.limit ?? DEFAULT_CHANGES_LIMIT;
    const { seq, epoch } = await findPosition(context.db, caller.userId);
    const given = readCursor('journeys', query.cursor) ?? 0;
    // Beyond the sequence, a backup older than the cursor was restored, so the device gets everything again (decision 0017).
    const after = given > seq ? 0 : given;
    const rows = after === seq ? [] : await listChanges(context.db, caller.userId, after, limit + 1);
    const page = rows.slice(0, limit);
    return {
      data: page.map(presentChange),
      // Records share the sequence.
      next_cursor: writeCursor('journeys', lastOfPage(rows, limit)?.owner_seq ?? seq),
      has_more: rows.length > limit,
      epoch,
    };
  });
}

function servePoints(app: FastifyInstance, context: Context): void {
  const access = loggedIn(context);

  serve(
    app,
    putJourneyPoints,
    access,
    async ({ params, body, caller }) => {
      const save = { id: params.id, userId: caller.userId, points: body.points, now: context.now() };
      const { points, last_seq } = await inTransaction(context.db, (tx) => savePoints(context, tx, save));
      return { data: { points, last_seq } };
    },
    { problems: ['conflict', 'gone', 'not_found'] },
  );

  serve(
    app,
    listJourneyPoints,
    access,
    async ({ params, query, caller }) => {
      const journey = await findJourney(context.db, params.id);
      if (journey?.deleted_at) throw new Fault('not_found');
      requireOwn(journey, caller.userId);
      const limit = query.limit ?? MAX_PAGE_POINTS;
      const points = await listPoints(context.db, params.id, { after: query.after ?? -1, limit: limit + 1 });
      return { data: points.slice(0, limit), has_more: points.length > limit };
    },
    { problems: ['not_found'] },
  );
}

function presentOwn(row: JourneyRow): OwnJourney {
  const content = pick(row, JOURNEY_FIELDS);
  return {
    ...content,
    id: row.id,
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    track: { points: row.points, last_seq: row.last_seq },
    track_fault: row.track_fault,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function presentChange(row: JourneyRow): OwnJourney | JourneyTombstone {
  return row.deleted_at === null ? presentOwn(row) : { id: row.id, version: row.version, deleted: true };
}

/** A shared journey in a list: the day, but no time, and nothing about its companions, notes, weather, plan and place. */
function presentListed(row: SharedRow): ListedJourney {
  const { effort, companions } = row;
  const minutes = Math.round(((row.ended_at ?? row.started_at).getTime() - row.started_at.getTime()) / 60_000);
  return {
    id: row.id,
    user: { id: row.user_id, name: row.user_name, is_pro: row.user_is_pro },
    name: row.name,
    protocol: row.protocol,
    target_groups: row.target_groups,
    complete_groups: row.complete_groups.filter(({ is_complete }) => is_complete).map(({ group }) => group),
    sharing: row.sharing,
    started_on: todayIn(row.time_zone, row.started_at),
    duration_s: effort.duration_s === null ? 60 * minutes : 60 * Math.round(effort.duration_s / 60),
    observers: effort.observers ?? companions.length + 1,
    records: row.records,
    species: row.species,
  };
}

const NO_TRACK: Pick<PublicJourney, 'cells' | 'lines' | 'distance_m' | 'is_track_missing'> = {
  cells: [],
  lines: [],
  distance_m: 0,
  is_track_missing: true,
};

/** A shared journey with its stored track, as JSON: a `PublicJourney`. */
function presentPublic(row: SharedRow, track: string | null): string {
  return `${JSON.stringify(presentListed(row)).slice(0, -1)},${(track ?? JSON.stringify(NO_TRACK)).slice(1)}`;
}
