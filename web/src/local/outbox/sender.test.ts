import { describe, expect, it } from 'vitest';
import { HELD } from '../db/rows';
import { ownObservation, saveObservation, readSyncState } from '../records/observations';
import { declare } from '../records/photos';
import { device } from '../testing/app';
import { waitForIdle } from '../testing/fake-clock';
import { observer, photo } from '../testing/people';
import { listOutbox } from './outbox';
import { OutboxSender } from './sender';

type Device = ReturnType<typeof device>;

const wren = (change: object = {}) => ({ taxon_id: 17, observed_on: '2026-05-10', count: 2, notes: 'in the hedge', ...change });

function save({ database, user }: Device, change: object = {}, options: { id?: string } = {}) {
  return saveObservation(database, wren(change), [], { user: observer(user), ...options });
}

describe('the sender', () => {
  it('sends a record and its photo once and keeps them on the device', async () => {
    const anna = device();
    const picture = await photo(5000);
    const id = await saveObservation(anna.database, { ...wren(), media: [declare(picture, 0)] }, [picture], { user: observer(anna.user) });
    expect(await readSyncState(anna.database, id)).toBe('waiting');
    await anna.sender.flush();

    expect(anna.server.records.get(id)?.own.notes).toBe('in the hedge');
    expect(anna.server.photos.get(picture.id)).toHaveLength(5000);
    expect(anna.server.count('PUT', '/api/observations')).toBe(1);
    expect(await readSyncState(anna.database, id)).toBe('stored');
    expect(await ownObservation(anna.database, id)).toMatchObject({ version: 1, quality: 'needs_id' });
    // Acknowledged bytes stay at least 30 days.
    const kept = await anna.database.photos.get(picture.id);
    expect(kept?.acknowledged_at).toBe(anna.clock.now());
    expect(kept?.blob.size).toBe(5000);
    // What was sent is known with the version it became, for a server that is restored from an older backup.
    const sent = await anna.database.acknowledged.toArray();
    expect(sent.find(({ kind }) => kind === 'record')).toMatchObject({ subject: id, version: 1 });
    expect(await listOutbox(anna.database)).toHaveLength(0);
  });

  it('C18: sends the photo after its record, which counts as stored only with its photo', async () => {
    const anna = device();
    const picture = await photo();
    const id = await saveObservation(anna.database, { ...wren(), media: [declare(picture, 0)] }, [picture], { user: observer(anna.user) });
    anna.server.fault = (asked) => (asked.path.startsWith('/api/uploads') ? 'no-connection' : null);
    await anna.sender.flush();
    expect(anna.server.records.has(id)).toBe(true);
    expect(await readSyncState(anna.database, id)).toBe('waiting');
    const paths = anna.server.asked.map((asked) => asked.path.slice(0, 12));
    expect(paths[0]).toBe('/api/observa');
  });

  it('C10: sends an edit made while the outcome was unknown afterwards, based on the resulting version', async () => {
    const anna = device();
    const id = await save(anna, { notes: 'first' });
    anna.server.fault = (_, count) => (count === 1 ? 'answer-lost' : null);
    await anna.sender.flush();
    await save(anna, { notes: 'second' }, { id });
    expect((await listOutbox(anna.database)).map((item) => item.next_try_at === HELD)).toEqual([false, true]);
    const [, edit] = await listOutbox(anna.database);
    await anna.clock.advance(6000);
    await anna.sender.flush();
    expect(anna.server.asked.map((asked) => (asked.body as { notes: string }).notes)).toEqual(['first', 'first', 'second']);
    expect(anna.server.asked[2]?.headers['if-match']).toBe('"1"');
    // Under the id it was saved with: an exported copy of it is the same write.
    expect(anna.server.asked[2]?.body).toEqual(edit?.input.body);
    expect(anna.server.records.get(id)?.own).toMatchObject({ notes: 'second', version: 2 });
    expect(await readSyncState(anna.database, id)).toBe('stored');
  });

  it('replaces a save that never left the device by the next one: one request', async () => {
    const anna = device();
    const id = await save(anna, { notes: 'first' });
    await save(anna, { notes: 'second' }, { id });
    await anna.sender.flush();
    expect(anna.server.asked.map((asked) => (asked.body as { notes: string }).notes)).toEqual(['second']);
  });

  it('flushes by itself: when started, after a save, and when the next item is due', async () => {
    const anna = device();
    await save(anna, { count: 1 });
    const stop = anna.sender.start();
    await waitForIdle(40);
    expect(anna.server.records.size).toBe(1);
    anna.server.fault = () => 'no-connection';
    await save(anna, { count: 2 });
    await waitForIdle(40);
    expect(anna.server.asked).toHaveLength(2);
    expect(anna.sender.store.getState()).toEqual({ state: 'waiting', nextTryAt: anna.clock.now() + 5000 });
    anna.server.fault = () => null;
    await anna.clock.advance(5000);
    await waitForIdle(40);
    expect(anna.server.records.size).toBe(2);
    anna.server.fault = () => 'no-connection';
    await save(anna, { count: 3 });
    await waitForIdle(40);
    anna.server.fault = () => null;
    anna.parts.events.dispatchEvent(new Event('online'));
    await waitForIdle(40);
    expect(anna.server.records.size).toBe(3);
    expect(anna.sender.store.getState().state).toBe('idle');
    stop();
  });

  it('C9: sends each record once from two tabs', async () => {
    const anna = device();
    for (let index = 0; index < 8; index++) await save(anna, { count: index });
    const other = new OutboxSender(anna.parts);
    await Promise.all([anna.sender.flush(), other.flush(), anna.sender.flush(), other.flush()]);
    expect(anna.server.count('PUT', '/api/observations')).toBe(8);
    expect(anna.server.records.size).toBe(8);
  });
});

it('C26: sends two hundred records one after another in the order they were saved', async () => {
  const anna = device();
  const ids: string[] = [];
  for (let index = 0; index < 200; index++) ids.push(await save(anna, { count: index }));
  await anna.sender.flush();
  expect([...anna.server.records.keys()]).toEqual(ids);
  expect(await listOutbox(anna.database)).toHaveLength(0);
});
