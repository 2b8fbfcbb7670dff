import type { TileRequest } from '@veld/contract';
import { inTransaction } from '../../../db/transaction.ts';
import type { Context } from '../../../http/context.ts';
import { findMaxBytes, planTiles } from '../access.ts';
import { removeFolder } from '../cleanup.ts';
import { failAndTell } from '../notices.ts';
import { SourceFault } from '../sources/reader.ts';
import { claimNext, sumMapBytes, type QueuedRequest, saveProgress } from '../store.ts';
import { build, GaveUp, leaseFrom, SourceGone, TooLarge } from './build.ts';
import { estimate } from './estimate.ts';
import { pickSpeciesReader } from './species.ts';
import { toError } from '../../../thrown.ts';

/** The job is repeated every minute, so one run is shorter than its time limit and leaves the rest to the next. */
const RUN_MS = 20 * 60_000;
const FIRST_WAIT_MS = 60_000;
/** So often in a row a map may be unreadable; the waits before add up to an hour. */
const MAX_FAILURES = 6;

/** Works on the requests in the queue, one after another. What was begun by a process that was killed goes on where it was. */
export async function workOff(context: Context): Promise<void> {
  const end = context.now().getTime() + RUN_MS;
  while (context.now().getTime() < end) {
    const now = context.now();
    const row = await claimNext(context.db, now, leaseFrom(now));
    if (!row) return;
    await work(context, row, end);
  }
}

async function work(context: Context, row: QueuedRequest, end: number): Promise<void> {
  try {
    await (row.state === 'estimating' ? estimateRequest(context, row) : build(context, row, end));
  } catch (error) {
    if (error instanceof GaveUp) return;
    if (error instanceof TooLarge || error instanceof SourceGone) {
      await fail(context, row, error instanceof TooLarge ? 'too_large' : 'source_gone');
      return removeFolder(context, row.id);
    }
    await postpone(context, row, toError(error));
  }
}

async function estimateRequest(context: Context, row: QueuedRequest): Promise<void> {
  const plan = planTiles(context.config, row);
  if ('field' in plan) throw new SourceGone();
  const { tiles, bytes } = await estimate(context, plan, row.layers, pickSpeciesReader(row));
  const room = findMaxBytes(context.config, { roles: row.roles, isPro: row.is_pro }) - (await sumMapBytes(context.db, row.user_id, row.id));
  await saveProgress(context.db, row.id, { tiles, estimated_bytes: bytes, failures: 0 });
  if (bytes > room) throw new TooLarge();
  await saveProgress(context.db, row.id, { state: 'queued', busy_until: null });
}

/** Tries again later, each time after twice as long. */
async function postpone(context: Context, row: QueuedRequest, error: Error): Promise<void> {
  const { id, failures } = row;
  const isSource = error instanceof SourceFault;
  context.log.warn({ request: id, err: { message: error.message } }, 'offline map cannot be built now');
  const now = context.now().getTime();
  const busy_until = new Date(now + Math.max(FIRST_WAIT_MS * 2 ** failures, isSource ? error.waitMs : 0));
  if (failures + 1 < MAX_FAILURES) await saveProgress(context.db, id, { failures: failures + 1, busy_until });
  else await fail(context, row, isSource ? 'source_unavailable' : 'internal');
}

async function fail({ db, now }: Context, row: QueuedRequest, reason: NonNullable<TileRequest['reason']>): Promise<void> {
  await inTransaction(db, (tx) => failAndTell(tx, row, { reason, at: now() }));
}
