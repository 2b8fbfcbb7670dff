import { MentionedPerson } from '@veld/contract';
import { z } from 'zod/mini';
import { deviceSetting, validElements } from '../../device/device-setting';
import type { UserDatabase } from '../../db/database';

const MOST = 100;

/** The people that the user mentioned on this device, the last one first, for the names in unsent comments. */
const mentioned = deviceSetting('mentioned_people', validElements(z.object({ id: z.string(), name: MentionedPerson.shape.name })));

export function mentionedPeople(database: UserDatabase): Promise<MentionedPerson[]> {
  return mentioned.read(database);
}

export async function rememberMentioned(database: UserDatabase, people: readonly MentionedPerson[]): Promise<void> {
  if (people.length === 0) return;
  const ids = new Set(people.map(({ id }) => id));
  await mentioned.update(database, (before) => [...people, ...before.filter(({ id }) => !ids.has(id))].slice(0, MOST));
}
