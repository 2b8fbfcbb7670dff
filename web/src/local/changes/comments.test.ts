import { type CommentWrite, deleteComment as deleteRoute, putComment } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { newId } from '../db/ids';
import { listOutbox, retryItem } from '../outbox/outbox';
import { deviceOnly } from '../session/device-only';
import { device } from '../testing/app';
import { problem } from '../testing/veld-server';
import { commentChanges, deleteComment, writeComment } from './comments';

/** A device whose server keeps comments by id, as the real one does. */
function commenting() {
  const anna = device();
  const stored = new Map<string, CommentWrite | null>();
  const idOf = (url: URL) => url.pathname.split('/').at(-1)!;
  anna.server.answer(putComment, (url, { body }) => {
    if (stored.get(idOf(url)) !== null) stored.set(idOf(url), body as CommentWrite);
    return { status: 204 };
  });
  anna.server.answer(deleteRoute, (url) => {
    stored.set(idOf(url), null);
    return { status: 204 };
  });
  return { ...anna, stored };
}

describe('commenting on a record', () => {
  it('works without a connection, and reaches the server exactly once though an answer is lost', async () => {
    const { clock, database, sender, server, stored } = commenting();
    server.fault = () => 'no-connection';
    const recordId = newId();
    const id = await writeComment(database, { recordId }, ' A wren ');
    await sender.flush();
    expect(await commentChanges(database, recordId, 0)).toMatchObject([{ kind: 'put', id, text: 'A wren', state: 'waiting' }]);
    expect((await deviceOnly(database)).comments).toBe(1);
    let lost = 0;
    server.fault = ({ method }) => (method === 'PUT' && lost++ === 0 ? 'answer-lost' : null);
    for (let tries = 0; tries < 4; tries++) {
      await clock.advance(60_000);
      await sender.flush();
    }
    const writes = server.asked.filter(({ method }) => method === 'PUT').map(({ body }) => (body as CommentWrite).write_id);
    expect(new Set(writes).size).toBe(1);
    expect([...stored.entries()]).toMatchObject([[id, { text: 'A wren', is_edit: false }]]);
    expect(await listOutbox(database)).toEqual([]);
  });

  it('is no edit while the server cannot have the first text, and one afterwards', async () => {
    const { database, sender, server, stored } = commenting();
    server.fault = () => 'no-connection';
    const recordId = newId();
    const id = await writeComment(database, { recordId }, 'A wren');
    await writeComment(database, { recordId, id }, 'A robin', { isEdit: true });
    server.fault = () => null;
    await sender.flush();
    expect(stored.get(id)).toMatchObject({ text: 'A robin', is_edit: false });
    server.fault = () => 'no-connection';
    await writeComment(database, { recordId, id }, 'A firecrest', { isEdit: true });
    await writeComment(database, { recordId, id }, 'A goldcrest', { isEdit: true });
    server.fault = () => null;
    await sender.flush();
    expect(stored.get(id)).toMatchObject({ text: 'A goldcrest', is_edit: true });
    expect(server.count('PUT', '/api/observations')).toBe(2);
  });

  it('is an edit too once the first text may have arrived', async () => {
    const { database, sender, server, stored, clock } = commenting();
    server.fault = ({ method }) => (method === 'PUT' ? 'answer-lost' : null);
    const recordId = newId();
    const id = await writeComment(database, { recordId }, 'A wren');
    await sender.flush();
    await writeComment(database, { recordId, id }, 'A robin', { isEdit: true });
    server.fault = () => null;
    await clock.advance(60_000);
    await sender.flush();
    expect(stored.get(id)).toMatchObject({ text: 'A robin', is_edit: true });
  });

  it('deletes on the server what the server may have, and what it cannot have only here', async () => {
    const { database, sender, server, stored } = commenting();
    const recordId = newId();
    const known = await writeComment(database, { recordId }, 'A wren');
    await sender.flush();
    server.fault = () => 'no-connection';
    const unknown = await writeComment(database, { recordId }, 'A robin');
    await deleteComment(database, { recordId, id: unknown });
    await deleteComment(database, { recordId, id: known });
    expect((await commentChanges(database, recordId, Number.MAX_SAFE_INTEGER)).map(({ id, kind }) => [id, kind])).toEqual([
      [known, 'deletion'],
    ]);
    server.fault = () => null;
    await sender.flush();
    expect([...stored.entries()]).toEqual([[known, null]]);
  });

  it('keeps what the server refuses until the person decides, and can send it again', async () => {
    const { database, sender, server, stored } = commenting();
    server.answer(putComment, () => problem(404, 'not_found'));
    const recordId = newId();
    const id = await writeComment(database, { recordId }, 'kept');
    await sender.flush();
    expect(await commentChanges(database, recordId, 0)).toMatchObject([{ id, text: 'kept', state: 'needs_attention' }]);
    server.answer(putComment, (_, { body }) => {
      stored.set(id, body as CommentWrite);
      return { status: 204 };
    });
    const [item] = await listOutbox(database);
    await retryItem(database, item!.id);
    await sender.flush();
    expect(stored.get(id)).toMatchObject({ text: 'kept' });
  });

  it('keeps records and comments apart', async () => {
    const { database, server } = commenting();
    server.fault = () => 'no-connection';
    const [one, other] = [newId(), newId()];
    for (const [recordId, text] of [
      [one, 'a'],
      [one, 'b'],
      [other, 'c'],
    ] as const)
      await writeComment(database, { recordId }, text);
    expect((await commentChanges(database, one, 0)).map((change) => change.kind === 'put' && change.text)).toEqual(['a', 'b']);
    expect(await listOutbox(database)).toHaveLength(3);
  });
});
