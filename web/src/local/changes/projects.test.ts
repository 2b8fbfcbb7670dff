import { describe, expect, it } from 'vitest';
import { newId } from '../db/ids';
import { device } from '../testing/app';
import { deleteProjectNews, putProjectNews } from '@veld/contract';
import { membershipChanges, newsChanges, postNews, removeNews, setMembership } from './projects';

describe('joining and leaving a project', () => {
  it('is one operation of the project, of which the last one counts, with the secret of its link', async () => {
    const { database } = device();
    const [one, other] = [newId(), newId()];
    await setMembership(database, { id: one, isOn: true, invite: 'x'.repeat(22) }, 1);
    await setMembership(database, { id: other, isOn: true }, 2);
    expect(await membershipChanges(database, 0)).toMatchObject([
      { id: one, isOn: true, state: 'waiting' },
      { id: other, isOn: true, state: 'waiting' },
    ]);
    expect((await database.outbox.orderBy('seq').toArray()).map(({ input }) => input.body)).toEqual([{ invite: 'x'.repeat(22) }, {}]);
    await setMembership(database, { id: one, isOn: false }, 3);
    const changes = await membershipChanges(database, 0);
    expect(changes.filter(({ id }) => id === one)).toMatchObject([{ id: one, isOn: false, state: 'waiting' }]);
  });
});

describe('news of a project', () => {
  const body = { text: ' Bring a lamp ', notifies: true };

  it('wait for a connection, and are sent once with the id made here', async () => {
    const { database, sender, server } = device();
    const project = newId();
    server.answer(putProjectNews, () => ({ status: 204 }));
    server.fault = () => 'no-connection';
    const id = await postNews(database, project, body, 1);
    expect(await newsChanges(database, project, 0)).toMatchObject([
      { id, kind: 'post', text: 'Bring a lamp', notifies: true, state: 'waiting' },
    ]);
    expect(await newsChanges(database, newId(), 0)).toEqual([]);
    server.fault = () => null;
    await sender.flush();
    expect(server.asked.filter(({ method }) => method === 'PUT').map((asked) => asked.body)).toEqual([
      { text: 'Bring a lamp', notifies: true },
    ]);
    expect(await newsChanges(database, project, 0)).toMatchObject([{ id, state: 'sent' }]);
  });

  it('that never left the device are removed without asking the server, others by it', async () => {
    const { database, sender, server } = device();
    const project = newId();
    server.answer(putProjectNews, () => ({ status: 204 })).answer(deleteProjectNews, () => ({ status: 204 }));
    server.fault = () => 'no-connection';
    const unsent = await postNews(database, project, body, 1);
    await removeNews(database, project, unsent, 2);
    expect(await newsChanges(database, project, 0)).toEqual([]);
    expect(server.asked).toEqual([]);
    server.fault = () => null;
    const sent = await postNews(database, project, body, 3);
    await sender.flush();
    await removeNews(database, project, sent, 4);
    await sender.flush();
    expect(server.asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
    expect((await newsChanges(database, project, 0)).at(-1)).toMatchObject({ id: sent, kind: 'removal', state: 'sent' });
  });
});
