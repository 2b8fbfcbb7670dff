import { sql, type RawBuilder } from 'kysely';
import { RANKS_ABOVE_SPECIES } from '@veld/contract';

/** Whether the record `o` is an absence: `isAbsence` of the contract in SQL. Never null. */
export const IS_ABSENCE = sql<boolean>`(o.count is not distinct from 0 and coalesce(o.count_max, 0) = 0)`;

/** Whether the record `o` is of a higher taxon ("an oak"), which counts for no species. */
export const IS_ABOVE_SPECIES = sql<boolean>`exists (select 1 from taxa higher where higher.id = o.taxon_id and ${isAboveSpecies(sql`higher.rank`)})`;

/** The species of the record `o`; null for an absence and for a higher taxon. */
export const FOUND_SPECIES = sql<number | null>`case when not ${IS_ABSENCE} and not ${IS_ABOVE_SPECIES} then o.taxon_id end`;

/** Whether a rank is above species: `isAboveSpecies` of the contract, in SQL. */
export function isAboveSpecies(rank: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${rank} = any(${[...RANKS_ABOVE_SPECIES]}::text[]))`;
}

/**
 * The position of the record `o` in lists (decision 0065): the instant of the observation if the record is open, without a time the
 * start of its first day. A record that hides its place has that of its month, which is all that others know. Indexes of `observations`
 * have the same expression (migration 0065).
 */
export const OBSERVED = sql<Date>`(case when o.geoprivacy = 'open'
  then coalesce(o.observed_at, o.observed_from::timestamp at time zone 'utc', timestamptz '0001-01-01 00:00:00+00') else o.listed_at end)`;
