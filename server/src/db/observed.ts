import { sql } from 'kysely';

/**
 * The position of the record `o` in lists (decision 0065): the instant of the observation if the record is open, without a time the
 * start of its first day. A record that hides its place has that of its month, which is all that others know. Indexes of `observations`
 * have the same expression (migration 0065).
 */
export const OBSERVED = sql<Date>`(case when o.geoprivacy = 'open'
  then coalesce(o.observed_at, o.observed_from::timestamp at time zone 'utc', timestamptz '0001-01-01 00:00:00+00') else o.listed_at end)`;
