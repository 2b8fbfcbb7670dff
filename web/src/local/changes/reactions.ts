import { REACTION_EMOJI, findReactionName, putReaction } from '@veld/contract';
import { z } from 'zod/mini';
import type { UserDatabase } from '../db/database';
import { newId } from '../db/ids';
import { deviceSetting } from '../device/device-setting';
import { call, readPayload } from '../outbox/operation';
import { listCalls, type PendingChange } from '../outbox/pending-changes';
import { afterEnqueue, enqueue } from '../outbox/store';

/** Followed by the id of the record, to which the person has one reaction. */
const REACTION_SUBJECT = 'reaction:';

export const operations = {
  putReaction: call(putReaction, { label: 'reaction', subject: ({ params }) => REACTION_SUBJECT + params.id, mayBeGone: true }),
};

/** The emoji that a tap uses: the one that the person chose last on this device. */
export const lastEmoji = deviceSetting(
  'last_reaction',
  z.catch(z.string().check(z.refine((emoji) => findReactionName(emoji) !== undefined)), REACTION_EMOJI.thumbs_up),
);

/** Sets the user's reaction to a record; null takes it back. Resolves once it is stored on the device. */
export async function react(database: UserDatabase, recordId: string, emoji: string | null, now = Date.now()): Promise<void> {
  const body = { emoji, write_id: newId(), chosen_at: new Date(now).toISOString() };
  await enqueue(database, operations.putReaction, { params: { id: recordId }, body }, now);
  await afterEnqueue(database);
  if (emoji !== null) await lastEmoji.update(database, () => emoji);
}

/** A reaction of the user that the server may not have yet. */
export interface ReactionChange extends PendingChange {
  emoji: string | null;
}

/** The reactions to a record that the server accepted since a time, then the unsent ones, in order. */
export async function reactionChanges(database: UserDatabase, recordId: string, since: number): Promise<ReactionChange[]> {
  const calls = await listCalls(database, REACTION_SUBJECT + recordId, since);
  return calls.flatMap((one) => {
    const put = readPayload(one, operations.putReaction);
    return put ? [{ emoji: put.body.emoji, at: one.at, state: one.state }] : [];
  });
}
