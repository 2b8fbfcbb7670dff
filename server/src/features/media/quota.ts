import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { keyedQueue } from '../../http/keyed-queue.ts';
import { IS_CREDITED } from './store.ts';
import { ownsUpload, tusId } from './upload-names.ts';
import { onlyRow } from '../../db/rows.ts';

const MEGABYTE = 1_000_000;

/** Bytes of a person's stored photos: originals and the JPEGs made from them by the device, not what the server renders. */
export async function findUsedBytes(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(byte_length + companion_length), 0)::bigint as bytes from media
    where user_id = ${userId} and not ${IS_CREDITED}
  `.execute(db);
  return onlyRow(rows).bytes;
}

/** Bytes that a person may store. */
export function quotaBytes({ config }: Pick<Context, 'config'>): number {
  return config.LIMIT_PHOTOS_MB * MEGABYTE;
}

/**
 * The limits of one person's uploads: stored and unfinished ones together, and unfinished ones alone. An unfinished upload counts
 * with its declared length from the moment it is created, so that several at once cannot exceed a limit.
 */
export function uploadQuota(context: Context, folder: string) {
  /** The lengths of uploads that are being created, whose files may not exist yet, by upload and request. */
  const reserved = new Map<symbol, { id: string; length: number }>();
  /** Keyed by person. */
  const queue = keyedQueue();

  async function unfinishedBytes(userId: string, except: string): Promise<number> {
    // Before the files: one that is empty when it is read can be complete, and no longer reserved, right after.
    const created = [...reserved.values()].filter(({ id }) => ownsUpload(userId, id));
    const lengths = new Map<string, number>();
    for (const name of await readdir(folder)) {
      if (!ownsUpload(userId, name) || !name.endsWith('.json')) continue;
      lengths.set(name.slice(0, -'.json'.length), await declaredLength(join(folder, name)));
    }
    for (const { id, length } of created) lengths.set(id, length);
    lengths.delete(except);
    return [...lengths.values()].reduce((sum, length) => sum + length, 0);
  }

  return {
    /**
     * Reserves the length of an upload until its file exists; call the returned function then, or when it could not be created.
     * Throws a `Fault` if it would exceed a limit. Creating the same upload again counts once.
     */
    reserve(userId: string, name: string, length: number): Promise<() => void> {
      return queue(userId, async () => {
        const id = tusId(userId, name);
        const unfinished = (await unfinishedBytes(userId, id)) + length;
        const used = await findUsedBytes(context.db, userId);
        if (used + unfinished > quotaBytes(context)) throw new Fault('quota_exceeded');
        if (unfinished > context.config.LIMIT_UNFINISHED_MB * MEGABYTE) throw new Fault('unfinished_uploads');
        const key = Symbol(id);
        reserved.set(key, { id, length });
        return () => void reserved.delete(key);
      });
    },
  };
}

/** The length in the description that tus keeps beside an upload; 0 if it is being written or was just removed. */
async function declaredLength(path: string): Promise<number> {
  try {
    const { size }: { size?: number } = JSON.parse(await readFile(path, 'utf8'));
    return size ?? 0;
  } catch {
    return 0;
  }
}
