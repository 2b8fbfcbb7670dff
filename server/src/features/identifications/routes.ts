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
  type GroupHistory,
  type IdentificationFate,
  MAX_HISTORY,
  MAX_WAITING_COUNT,
  type QueryOf,
  type ReplyOf,
  type TaxonGroup,
  tellFate,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Tx, Db } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { keyedQueue } from '../../http/keyed-queue.ts';
import { readPosition } from '../../http/position.ts';
import { serve } from '../../http/serve.ts';
import { isModerator, loggedIn, type Caller } from '../accounts/access.ts';
import { findShown } from '../observations/access.ts';
import type { FindProjectRecords } from '../observations/filter/resolve-filter.ts';
import { findObservation, listCandidates, listObservations } from '../observations/store.ts';
import { makeConfusionFinder } from './confusions.ts';
import { LIST, presentIdentifications } from './present.ts';
import { findVotes, registerVoteGrades, writeReview, writeVote } from './votes.ts';
import { waitingPage } from './waiting.ts';
import { withdraw, writeIdentification } from './write.ts';
import { isListedFor } from '../../db/visibility.ts';
import { sealFor } from '../../http/seal.ts';
import { presentListed } from '../observations/present.ts';
import { findLineages, findSummaries } from '../taxa/lineages.ts';

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

const DEFAULT_LIMIT = 20;

/** Sealed, because a position among the identifications of everybody would be a time. */
const positions = sealFor('positions of own identifications');

interface OwnRow {
  id: string;
  observation_id: string;
  taxon_id: number;
  community_taxon_id: number | null;
  group: TaxonGroup;
  seq: number;
}

interface Judged extends OwnRow {
  fate: IdentificationFate;
}

/** The caller's latest identifications, with what became of them. */
async function listJudged(db: Db, userId: string): Promise<Judged[]> {
  const { rows } = await sql<OwnRow>`
    select i.id, i.observation_id, i.taxon_id, o.community_taxon_id, t.taxon_group as "group", i.seq::integer as seq
    from identifications i join observations o on o.id = i.observation_id join users u on u.id = o.user_id join taxa t on t.id = i.taxon_id
    where i.user_id = ${userId} and i.withdrawn_at is null and i.hidden_by_moderator_at is null and ${isListedFor(userId)}
    order by i.seq desc limit ${sql.lit(MAX_HISTORY)}
  `.execute(db);
  const lineages = await findLineages(
    db,
    rows.flatMap(({ taxon_id, community_taxon_id }) => [taxon_id, ...(community_taxon_id === null ? [] : [community_taxon_id])]),
  );
  return rows.flatMap((row) => {
    const said = lineages.get(row.taxon_id);
    const community = row.community_taxon_id === null ? null : (lineages.get(row.community_taxon_id) ?? null);
    return said ? [{ ...row, fate: tellFate(said, community) }] : [];
  });
}

/** A page of the caller's identifications with their records. */
async function ownPage(
  context: Context,
  { group, fate, cursor, limit = DEFAULT_LIMIT }: QueryOf<typeof listOwnIdentifications>,
  { userId: callerId, language }: Caller,
): Promise<ReplyOf<typeof listOwnIdentifications>> {
  const db = context.readDb;
  const after = cursor === undefined ? Infinity : Number(positions.open(context, cursor, 'cursor'));
  const all = (await listJudged(db, callerId)).filter(
    (one) => one.seq < after && (!group || one.group === group) && (!fate || one.fate === fate),
  );
  const page = all.slice(0, limit);
  const ids = page.map((one) => one.observation_id);
  const rows = ids.length === 0 ? [] : await listObservations(db, { callerId, language, ids, limit: ids.length });
  const records = new Map(rows.map((row) => [row.id, row]));
  const lineages = await findLineages(
    db,
    page.map((one) => one.taxon_id),
  );
  const current = (id: number) => lineages.get(id)?.at(-1)?.id ?? id;
  const taxa = await findSummaries(
    db,
    page.map((one) => current(one.taxon_id)),
    language,
  );
  const last = all.length > limit ? page.at(-1) : undefined;
  return {
    data: page.flatMap((one) => {
      const record = records.get(one.observation_id);
      const taxon = taxa.get(current(one.taxon_id));
      return record && taxon ? [{ id: one.id, taxon, fate: one.fate, record: presentListed(context, record) }] : [];
    }),
    next_cursor: last ? positions.seal(context, String(last.seq)) : null,
  };
}

/** What became of the caller's identifications, and what waits for the caller, by group. */
async function summarizeOwn({ readDb: db }: Context, { userId: callerId, language }: Caller): Promise<GroupHistory[]> {
  const judged = await listJudged(db, callerId);
  const waiting = await listCandidates(db, {
    callerId,
    language,
    isWaiting: true,
    isUnreviewed: true,
    hasPhotos: true,
    limit: MAX_WAITING_COUNT,
  });
  const groups = new Map<TaxonGroup, GroupHistory>();
  const of = (group: TaxonGroup) => {
    const known = groups.get(group) ?? { group, agreed: 0, refined: 0, differed: 0, open: 0, waiting: 0 };
    groups.set(group, known);
    return known;
  };
  for (const { group, fate } of judged) of(group)[fate] += 1;
  for (const { group } of waiting) if (group !== null) of(group).waiting += 1;
  const given = ({ agreed, refined, differed, open }: GroupHistory) => agreed + refined + differed + open;
  return [...groups.values()].toSorted((one, other) => given(other) - given(one) || other.waiting - one.waiting);
}
