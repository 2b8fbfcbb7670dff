import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { regrade } from './grade.ts';

/** Where the identifications of a person are those of an expert (decision 0044); null for all groups, or all countries. */
export interface Scope {
  taxon_group: string | null;
  country_code: string | null;
}

/** Grants a scope, and grades the records anew that the person has identified. Idempotent. */
export async function grantScope(db: Db, userId: string, scope: Scope): Promise<void> {
  await db
    .insertInto('curator_scopes')
    .values({ user_id: userId, ...scope })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await regrade(db, { userId });
}

/** Withdraws a scope, and grades the records anew. False if the person does not have it. */
export async function revokeScope(db: Db, userId: string, { taxon_group, country_code }: Scope): Promise<boolean> {
  const { rows } = await sql`
    delete from curator_scopes where user_id = ${userId} and taxon_group is not distinct from ${taxon_group}::text
      and country_code is not distinct from ${country_code}::text
    returning user_id
  `.execute(db);
  await regrade(db, { userId });
  return rows.length > 0;
}

/** All scopes of open accounts, by name. */
export async function listScopes(db: Db): Promise<(Scope & { name: string; email: string })[]> {
  return db
    .selectFrom('curator_scopes as scope')
    .innerJoin('users as user', 'user.id', 'scope.user_id')
    .select(['user.name', 'user.email', 'scope.taxon_group', 'scope.country_code'])
    .where('user.deleted_at', 'is', null)
    .orderBy('user.name')
    .orderBy('scope.taxon_group')
    .orderBy('scope.country_code')
    .execute();
}

/** Erases for what a person was an expert. Nothing is graded anew: identifications of a closed account do not count. Idempotent. */
export async function eraseScopes({ db }: { db: Db }, userId: string): Promise<void> {
  await db.deleteFrom('curator_scopes').where('user_id', '=', userId).execute();
}
