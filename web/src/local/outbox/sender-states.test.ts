import { describe, expect, it } from 'vitest';
import { saveObservation } from '../records/observations';
import { device } from '../testing/app';
import { observer } from '../testing/people';
import { nextState } from './sender-states';

describe('the states of the sender', () => {
  it('follow one another as logged: a cycle sends item by item, then plans', async () => {
    const anna = device();
    for (const count of [1, 2]) await saveObservation(anna.database, { verbatim_name: 'a wren', count }, [], { user: observer(anna.user) });
    await anna.sender.flush();
    expect(anna.transitions).toEqual([
      'outbox: idle → locking (flush)',
      'outbox: locking → claiming (lockGranted)',
      'outbox: claiming → sending (itemClaimed)',
      'outbox: sending → claiming (itemReconciled)',
      'outbox: claiming → sending (itemClaimed)',
      'outbox: sending → claiming (itemReconciled)',
      'outbox: claiming → planning (cycleEnded)',
      'outbox: planning → idle (nothingDue)',
    ]);
  });

  it('lead to waiting after a failure, and to needing a login without a token', async () => {
    const anna = device();
    await saveObservation(anna.database, { verbatim_name: 'a wren' }, [], { user: observer(anna.user) });
    anna.server.fault = () => 'no-connection';
    await anna.sender.flush();
    expect(anna.transitions.at(-1)).toBe('outbox: planning → waiting (scheduled)');
    anna.auth.store.setState({ token: null });
    await anna.sender.flush();
    expect(anna.transitions.at(-1)).toBe('outbox: planning → needs_login (tokenMissing)');
  });

  it('return to idle when the device’s database fails, and the next flush sends', async () => {
    const anna = device();
    await saveObservation(anna.database, { verbatim_name: 'a wren' }, [], { user: observer(anna.user) });
    const { write } = anna.database;
    anna.database.write = () => Promise.reject(new Error('The disk is gone'));
    await expect(anna.sender.flush()).rejects.toThrow('The disk is gone');
    expect(anna.sender.store.getState().state).toBe('idle');
    anna.database.write = write;
    await anna.sender.flush();
    expect(anna.server.records.size).toBe(1);
  });

  it('reject an event that the table does not have', () => {
    expect(() => nextState('idle', 'itemClaimed')).toThrow('cannot handle itemClaimed while it is idle');
  });
});
