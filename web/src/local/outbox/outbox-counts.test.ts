import type { OwnObservation } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { deleteObservation, saveObservation } from '../records/observations';
import { declare } from '../records/photos';
import { device } from '../testing/app';
import { anna, freshDatabase, observer, photo } from '../testing/people';
import { outboxCounts, classifyUnsent } from './outbox-counts';
import { listOutbox } from './outbox';

const user = observer(anna);
const wren = { taxon_id: 17, observed_on: '2026-05-10' };
const tick = { taxon_id: 18 };

describe('the counts of the outbox', () => {
  it('include absences, hidden records and photos as records', async () => {
    const database = freshDatabase();
    const picture = await photo();
    await saveObservation(database, { ...wren, count: 0 }, [], { user, now: 700 });
    await saveObservation(database, { ...tick, count: 0 }, [], { user, now: 800 });
    await saveObservation(database, { ...wren, geoprivacy: 'private' }, [], { user, now: 900 });
    await saveObservation(database, { ...wren, media: [declare(picture, 0)] }, [picture], { user, now: 600 });
    expect(await outboxCounts(database)).toEqual({ unsent: 4, changes: 0, needsAttention: 0, oldest: 600 });
  });

  it('count a tick as a change and as no record, until it is edited into one', async () => {
    const database = freshDatabase();
    const id = await saveObservation(database, tick, [], { user, now: 100 });
    expect(await outboxCounts(database)).toEqual({ unsent: 0, changes: 1, needsAttention: 0, oldest: null });
    await saveObservation(database, wren, [], { user, id, now: 200 });
    expect(await outboxCounts(database)).toMatchObject({ unsent: 1, changes: 0 });
  });

  it('count the deletion of a sent record as a change, and not as a record on this device', async () => {
    const phone = device();
    const now = phone.clock.now();
    const sent = await saveObservation(phone.database, wren, [], { user: observer(phone.user), now });
    await phone.sender.flush();
    expect(await outboxCounts(phone.database)).toMatchObject({ unsent: 0, changes: 0 });
    await deleteObservation(phone.database, sent, { now });
    expect(await outboxCounts(phone.database)).toEqual({ unsent: 0, changes: 1, needsAttention: 0, oldest: null });
    expect(classifyUnsent(await listOutbox(phone.database))).toBe('deletion');
    await phone.sender.flush();
    expect(await outboxCounts(phone.database)).toMatchObject({ unsent: 0, changes: 0 });
  });

  it('count a conflict once, as a record that needs attention', async () => {
    const database = freshDatabase();
    await saveObservation(database, wren, [], { user, now: 1 });
    const [item] = await listOutbox(database);
    const conflict = { current: {} as OwnObservation, clashes: ['notes'] };
    await database.outbox.update(item!.id, { state: 'needs_attention', conflict });
    expect(await outboxCounts(database)).toEqual({ unsent: 1, changes: 0, needsAttention: 1, oldest: 1 });
  });
});
