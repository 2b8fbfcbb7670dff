import { describe, expect, it } from 'vitest';
import { ownObservation, saveObservation } from '../../local/records/observations';
import { readEditBase } from '../../local/records/edit-base';
import { listOutbox } from '../../local/outbox/outbox';
import { applyPage } from '../../local/pull/pull';
import { saveDraft } from '../../local/records/drafts';
import { newId } from '../../local/db/ids';
import { declare } from '../../local/records/photos';
import { device } from '../../local/testing/app';
import { observer, photo } from '../../local/testing/people';
import { type FormPatch, makeFormPhoto, readFormRecord, fillFormValues } from './form-values';
import { observeStart } from './form-start';
import type { FormStart } from './use-observe-form';

/** Anna's record is on the server; a change of it lies here as a draft, and another device of hers saves it meanwhile. */
async function begun(change: FormPatch, more: object = {}) {
  const anna = device();
  const { database } = anna;
  const wren = { verbatim_name: 'a wren', observed_on: '2026-05-10', observed_time: '07:30', count: 2, notes: 'in the hedge', ...more };
  const id = await saveObservation(database, wren, [], { user: observer(anna.user) });
  await anna.sender.flush();
  const row = (await ownObservation(database, id))!;
  const values = { ...fillFormValues(row), ...change };
  const editBase = await readEditBase(database, row);
  const photo_ids = values.media.map((one) => one.id);
  await saveDraft(database, { id: newId(), observation_id: id, values, photo_ids, opened: editBase, updated_at: 1 });
  const open = async () => (await observeStart(database, anna.user, { draft: null, edit: id, taxon: null }))!;
  const elsewhere = async (there: object) => {
    await applyPage(database, { data: [anna.server.changeElsewhere(id, there)], next_cursor: newId(), has_more: false }, undefined);
  };
  const save = (form: FormStart, last: FormPatch = {}) =>
    saveObservation(database, readFormRecord({ ...form.values, ...last }), [], {
      id,
      user: observer(anna.user),
      editBase: form.editBase ?? null,
    });
  return { anna, id, open, elsewhere, save };
}

describe('the draft of an edit, opened after the record has changed', () => {
  it('shows another device’s values in fields that anna did not edit, and her own in those she did', async () => {
    const { open, elsewhere } = await begun({ count: 6 }, { attributes: { behaviour: 'feeding' } });
    await elsewhere({ notes: 'on the wall', observed_on: '2026-05-11', observed_time: null, sex: 'male', attributes: { weather: 'rain' } });
    const { values } = await open();
    expect(values).toMatchObject({ count: 6, notes: 'on the wall', day: '2026-05-11', time: '', sex: 'male' });
    expect(values.attributes).toEqual({ weather: 'rain' });
  });

  it('continues from there: fields she clears then are cleared, and later changes elsewhere are kept', async () => {
    const { anna, id, open, elsewhere, save } = await begun({ count: 6 });
    await elsewhere({ notes: 'on the wall', sex: 'male' });
    const form = await open();
    await elsewhere({ notes: 'on the roof', sex: 'male' });
    await save(form, { sex: null });
    await anna.sender.flush();
    expect(await listOutbox(anna.database)).toEqual([]);
    expect(anna.server.records.get(id)?.own).toMatchObject({ count: 6, notes: 'on the roof', sex: null });
  });

  it('keeps her value if both changed the same field, and saving creates a conflict', async () => {
    const { anna, id, open, elsewhere, save } = await begun({ notes: 'in the garden' });
    await elsewhere({ notes: 'on the wall', sex: 'male' });
    const form = await open();
    expect(form.values).toMatchObject({ notes: 'in the garden', sex: 'male' });
    await save(form);
    await anna.sender.flush();
    expect((await listOutbox(anna.database))[0]).toMatchObject({ conflict: { clashes: ['notes'], current: { notes: 'on the wall' } } });
    expect(anna.server.records.get(id)?.own).toMatchObject({ notes: 'on the wall', sex: 'male' });
  });

  it('shows a photo added elsewhere, which she can remove, and not one removed elsewhere', async () => {
    const [here, there] = [await photo(10, 1), await photo(10, 2)];
    const { anna, id, open, elsewhere, save } = await begun({ count: 6 });
    await elsewhere({ media: [declare(here, 0), declare(there, 1)] });
    const form = await open();
    expect(form.values.media.map((one) => one.id)).toEqual([here.id, there.id]);
    await save(form, { media: [makeFormPhoto(there)] });
    await anna.sender.flush();
    expect(anna.server.records.get(id)?.own.media.map((one) => one.id)).toEqual([there.id]);
  });

  it('keeps a half-typed date, whatever else changed', async () => {
    const { open, elsewhere } = await begun({ date_kind: 'month', month: '2026-', day: '' });
    await elsewhere({ observed_on: '2026-05-11', notes: 'on the wall' });
    expect((await open()).values).toMatchObject({ date_kind: 'month', month: '2026-', notes: 'on the wall' });
  });
});
