import { deleteRelation, listRelations, putRelation, type Relation } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { sendsMail } from '../../mail/outbox.ts';
import { loggedIn } from '../accounts/access.ts';
import {
  countFollowers,
  findState,
  insertRelation,
  listUserRelations,
  lockPair,
  removeFollows,
  removeRelation,
  type RelationRow,
} from './store.ts';

/** Limit of the relations of a person. */
const MAX_RELATIONS = 5_000;

/** Called in the transaction in which a person follows another. */
export type FollowListener = (tx: Tx, followerId: string, followedId: string) => Promise<void>;

/** The people that a person follows, has muted or has blocked (decision 0046). */
export function registerRelations(app: FastifyInstance, context: Context, onFollow: FollowListener): void {
  const { db } = context;
  const access = loggedIn(context);

  serve(app, listRelations, access, async ({ caller }) => ({
    data: (await listUserRelations(db, caller.userId)).map(presentRelation),
    followers: await countFollowers(db, caller.userId),
  }));

  serve(
    app,
    putRelation,
    access,
    ({ params, caller }) => {
      const key = { userId: caller.userId, otherId: params.id, kind: params.kind };
      if (key.otherId === key.userId) throw new Fault('forbidden');
      return inTransaction(db, async (tx) => {
        if (!(await lockPair(tx, key.userId, key.otherId))) throw new Fault('not_found');
        const { is_stored, is_allowed, own } = await findState(tx, key, sendsMail(context));
        if (is_stored) return undefined;
        if (!is_allowed) throw new Fault('not_found');
        if (own >= MAX_RELATIONS) throw new Fault('too_many_requests', { retryAfter: 86_400, members: { scope: 'route' } });
        if (key.kind === 'block') await removeFollows(tx, key.userId, key.otherId);
        await insertRelation(tx, key);
        if (key.kind === 'follow') await onFollow(tx, key.userId, key.otherId);
        return undefined;
      });
    },
    { problems: ['forbidden'] },
  );

  serve(app, deleteRelation, access, async ({ params, caller }) => {
    await removeRelation(db, { userId: caller.userId, otherId: params.id, kind: params.kind });
    return undefined;
  });
}

/** A relation for the person whose it is. */
function presentRelation({ kind, user_id, name, is_pro, created_at }: RelationRow): Relation {
  return { kind, user: { id: user_id, name, is_pro }, created_at: created_at.toISOString() };
}
