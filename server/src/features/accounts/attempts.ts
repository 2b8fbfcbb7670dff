import { createHmac } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { onlyRow } from '../../db/rows.ts';
import type { Context } from '../../http/context.ts';

export interface Counted {
  /** This attempt included. */
  count: number;
  /** Seconds until the count begins again. */
  secondsLeft: number;
}

export type CountAttempt = (key: string) => Promise<Counted>;

/**
 * Counts attempts of a kind by key, for all processes on the database together, in one statement. The count of a key begins again after
 * `windowMs`. What is stored says nothing of the key, which may be an address.
 */
export function attemptCounter({ db, secret, now }: Pick<Context, 'db' | 'secret' | 'now'>, kind: string, windowMs: number): CountAttempt {
  return async (key) => {
    const hash = createHmac('sha256', secret).update(`attempts ${kind} ${key}`).digest().subarray(0, 16);
    const at = now();
    const { rows } = await upsertAttempt(hash, at, new Date(at.getTime() + windowMs)).execute(db);
    const { count, ends_at } = onlyRow(rows);
    return { count, secondsLeft: Math.max(1, Math.ceil((ends_at.getTime() - at.getTime()) / 1000)) };
  };
}

function upsertAttempt(key: Buffer, at: Date, end: Date): RawBuilder<{ count: number; ends_at: Date }> {
  return sql`
    insert into attempts as a (key, count, ends_at) values (${key}, 1, ${end})
    on conflict (key) do update set
      count = case when a.ends_at <= ${at}::timestamptz then 1 else a.count + 1 end,
      ends_at = case when a.ends_at <= ${at}::timestamptz then excluded.ends_at else a.ends_at end
    returning count, ends_at
  `;
}

/** Deletes the counts that are over. */
export async function removeOldAttempts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('attempts').where('ends_at', '<', now).execute();
}
