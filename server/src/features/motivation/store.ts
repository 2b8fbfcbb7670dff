import type { ExperienceCause } from '@veld/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

export async function sumExperience(db: Db, userId: string): Promise<{ cause: ExperienceCause; count: number; points: number }[]> {
  const { rows } = await sql<{ cause: ExperienceCause; count: number; points: number }>`
    select reason as cause, count(*)::integer as count, sum(points)::integer as points from xp_events where user_id = ${userId} group by reason
  `.execute(db);
  return rows;
}

export async function listBadges(db: Db, userId: string): Promise<{ badge: string; earned_at: Date }[]> {
  return db.selectFrom('user_badges').select(['badge', 'earned_at']).where('user_id', '=', userId).execute();
}

/** Deletes the badges of a person. */
export async function removeBadges(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('user_badges').where('user_id', '=', userId).execute();
}
