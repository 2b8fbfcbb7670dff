import { type ReactionWrite, findReactionName } from '@veld/contract';
import type { Tx } from '../../db/open.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { lockRecord } from '../identifications/store.ts';
import { insertNotifications } from '../notifications/write.ts';
import { findReaction, upsertReaction } from './store.ts';

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
