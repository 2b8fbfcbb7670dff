import type { FeedEvent } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { isListedFor, isUnblocked } from '../../db/visibility.ts';
import { isListed } from '../accounts/store.ts';
import { type ListPosition, writeListCursor } from '../observations/cursor.ts';
import { isUnmuted, type ListedRow, listObservations } from '../observations/store.ts';
import { ENDS_AT, isBlockedFor } from '../projects/store.ts';
import { onlyRow } from '../../db/rows.ts';
import type { Context } from '../../http/context.ts';
import type { JsonText } from '../../http/serve.ts';
import { sendsMail } from '../../mail/outbox.ts';
import type { Reader } from '../accounts/access.ts';
import { presentListed, presentRows } from '../observations/present.ts';
import { findSummaries } from '../taxa/lineages.ts';

interface EventRow {
  id: string;
  kind: FeedEvent['kind'];
  at: Date;
  /** The position in the feed, as text with microseconds. */
  listed_at: string;
  user_id: string | null;
  user_name: string | null;
  user_is_pro: boolean | null;
  observation_id: string | null;
  badges: string[];
  project_id: string | null;
  project_name: string | null;
}

interface EventsFilter {
  callerId: string;
  sendsMail: boolean;
  now: Date;
  after: ListPosition | null;
  /** Nothing before this time is needed, because the page is full of records since then; null if it is not. */
  since: string | null;
  limit: number;
}

/** Columns that only some kinds have. */
const NO_RECORD = sql`null::uuid as observation_id`;
const NO_BADGES = sql`'{}'::text[] as badges`;
const NO_PROJECT = sql`null::uuid as project_id, null::text as project_name`;
const WHO = sql`w.id as user_id, w.name as user_name, w.is_pro as user_is_pro`;

/** With more records of anybody in the time of a page than these, its events are looked up by person instead of by time. */
const BUSY = 500;

/**
 * Events of the people that the caller follows, latest first. Each is derived from the row that it is about, so that it disappears when
 * that row is deleted, hidden or no longer shared.
 */
async function listEvents(db: Db, filter: EventsFilter): Promise<EventRow[]> {
  const { callerId, now, after, since, limit } = filter;
  const range: Range = {
    isAfter: (at, id) => (after ? sql`(${at}, ${id}) < (${after.listed_at}::timestamptz, ${after.id}::uuid)` : sql`true`),
    isIn: (at, days = 0) => {
      const isUntil = after ? sql<boolean>`${at} <= ${after.listed_at}::timestamptz` : sql<boolean>`true`;
      return since === null ? isUntil : sql`(${isUntil} and ${at} >= ${since}::timestamptz - ${sql.lit(days)} * interval '1 day')`;
    },
  };
  const { is_busy, ...has } = since === null ? EVERYTHING : await glance(db, { after, since, now });
  const ways = is_busy ? byPerson(filter) : byTime(filter);
  const kinds = [
    has.grades && grades(ways, callerId, range),
    has.badges && badges(ways, now, range),
    has.members && joined(ways, callerId, range),
    has.projects && ended(ways, callerId, now, range),
  ].filter((kind) => kind !== false);
  if (kinds.length === 0) return [];
  const { rows } = await sql<EventRow>`
    ${ways.before}
    select e.*, to_char(e.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as listed_at
    from (${sql.join(kinds, sql` union all `)}) e
    where ${range.isAfter(sql`e.at`, sql`e.id`)} and ${range.isIn(sql`e.at`)}
    order by e.at desc, e.id desc limit ${limit}
  `.execute(db);
  return rows;
}

interface Range {
  /** Whether an event comes after the page before. */
  isAfter: (at: RawBuilder<unknown>, id: RawBuilder<unknown>) => RawBuilder<boolean>;
  /** Whether a time is on the page, or at most so many days before its end. */
  isIn: (at: RawBuilder<unknown>, days?: number) => RawBuilder<boolean>;
}

interface Glance {
  /** Whether many records of anybody are in the time of the page. */
  is_busy: boolean;
  grades: boolean;
  badges: boolean;
  members: boolean;
  projects: boolean;
}

const EVERYTHING: Glance = { is_busy: true, grades: true, badges: true, members: true, projects: true };

/** Which kinds of events anybody has in the time of a page. Where many people are followed, a page is short and has few. */
async function glance(db: Db, { after, since, now }: { after: ListPosition | null; since: string; now: Date }): Promise<Glance> {
  const [from, to] = [sql`${since}::timestamptz`, sql`${after?.listed_at ?? 'infinity'}::timestamptz`];
  const day = (time: RawBuilder<unknown>) => sql`(date_trunc('day', (${time}) at time zone 'utc') at time zone 'utc')`;
  const { rows } = await sql<Glance>`select
    exists (
      select 1 from observations o where o.deleted_at is null and not o.is_empty and o.listed_at between ${from} and ${to}
      order by o.listed_at desc, o.id desc offset ${sql.lit(BUSY)}
    ) as is_busy,
    exists (
      select 1 from observations o
      where o.graded_at between ${from} and ${to} and o.deleted_at is null and o.geoprivacy = 'open'
    ) as grades,
    exists (
      select 1 from user_badges b
      where b.earned_at >= ${day(sql`${from} - interval '1 microsecond'`)} and b.earned_at < ${day(sql`${after?.listed_at ?? now}::timestamptz`)}
    ) as badges,
    exists (select 1 from project_members m where m.joined_at between ${from} and ${to}) as members,
    exists (select 1 from projects p where ${ENDS_AT} between ${from} and least(${to}, ${now})) as projects
  `.execute(db);
  return onlyRow(rows);
}

/** Two ways to join the people `w` that the caller follows to rows `r` with their `user_id`. */
interface Ways {
  before: RawBuilder<unknown>;
  /** With an `order`, only as many rows of each person as a page has are read, where they are looked up by person. */
  join: (rows: RawBuilder<unknown>, order?: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** Whether the caller follows a person. */
  isFollowed: (person: RawBuilder<unknown>) => RawBuilder<boolean>;
}

const people = ({ callerId, sendsMail }: EventsFilter) => sql`
  select u.id, u.name, u.is_pro, ${isListed(sendsMail)} as is_listed,
    coalesce(u.preferences ->> 'gamification', 'true') = 'true' as shows_badges
  from relations f join users u on u.id = f.other_id
  where f.user_id = ${callerId} and f.kind = 'follow' and u.deleted_at is null and ${isUnblocked(sql`u.id`, callerId)}
    and ${isUnmuted(callerId, sql`u.id`)}`;

/** All rows of the time, each with its person: for pages of a short time. `offset 0` keeps PostgreSQL from reading all people first. */
function byTime(filter: EventsFilter): Ways {
  return {
    before: sql``,
    join: (rows) => sql`(${rows} offset 0) r cross join lateral (${people(filter)} and u.id = r.user_id offset 0) w`,
    isFollowed: (person) => sql`exists (${people(filter)} and u.id = ${person})`,
  };
}

/** All people, each with the rows: for pages of a long time, in which much may have happened to others. */
function byPerson(filter: EventsFilter): Ways {
  return {
    before: sql`with w as materialized (${people(filter)})`,
    join: (rows, order) =>
      sql`w cross join lateral (select * from (${rows}) r where r.user_id = w.id ${order ? sql`order by ${order} limit ${filter.limit}` : sql``}) r`,
    isFollowed: (person) => sql`${person} in (select w.id from w)`,
  };
}

/** Records that were confirmed, or that others call something else. */
function grades(ways: Ways, callerId: string, { isAfter, isIn }: Range) {
  const graded = sql`
    select o.id, o.user_id, o.graded_at from observations o join users u on u.id = o.user_id
    where o.graded_at is not null and o.geoprivacy = 'open' and ${isListedFor(callerId)}
      and (o.quality = 'confirmed' or o.community_taxon_id is distinct from o.taxon_id and o.community_taxon_id is not null)
      and ${isAfter(sql`o.graded_at`, sql`o.id`)} and ${isIn(sql`o.graded_at`)}`;
  return sql`(
    select r.id, 'quality' as kind, r.graded_at as at, ${WHO}, r.id as observation_id, ${NO_BADGES}, ${NO_PROJECT}
    from ${ways.join(graded, sql`r.graded_at desc, r.id desc`)}
  )`;
}

/** The badges of a day of people who show them. As on their profile, they are there from the next day (UTC) on. */
function badges(ways: Ways, now: Date, { isIn }: Range) {
  const at = sql`(date_trunc('day', r.earned_at at time zone 'utc') + interval '1 day') at time zone 'utc'`;
  const earned = sql`
    select b.user_id, b.badge, b.earned_at from user_badges b join profiles p on p.user_id = b.user_id and p.shares_badges
    where ${isIn(sql`b.earned_at`, 1)}`;
  return sql`(
    select md5(w.id::text || ${at}::text)::uuid as id, 'badges' as kind, ${at} as at, ${WHO}, ${NO_RECORD},
      array_agg(r.badge order by r.badge) as badges, ${NO_PROJECT}
    from ${ways.join(earned)}
    where w.is_listed and w.shows_badges and ${at} <= ${now}
    group by w.id, w.name, w.is_pro, 3
  )`;
}

/** Whether the project `p` is for everybody. */
const isOpen = (callerId: string) => sql<boolean>`p.joining = 'everyone' and p.cancelled_at is null and not ${isBlockedFor(callerId)}`;
const PROJECT = sql`p.id as project_id, p.name as project_name`;

function joined(ways: Ways, callerId: string, { isIn }: Range) {
  const members = sql`select m.user_id, m.project_id, m.joined_at from project_members m where ${isIn(sql`m.joined_at`)}`;
  return sql`(
    select md5(r.project_id::text || w.id::text)::uuid as id, 'joined' as kind, r.joined_at as at, ${WHO}, ${NO_RECORD}, ${NO_BADGES}, ${PROJECT}
    from ${ways.join(members)} join projects p on p.id = r.project_id
    where ${isOpen(callerId)}
  )`;
}

/** Projects in which one of the people took part. */
function ended(ways: Ways, callerId: string, now: Date, { isIn }: Range) {
  return sql`(
    select p.id, 'ended' as kind, ${ENDS_AT} as at, null::uuid as user_id, null::text as user_name, null::boolean as user_is_pro,
      ${NO_RECORD}, ${NO_BADGES}, ${PROJECT}
    from projects p
    where exists (select 1 from project_members m where m.project_id = p.id and ${ways.isFollowed(sql`m.user_id`)})
      and ${ENDS_AT} <= ${now} and ${isIn(ENDS_AT)} and ${isOpen(callerId)}
  )`;
}

interface Paging {
  after: ListPosition | null;
  limit: number;
}

/** Either comes before the other in the feed. */
const isBefore = (one: ListPosition, other: ListPosition) =>
  one.listed_at > other.listed_at || (one.listed_at === other.listed_at && one.id > other.id);

/** A page of the records of followed people, of which there is one more than the page has, and of what happened to them besides. */
export async function presentFollowing(
  context: Context,
  rows: readonly ListedRow[],
  caller: Reader,
  { after, limit }: Paging,
): Promise<JsonText> {
  const happened = await listEvents(context.readDb, {
    callerId: caller.userId,
    sendsMail: sendsMail(context),
    now: context.now(),
    after,
    since: rows[limit - 1]?.listed_at ?? null,
    limit: limit + 1,
  });
  const records: ListedRow[] = [];
  const events: { row: EventRow; place: number }[] = [];
  while (records.length + events.length < limit) {
    const [record, event] = [rows[records.length], happened[events.length]];
    if (record && (!event || isBefore(record, event))) records.push(record);
    else if (event) events.push({ row: event, place: records.length });
    else break;
  }
  const last = [records.at(-1), events.at(-1)?.row]
    .filter((one) => one !== undefined)
    .toSorted((one, other) => (isBefore(one, other) ? 1 : -1))[0];
  const isMore = rows.length > records.length || happened.length > events.length;
  return presentRows(context, records, {
    events: await presentEvents(context, events, caller),
    next_cursor: isMore && last ? writeListCursor(context, last) : null,
  });
}

/** An event whose record was hidden or removed in the meantime is left out. */
async function presentEvents(context: Context, events: readonly { row: EventRow; place: number }[], caller: Reader): Promise<FeedEvent[]> {
  const { userId: callerId, language } = caller;
  const ids = events.flatMap(({ row }) => row.observation_id ?? []);
  const found = ids.length === 0 ? [] : await listObservations(context.readDb, { callerId, language, ids, limit: ids.length });
  const records = new Map(found.filter(({ record }) => record.geoprivacy === 'open').map((row) => [row.id, row]));
  const taxa = await findSummaries(context.readDb, [...new Set(found.flatMap(({ record }) => record.community_taxon_id ?? []))], language);
  return events.flatMap(({ row, place }): FeedEvent[] => {
    const record = row.observation_id === null ? undefined : records.get(row.observation_id);
    if (row.observation_id !== null && !record) return [];
    return [
      {
        id: row.id,
        kind: row.kind,
        at: row.at.toISOString(),
        place,
        user: row.user_id === null ? null : { id: row.user_id, name: row.user_name!, is_pro: row.user_is_pro! },
        record: record ? presentListed(context, record) : null,
        taxon: taxa.get(record?.record.community_taxon_id ?? 0) ?? null,
        badges: row.badges,
        project: row.project_id === null ? null : { id: row.project_id, name: row.project_name! },
      },
    ];
  });
}
