import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';
import type { Context } from '../../http/context.ts';

/** Removes what features keep about records, such as what people said, in one statement. */
export async function removeReplies({ removals }: Pick<Context, 'removals'>, tx: Tx, ids: readonly string[]): Promise<void> {
  const records = sql`= any(${[...ids]}::uuid[])`;
  await sql`with ${sql.join(removals.map((removal) => removal(records)))} select 1`.execute(tx);
}
