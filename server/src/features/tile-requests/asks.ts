import { type BodyOf, type putTileRequest, TAXON_GROUPS, TILE_LAYERS } from '@veld/contract';
import { boxAround } from '@veld/geography';
import type { Db, Tx } from '../../db/open.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import type { Caller } from '../accounts/access.ts';
import { coverableArea } from './access.ts';
import { outdatedIn } from './sources/version.ts';
import { findRequest, insertAsk, insertRequest, type ListedRequest, listAsks, lockAsks, restartRequest } from './store.ts';

/** The job that builds what people asked for. */
export const QUEUE = 'tile-requests';

/** The request of the caller. 404 for another person's, as for an unknown one. */
export async function requireOwn(on: Db | Tx, id: string, { userId }: Caller): Promise<ListedRequest> {
  const row = await findRequest(on, id);
  if (row?.user_id !== userId) throw new Fault('not_found');
  return row;
}

interface Ask {
  id: string;
  body: BodyOf<typeof putTileRequest>;
  caller: Caller;
}

/** Stores a request and queues it. A repetition changes nothing and does not count towards the limit. */
export async function askForTiles(context: Context, tx: Tx, { id, body, caller }: Ask): Promise<void> {
  const existing = await findRequest(tx, id);
  if (existing && existing.user_id !== caller.userId) throw new Fault('not_found');
  if (existing) return;
  await lockAsks(tx, caller.userId);
  // A simultaneous request may have stored it while this one waited for the lock.
  if (await findRequest(tx, id)) return;
  await countAsk(context, tx, caller);
  const { name, area, min_zoom, max_zoom, source_id } = body;
  const isNew = await insertRequest(tx, {
    id,
    user_id: caller.userId,
    name: name.trim(),
    area: JSON.stringify(area),
    ...boxAround(coverableArea(area)),
    min_zoom,
    max_zoom,
    layers: TILE_LAYERS.filter((layer) => body.layers.includes(layer)),
    record_groups: body.record_groups ? TAXON_GROUPS.filter((group) => body.record_groups?.includes(group)) : null,
    source_id,
    language: caller.language,
    created_at: context.now(),
  });
  if (!isNew) throw new Fault('not_found');
  await context.jobs.send(QUEUE, {}, tx);
}

/** Queues a request again that failed, expired or is outdated. Any other stays as it is. */
export async function askAgain(context: Context, tx: Tx, id: string, caller: Caller): Promise<void> {
  await lockAsks(tx, caller.userId);
  const row = await requireOwn(tx, id, caller);
  const isOver = row.state === 'failed' || row.state === 'expired' || (await outdatedIn(context.config)(row));
  if (!isOver) return;
  await countAsk(context, tx, caller);
  if (await restartRequest(tx, id, { from: [row.state], at: context.now() })) await context.jobs.send(QUEUE, {}, tx);
}

/** Counts towards the hourly limit. Only this route is limited, so the device may continue with other operations. */
async function countAsk(context: Context, tx: Tx, { userId }: Caller): Promise<void> {
  const now = context.now();
  const wait = waitFor(await listAsks(tx, userId, new Date(now.getTime() - HOUR_MS)), context.config.LIMIT_TILE_REQUESTS, now);
  if (wait > 0) throw new Fault('too_many_requests', { retryAfter: Math.ceil(wait / 1000), members: { scope: 'route' } });
  await insertAsk(tx, userId, now);
}

export const HOUR_MS = 3_600_000;

/** Milliseconds until a person may ask again; 0 for now. `asks` are those of the last hour, oldest first. */
function waitFor(asks: readonly Date[], limit: number, now: Date): number {
  const oldest = asks[asks.length - limit];
  return oldest === undefined ? 0 : Math.max(0, oldest.getTime() + HOUR_MS - now.getTime());
}
