import { deleteMessage as deleteRoute, putMessage } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { newId } from '../db/ids';
import { listOutbox } from '../outbox/outbox';
import { deviceOnly } from '../session/device-only';
import { device } from '../testing/app';
import { problem } from '../testing/veld-server';
import { deleteMessage, markRead, messageChanges, writeMessage } from './messages';

/** A device whose server keeps messages by id, as the real one does. */
function writing() {
  const anna = device();
  const stored = new Map<string, string | null>();
  const idOf = (url: URL) => url.pathname.split('/').at(-1)!;
  anna.server.answer(putMessage, (url, { body }) => {
    const { text } = body as { text: string };
    if (text === 'refuse me') return problem(403, 'messages_closed', { detail: 'Not to this person' });
    if (stored.get(idOf(url)) !== null) stored.set(idOf(url), text);
    return { status: 204 };
  });
  anna.server.answer(deleteRoute, (url) => {
    stored.set(idOf(url), null);
    return { status: 204 };
  });
  return { ...anna, stored };
}

describe('writing to a person', () => {
  it('works without a connection, in order, and reaches the server exactly once though an answer is lost', async () => {
    const { clock, database, sender, server, stored } = writing();
    server.fault = () => 'no-connection';
    const bram = newId();
    for (const text of [' Hello ', 'Are you there?']) await writeMessage(database, bram, { text });
    await sender.flush();
    expect((await messageChanges(database, 0, bram)).map((one) => [one.kind, one.state])).toEqual([
      ['put', 'waiting'],
      ['put', 'waiting'],
    ]);
    expect(await messageChanges(database, 0, newId())).toEqual([]);
    expect((await deviceOnly(database)).messages).toBe(2);
    let lost = 0;
    server.fault = ({ method }) => (method === 'PUT' && lost++ === 0 ? 'answer-lost' : null);
    for (let tries = 0; tries < 4; tries++) {
      await clock.advance(60_000);
      await sender.flush();
    }
    expect([...stored.values()]).toEqual(['Hello', 'Are you there?']);
    expect(await listOutbox(database)).toEqual([]);
  });

  it('keeps what the server refused with its reason, which is then deleted here or written again with its id', async () => {
    const { database, sender, server, stored } = writing();
    const bram = newId();
    const id = await writeMessage(database, bram, { text: 'refuse me' });
    await sender.flush();
    expect(await messageChanges(database, 0)).toMatchObject([
      { kind: 'put', id, personId: bram, text: 'refuse me', state: 'needs_attention', error: { detail: 'Not to this person' } },
    ]);
    await writeMessage(database, bram, { text: 'Please' }, { id });
    await sender.flush();
    expect([...stored]).toEqual([[id, 'Please']]);
    const other = await writeMessage(database, bram, { text: 'refuse me' });
    await sender.flush();
    await deleteMessage(database, { personId: bram, id: other });
    expect(await listOutbox(database)).toEqual([]);
    expect(server.count('DELETE', '/api/messages')).toBe(0);
  });

  it('is undone without the server while it was never tried, and by the server otherwise', async () => {
    const { database, sender, server, stored, clock } = writing();
    const bram = newId();
    const untried = await writeMessage(database, bram, { text: 'Hello' });
    await deleteMessage(database, { personId: bram, id: untried });
    await sender.flush();
    expect(server.asked).toEqual([]);
    server.fault = ({ method }) => (method === 'PUT' ? 'answer-lost' : null);
    const tried = await writeMessage(database, bram, { text: 'Hello' });
    await sender.flush();
    await deleteMessage(database, { personId: bram, id: tried });
    server.fault = () => null;
    await clock.advance(60_000);
    await sender.flush();
    expect([...stored]).toEqual([[tried, null]]);
  });

  it('is read once for each person, through the last mark', async () => {
    const { database } = writing();
    const bram = newId();
    for (const id of [newId(), newId()]) await markRead(database, { personId: bram, id });
    expect(await messageChanges(database, 0)).toHaveLength(1);
  });
});
