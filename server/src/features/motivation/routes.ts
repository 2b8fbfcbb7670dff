import { BADGES, deleteToast, EXPERIENCE_CAUSES, getMotivation, listToasts, progressOf, putToast } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { loggedIn, withRole } from '../accounts/access.ts';
import { findUser } from '../accounts/store.ts';
import { measure } from './measures.ts';
import { registerSettling, settle } from './settle.ts';
import { listBadges, listToastsFor, removeToast, sumExperience, upsertToast } from './store.ts';

/** Experience and badges (decision 0049), and messages of the administrators. */
export function registerMotivation(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const access = loggedIn(context);
  const admin = withRole(context, 'admin');
  registerSettling(context);

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
          progress: earned.has(badge.id) ? badge.goal : progressOf(badge, measured),
          earned_at: earned.get(badge.id) ?? null,
        })),
      },
    };
  });

  serve(app, listToasts, access, async ({ caller }) => ({
    data: await listToastsFor(db, caller.userId, caller.language, context.now()),
  }));
  serve(app, putToast, admin, async ({ params, body, caller }) => {
    await upsertToast(db, params.id, body, { userId: caller.userId, now: context.now() });
    return undefined;
  });
  serve(app, deleteToast, admin, async ({ params }) => {
    await removeToast(db, params.id);
    return undefined;
  });
}
