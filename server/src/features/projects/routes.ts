import {
  getProject,
  getProjectMap,
  joinProject,
  leaveProject,
  listProjectPeople,
  listProjectRecords,
  listProjects,
  listProjectSpecies,
  type Project,
  patchProject,
  putProject,
  type ProjectArea,
  isDay,
  Uuid,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { sendsMail } from '../../mail/outbox.ts';
import { isModerator, loggedIn, withConfirmedEmail, isVisitor, keepForVisitors, type Reader, reader } from '../accounts/access.ts';
import { presentSquares, computeShift, SQUARE_LEVEL } from '../map/squares.ts';
import { parseBaseVersion } from '../observations/access.ts';
import { readListCursor, writeListCursor } from '../observations/cursor.ts';
import { presentListed as presentListedRecord } from '../observations/present.ts';
import { listObservations } from '../observations/store.ts';
import { findSummaries } from '../taxa/lineages.ts';
import { newInvite, requireOrganiser, requireVisible } from './access.ts';
import { foldAll, foldMember, foldProject } from './fold.ts';
import { tellOfProjects } from './notices.ts';
import { presentListed, presentProject } from './present.ts';
import { countRecords, listCells, listRanked, listRecordIds, listSpeciesCounts } from './records-store.ts';
import { saveProject } from './save.ts';
import {
  dayOfOrder,
  findProject,
  insertMember,
  listMembers,
  listOrganiserIds,
  listOrganisers,
  listProjectRows,
  lockProject,
  type ProjectRow,
  removeMember,
  setCancelled,
  setInvite,
  type ProjectPosition,
} from './store.ts';
import { lastOfPage } from '../../http/position.ts';
import { boundPositions, unwrapGeometry } from '@veld/geometry';

const DEFAULT_LIMIT = 20;
const MAX_RANKED = 100;
const PRESENTED = { isPresented: true, problems: ['not_found'] } as const;

/** What people record together: projects with dates, an area and rules, and what belongs to them (decision 0047). */
export function registerProjects(app: FastifyInstance, context: Context): void {
  context.jobs.add({ name: 'project-records', cron: '* * * * *', timeLimit: 1800, run: () => foldAll(context) });
  context.jobs.add({ name: 'project-notices', cron: '*/10 * * * *', timeLimit: 300, run: () => tellOfProjects(context) });
  serveProjects(app, context);
  serveMembership(app, context);
  serveFigures(app, context);
}

function serveProjects(app: FastifyInstance, context: Context): void {
  const access = loggedIn(context);
  const read = reader(context);

  serve(
    app,
    listProjects,
    read,
    async ({ query, caller, reply }) => {
      if (isVisitor(caller) && query.mine === '1') throw new Fault('not_logged_in');
      keepForVisitors(caller, reply);
      const limit = query.limit ?? DEFAULT_LIMIT;
      const { state, country, name } = query;
      const filter = { callerId: caller.userId, now: context.now(), state, isMine: query.mine === '1', country, name };
      const rows = await listProjectRows(context.readDb, { ...filter, after: readProjectCursor(query.cursor), limit: limit + 1 });
      const page = rows.slice(0, limit);
      const last = lastOfPage(rows, limit);
      return { data: page.map(presentListed), next_cursor: last && writeProjectCursor({ day: last[dayOfOrder(state)], id: last.id }) };
    },
    { problems: ['too_many_requests'] },
  );

  serve(
    app,
    getProject,
    read,
    async ({ params, query, caller, reply }) => {
      keepForVisitors(caller, reply);
      return { data: await presented(context, params.id, caller, query.invite) };
    },
    { problems: ['not_found', 'too_many_requests'] },
  );

  serve(
    app,
    putProject,
    withConfirmedEmail(context),
    async ({ params, body, caller, request, reply }) => {
      const base = parseBaseVersion(request.headers['if-match']);
      const isStored = await inTransaction(context.db, (tx) => saveProject(tx, { id: params.id, base, body, caller, now: context.now() }));
      const data = await presented(context, params.id, caller);
      if (!isStored) throw new Fault('conflict', { members: { current: data } });
      void reply.header('etag', `"${data.version}"`);
      return { data };
    },
    { problems: ['conflict', 'email_unconfirmed', 'forbidden', 'not_found'] },
  );

  serve(
    app,
    patchProject,
    access,
    async ({ params, body, caller }) => {
      await inTransaction(context.db, async (tx) => {
        await lockProject(tx, params.id);
        const { is_cancelled, removes, renews_link = false } = body;
        const project = requireOrganiser(await findProject(tx, params.id, caller.userId, context.now()), caller);
        if (is_cancelled !== undefined && (project.cancelled_at !== null) !== is_cancelled)
          await setCancelled(tx, params.id, is_cancelled ? context.now() : null);
        const isRemoved = removes !== undefined && (await removeParticipant(tx, project, removes));
        // Who was removed must not come back with the link that they have.
        if (renews_link || isRemoved) await setInvite(tx, params.id, newInvite());
      });
      return { data: await presented(context, params.id, caller) };
    },
    { problems: ['forbidden', 'not_found'] },
  );
}

/** Removes somebody from a private project; false if they do not take part. Organisers first give that up. */
async function removeParticipant(tx: Tx, { id, joining }: ProjectRow, userId: string): Promise<boolean> {
  if (joining !== 'link') throw invalid('removes', 'project_open');
  if ((await listOrganiserIds(tx, id)).includes(userId)) throw invalid('removes', 'project_organiser');
  return removeMember(tx, id, userId);
}

/** A project as a caller sees it now. Counted with what was recorded a moment ago. */
async function presented(context: Context, id: string, caller: Reader, invite?: string): Promise<Project> {
  const { db } = context;
  const row = requireVisible(await findProject(db, id, caller.userId, context.now()), caller, invite);
  await foldProject(db, id);
  return presentProject(row, {
    organisers: await listOrganisers(db, id, caller.userId),
    taxa: await findSummaries(db, row.taxon_ids, caller.language),
    counts: await countRecords(db, id, caller.userId),
    own: row.is_joined ? await countRecords(db, id, caller.userId, caller.userId) : null,
  });
}

function serveMembership(app: FastifyInstance, context: Context): void {
  const access = loggedIn(context);

  serve(
    app,
    joinProject,
    access,
    ({ params: { id }, body, caller }) =>
      inTransaction(context.db, async (tx) => {
        const now = context.now();
        requireVisible(await findProject(tx, id, caller.userId, now), caller, body.invite);
        await insertMember(tx, id, caller.userId, now);
        // The first records count at once, the rest soon.
        await foldMember(tx, { project_id: id, user_id: caller.userId });
        return undefined;
      }),
    { problems: ['not_found'] },
  );

  serve(app, leaveProject, access, ({ params, caller }) =>
    inTransaction(context.db, async (tx) => {
      await removeMember(tx, params.id, caller.userId);
      return undefined;
    }),
  );
}

/** What belongs to a project. */
function serveFigures(app: FastifyInstance, context: Context): void {
  const access = loggedIn(context);
  const read = reader(context);
  const { readDb } = context;
  const find = async (id: string, caller: Reader): Promise<ProjectRow> =>
    requireVisible(await findProject(readDb, id, caller.userId, context.now()), caller);

  serve(
    app,
    listProjectSpecies,
    read,
    async ({ params, caller, reply }) => {
      keepForVisitors(caller, reply);
      await find(params.id, caller);
      const rows = await listSpeciesCounts(readDb, params.id, caller.userId);
      const taxa = await findSummaries(
        readDb,
        rows.map(({ species_id }) => species_id),
        caller.language,
      );
      return {
        data: rows.flatMap(({ species_id, records }) => {
          const taxon = taxa.get(species_id);
          return taxon ? [{ taxon, records }] : [];
        }),
      };
    },
    { problems: ['not_found', 'too_many_requests'] },
  );

  serve(
    app,
    listProjectRecords,
    access,
    async ({ params, query, caller }) => {
      await find(params.id, caller);
      const limit = query.limit ?? DEFAULT_LIMIT;
      const after = readListCursor(context, query.cursor);
      const positions = await listRecordIds(readDb, params.id, { callerId: caller.userId, after, limit: limit + 1 });
      const page = positions.slice(0, limit);
      const rows = await listObservations(readDb, {
        callerId: caller.userId,
        language: caller.language,
        ids: page.map(({ id }) => id),
        limit,
      });
      const last = lastOfPage(positions, limit);
      return { data: rows.map((row) => presentListedRecord(context, row)), next_cursor: last && writeListCursor(context, last) };
    },
    PRESENTED,
  );

  serve(
    app,
    listProjectPeople,
    access,
    async ({ params, caller }) => {
      const project = await find(params.id, caller);
      const mayRemove = project.joining === 'link' && (project.is_organiser || isModerator(caller));
      const whose = { callerId: caller.userId, sendsMail: sendsMail(context), limit: MAX_RANKED };
      const rows = await listRanked(readDb, params.id, whose);
      const ranks = rows.map(({ id, name, is_pro, records, species, confirmed, rank }) => ({
        id,
        name,
        is_pro,
        records,
        species,
        confirmed,
        rank,
      }));
      return {
        data: ranks.slice(0, MAX_RANKED),
        own: ranks.find(({ id }) => id === caller.userId) ?? null,
        ...(mayRemove && { members: await listMembers(readDb, params.id, caller.userId) }),
      };
    },
    { problems: ['not_found'] },
  );

  serve(
    app,
    getProjectMap,
    read,
    async ({ params, caller, reply }) => {
      keepForVisitors(caller, reply);
      const level = chooseLevel((await find(params.id, caller)).area);
      return { data: presentSquares(await listCells(readDb, params.id, caller.userId, computeShift(level)), level) };
    },
    { problems: ['not_found', 'too_many_requests'] },
  );
}

/** Squares along the longer side of an area. */
const SQUARES = 32;
/** About 300 m in the middle of Europe. */
const FINEST_LEVEL = 17;

/** The level of the squares of a project's map: finer ones for a small area. */
function chooseLevel(area: ProjectArea): number {
  if (area.type !== 'polygon') return SQUARE_LEVEL;
  const { type, coordinates } = unwrapGeometry(area.geometry);
  const { west, south, east, north } = boundPositions(type === 'Polygon' ? coordinates.flat() : coordinates);
  const side = Math.max(east - west, north - south, 1e-6);
  return Math.max(SQUARE_LEVEL, Math.min(FINEST_LEVEL, Math.round(Math.log2((360 / side) * SQUARES))));
}

function writeProjectCursor({ day, id }: ProjectPosition): string {
  return Buffer.from(`${day} ${id}`).toString('base64url');
}

/** The position in a cursor, or null without one. Throws 422 for anything else. */
function readProjectCursor(cursor: string | undefined): ProjectPosition | null {
  if (!cursor) return null;
  const [day, id] = Buffer.from(cursor, 'base64url').toString('latin1').split(' ');
  if (day === undefined || !isDay(day) || id === undefined || !Uuid.safeParse(id).success) throw invalid('cursor', 'cursor');
  return { day, id };
}
