import {
  getProject,
  getProjectMap,
  joinProject,
  leaveProject,
  listProjectLog,
  listProjectPeople,
  listProjectRecords,
  listProjects,
  listProjectSpecies,
  listUncountedRecords,
  type Project,
  patchProject,
  type ProjectPatch,
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
import { foldAll, foldMember, foldProject, listUncounted } from './fold.ts';
import { serveNews } from './news-routes.ts';
import { tellOfProjects } from './notices.ts';
import { listParts } from './parts.ts';
import { presentListed, presentProject } from './present.ts';
import { countGoalRecords, countRecords, listCells, listRanked, listRecordIds, listSpeciesCounts } from './records-store.ts';
import { type Acting, appendLog, deleteRemoval, handOver, listLog, listRemoved, readmitPerson, removePerson } from './roles.ts';
import { saveProject } from './save.ts';
import {
  dayOfOrder,
  findProject,
  insertMember,
  listMembers,
  listOrganisers,
  listProjectRows,
  lockProject,
  type ProjectRow,
  removeMember,
  setCancelled,
  setInvite,
  type ProjectPosition,
} from './store.ts';
import { lastOfPage, presentPage, readPosition } from '../../http/position.ts';
import { boundPositions, unwrapGeometry } from '@veld/geometry';

const DEFAULT_LIMIT = 20;
const MAX_RANKED = 100;
const MAX_UNCOUNTED = 50;
const PRESENTED = { isPresented: true, problems: ['not_found'] } as const;

/** What people record together: projects with dates, an area and rules, and what belongs to them (decision 0047). */
export function registerProjects(app: FastifyInstance, context: Context): void {
  context.jobs.add({ name: 'project-records', cron: '* * * * *', timeLimit: 1800, run: () => foldAll(context) });
  context.jobs.add({ name: 'project-notices', cron: '*/10 * * * *', timeLimit: 300, run: () => tellOfProjects(context) });
  serveProjects(app, context);
  serveMembership(app, context);
  serveFigures(app, context);
  serveNews(app, context);
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
      const day = dayOfOrder(state);
      const list = `projects by ${day}`;
      const rows = await listProjectRows(context.readDb, { ...filter, after: readProjectPosition(list, query.cursor), limit: limit + 1 });
      return presentPage(rows, limit, { list, positionOf: (row) => [row[day], row.id], present: presentListed });
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
        const project = requireOrganiser(await findProject(tx, params.id, caller.userId, context.now()), caller);
        await changeState(tx, project, body, { userId: caller.userId, isAdmin: isModerator(caller), now: context.now() });
      });
      return { data: await presented(context, params.id, caller) };
    },
    { problems: ['forbidden', 'not_found'] },
  );
}

/** What organisers change of a project besides its settings. Repeating it changes nothing. */
async function changeState(
  tx: Tx,
  project: ProjectRow,
  { is_cancelled, removes, readmits, owner, renews_link }: ProjectPatch,
  acting: Acting & { isAdmin: boolean },
): Promise<void> {
  const { id, cancelled_at } = project;
  if (is_cancelled !== undefined && (cancelled_at !== null) !== is_cancelled) {
    await setCancelled(tx, id, is_cancelled ? acting.now : null);
    await appendLog(tx, id, acting, [{ action: is_cancelled ? 'cancelled' : 'uncancelled' }]);
  }
  if (removes !== undefined) await removePerson(tx, project, removes, acting);
  if (readmits !== undefined) await readmitPerson(tx, id, readmits, acting);
  if (owner !== undefined) await handOver(tx, project, owner, acting);
  if (renews_link) {
    await setInvite(tx, id, newInvite());
    await appendLog(tx, id, acting, [{ action: 'link_renewed' }]);
  }
}

/** A project as a caller sees it now. Counted with what was recorded a moment ago. */
async function presented(context: Context, id: string, caller: Reader, invite?: string): Promise<Project> {
  const { db } = context;
  const row = requireVisible(await findProject(db, id, caller.userId, context.now()), caller, invite);
  await foldProject(db, id);
  const ofGoals = row.goals.flatMap((goal) => (goal.kind === 'taxon' ? goal.taxon_id : []));
  const countsTaxa = row.goals.some(({ kind }) => kind === 'taxon' || kind === 'group');
  return presentProject(row, {
    organisers: await listOrganisers(db, id, caller.userId),
    taxa: await findSummaries(db, [...row.taxon_ids, ...ofGoals], caller.language),
    parts: await listParts(db, row.part_ids, caller.userId),
    goalRecords: countsTaxa ? await countGoalRecords(db, row, caller.userId) : [],
    counts: await countRecords(db, row, caller.userId),
    own: row.is_joined ? await countRecords(db, row, caller.userId, caller.userId) : null,
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
        const project = requireVisible(await findProject(tx, id, caller.userId, now), caller, body.invite);
        if (project.is_removed) {
          if (body.invite !== project.invite) throw new Fault('forbidden');
          await deleteRemoval(tx, id, caller.userId);
        }
        await insertMember(tx, id, caller.userId, now);
        // The first records count at once, the rest soon.
        await foldMember(tx, { project_id: id, user_id: caller.userId });
        return undefined;
      }),
    { problems: ['forbidden', 'not_found'] },
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
      const rows = await listSpeciesCounts(readDb, await find(params.id, caller), caller.userId);
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
      const project = await find(params.id, caller);
      const limit = query.limit ?? DEFAULT_LIMIT;
      const after = readListCursor(context, query.cursor);
      const positions = await listRecordIds(readDb, project, { callerId: caller.userId, after, limit: limit + 1 });
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
    listUncountedRecords,
    access,
    async ({ params, caller }) => {
      const project = await find(params.id, caller);
      if (!project.is_joined) return { data: [] };
      const rows = await listUncounted(readDb, project.id, { userId: caller.userId, rules: project, limit: MAX_UNCOUNTED });
      const ids = rows.flatMap(({ taxon_id }) => taxon_id ?? []);
      const taxa = await findSummaries(readDb, ids, caller.language);
      return { data: rows.map(({ taxon_id, ...row }) => ({ ...row, taxon: (taxon_id !== null && taxa.get(taxon_id)) || null })) };
    },
    { problems: ['not_found'] },
  );

  serve(
    app,
    listProjectPeople,
    access,
    async ({ params, caller }) => {
      const project = await find(params.id, caller);
      const mayRemove = project.is_organiser || isModerator(caller);
      const whose = { callerId: caller.userId, sendsMail: sendsMail(context), limit: MAX_RANKED };
      const rows = await listRanked(readDb, project, whose);
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
        ...(mayRemove && {
          members: await listMembers(readDb, params.id, caller.userId),
          removed: await listRemoved(readDb, params.id, caller.userId),
        }),
      };
    },
    { problems: ['not_found'] },
  );

  serve(
    app,
    listProjectLog,
    access,
    async ({ params, caller }) => {
      requireOrganiser(await findProject(readDb, params.id, caller.userId, context.now()), caller);
      const rows = await listLog(readDb, params.id, caller.userId);
      return {
        data: rows.map(({ action, user_id, user_name, other_id, other_name, at }) => ({
          action,
          user: { id: user_id, name: user_name },
          other: other_id === null ? null : { id: other_id, name: other_name ?? '' },
          at: at.toISOString(),
        })),
      };
    },
    { problems: ['forbidden', 'not_found'] },
  );

  serve(
    app,
    getProjectMap,
    read,
    async ({ params, caller, reply }) => {
      keepForVisitors(caller, reply);
      const project = await find(params.id, caller);
      const level = chooseLevel(project.area);
      return { data: presentSquares(await listCells(readDb, project, caller.userId, computeShift(level)), level) };
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

/** The position in a cursor, or null without one. Throws 422 for anything else. */
function readProjectPosition(list: string, cursor: string | undefined): ProjectPosition | null {
  const position = readPosition(list, cursor);
  if (!position) return null;
  const [day = '', id = ''] = position;
  if (!isDay(day) || !Uuid.safeParse(id).success) throw invalid('cursor', 'cursor');
  return { day, id };
}
