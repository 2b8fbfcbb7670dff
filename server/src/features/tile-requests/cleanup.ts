import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Context } from '../../http/context.ts';
import { HOUR_MS } from './asks.ts';
import { tellOfExpiry } from './notices.ts';

/** How long the files of a request are kept, in milliseconds. */
export const FILES_KEPT_MS = 30 * 86_400_000;
/** Requests of which nothing is left but the row are deleted after so long. */
const KEPT_MS = 90 * 86_400_000;

/** Where the files of a request are. They can be built again, so they are no part of a backup. */
export function locateFolder({ config }: Pick<Context, 'config'>, id: string): string {
  return join(config.DATA_DIR, 'tile-requests', id);
}

export async function removeFolder(context: Pick<Context, 'config'>, id: string): Promise<void> {
  await rm(locateFolder(context, id), { recursive: true, force: true });
}

/** Keeps shared requests, tells people of others that soon expire, and deletes the files of those that expired, and everything of closed accounts and of requests that are long over. */
export async function cleanUp(context: Context): Promise<void> {
  const { db, config } = context;
  const now = context.now();
  // A shared one lasts, and for a while after it was one.
  const until = new Date(now.getTime() + FILES_KEPT_MS);
  await sql`update tile_requests set expires_at = ${until} where state = 'ready' and shared_at is not null`.execute(db);
  await tellOfExpiry(context);
  await sql`delete from tile_request_asks where asked_at < ${new Date(now.getTime() - HOUR_MS)}`.execute(db);
  await sql`update tile_requests set state = 'expired', files = '[]' where state = 'ready' and expires_at <= ${now}`.execute(db);
  await sql`
    delete from tile_requests t using users u where u.id = t.user_id and (u.erase_after is not null
      or (t.state in ('failed', 'expired') and greatest(t.created_at, t.expires_at) < ${new Date(now.getTime() - KEPT_MS)}))
  `.execute(db);
  const { rows } = await sql<{ id: string }>`select id from tile_requests where state <> 'expired'`.execute(db);
  const known = new Set(rows.map(({ id }) => id));
  const folders = await readdir(join(config.DATA_DIR, 'tile-requests')).catch(() => []);
  for (const id of folders) if (!known.has(id)) await removeFolder(context, id);
}

/** Erases what a person asked for. Idempotent. */
export async function eraseTileRequests(context: Context, userId: string): Promise<void> {
  const { db } = context;
  await db.deleteFrom('tile_request_asks').where('user_id', '=', userId).execute();
  const removed = await db.deleteFrom('tile_requests').where('user_id', '=', userId).returning('id').execute();
  for (const { id } of removed) await removeFolder(context, id);
}
