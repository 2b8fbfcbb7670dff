import type { OFFLINE_MAP_MOMENTS } from '@veld/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import type { Causes } from '../../http/pieces.ts';
import { insertNotifications, type NewNotification } from '../notifications/write.ts';
import { failRequest, saveProgress, type TileRequestRow } from './store.ts';

type Parts = Pick<Context, 'db' | 'now'>;
type Asked = Pick<TileRequestRow, 'id' | 'user_id'>;

/** People are notified this long before the server deletes an offline map. */
const EXPIRES_MS = 7 * 86_400_000;

/** Makes a built request ready, and tells who asked for it. False if it was deleted or cancelled meanwhile. */
export function makeReady({ db, now }: Parts, row: Asked, change: Parameters<typeof saveProgress>[2]): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const isReady = await saveProgress(tx, row.id, { ...change, state: 'ready', busy_until: null });
    if (isReady) await insertNotifications(tx, [noticeOf(row, 'ready', now())]);
    return isReady;
  });
}

/** As `failRequest`, and tells who asked for it. */
export async function failAndTell(
  tx: Tx,
  { id, user_id }: Asked,
  { reason, at }: { reason: Parameters<typeof failRequest>[2]; at: Date },
): Promise<boolean> {
  const isFailed = await failRequest(tx, id, reason);
  if (isFailed) await insertNotifications(tx, [noticeOf({ id, user_id }, 'failed', at)]);
  return isFailed;
}

/** Tells people once of each offline map that the server is going to delete. */
export async function tellOfExpiry({ db, now }: Parts): Promise<void> {
  const at = now();
  const soon = new Date(at.getTime() + EXPIRES_MS);
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<Asked & { expires_at: Date }>`
      select id, user_id, expires_at from tile_requests where state = 'ready' and expires_at > ${at} and expires_at <= ${soon}
      order by expires_at, id
    `.execute(tx);
    await insertNotifications(
      tx,
      rows.map((row) => ({ ...noticeOf(row, 'expires', row.expires_at), at })),
    );
  });
}

/** One entry for each offline map, which says what was last. `at` tells one building of it from the next. */
function noticeOf({ id, user_id }: Asked, moment: (typeof OFFLINE_MAP_MOMENTS)[number], at: Date): NewNotification {
  return {
    userId: user_id,
    kind: 'offline_map',
    reason: 'own_content',
    subject: id,
    causeId: `${moment} ${at.toISOString()}`,
    facts: { offline_map_id: id, offline_map: moment, path: '/tile-requests' },
    at,
  };
}

/** What the notifications of this feature are about. */
export const causes: Causes = {
  offline_map: {
    isThere: () => sql`exists (
      select 1 from tile_requests m where m.id = (n.facts ->> 'offline_map_id')::uuid
        and m.state = case n.facts ->> 'offline_map' when 'failed' then 'failed' else 'ready' end
    )`,
    details: {
      column: 'offline_map',
      value: () => sql`(
        select json_build_object('name', m.name, 'until', m.expires_at)
        from tile_requests m where m.id = (n.facts ->> 'offline_map_id')::uuid
      )`,
    },
  },
};
