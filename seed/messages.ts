import { putMessage, readMessages, type User } from '@veld/contract';
import { call } from './api.ts';
import type { PersonKey } from './people.ts';
import type { PlannedRecord } from './plan.ts';
import { deriveUuid } from './random.ts';

const HOUR_MS = 3_600_000;

/** Who writes what to whom, and how many hours ago. The last of a conversation is unread. */
const CONVERSATIONS: readonly { people: [PersonKey, PersonKey]; lines: readonly [from: 0 | 1, hoursAgo: number, text: string][] }[] = [
  {
    people: ['femke', 'anna'],
    lines: [
      [0, 51, 'Hallo Anna, ga je zaterdag mee naar het Naardermeer? We beginnen om zes uur.'],
      [1, 50, 'Graag! Neem jij de telescoop mee?'],
      [0, 49, 'Ja. Vorige week zat er een [[Alcedo atthis]] bij de brug.'],
      [1, 26, 'Mooi. Dan neem ik koffie mee.'],
      [0, 3, 'Het wordt droog, zegt https://www.knmi.nl. Tot zaterdag!'],
    ],
  },
  {
    people: ['bram', 'anna'],
    lines: [
      [0, 120, 'Hi Anna, I looked at your last warbler again: the legs are too dark for a Willow Warbler.'],
      [1, 98, 'Thank you! I’ll change the name.'],
    ],
  },
  {
    people: ['tomasz', 'klara'],
    lines: [[0, 30, 'Cześć Klara, czy możesz spojrzeć na tę obserwację? Nie wiem na pewno, co to jest.']],
  },
];

interface World {
  records: readonly PlannedRecord[];
  tokens: Record<PersonKey, string>;
  users: Record<PersonKey, User>;
}

/** Lets people write to each other; who asks a single question names their latest open record. Nothing where all records exist already. */
export async function addMessages(url: string, { records, tokens, users }: World, now = Date.now()): Promise<void> {
  if (records.length === 0) return;
  for (const { people, lines } of CONVERSATIONS) {
    const asked =
      lines.length === 1 ? records.findLast(({ person, body }) => person.key === people[0] && body.geoprivacy === 'open') : null;
    for (const [from, hoursAgo, text] of lines) {
      const [writer, reader] = from === 0 ? people : people.toReversed();
      const message = deriveUuid(`message ${people.join(' ')} ${hoursAgo}`);
      const body = { text, about_id: asked?.id ?? null, written_at: new Date(now - hoursAgo * HOUR_MS).toISOString() };
      await call(url, putMessage, { params: { id: users[reader!].id, message }, body }, tokens[writer!]);
    }
    const seen = lines.at(-2);
    const reader = seen && people[1];
    const through = seen && deriveUuid(`message ${people.join(' ')} ${seen[1]}`);
    if (reader && through) await call(url, readMessages, { params: { id: users[people[0]].id }, body: { through } }, tokens[reader]);
  }
}
