import { describe, expect, it } from 'vitest';
import { newId } from '../db/ids';
import { operations } from '../changes/accounts';
import { listOutbox } from './outbox';
import { outboxCounts } from './outbox-counts';
import { enqueue } from './store';
import { ownObservations, saveObservation } from '../records/observations';
import { device } from '../testing/app';
import { observer, person } from '../testing/people';

type Device = ReturnType<typeof device>;

const wren = (change: object = {}) => ({ taxon_id: 17, observed_on: '2026-05-10', count: 2, notes: 'in the hedge', ...change });

function save({ database, user }: Device, change: object = {}, options: { id?: string } = {}) {
  return saveObservation(database, wren(change), [], { user: observer(user), ...options });
}

describe('the sender and the session', () => {
  it('C12: stops after one request when the token is refused, and continues when the same person logs in', async () => {
    const anna = device();
    for (let index = 0; index < 6; index++) await save(anna, { count: index });
    anna.server.tokens.clear();
    await anna.sender.flush();
    await anna.sender.flush();
    await anna.clock.advance(600_000);
    expect(anna.server.asked).toHaveLength(1);
    expect(anna.droppedTokens).toEqual(['token-1']);
    expect(anna.sender.store.getState().state).toBe('needs_login');
    const items = await listOutbox(anna.database);
    expect(items).toHaveLength(6);
    expect(items.every((item) => item.state === 'waiting' && item.tries === 0)).toBe(true);

    anna.server.tokens.add('token-2');
    anna.auth.store.setState({ token: 'token-2' });
    await anna.sender.flush();
    expect(anna.server.records.size).toBe(6);
  });

  it('takes the user from the answer to a change of the settings', async () => {
    const anna = device();
    await enqueue(anna.database, operations.putPreference, { body: { theme: 'dark' } }, anna.clock.now());
    await anna.sender.flush();
    expect(anna.taken.map(({ preferences }) => preferences.theme)).toEqual(['dark']);
  });

  it('C12: neither sends nor shows the items to another person on the same device', async () => {
    const anna = device();
    await save(anna);
    const bram = person('bram', { id: newId() });
    anna.auth.store.setState({ user: bram, token: 'token-of-bram' });
    await anna.sender.flush();
    expect(anna.server.asked).toHaveLength(0);
    const brams = device({ user: bram });
    expect(await ownObservations(brams.database)).toHaveLength(0);
    expect(await listOutbox(brams.database)).toHaveLength(0);
    expect(await outboxCounts(anna.database)).toMatchObject({ unsent: 1 });
  });
});
