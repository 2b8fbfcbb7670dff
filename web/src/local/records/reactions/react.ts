import { REACTION_EMOJI, findReactionName, type ReactionWrite } from '@veld/contract';
import { z } from 'zod/mini';
import type { UserDatabase } from '../../db/database';
import { newId } from '../../db/ids';
import { deviceSetting } from '../../device/device-setting';
import { listCalls, type PendingCall } from '../../outbox/calls';
import { operations, REACTION_SUBJECT } from '../../outbox/operations';
import { afterEnqueue, enqueue } from '../../outbox/store';

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

/** The user's last reaction that the server accepted since a time, or does not have yet. */
export interface ReactionChange {
  emoji: string | null;
  state: PendingCall['state'];
}

export async function reactionChange(database: UserDatabase, recordId: string, since: number): Promise<ReactionChange | null> {
  const last = (await listCalls(database, REACTION_SUBJECT + recordId, since)).at(-1);
  return last ? { emoji: (last.input.body as ReactionWrite).emoji, state: last.state } : null;
}
