import { listKeys, formatMention, putComment, putReaction, REACTION_EMOJI, type User } from '@veld/contract';
import { call } from './api.ts';
import type { PersonKey } from './people.ts';
import { deriveUuid } from './random.ts';

const EMOJI = [REACTION_EMOJI.heart_eyes, REACTION_EMOJI.thumbs_up, REACTION_EMOJI.owl, REACTION_EMOJI.clapping];
/** How many of the latest records have replies: what the feed shows first. */
const RECORDS = 24;

/** Lets the other people react to the latest records, and comment on every third of them. */
export async function addReplies(
  url: string,
  records: readonly { id: string; person: { key: PersonKey } }[],
  tokens: Record<PersonKey, string>,
  users: Record<PersonKey, User>,
): Promise<void> {
  for (const [at, { id, person }] of records.slice(-RECORDS).entries()) {
    const others = listKeys(tokens)
      .filter((key) => key !== person.key)
      .slice(0, at % 4);
    for (const [number, key] of others.entries()) {
      const body = {
        emoji: EMOJI[(at + number) % EMOJI.length]!,
        write_id: deriveUuid(`reaction ${id} ${key}`),
        chosen_at: new Date().toISOString(),
      };
      await call(url, putReaction, { params: { id }, body }, tokens[key]);
    }
    const [first] = others;
    if (at % 3 !== 0 || !first) continue;
    const say = (key: PersonKey, text: string) =>
      call(
        url,
        putComment,
        {
          params: { id, comment: deriveUuid(`comment ${id} ${key}`) },
          body: { text, write_id: deriveUuid(`comment write ${id} ${key}`), written_at: new Date().toISOString(), is_edit: false },
        },
        tokens[key],
      );
    await say(first, 'Good find. Was it still there in the evening?');
    await say(person.key, `Yes, until dusk, ${formatMention(users[first].id)}. Compare [[Alcedo atthis]].`);
  }
}
