import { BADGES, EXPERIENCE_CAUSES, getMotivation, measureProgress, type ExperienceCause } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { loggedIn } from '../accounts/access.ts';
import { findUser } from '../accounts/store.ts';
import { measure } from './measures.ts';
import { registerSettling, settle } from './settle.ts';
import { registerToasts } from './toasts.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

/** Experience and badges (decision 0049), and messages of the administrators. */
export function registerMotivation(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const access = loggedIn(context);
  registerSettling(context);
  registerToasts(app, context);

  serve(app, getMotivation, access, async ({ caller: { userId } }) => {
    await settle(db, userId, context.now());
    const user = await findUser(db, userId);
    if (!user) throw new Fault('not_logged_in');
    const sums = new Map((await sumExperience(db, userId)).map((sum) => [sum.cause, sum]));
    const earned = new Map((await listBadges(db, userId)).map(({ badge, earned_at }) => [badge, earned_at.toISOString()]));
    const measured = await measure(db, userId);
    return {
      data: {
        total_xp: user.total_xp,
        causes: EXPERIENCE_CAUSES.map((cause) => sums.get(cause) ?? { cause, count: 0, points: 0 }),
        badges: BADGES.map((badge) => ({
          id: badge.id,
          progress: earned.has(badge.id) ? badge.goal : measureProgress(badge, measured),
          earned_at: earned.get(badge.id) ?? null,
        })),
      },
    };
  });
}

async function sumExperience(db: Db, userId: string): Promise<{ cause: ExperienceCause; count: number; points: number }[]> {
  const { rows } = await sql<{ cause: ExperienceCause; count: number; points: number }>`
    select reason as cause, count(*)::integer as count, sum(points)::integer as points from xp_events where user_id = ${userId} group by reason
  `.execute(db);
  return rows;
}

async function listBadges(db: Db, userId: string): Promise<{ badge: string; earned_at: Date }[]> {
  return db.selectFrom('user_badges').select(['badge', 'earned_at']).where('user_id', '=', userId).execute();
}

/** Deletes the badges of a person. */
export async function removeBadges(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('user_badges').where('user_id', '=', userId).execute();
}
