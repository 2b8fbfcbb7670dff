import { MAX_WAITING_COUNT, type listWaiting, type QueryOf, type ReplyOf } from '@veld/contract';
import type { Context } from '../../http/context.ts';
import type { Caller } from '../accounts/access.ts';
import { areaOfPlace } from '../geo/place-area.ts';
import { readListCursor, writeListCursor } from '../observations/cursor.ts';
import { presentPublic } from '../observations/present.ts';
import { countObservations, type ListFilter, listWholeObservations } from '../observations/store.ts';
import { findKnownGroups } from './known-groups.ts';
import { presentAll } from './present.ts';
import { lastOfPage } from '../../http/position.ts';

const DEFAULT_LIMIT = 20;

type Query = QueryOf<typeof listWaiting>;
type Page = ReplyOf<typeof listWaiting>;

/** A page of the records that wait for the caller's identification. */
export async function waitingPage(context: Context, query: Query, caller: Caller): Promise<Page> {
  const db = context.readDb;
  const isFirst = query.cursor === undefined;
  const isKnown = query.known === '1';
  const knownGroups = isFirst || isKnown ? await findKnownGroups(db, caller.userId) : [];
  const limit = query.limit ?? DEFAULT_LIMIT;
  const filter: ListFilter = {
    callerId: caller.userId,
    language: caller.language,
    isWaiting: true,
    hasPhotos: true,
    groups: groupsOf(query, isKnown ? knownGroups.map(({ group }) => group) : null),
    country: query.country,
    place: await areaOfPlace(db, caller.userId, query.place_id),
    limit: limit + 1,
  };
  const rows = await listWholeObservations(db, { ...filter, after: readListCursor(context, query.cursor) });
  const page = rows.slice(0, limit);
  const last = lastOfPage(rows, limit);
  const opinions = await presentAll(db, page, caller);
  return {
    data: page.map((row) => ({ ...presentPublic(context, row), opinions: opinions.get(row.id)! })),
    next_cursor: last && writeListCursor(context, last),
    total: isFirst ? totalOf(await countObservations(db, { ...filter, limit: MAX_WAITING_COUNT + 1 })) : null,
    known_groups: isFirst ? knownGroups : null,
  };
}

/** The groups of a query: both filters apply. Undefined without any. */
function groupsOf({ group }: Query, known: readonly NonNullable<Query['group']>[] | null): ListFilter['groups'] {
  if (!known) return group && [group];
  return group ? known.filter((one) => one === group) : known;
}

function totalOf(count: number): NonNullable<Page['total']> {
  return { count: Math.min(count, MAX_WAITING_COUNT), is_minimum: count > MAX_WAITING_COUNT };
}
