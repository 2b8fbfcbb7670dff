import type { Conversation, Language, Message } from '@veld/contract';
import type { Context } from '../../http/context.ts';
import { presentListed } from '../observations/present.ts';
import { listObservations } from '../observations/store.ts';
import type { ConversationRow, Correspondent, MessageRow } from './store.ts';

/** Characters of the latest message in the list of conversations. */
const BEGINNING = 200;

/** A person with whom the caller has a conversation. */
export function presentCorrespondent({ id, name, is_pro }: Pick<Correspondent, 'id' | 'name' | 'is_pro'>): Conversation['person'] {
  return { id, name, is_pro };
}

const presentMessage = ({ id, user_id, text, state, written_at }: Omit<MessageRow, 'seq'>, callerId: string) => ({
  id,
  is_own: user_id === callerId,
  text,
  state,
  written_at: written_at.toISOString(),
});

export function presentConversation(row: ConversationRow, callerId: string): Conversation {
  const last = presentMessage(row, callerId);
  return {
    person: presentCorrespondent({ id: row.other_id, name: row.name, is_pro: row.is_pro }),
    last: { ...last, text: [...last.text].slice(0, BEGINNING).join('') },
    is_unread: row.is_unread,
  };
}

/** Messages with the records that they are about, as everybody but their owners sees them, where the caller may see them. */
export async function presentMessages(
  context: Context,
  rows: readonly MessageRow[],
  { userId: callerId, language }: { userId: string; language: Language },
): Promise<Message[]> {
  const ids = [...new Set(rows.flatMap(({ observation_id }) => observation_id ?? []))];
  const found = ids.length === 0 ? [] : await listObservations(context.readDb, { callerId, language, ids, limit: ids.length });
  const records = new Map(found.map((row) => [row.id, row]));
  return rows.map((row) => {
    const record = row.observation_id === null ? undefined : records.get(row.observation_id);
    return { ...presentMessage(row, callerId), about_id: row.observation_id, about: record ? presentListed(context, record) : null };
  });
}
