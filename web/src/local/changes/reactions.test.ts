import { putReaction, REACTION_EMOJI, type ReactionWrite } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { newId } from '../db/ids';
import { discardItem, listOutbox } from '../outbox/outbox';
import { device } from '../testing/app';
import { problem } from '../testing/veld-server';
import { lastEmoji, react, reactionChanges } from './reactions';

const { owl, fox, thumbs_up } = REACTION_EMOJI;

/** A device whose server keeps the choice of the latest moment, as the real one does. */
function reacting() {
  const anna = device();
  const stored = new Map<string, ReactionWrite>();
  anna.server.answer(putReaction, (url, { body }) => {
    const [, , , record] = url.pathname.split('/');
    const write = body as ReactionWrite;
    if (write.chosen_at >= (stored.get(record!)?.chosen_at ?? '')) stored.set(record!, write);
    return { status: 204 };
  });
  return { ...anna, stored };
}

describe('reacting to a record', () => {
  it('works without a connection, and reaches the server exactly once though an answer is lost', async () => {
    const { clock, database, sender, server, stored } = reacting();
    server.fault = () => 'no-connection';
    const record = newId();
    await react(database, record, owl);
    await sender.flush();
    expect(stored.size).toBe(0);
    expect(await reactionChanges(database, record, 0)).toMatchObject([{ emoji: owl, state: 'waiting' }]);
    let lost = 0;
    server.fault = ({ method }) => (method === 'PUT' && lost++ === 0 ? 'answer-lost' : null);
    for (let tries = 0; tries < 4; tries++) {
      await clock.advance(60_000);
      await sender.flush();
    }
    const writes = server.asked.filter(({ method }) => method === 'PUT').map(({ body }) => (body as ReactionWrite).write_id);
    expect(new Set(writes).size).toBe(1);
    expect(stored.get(record)?.emoji).toBe(owl);
    expect(await listOutbox(database)).toEqual([]);
    expect(await reactionChanges(database, record, 0)).toMatchObject([{ emoji: owl, state: 'sent' }]);
  });

  it('sends only the last choice', async () => {
    const { database, sender, server, stored } = reacting();
    server.fault = () => 'no-connection';
    const [record, other] = [newId(), newId()];
    for (const emoji of [owl, fox, null]) await react(database, record, emoji);
    await react(database, other, fox);
    expect(await listOutbox(database)).toHaveLength(2);
    server.fault = () => null;
    await sender.flush();
    expect(server.count('PUT', `/api/observations/${record}/reaction`)).toBe(1);
    expect(stored.get(record)?.emoji).toBeNull();
  });

  it('can be discarded while it waits, and needs attention when the server refuses it', async () => {
    const { database, sender, server } = reacting();
    server.answer(putReaction, () => problem(403, 'forbidden'));
    const record = newId();
    await react(database, record, owl);
    await sender.flush();
    expect(await reactionChanges(database, record, 0)).toMatchObject([{ emoji: owl, state: 'needs_attention' }]);
    const [item] = await listOutbox(database);
    await discardItem(database, item!.id);
    expect(await reactionChanges(database, record, 0)).toEqual([]);
  });

  it('remembers the emoji chosen last, which a tap uses', async () => {
    const { database, server } = reacting();
    server.fault = () => 'no-connection';
    expect(await lastEmoji.read(database)).toBe(thumbs_up);
    await react(database, newId(), fox);
    await react(database, newId(), null);
    expect(await lastEmoji.read(database)).toBe(fox);
    await database.settings.put({ key: 'last_reaction', value: 'x' });
    expect(await lastEmoji.read(database)).toBe(thumbs_up);
  });
});
