import { type RawBuilder, sql } from 'kysely';

/** Whether the user `u` is in the community: opted in, and on a server that sends mail, with a confirmed address (decision 0029). */
export function isListed(sendsMail: boolean): RawBuilder<boolean> {
  const optedIn = sql<boolean>`coalesce(u.preferences ->> 'community_opt_in', 'false') = 'true'`;
  return sendsMail ? sql`(${optedIn} and u.email_confirmed_at is not null)` : optedIn;
}

/** Whether the user `u` is in leaderboards: in the community, and not opted out of them. */
export function isRanked(sendsMail: boolean): RawBuilder<boolean> {
  return sql<boolean>`(${isListed(sendsMail)} and coalesce(u.preferences ->> 'leaderboards', 'true') = 'true')`;
}
