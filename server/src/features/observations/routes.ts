import {
  deleteObservation,
  getObservation,
  isFutureDate,
  listObservationChanges,
  listObservationHistory,
  listObservations,
  periodRange,
  putObservation,
  todayIn,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { contentTag } from '../../http/etag.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { keyedQueue } from '../../http/keyed-queue.ts';
import { JsonText, serve } from '../../http/serve.ts';
import { isModerator, loggedIn } from '../accounts/access.ts';
import { currentTaxonId } from '../taxa/successors.ts';
import { setUnsent } from '../accounts/sessions.ts';
import { areaOfQuery } from '../geo/place-area.ts';
import { parseBaseVersion, requireOwner } from './access.ts';
import { readCursor, readListCursor, writeCursor } from './cursor.ts';
import { openDuePlaces } from './hidden-until.ts';
import { listVersions } from './history.ts';
import { addMissingWords } from './missing-words.ts';
import { followPhoto } from './evidence.ts';
import { registerHeldBack } from './grade.ts';
import { registerHiding } from './hiding-job.ts';
import { registerFollowTaxa } from './follow-taxa.ts';
import { presentChange, presentOwn, presentPage, presentPublic } from './present.ts';
import { findObservation, findPosition, isOwnRow, listChanges, listObservations as listRows } from './store.ts';
import { findState } from './save.ts';
import { removeObservations, writeObservation } from './write.ts';
import { lastOfPage } from '../../http/position.ts';

/** How long a save waits for other saves of the same person before it fails with 503. */
const MAX_WAIT_MS = 5_000;
const DEFAULT_LIMIT = 20;
const DEFAULT_CHANGES_LIMIT = 100;
const PRESENTED = { isPresented: true };

export function registerObservations(app: FastifyInstance, context: Context): void {
  context.jobs.add({ name: 'open-due-places', cron: '11 * * * *', timeLimit: 1800, run: () => openDuePlaces(context) });
  context.jobs.add({ name: 'places-in-words', isAtStart: true, timeLimit: 3600, run: () => addMissingWords(context) });
  context.jobs.add({ name: 'photo-evidence', run: ({ id }: { id: string }) => followPhoto(context.db, id) });
  registerFollowTaxa(context);
  registerHeldBack(context);
  registerHiding(context);
  serveWrites(app, context);
  serveReads(app, context);
  serveChanges(app, context);
  serveList(app, context);
}

function serveWrites(app: FastifyInstance, context: Context): void {
  const access = loggedIn(context);
  const enqueue = keyedQueue(MAX_WAIT_MS);

  serve(
    app,
    putObservation,
    access,
    async ({ params, body, caller, request, reply }) => {
      const base = parseBaseVersion(request.headers['if-match']);
      if (body.observed_on && isFutureDate(body.observed_on, context.now())) throw invalid('observed_on', 'date_future');
      const { outcome, row } = await enqueue(caller.userId, () =>
        inTransaction(context.db, async (tx) => {
          const { id } = params;
          const { userId, sessionId, language } = caller;
          const written = await writeObservation(tx, { id, userId, sessionId, base, body, language });
          for (const photo of written.recropped) await context.jobs.send('media', { id: photo }, tx);
          return written;
        }),
      );
      const current = presentOwn(context, row);
      if (outcome === 'conflict') {
        const { write_id: _, ...yours } = body;
        throw new Fault('conflict', { members: { current, yours } });
      }
      void reply.header('etag', `"${row.version}"`);
      return { data: current };
    },
    { ...PRESENTED, problems: ['conflict'] },
  );

  serve(app, deleteObservation, access, ({ params, caller }) =>
    inTransaction(context.db, async (tx) => {
      const state = requireOwner(await findState(tx, params.id, null), caller.userId);
      if (!state.is_deleted) await removeObservations(context, tx, caller.userId, [params.id]);
      return undefined;
    }),
  );
}

function serveReads(app: FastifyInstance, context: Context): void {
  const access = loggedIn(context);

  serve(
    app,
    getObservation,
    access,
    async ({ params, caller, reply }) => {
      const row = await findObservation(context.db, params.id, caller.userId, caller.language, isModerator(caller));
      if (!row) throw new Fault('not_found');
      if (isOwnRow(row)) {
        void reply.header('etag', `"${row.version}"`);
        return { data: presentOwn(context, row) };
      }
      const data = JSON.stringify(presentPublic(context, row));
      // Of the public bytes, because the version would reveal how often the record was edited.
      void reply.header('etag', `"${contentTag(data)}"`);
      return new JsonText(`{"data":${data}}`);
    },
    PRESENTED,
  );

  serve(app, listObservationHistory, access, async ({ params, query, caller }) => {
    const state = requireOwner(await findState(context.db, params.id, null), caller.userId);
    if (state.is_deleted) throw new Fault('not_found');
    const limit = query.limit ?? DEFAULT_LIMIT;
    const versions = await listVersions(context.db, params.id, { before: readCursor('history', query.cursor), limit: limit + 1 });
    const last = lastOfPage(versions, limit);
    return { data: versions.slice(0, limit), next_cursor: last && writeCursor('history', last.version) };
  });
}

/** Registers the route from which devices pull their user's changes. */
function serveChanges(app: FastifyInstance, context: Context): void {
  serve(
    app,
    listObservationChanges,
    loggedIn(context),
    async ({ query, caller }) => {
      if (query.device_id !== undefined && query.unsent !== undefined)
        await setUnsent(context.db, caller.userId, query.device_id, query.unsent, context.now());
      const limit = query.limit ?? DEFAULT_CHANGES_LIMIT;
      const { seq, epoch, total } = await findPosition(context.db, caller.userId, { isFirst: query.cursor === undefined });
      const given = readCursor('changes', query.cursor) ?? 0;
      // Beyond the sequence, a backup older than the cursor was restored, so the device gets everything again (decision 0017).
      const after = given > seq ? 0 : given;
      // Mostly nothing has changed.
      const rows = after === seq ? [] : await listChanges(context.db, caller.userId, after, limit + 1, caller.language);
      const page = rows.slice(0, limit);
      return {
        data: page.map((row) => presentChange(context, row)),
        next_cursor: writeCursor('changes', page.at(-1)?.owner_seq ?? after),
        has_more: rows.length > limit,
        ...(total !== null && { total }),
        epoch,
      };
    },
    PRESENTED,
  );
}

function serveList(app: FastifyInstance, context: Context): void {
  serve(
    app,
    listObservations,
    loggedIn(context),
    async ({ query, caller }) => {
      const limit = query.limit ?? DEFAULT_LIMIT;
      const rows = await listRows(context.readDb, {
        callerId: caller.userId,
        language: caller.language,
        userId: query.user_id,
        taxonId: query.taxon_id && (await currentTaxonId(context.readDb, query.taxon_id)),
        country: query.country,
        place: await areaOfQuery(context.readDb, caller.userId, query),
        days: query.period ? periodRange(query.period, todayIn(caller.timeZone, context.now())) : null,
        quality: query.quality,
        hasPhotos: query.photos === '1' ? true : undefined,
        order: query.order,
        after: readListCursor(context, query.cursor),
        limit: limit + 1,
      });
      return presentPage(context, rows, limit);
    },
    { ...PRESENTED, problems: ['not_found'] },
  );
}
