import { putFeedback } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { device } from '../../local/testing/app';
import { json } from '../../local/testing/veld-server';
import type { UserDatabase } from '../../local/db/database';
import { listCalls, mergeAdded } from '../../local/outbox/pending-changes';
import { FEEDBACK_SUBJECT, sendFeedback } from '../../local/changes/feedback';
import { type FeedbackEntry, sentToday, toFeedbackEntry } from './data';

const entries = async (database: UserDatabase) => (await listCalls(database, FEEDBACK_SUBJECT, 0)).map(toFeedbackEntry);

const idea = { kind: 'idea' as const, text: '  A list of moths  ', may_contact: false };

describe('feedback', () => {
  it('is stored on the device under its own id, in its author’s outbox only', async () => {
    const anna = device();
    const bram = device();
    await sendFeedback(anna.database, idea, 1000);
    await sendFeedback(anna.database, { ...idea, text: 'Another' }, 2000);
    const queued = await entries(anna.database);
    expect(queued.map(({ text, state, may_contact }) => ({ text, state, may_contact }))).toEqual(
      expect.arrayContaining([
        { text: 'A list of moths', state: 'waiting', may_contact: false },
        { text: 'Another', state: 'waiting', may_contact: false },
      ]),
    );
    expect(new Set(queued.map(({ id }) => id)).size).toBe(2);
    expect(await entries(bram.database)).toEqual([]);
  });

  it('is sent by the outbox to the route of its id, then shown as received', async () => {
    const anna = device();
    await sendFeedback(anna.database, idea);
    const [queued] = await entries(anna.database);
    anna.server.answer(putFeedback, () => json({ data: { ...queued, ticket: 1, state: 'received' } }));
    anna.server.fault = () => 'no-connection';
    await anna.sender.flush();
    expect(await entries(anna.database)).toHaveLength(1);
    anna.server.fault = () => null;
    await anna.sender.flushNow();
    const sent = anna.server.asked.filter(({ method, path }) => method === 'PUT' && path === `/api/feedback/${queued!.id}`);
    expect(sent.length).toBeGreaterThan(0);
    expect(await entries(anna.database)).toMatchObject([{ id: queued!.id, state: 'received', item_id: null }]);
  });

  it('is shown once while the server and the outbox both have it', () => {
    const one = (id: string, state: FeedbackEntry['state'], created_at: string): FeedbackEntry => ({
      ...idea,
      id,
      state,
      created_at,
      ticket: null,
      has_screenshot: false,
      reason: '',
      replies: [],
      item_id: null,
    });
    const shown = mergeAdded(
      [one('a', 'received', '2026-05-02T00:00:01.000Z'), one('b', 'done', '2026-05-03T00:00:00.000Z')],
      [one('a', 'waiting', '2026-05-02T00:00:00.000Z')],
    );
    expect(shown.map(({ id, state }) => [id, state])).toEqual([
      ['b', 'done'],
      ['a', 'received'],
    ]);
    expect(sentToday(shown, Date.parse('2026-05-03T12:00:00Z'))).toBe(1);
  });
});
