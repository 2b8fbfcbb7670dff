import { describe, expect, it } from 'vitest';
import { ownObservation, saveObservation } from './observations';
import { readEditBase } from './edit-base';
import { listOutbox } from '../outbox/outbox';
import { applyPage } from '../pull/pull';
import { pickDraft } from './record-shape';
import { device } from '../testing/app';
import { observer } from '../testing/people';

type Device = ReturnType<typeof device>;

const wren = { taxon_id: 17, observed_on: '2026-05-10', count: 2, notes: 'in the hedge' };

/** Anna's record, and the form in which she begins to change it. */
async function openForm(anna: Device, id: string) {
  const row = (await ownObservation(anna.database, id))!;
  const editBase = await readEditBase(anna.database, row);
  const save = (change: object) =>
    saveObservation(anna.database, { ...pickDraft(row), ...change }, [], { id, user: observer(anna.user), editBase });
  return { save };
}

async function stored() {
  const anna = device();
  const id = await saveObservation(anna.database, wren, [], { user: observer(anna.user) });
  await anna.sender.flush();
  return { anna, id };
}

/** Another device of hers changes it, and this one hears of it. */
async function changeElsewhere(anna: Device, id: string, change: object) {
  await applyPage(anna.database, { data: [anna.server.changeElsewhere(id, change)], next_cursor: 'next', has_more: false }, undefined);
}

describe('a form that was open while its record changed', () => {
  it('C19: keeps what another device changed, and changes only what anna changed', async () => {
    const { anna, id } = await stored();
    const form = await openForm(anna, id);
    await changeElsewhere(anna, id, { notes: 'on the wall', sex: 'male' });
    await form.save({ count: 6 });
    expect(await ownObservation(anna.database, id)).toMatchObject({ count: 6, notes: 'on the wall', sex: 'male' });
    await anna.sender.flush();
    expect(anna.server.records.get(id)?.own).toMatchObject({ count: 6, notes: 'on the wall', sex: 'male', version: 3 });
  });

  it('C19: reports a conflict if both changed the same field, and overwrites neither', async () => {
    const { anna, id } = await stored();
    const form = await openForm(anna, id);
    await changeElsewhere(anna, id, { notes: 'on the wall', sex: 'male' });
    await form.save({ notes: 'in the garden' });
    await anna.sender.flush();
    const [item] = await listOutbox(anna.database);
    expect(item).toMatchObject({ state: 'needs_attention', conflict: { clashes: ['notes'], current: { notes: 'on the wall' } } });
    expect(await ownObservation(anna.database, id)).toMatchObject({ notes: 'in the garden', sex: 'male' });
    expect(anna.server.records.get(id)?.own).toMatchObject({ notes: 'on the wall', sex: 'male', version: 2 });
  });

  it('C19: does not count a conflict as seen that arose after it was opened', async () => {
    const { anna, id } = await stored();
    anna.server.fault = (asked) => (asked.method === 'PUT' ? 'no-connection' : null);
    await (await openForm(anna, id)).save({ notes: 'in the garden' });
    const form = await openForm(anna, id);
    anna.server.changeElsewhere(id, { notes: 'on the wall' });
    anna.server.fault = () => null;
    await anna.sender.flushNow();
    expect((await listOutbox(anna.database))[0]).toMatchObject({ conflict: { clashes: ['notes'] } });
    await form.save({ count: 6 });
    await anna.sender.flush();
    expect((await listOutbox(anna.database))[0]).toMatchObject({ conflict: { clashes: ['notes'], current: { notes: 'on the wall' } } });
    expect(anna.server.records.get(id)?.own).toMatchObject({ notes: 'on the wall', count: 2 });
  });

  it('C9: keeps what a second tab saved and has not sent', async () => {
    const { anna, id } = await stored();
    anna.server.fault = () => 'no-connection';
    const first = await openForm(anna, id);
    const second = await openForm(anna, id);
    await second.save({ notes: 'on the wall' });
    await first.save({ count: 6 });
    anna.server.fault = () => null;
    await anna.sender.flushNow();
    await anna.sender.flush();
    expect(anna.server.records.get(id)?.own).toMatchObject({ notes: 'on the wall', count: 6 });
    expect(await listOutbox(anna.database)).toHaveLength(0);
  });

  it('saves the form as it is, with emptied fields, if nothing else changed the record', async () => {
    const { anna, id } = await stored();
    const form = await openForm(anna, id);
    await form.save({ notes: null, count: null });
    await anna.sender.flush();
    expect(anna.server.records.get(id)?.own).toMatchObject({ taxon_id: 17, notes: null, count: null, version: 2 });
  });
});
