import { type Reaction, type RecordActivity, type ReactionWrite, findReactionName } from '@veld/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { isCommentShownTo, isPublicTo, isUnblocked } from '../../db/visibility.ts';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { lockRecord } from '../identifications/store.ts';
import { insertNotifications } from '../notifications/write.ts';

export interface ReactionRow {
  observation_id: string;
  user_id: string;
  /** Null once taken back. */
  emoji: string | null;
  write_id: string;
  chosen_at: Date;
}

async function findReaction(
  tx: Tx,
  keys: Pick<ReactionRow, 'observation_id' | 'user_id'>,
): Promise<Pick<ReactionRow, 'emoji' | 'write_id'> | undefined> {
  return tx
    .selectFrom('reactions')
    .select(['emoji', 'write_id'])
    .where('observation_id', '=', keys.observation_id)
    .where('user_id', '=', keys.user_id)
    .executeTakeFirst();
}

/** Stores a reaction, unless there is one that was chosen later. */
async function upsertReaction(tx: Tx, row: ReactionRow): Promise<void> {
  await sql`
    insert into reactions (observation_id, user_id, emoji, write_id, chosen_at)
    values (${row.observation_id}, ${row.user_id}, ${row.emoji}, ${row.write_id}, ${row.chosen_at})
    on conflict (observation_id, user_id) do update
    set emoji = excluded.emoji, write_id = excluded.write_id, chosen_at = excluded.chosen_at
    where (excluded.chosen_at, excluded.write_id) > (reactions.chosen_at, reactions.write_id)
  `.execute(tx);
}

/** Of those of the records that the caller may see. Reactions and comments to be erased with their account are left out. */
export async function listActivity(db: Db, callerId: string, ids: readonly string[]): Promise<RecordActivity[]> {
  const { rows } = await sql<RecordActivity>`
    select o.id,
      coalesce((
        select json_agg(json_build_object('emoji', used.emoji, 'count', used.count) order by used.count desc, used.emoji)
        from (
          select r.emoji, count(*)::integer as count from reactions r join users ru on ru.id = r.user_id
          where r.observation_id = o.id and r.emoji is not null and ru.erase_after is null and ${isUnblocked(sql`r.user_id`, callerId)}
          group by r.emoji
        ) used
      ), '[]') as reactions,
      (select r.emoji from reactions r where r.observation_id = o.id and r.user_id = ${callerId}) as own_reaction,
      exists (
        select 1 from identifications i
        where i.observation_id = o.id and i.user_id = ${callerId} and i.withdrawn_at is null and i.taxon_id = o.taxon_id
      ) as agrees,
      (
        select count(*)::integer from comments c join users cu on cu.id = c.user_id
        where c.observation_id = o.id and ${isCommentShownTo(callerId)}
      ) as comments,
      (
        select json_build_object('count', count(*)::integer, 'agreeing', (count(*) filter (where i.taxon_id = o.taxon_id))::integer)
        from identifications i join users iu on iu.id = i.user_id
        where i.observation_id = o.id and i.withdrawn_at is null and iu.erase_after is null
          and (i.hidden_by_moderator_at is null or i.user_id = ${callerId})
      ) as identifications
    from observations o join users u on u.id = o.user_id
    where o.id = any(${[...ids]}::uuid[]) and (${isPublicTo(callerId)} or (o.user_id = ${callerId} and o.deleted_at is null))
    order by o.id
  `.execute(db);
  return rows;
}

/** By id of the person, so that the order says nothing about when they reacted. */
export async function listRecordReactions(
  db: Db,
  recordId: string,
  { callerId, after, limit }: { callerId: string; after: string | null; limit: number },
): Promise<Reaction[]> {
  const { rows } = await sql<{ emoji: string; user_id: string; name: string; is_pro: boolean }>`
    select r.emoji, r.user_id, ru.name, ru.is_pro from reactions r join users ru on ru.id = r.user_id
    where r.observation_id = ${recordId} and r.emoji is not null and ru.erase_after is null and ${isUnblocked(sql`r.user_id`, callerId)}
      and (${after}::uuid is null or r.user_id > ${after}::uuid)
    order by r.user_id limit ${limit}
  `.execute(db);
  return rows.map(({ emoji, user_id, name, is_pro }) => ({ emoji, user: { id: user_id, name, is_pro } }));
}

/** Erases a person's reactions. Idempotent. */
export async function eraseReactions({ db }: Context, userId: string): Promise<void> {
  await db.deleteFrom('reactions').where('user_id', '=', userId).execute();
}

/**
 * Sets or takes back a person's reaction. The last choice counts, in whatever order the requests arrive; a repeated one changes nothing.
 * A clock that is ahead counts as `now`, so that it does not win over later choices on other devices for long.
 */
export async function writeReaction(
  tx: Tx,
  { observationId, userId, now }: { observationId: string; userId: string; now: Date },
  { emoji, write_id, chosen_at }: ReactionWrite,
): Promise<void> {
  if (emoji !== null && !findReactionName(emoji)) throw invalid('emoji', 'choice');
  const record = await lockRecord(tx, observationId, userId);
  if (!record) throw new Fault('not_found');
  const keys = { observation_id: observationId, user_id: userId };
  const existing = await findReaction(tx, keys);
  if (existing?.write_id === write_id) {
    if (existing.emoji !== emoji) throw new Fault('conflict');
    return;
  }
  const chosen = new Date(chosen_at);
  await upsertReaction(tx, { ...keys, emoji, write_id, chosen_at: chosen < now ? chosen : now });
  if (emoji === null) return;
  const about = { kind: 'reaction', reason: 'own_record', recordId: observationId, subject: observationId } as const;
  await insertNotifications(tx, [{ ...about, userId: record.user_id, actorId: userId, causeId: userId }]);
}
