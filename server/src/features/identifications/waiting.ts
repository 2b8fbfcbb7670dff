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
} from '@veld/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Context } from '../../http/context.ts';
import { lastOfPage } from '../../http/position.ts';
import type { Caller } from '../accounts/access.ts';
import { readListCursor, writeListCursor } from '../observations/cursor.ts';
import { presentPublic } from '../observations/present.ts';
import { type FindProjectRecords, resolveRecordFilter } from '../observations/record-filter.ts';
import { countObservations, type ListFilter, listWholeObservations } from '../observations/store.ts';
import { presentAll } from './present.ts';
import { listRanked } from './ranked.ts';

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
