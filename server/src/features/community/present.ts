import type { CommunityUser } from '@veld/contract';
import type { CommunityRow } from './store.ts';

/** Includes the country only for people who are listed, and for the caller. */
export function presentPerson(row: CommunityRow, callerId: string): CommunityUser {
  return {
    id: row.id,
    name: row.name,
    country_code: row.is_listed || row.id === callerId ? row.country_code : null,
    is_pro: row.is_pro,
    is_listed: row.is_listed,
    observations: row.observations,
    species: row.species,
  };
}
