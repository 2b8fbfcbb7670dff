import { sql } from 'kysely';
import { FOUND_SPECIES } from '../../db/absence.ts';
import type { Db } from '../../db/open.ts';
import { isAboveSpecies } from '../../db/ranks.ts';

/** Resolves if the database responds. */
export async function findDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

export interface PublicCounts {
  people: number;
  observations: number;
  species: number;
  /** Species and taxa below them. */
  taxa: number;
}

export async function countPublic(db: Db): Promise<PublicCounts> {
  const { rows } = await sql<PublicCounts>`
    select
      (select count(*) from users where deleted_at is null) as people,
      (select count(*) from observations where deleted_at is null and not is_empty) as observations,
      (select count(distinct ${FOUND_SPECIES}) from observations o where o.deleted_at is null and not o.is_empty) as species,
      (select count(*) from taxa t where not t.is_deleted and not ${isAboveSpecies(sql`t.rank`)}) as taxa
  `.execute(db);
  return rows[0]!;
}

/** The oldest supported versions of the app, with the addresses of their updates. */
export async function findAppVersionRules(db: Db): Promise<{ minimum_version: string; update_url: string | null }[]> {
  return db.selectFrom('app_versions').select(['minimum_version', 'update_url']).execute();
}
