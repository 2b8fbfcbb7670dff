import { RANKS_ABOVE_SPECIES } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';

/** Whether a rank is above species: `isAboveSpecies` of the contract, in SQL. */
export function isAboveSpecies(rank: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${rank} = any(${[...RANKS_ABOVE_SPECIES]}::text[]))`;
}
