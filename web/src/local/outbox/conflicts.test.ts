import { getObservation } from '@veld/contract';
import { describe, expect, it, vi } from 'vitest';
import { discardItem, listOutbox, resolveConflict, retryItem, saveAsNew } from './outbox';
import { deleteObservation, ownObservation, ownObservations, saveObservation, readSyncState } from '../records/observations';
import { declare } from '../records/photos';
import { OutboxSender } from './sender';
import { requeueInterrupted } from './sender-queue';
import { applyPage } from '../pull/pull';
import { device } from '../testing/app';
import { observer, photo } from '../testing/people';
import { json, problem } from '../testing/veld-server';

type Device = ReturnType<typeof device>;

const wren = (change: object = {}) => ({ taxon_id: 17, observed_on: '2026-05-10', count: 2, notes: 'in the hedge', ...change });

function save({ database, user }: Device, change: object = {}, options: { id?: string } = {}) {
  return saveObservation(database, wren(change), [], { user: observer(user), ...options });
}

describe('a record changed in two places', () => {
  async function stored(change: object = {}) {
    const anna = device();
    const id = await save(anna, change);
    await anna.sender.flush();
    return { anna, id };
  }

  it('C19: is merged when different fields changed, and the merged record is sent', async () => {
    const { anna, id } = await stored();
    anna.server.changeElsewhere(id, { count: 5, count_type: 'exact' });
    await save(anna, { notes: 'on the wall' }, { id });
    await anna.sender.flush();
    expect(anna.server.records.get(id)?.own).toMatchObject({ notes: 'on the wall', count: 5, version: 3 });
    expect(await ownObservation(anna.database, id)).toMatchObject({ notes: 'on the wall', count: 5, version: 3 });
    expect(await readSyncState(anna.database, id)).toBe('stored');
  });

  it('C11, C19: needs attention when the same field changed, with both versions kept', async () => {
    const { anna, id } = await stored();
    anna.server.changeElsewhere(id, { notes: 'in the garden' });
    await save(anna, { notes: 'on the wall' }, { id });
    await anna.sender.flush();
    const [item] = await listOutbox(anna.database);
    expect(item).toMatchObject({ state: 'needs_attention', conflict: { clashes: ['notes'], current: { notes: 'in the garden' } } });
    expect((await ownObservation(anna.database, id))?.notes).toBe('on the wall');
    expect(anna.server.records.get(id)?.own.notes).toBe('in the garden');
    // A retry has no effect.
    await retryItem(anna.database, item!.id);
    await anna.sender.flush();
    expect(anna.server.records.get(id)?.own.notes).toBe('in the garden');

    await resolveConflict(anna.database, item!.id, 'mine');
    await anna.sender.flush();
    expect(anna.server.records.get(id)?.own).toMatchObject({ notes: 'on the wall', version: 3 });
  });

  it('C11: needs attention too when the other version has to be asked for, and is tried again while that fails', async () => {
    const { anna, id } = await stored();
    const current = anna.server.changeElsewhere(id, { notes: 'in the garden' });
    await save(anna, { notes: 'on the wall' }, { id });
    anna.server.fault = (asked) => (asked.method === 'PUT' ? problem(409, 'conflict') : null);
    await anna.sender.flush();
    expect(anna.server.count('GET', `/api/observations/${id}`)).toBe(1);
    expect((await listOutbox(anna.database))[0]).toMatchObject({ state: 'waiting', tries: 1, last_error: { status: 409 } });
    anna.server.answer(getObservation, () => json({ data: current }));
    await anna.clock.advance(6000);
    await anna.sender.flush();
    expect((await listOutbox(anna.database))[0]).toMatchObject({
      state: 'needs_attention',
      conflict: { clashes: ['notes'], current: { notes: 'in the garden' } },
    });
    expect((await ownObservation(anna.database, id))?.notes).toBe('on the wall');
  });

  it('C19: can keep mine when the other device added a photo whose bytes are not here', async () => {
    const { anna, id } = await stored();
    const elsewhere = declare(await photo(), 0);
    anna.server.changeElsewhere(id, {
      notes: 'in the garden',
      media: [{ ...elsewhere, caption: null, license: null, thumbhash: null, urls: null }],
    });
    await save(anna, { notes: 'on the wall' }, { id });
    await anna.sender.flush();
    await resolveConflict(anna.database, (await listOutbox(anna.database))[0]!.id, 'mine');
    await anna.sender.flush();
    expect(await listOutbox(anna.database)).toHaveLength(0);
    expect(anna.server.records.get(id)?.own).toMatchObject({ notes: 'on the wall', media: [{ id: elsewhere.id }] });
  });

  it('C19: can keep mine when the photo that the other device added was removed again', async () => {
    const { anna, id } = await stored();
    const elsewhere = { ...declare(await photo(), 0), caption: null, license: null, thumbhash: null, urls: null };
    anna.server.changeElsewhere(id, { notes: 'in the garden', media: [elsewhere] });
    await save(anna, { notes: 'on the wall' }, { id });
    await anna.sender.flush();
    const change = anna.server.changeElsewhere(id, { media: [] });
    await applyPage(anna.database, { data: [change], next_cursor: 'next', has_more: false }, undefined);
    await resolveConflict(anna.database, (await listOutbox(anna.database))[0]!.id, 'mine');
    await anna.sender.flush();
    expect(await listOutbox(anna.database)).toHaveLength(0);
    expect(anna.server.records.get(id)?.own).toMatchObject({ notes: 'on the wall', media: [] });
  });

  it('C10, C19: leaves nothing queued of a photo removed elsewhere while the answer was lost', async () => {
    const anna = device();
    const picture = await photo();
    anna.server.fault = (asked) => (asked.method === 'PUT' ? 'answer-lost' : null);
    const id = await saveObservation(anna.database, wren({ media: [declare(picture, 0)] }), [picture], { user: observer(anna.user) });
    await anna.sender.flush();
    anna.server.changeElsewhere(id, { media: [] });
    anna.server.fault = () => null;
    await anna.sender.flushNow();
    expect(await listOutbox(anna.database)).toHaveLength(0);
    expect(await ownObservation(anna.database, id)).toMatchObject({ version: 2, media: [] });
    expect(await anna.database.photos.count()).toBe(0);
  });

  it('can take the other version', async () => {
    const { anna, id } = await stored();
    anna.server.changeElsewhere(id, { notes: 'in the garden' });
    await save(anna, { notes: 'on the wall' }, { id });
    await anna.sender.flush();
    await resolveConflict(anna.database, (await listOutbox(anna.database))[0]!.id, 'theirs');
    expect(await ownObservation(anna.database, id)).toMatchObject({ notes: 'in the garden', version: 2 });
    expect(await listOutbox(anna.database)).toHaveLength(0);
  });

  it('sends no photo again when the other version is taken', async () => {
    const anna = device();
    const picture = await photo();
    const id = await saveObservation(anna.database, wren({ media: [declare(picture, 0)] }), [picture], { user: observer(anna.user) });
    await anna.sender.flush();
    anna.server.changeElsewhere(id, { notes: 'in the garden' });
    await save(anna, { notes: 'on the wall', media: [declare(picture, 0)] }, { id });
    await anna.sender.flush();
    await resolveConflict(anna.database, (await listOutbox(anna.database))[0]!.id, 'theirs');
    expect(await listOutbox(anna.database)).toHaveLength(0);
    expect((await anna.database.photos.get(picture.id))?.acknowledged_at).not.toBeNull();
  });

  it('stays as it is when the disk is full while it is being discarded', async () => {
    const { anna, id } = await stored();
    await save(anna, { notes: 'on the wall' }, { id });
    const [item] = await listOutbox(anna.database);
    const put = vi.spyOn(anna.database.observations, 'put').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
    await expect(discardItem(anna.database, item!.id)).rejects.toMatchObject({ name: 'StorageFull', unsaved: 'deletion' });
    put.mockRestore();
    expect(await listOutbox(anna.database)).toEqual([item]);
    expect((await ownObservation(anna.database, id))?.notes).toBe('on the wall');
  });

  describe('C1, C10: a first save that the server has although the app was killed before the answer', () => {
    /** The save as the next start of the app finds it, without a connection. */
    async function killed() {
      const anna = device();
      const id = await save(anna);
      const [item] = await listOutbox(anna.database);
      anna.server.fault = (asked) => (asked.method === 'PUT' ? 'answer-lost' : null);
      await anna.sender.flush();
      await anna.database.outbox.put({ ...item!, state: 'sending' });
      await requeueInterrupted(anna.database);
      anna.server.fault = () => null;
      expect(anna.server.records.get(id)?.own.notes).toBe('in the hedge');
      return { anna, id, sender: new OutboxSender(anna.parts) };
    }

    it('does not conflict with an edit of it', async () => {
      const { anna, id, sender } = await killed();
      await save(anna, { notes: 'on the wall' }, { id });
      await sender.flush();
      expect(await listOutbox(anna.database)).toEqual([]);
      expect(anna.server.records.get(id)?.own).toMatchObject({ notes: 'on the wall', version: 2 });
    });

    it('is deleted from the server too', async () => {
      const { anna, id, sender } = await killed();
      await deleteObservation(anna.database, id);
      await sender.flush();
      expect(await listOutbox(anna.database)).toEqual([]);
      expect(anna.server.records.get(id)?.isDeleted).toBe(true);
    });
  });

  it('keeps what another device changed when an edit follows a lost answer', async () => {
    const { anna, id } = await stored();
    const puts = anna.server.asked.length;
    anna.server.fault = (_, count) => (count === puts + 1 ? 'answer-lost' : null);
    await save(anna, { notes: 'first edit' }, { id });
    await anna.sender.flush();
    await save(anna, { notes: 'second edit' }, { id });
    anna.server.changeElsewhere(id, { sex: 'male' });
    await anna.clock.advance(6000);
    await anna.sender.flush();
    expect(anna.server.records.get(id)?.own).toMatchObject({ notes: 'second edit', sex: 'male' });
  });

  it('shows what both devices changed before the merged record is sent', async () => {
    const { anna, id } = await stored();
    const before = anna.server.asked.length;
    anna.server.fault = (_, count) => (count === before + 1 ? 'answer-lost' : null);
    await save(anna, { notes: 'first edit' }, { id });
    await anna.sender.flush();
    await save(anna, { notes: 'second edit' }, { id });
    anna.server.changeElsewhere(id, { sex: 'male' });
    // The repeated first edit is answered, the second is not.
    anna.server.fault = (_, count) => (count > before + 2 ? 'no-connection' : null);
    await anna.clock.advance(6000);
    await anna.sender.flush();
    expect(await listOutbox(anna.database)).toMatchObject([{ state: 'waiting', input: { body: { notes: 'second edit', sex: 'male' } } }]);
    expect(await ownObservation(anna.database, id)).toMatchObject({ notes: 'second edit', sex: 'male' });
  });

  it('C10, C19: after a conflict that follows a lost answer, keeping mine takes what only the other device changed', async () => {
    const anna = device();
    anna.server.fault = (asked) => (asked.method === 'PUT' ? 'answer-lost' : null);
    const id = await save(anna);
    await anna.sender.flush();
    await save(anna, { notes: 'on the wall' }, { id });
    anna.server.changeElsewhere(id, { notes: 'in the garden', count: 5, count_type: 'exact' });
    anna.server.fault = () => null;
    await anna.sender.flushNow();
    const [item] = await listOutbox(anna.database);
    expect(item).toMatchObject({ state: 'needs_attention', conflict: { clashes: ['notes'] } });
    // A retry does not overwrite the other version either.
    await retryItem(anna.database, item!.id);
    await anna.sender.flush();
    expect(anna.server.records.get(id)?.own).toMatchObject({ notes: 'in the garden', count: 5 });
    await resolveConflict(anna.database, item!.id, 'mine');
    await anna.sender.flush();
    expect(anna.server.records.get(id)?.own).toMatchObject({ notes: 'on the wall', count: 5, version: 3 });
  });

  it('C18, C19: sends a photo removed here before its bytes were sent when the other version is taken', async () => {
    const anna = device();
    const picture = await photo();
    anna.server.fault = (asked) => (asked.method === 'PUT' ? null : 'no-connection');
    const id = await saveObservation(anna.database, wren({ media: [declare(picture, 0)] }), [picture], { user: observer(anna.user) });
    await anna.sender.flush();
    anna.server.changeElsewhere(id, { notes: 'in the garden' });
    await save(anna, { notes: 'on the wall', media: [] }, { id });
    await anna.sender.flushNow();
    const [item] = await listOutbox(anna.database);
    expect(item).toMatchObject({ kind: 'record', conflict: { clashes: ['notes'] } });
    anna.server.fault = () => null;
    await resolveConflict(anna.database, item!.id, 'theirs');
    await anna.sender.flushNow();
    expect(await listOutbox(anna.database)).toHaveLength(0);
    expect(await ownObservation(anna.database, id)).toMatchObject({ notes: 'in the garden', media: [{ id: picture.id }] });
    expect(anna.server.photos.get(picture.id)?.length).toBe(picture.blob.size);
  });

  it('C20: needs attention when it was deleted elsewhere, and can be saved as a new one with its photo', async () => {
    const anna = device();
    const picture = await photo();
    const draft = { ...wren(), media: [declare(picture, 0)] };
    const id = await saveObservation(anna.database, draft, [picture], { user: observer(anna.user) });
    await anna.sender.flush();
    anna.server.records.get(id)!.isDeleted = true;
    await saveObservation(anna.database, { ...draft, notes: 'edited offline' }, [], { id, user: observer(anna.user) });
    await anna.sender.flush();
    const [item] = await listOutbox(anna.database);
    expect(item).toMatchObject({ state: 'needs_attention', last_error: { code: 'gone' } });

    const fresh = await saveAsNew(anna.database, item!.id);
    await anna.sender.flush();
    expect(fresh).not.toBe(id);
    expect(anna.server.records.get(fresh!)?.own.notes).toBe('edited offline');
    const sent = anna.server.records.get(fresh!)!.own.media[0]!;
    expect(sent.id).not.toBe(picture.id);
    expect(anna.server.photos.get(sent.id)).toHaveLength(3000);
    expect((await ownObservations(anna.database)).map((row) => row.id)).toEqual([fresh]);
    // Nothing of the old record stays behind.
    expect((await anna.database.photos.toArray()).map((row) => row.observation_id)).toEqual([fresh]);
    expect(await listOutbox(anna.database)).toHaveLength(0);
  });

  it('is deleted by a request, or without one if it never left the device', async () => {
    const { anna, id } = await stored();
    await deleteObservation(anna.database, id);
    expect(await ownObservations(anna.database)).toHaveLength(0);
    await anna.sender.flush();
    expect(anna.server.records.get(id)?.isDeleted).toBe(true);
    expect(await anna.database.observations.count()).toBe(0);

    const before = anna.server.asked.length;
    await deleteObservation(anna.database, await save(anna));
    await anna.sender.flush();
    expect(anna.server.asked).toHaveLength(before);
    expect(await listOutbox(anna.database)).toHaveLength(0);
  });
});
