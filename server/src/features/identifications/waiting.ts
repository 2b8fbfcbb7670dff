import {
  getKnown,
  KNOWN_GROUP_IDENTIFICATIONS,
  KNOWN_GROUP_RECORDS,
  type KnownGroup,
  type listWaiting,
  MAX_WAITING_COUNT,
  type QueryOf,
  type ReplyOf,
  TAXON_GROUPS,
  areOnOtherBranches,
  MIN_LISTS_UNUSUAL,
  type WaitingOrder,
} from '@veld/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Context } from '../../http/context.ts';
import { lastOfPage } from '../../http/position.ts';
import type { Caller } from '../accounts/access.ts';
import { readListCursor, writeListCursor } from '../observations/cursor.ts';
import { presentPublic } from '../observations/present.ts';
import { type FindProjectRecords, resolveRecordFilter } from '../observations/filter/resolve-filter.ts';
import {
  countObservations,
  type ListFilter,
  listWholeObservations,
  type Candidate,
  listCandidates,
  type PublicRow,
} from '../observations/store.ts';
import { presentAll } from './present.ts';
import { IS_ACTIVE } from '../../db/visibility.ts';
import { invalid } from '../../http/fault.ts';
import { sealFor } from '../../http/seal.ts';
import { findLineages } from '../taxa/lineages.ts';

const DEFAULT_LIMIT = 20;

type Query = QueryOf<typeof listWaiting>;
type Page = ReplyOf<typeof listWaiting>;

/** A page of the records that wait for the caller's identification. */
export async function waitingPage(context: Context, query: Query, caller: Caller, projectRecords: FindProjectRecords): Promise<Page> {
  const db = context.readDb;
  const isFirst = query.cursor === undefined;
  const isKnown = query.known === '1';
  const knownGroups = isFirst || isKnown ? await findKnownGroups(db, caller.userId) : [];
  const limit = query.limit ?? DEFAULT_LIMIT;
  const filter: ListFilter = {
    callerId: caller.userId,
    language: caller.language,
    isWaiting: true,
    isUnreviewed: query.reviewed !== '1',
    hasPhotos: true,
    groups: isKnown ? knownGroups.map(({ group }) => group) : undefined,
    selection: await resolveRecordFilter(context, query, caller, projectRecords),
    limit: limit + 1,
  };
  const { rows: page, next_cursor } = await listInOrder(context, filter, query, limit);
  const opinions = await presentAll(db, page, caller);
  return {
    data: page.map((row) => ({ ...presentPublic(context, row), opinions: getKnown(opinions, row.id) })),
    next_cursor,
    total: isFirst ? totalOf(await countObservations(db, { ...filter, limit: MAX_WAITING_COUNT + 1 })) : null,
    known_groups: isFirst ? knownGroups : null,
  };
}

async function listInOrder(context: Context, filter: ListFilter, { order = 'uploaded', cursor }: Query, limit: number) {
  if (order === 'disputed' || order === 'unusual')
    return listRanked(context, { ...filter, limit }, { order, cursor, most: MAX_WAITING_COUNT });
  const rows = await listWholeObservations(context.readDb, { ...filter, order, after: readListCursor(context, cursor) });
  const last = lastOfPage(rows, limit);
  return { rows: rows.slice(0, limit), next_cursor: last && writeListCursor(context, last) };
}

function totalOf(count: number): NonNullable<Page['total']> {
  return { count: Math.min(count, MAX_WAITING_COUNT), is_minimum: count > MAX_WAITING_COUNT };
}

/** The groups that a person has recorded or identified, or is an expert for, those with the most experience first. */
async function findKnownGroups(db: Db, userId: string): Promise<KnownGroup[]> {
  const { rows } = await sql<KnownGroup>`
    select "group", sum(records)::integer as records, sum(identifications)::integer as identifications, bool_or(is_expert) as is_expert
    from (
      select t.taxon_group as "group", 1 as records, 0 as identifications, false as is_expert
      from observations o join taxa t on t.id = o.taxon_id
      where o.user_id = ${userId} and o.deleted_at is null and not o.is_empty
      union all
      select t.taxon_group, 0, 1, false
      from identifications i join taxa t on t.id = i.taxon_id
      where i.user_id = ${userId} and i.withdrawn_at is null
      union all
      select scope.taxon_group, 0, 0, true
      from curator_scopes c
      cross join unnest(case when c.taxon_group is null then ${[...TAXON_GROUPS]}::text[] else array[c.taxon_group] end) as scope (taxon_group)
      where c.user_id = ${userId}
    ) known
    group by "group"
    having sum(records) >= ${KNOWN_GROUP_RECORDS} or sum(identifications) >= ${KNOWN_GROUP_IDENTIFICATIONS} or bool_or(is_expert)
    order by sum(records) + sum(identifications) desc, "group"
  `.execute(db);
  return rows;
}

type RankedOrder = Extract<WaitingOrder, 'disputed' | 'unusual'>;

/** A record in an order that is computed. Those with the same score are in the order of the feed. */
interface Ranked extends Candidate {
  score: number;
}

const cursors = sealFor('cursors of ranked queues');
const SCORE_WIDTH = 9;
/** Scores of what is on every list, and of what is on none. */
const MOST_UNUSUAL = 1_000_000;
/** The highest rarity class of a species in a country. */
const RAREST = 5;

/** Of one width, so that keys are in the order of their values. */
const keyOf = ({ score, listed_at, id }: Ranked) => `${String(score).padStart(SCORE_WIDTH, '0')} ${listed_at} ${id}`;

/**
 * The records of a filter in an order for which every one of them has to be looked at: the latest `most` of them are. As the list is made
 * anew for each page, a cursor says where the former one ended, also if its last record does not wait any more.
 */
async function listRanked(
  context: Context,
  filter: ListFilter,
  { order, cursor, most }: { order: RankedOrder; cursor: string | undefined; most: number },
): Promise<{ rows: PublicRow[]; next_cursor: string | null }> {
  const db = context.readDb;
  const { limit } = filter;
  const after = cursor === undefined ? null : readRank(context, order, cursor);
  const candidates = await listCandidates(db, { ...filter, limit: most });
  const scores = await (order === 'disputed' ? countDisputes(db, candidates) : scoreRarity(db, candidates));
  const ranked = candidates
    .map((one) => ({ ...one, score: scores.get(one.id) ?? 0 }))
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? 1 : -1))
    .filter((one) => after === null || keyOf(one) < after);
  const page = ranked.slice(0, limit);
  const last = ranked.length > limit ? page.at(-1) : undefined;
  const ids = page.map(({ id }) => id);
  const { callerId, language } = filter;
  const rows = ids.length === 0 ? [] : await listWholeObservations(db, { callerId, language, ids, limit: ids.length });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), next_cursor: last ? cursors.seal(context, `${order} ${keyOf(last)}`) : null };
}

function readRank(context: Context, order: RankedOrder, cursor: string): string {
  const text = cursors.open(context, cursor, 'cursor');
  if (!text.startsWith(`${order} `)) throw invalid('cursor', 'cursor');
  return text.slice(order.length + 1);
}

/** How many pairs of the names of each record exclude each other, that of the observer included. */
async function countDisputes(db: Db, candidates: readonly Candidate[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ observation_id: string; taxon_id: number }>`
    select distinct i.observation_id, i.taxon_id from identifications i join users iu on iu.id = i.user_id
    where i.observation_id = any(${candidates.map(({ id }) => id)}::uuid[]) and ${IS_ACTIVE}
  `.execute(db);
  const named = Map.groupBy(rows, (row) => row.observation_id);
  const lineages = await findLineages(
    db,
    candidates
      .flatMap(({ id, taxon_id }) => (named.has(id) && taxon_id !== null ? [taxon_id] : []))
      .concat(rows.map((row) => row.taxon_id)),
  );
  return new Map(
    candidates.flatMap(({ id, taxon_id }) => {
      const said = named.get(id)?.map((row) => row.taxon_id) ?? [];
      const names = [...new Set(taxon_id === null ? said : [taxon_id, ...said])]
        .map((one) => lineages.get(one))
        .filter((lineage) => lineage !== undefined);
      const pairs = names.flatMap((one, at) => names.slice(at + 1).filter((other) => areOnOtherBranches(one, other)));
      return pairs.length > 0 ? [[id, pairs.length] as const] : [];
    }),
  );
}

/**
 * How unusual the species of each record is in its country and month: the share of lists that lack it, or with too few lists its rarity in
 * the list of the country. What is known of neither scores nothing. Records by one or two people do not make a species usual (decision 0064).
 */
async function scoreRarity(db: Db, candidates: readonly Candidate[]): Promise<Map<string, number>> {
  const lineages = await findLineages(
    db,
    candidates.flatMap(({ taxon_id }) => taxon_id ?? []),
  );
  const known = candidates.flatMap(({ id, taxon_id, country, month }) => {
    const species = taxon_id === null ? undefined : lineages.get(taxon_id)?.find(({ rank }) => rank === 'species')?.id;
    return species === undefined || country === null ? [] : [{ id, species, country, month }];
  });
  const { rows } = await sql<{ id: string; lists: number; found: number; rarity: number | null }>`
    with known as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as k (id uuid, species integer, country text, month integer)
    ), times as materialized (
      select distinct country, month, 4 * (coalesce(month, 1) - 1) as first, 4 * coalesce(month, 12) - 1 as last from known
    ), effort as materialized (
      select t.*, (
        select coalesce(sum(f.lists), 0)::integer from frequencies f
        where f.country_code = t.country and f.taxon_id = 0 and f.week between t.first and t.last
      ) as lists from times t
    ), found as materialized (
      select k.species, e.country, e.month, e.lists, (
        select coalesce(sum(f.lists), 0)::integer from frequencies f
        where f.country_code = e.country and f.taxon_id = k.species and f.week between e.first and e.last and (f.source_id <> 0 or f.people >= 3)
      ) as found, (select c.rarity_class from taxon_countries c where c.country_code = e.country and c.taxon_id = k.species) as rarity
      from (select distinct species, country, month from known) k
      join effort e on e.country = k.country and e.month is not distinct from k.month
    )
    select k.id, f.lists, f.found, f.rarity from known k
    join found f on f.species = k.species and f.country = k.country and f.month is not distinct from k.month
  `.execute(db);
  return new Map(
    rows.map(({ id, lists, found, rarity }) => {
      if (lists >= MIN_LISTS_UNUSUAL) return [id, Math.round(MOST_UNUSUAL * (1 - Math.min(1, found / lists)))];
      return [id, rarity === null ? 0 : Math.round((MOST_UNUSUAL * rarity) / (RAREST + 1))];
    }),
  );
}
