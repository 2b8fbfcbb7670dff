import type { FeedEvent } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { isListedFor, isUnblocked } from '../../db/visibility.ts';
import { isListed } from '../accounts/listed.ts';
import type { ListPosition } from '../observations/cursor.ts';
import { isUnmuted } from '../observations/store.ts';
import { isBlockedFor } from '../projects/store.ts';

export interface EventRow {
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
  limit: number;
}

/** Columns that only some kinds have. */
const NO_RECORD = sql`null::uuid as observation_id`;
const NO_BADGES = sql`'{}'::text[] as badges`;
const NO_PROJECT = sql`null::uuid as project_id, null::text as project_name`;

/**
 * What happened to the people `w` whom the caller follows, latest first. Everything is looked up where it is kept, so that what has
 * ended, was hidden or is shared no longer takes its event along.
 */
export async function listEvents(db: Db, { callerId, sendsMail, now, after, limit }: EventsFilter): Promise<EventRow[]> {
  const isAfter = (at: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    after ? sql`(${at}, ${id}) < (${after.listed_at}::timestamptz, ${after.id}::uuid)` : sql`true`;
  const kinds = [grades(callerId, isAfter, limit), badges(now), joined(callerId), ended(callerId, now)];
  const { rows } = await sql<EventRow>`
    with w as materialized (
      select u.id, u.name, u.is_pro, ${isListed(sendsMail)} as is_listed,
        coalesce(u.preferences ->> 'gamification', 'true') = 'true' as shows_badges
      from relations f join users u on u.id = f.other_id
      where f.user_id = ${callerId} and f.kind = 'follow' and u.deleted_at is null and ${isUnblocked(sql`u.id`, callerId)}
        and ${isUnmuted(callerId, sql`u.id`)}
    )
    select e.*, to_char(e.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as listed_at
    from (${sql.join(kinds, sql` union all `)}) e
    where ${isAfter(sql`e.at`, sql`e.id`)}
    order by e.at desc, e.id desc limit ${limit}
  `.execute(db);
  return rows;
}

const WHO = sql`w.id as user_id, w.name as user_name, w.is_pro as user_is_pro`;

/** Records that were confirmed, or that others call something else. */
function grades(callerId: string, isAfter: (at: RawBuilder<unknown>, id: RawBuilder<unknown>) => RawBuilder<unknown>, limit: number) {
  return sql`(
    select r.id, 'quality' as kind, r.graded_at as at, ${WHO}, r.id as observation_id, ${NO_BADGES}, ${NO_PROJECT}
    from w cross join lateral (
      select o.id, o.graded_at from observations o join users u on u.id = o.user_id
      where o.user_id = w.id and o.graded_at is not null and o.geoprivacy = 'open' and ${isListedFor(callerId)}
        and (o.quality = 'confirmed' or o.community_taxon_id is distinct from o.taxon_id and o.community_taxon_id is not null)
        and ${isAfter(sql`o.graded_at`, sql`o.id`)}
      order by o.graded_at desc, o.id desc limit ${limit}
    ) r
  )`;
}

/** The badges of a day of people who show them. As on their profile, they are there from the next day (UTC) on. */
function badges(now: Date) {
  const at = sql`(date_trunc('day', b.earned_at at time zone 'utc') + interval '1 day') at time zone 'utc'`;
  return sql`(
    select md5(w.id::text || ${at}::text)::uuid as id, 'badges' as kind, ${at} as at, ${WHO}, ${NO_RECORD},
      array_agg(b.badge order by b.badge) as badges, ${NO_PROJECT}
    from w join profiles p on p.user_id = w.id and p.shares_badges join user_badges b on b.user_id = w.id
    where w.is_listed and w.shows_badges and ${at} <= ${now}
    group by w.id, w.name, w.is_pro, 3
  )`;
}

/** Whether the project `p` is for everybody. */
const isOpen = (callerId: string) => sql<boolean>`p.joining = 'everyone' and p.cancelled_at is null and not ${isBlockedFor(callerId)}`;
const PROJECT = sql`p.id as project_id, p.name as project_name`;

function joined(callerId: string) {
  return sql`(
    select md5(m.project_id::text || w.id::text)::uuid as id, 'joined' as kind, m.joined_at as at, ${WHO}, ${NO_RECORD}, ${NO_BADGES}, ${PROJECT}
    from w join project_members m on m.user_id = w.id join projects p on p.id = m.project_id
    where ${isOpen(callerId)}
  )`;
}

/** Projects in which one of the people took part. */
function ended(callerId: string, now: Date) {
  const at = sql`(p.end_on + 1)::timestamp at time zone p.time_zone`;
  return sql`(
    select p.id, 'ended' as kind, ${at} as at, null::uuid as user_id, null::text as user_name, null::boolean as user_is_pro,
      ${NO_RECORD}, ${NO_BADGES}, ${PROJECT}
    from projects p
    where p.id in (select m.project_id from w join project_members m on m.user_id = w.id) and ${at} <= ${now} and ${isOpen(callerId)}
  )`;
}
