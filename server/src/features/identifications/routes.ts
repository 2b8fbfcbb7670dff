import {
  DeviceMadeId,
  listConfusions,
  listIdentifications,
  listOwnIdentifications,
  listRecordVotes,
  listWaiting,
  MAX_IDENTIFICATIONS_PAGE,
  putAgreements,
  putIdentification,
  putReview,
  putRecordVote,
  summarizeOwnIdentifications,
  withdrawIdentification,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { keyedQueue } from '../../http/keyed-queue.ts';
import { readPosition } from '../../http/position.ts';
import { serve } from '../../http/serve.ts';
import { isModerator, loggedIn } from '../accounts/access.ts';
import { findShown } from '../observations/access.ts';
import type { FindProjectRecords } from '../observations/record-filter.ts';
import { findObservation } from '../observations/store.ts';
import { makeConfusionFinder } from './confusions.ts';
import { ownPage, summarizeOwn } from './history.ts';
import { LIST, presentIdentifications } from './present.ts';
import { findVotes, registerVoteGrades, writeReview, writeVote } from './votes.ts';
import { waitingPage } from './waiting.ts';
import { withdraw, writeIdentification } from './write.ts';

/** How long an identification waits for others of the same record before it fails with 503. */
const MAX_WAIT_MS = 5_000;

export interface IdentificationNeeds {
  projectRecords: FindProjectRecords;
}

/** What people say that a record shows (decision 0044). */
export function registerIdentifications(app: FastifyInstance, context: Context, { projectRecords }: IdentificationNeeds): void {
  const access = loggedIn(context);
  registerVoteGrades(context);

  serve(app, listIdentifications, access, async ({ params, query, caller }) => {
    const part = { after: readAfter(query.cursor), limit: query.limit ?? MAX_IDENTIFICATIONS_PAGE };
    const record = await findObservation(context.db, params.id, caller.userId, caller.language, isModerator(caller));
    if (!record) throw new Fault('not_found');
    return { data: await presentIdentifications(context.db, record, caller, part) };
  });

  serve(app, listOwnIdentifications, access, ({ query, caller }) => ownPage(context, query, caller), { isPresented: true });

  serve(app, summarizeOwnIdentifications, access, async ({ caller }) => ({ data: { groups: await summarizeOwn(context, caller) } }));

  serve(app, listRecordVotes, access, async ({ params, caller }) => {
    if (!(await findShown(context.readDb, params.id, caller.userId))) throw new Fault('not_found');
    return { data: await findVotes(context.readDb, params.id, caller.userId) };
  });

  serve(app, putReview, access, async ({ params, body, caller }) => {
    const { userId } = caller;
    if (!(await findShown(context.db, params.id, userId))) throw new Fault('not_found');
    await writeReview(context.db, { observationId: params.id, userId, now: context.now() }, body);
    return undefined;
  });

  serve(app, listWaiting, access, ({ query, caller }) => waitingPage(context, query, caller, projectRecords), {
    isPresented: true,
    problems: ['not_found'],
  });

  // The writes of a record wait for each other's lock, without a connection.
  const enqueue = keyedQueue(MAX_WAIT_MS);
  const confusions = makeConfusionFinder(context);
  serve(app, listConfusions, access, async ({ params, caller }) => ({ data: await confusions(params.taxonId, caller.language) }));

  serve(
    app,
    putIdentification,
    access,
    async ({ params, body, caller }) => {
      const { userId, language } = caller;
      const keys = { id: params.identification, observationId: params.id, userId };
      await enqueue(params.id, () => inTransaction(context.db, (tx) => writeIdentification(tx, { ...keys, now: context.now() }, body)));
      // After the transaction, so that other writes do not wait for it.
      const record = await findObservation(context.db, params.id, userId, language);
      if (!record) throw new Fault('not_found');
      return { data: await presentIdentifications(context.db, record, caller, { only: keys.id, limit: 1 }) };
    },
    { problems: ['conflict', 'forbidden'] },
  );

  serve(app, putRecordVote, access, async ({ params, body, caller }) => {
    const keys = { observationId: params.id, userId: caller.userId, now: context.now() };
    await enqueue(params.id, () => inTransaction(context.db, (tx) => writeVote(tx, keys, body)));
    return undefined;
  });

  serve(app, putAgreements, access, async ({ body, caller }) => {
    const stored: string[] = [];
    // One transaction each: what cannot be said of one record does not stop the others.
    for (const { id, observation_id: observationId, taxon_id } of body.identifications) {
      const keys = { id, observationId, userId: caller.userId };
      const said = { taxon_id, disagrees: false, comment: '' };
      const write = (tx: Tx) => (body.is_withdrawn ? withdraw(tx, keys) : writeIdentification(tx, { ...keys, now: context.now() }, said));
      try {
        await enqueue(observationId, () => inTransaction(context.db, write));
        stored.push(id);
      } catch (error) {
        if (!(error instanceof Fault) || error.status >= 500) throw error;
      }
    }
    return { data: stored };
  });

  serve(app, withdrawIdentification, access, async ({ params, caller }) => {
    const keys = { id: params.identification, observationId: params.id, userId: caller.userId };
    await enqueue(params.id, () => inTransaction(context.db, (tx) => withdraw(tx, keys)));
    return undefined;
  });
}

/** The position in a cursor, as `pickPosition`. 422 if this server did not make it. */
function readAfter(cursor: string | undefined): readonly string[] | null {
  const position = readPosition(LIST, cursor);
  const [place = '', id, ...others] = position ?? [];
  if (position && !(others.length === 0 && /^\d{1,15}$/.test(place) && DeviceMadeId.safeParse(id).success))
    throw invalid('cursor', 'cursor');
  return position;
}
