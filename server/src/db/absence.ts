import { sql } from 'kysely';
import { isAboveSpecies } from './ranks.ts';

/** Whether the record `o` is an absence: `isAbsence` of the contract in SQL. Never null. */
export const IS_ABSENCE = sql<boolean>`(o.count is not distinct from 0 and coalesce(o.count_max, 0) = 0)`;

/** Whether the record `o` is of a higher taxon ("an oak"), which counts for no species. */
export const IS_ABOVE_SPECIES = sql<boolean>`exists (select 1 from taxa higher where higher.id = o.taxon_id and ${isAboveSpecies(sql`higher.rank`)})`;

/** The species of the record `o`; null for an absence and for a higher taxon. */
export const FOUND_SPECIES = sql<number | null>`case when not ${IS_ABSENCE} and not ${IS_ABOVE_SPECIES} then o.taxon_id end`;
