import { sql } from 'kysely';

/** Whether the record `o` is an absence: `isAbsence` of the contract in SQL. Never null. */
export const IS_ABSENCE = sql<boolean>`(o.count is not distinct from 0 and coalesce(o.count_max, 0) = 0)`;

/** The taxon of the record `o`; null for an absence. */
export const FOUND_TAXON = sql<number | null>`case when not ${IS_ABSENCE} then o.taxon_id end`;
