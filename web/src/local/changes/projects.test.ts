import { describe, expect, it } from 'vitest';
import { newId } from '../db/ids';
import { device } from '../testing/app';
import { membershipChanges, setMembership } from './projects';

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
