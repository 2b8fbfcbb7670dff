import { describe, expect, it } from 'vitest';
import { newId } from '../db/ids';
import { device } from '../testing/app';
import { relationChanges, setRelation } from './relations';

describe('a change of a relation', () => {
  it('is stored on the device, and replaces an unsent one of the same kind to the same person', async () => {
    const { database } = device();
    const [ben, chen] = [newId(), newId()];
    await setRelation(database, { kind: 'follow', id: ben, isOn: true }, 1);
    await setRelation(database, { kind: 'follow', id: chen, isOn: true }, 2);
    await setRelation(database, { kind: 'mute', id: ben, isOn: true }, 3);
    await setRelation(database, { kind: 'follow', id: ben, isOn: false }, 4);
    expect(await relationChanges(database, 0)).toMatchObject([
      { kind: 'follow', id: chen, isOn: true, state: 'waiting' },
      { kind: 'mute', id: ben, isOn: true, state: 'waiting' },
      { kind: 'follow', id: ben, isOn: false, state: 'waiting' },
    ]);
  });

  it('is sent once it can be, and stays known as sent', async () => {
    const { database, sender, server } = device();
    const ben = newId();
    server.answer({ method: 'PUT', path: '/api/relations/:kind/:id' }, () => ({ status: 204 }));
    server.fault = () => 'no-connection';
    await setRelation(database, { kind: 'block', id: ben, isOn: true });
    await sender.flush();
    expect(await relationChanges(database, 0)).toMatchObject([{ state: 'waiting' }]);
    server.fault = () => null;
    await sender.flushNow();
    expect(server.count('PUT', `/api/relations/block/${ben}`)).toBeGreaterThan(0);
    expect(await relationChanges(database, 0)).toMatchObject([{ kind: 'block', id: ben, isOn: true, state: 'sent' }]);
    expect(await relationChanges(database, Date.now() + 1000)).toEqual([]);
  });
});
