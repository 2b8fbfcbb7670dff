// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { StorageFull } from '../../local/db/storage-errors';
import { freshPerson } from '../../local/testing/people';
import { renderAs } from '../../testing/render-as';
import { draftForm } from './draft-form';
import type { FormValues } from './form-values';
import { formAtNoon, robin } from './testing/records';
import { unfold } from './testing/unfold';
import { ObserveForm } from './ObserveForm';

it('a record that does not fit on the disk stays in its form, also while anna frees up space', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const user = freshPerson('anna');
  vi.spyOn(openUserDatabase(user.id), 'write').mockRejectedValue(new StorageFull('draft', new Error('no room')));
  const start = { draftId: newId(), recordId: null, values: formAtNoon({ taxon: robin, latitude: 52.1, longitude: 5.1 }), isStored: false };
  await renderAs(user, <ObserveForm start={start} onDraftStored={() => {}} onSaved={() => {}} onDiscarded={() => {}} />);
  fireEvent.click(screen.getByRole('button', { name: 'Save record' }));
  const makeRoom = await screen.findByRole('link', { name: 'Free up space' });
  expect(makeRoom.getAttribute('target')).toBe('_blank');
  expect(screen.getByText('Erithacus rubecula')).toBeTruthy();
});

it.each([{ ctrlKey: true }, { metaKey: true }])('a record is saved once by %o and Enter in any field', async (keys) => {
  const user = freshPerson('anna');
  const start = { draftId: newId(), recordId: null, values: formAtNoon({ taxon: robin }), isStored: false };
  const onSaved = vi.fn<() => void>();
  await renderAs(user, <ObserveForm start={start} onDraftStored={() => {}} onSaved={onSaved} onDiscarded={() => {}} />);
  await unfold();
  const date = screen.getByLabelText('Date');
  fireEvent.keyDown(date, { key: 'Enter', shiftKey: true });
  fireEvent.keyDown(date, { key: 'Enter', ...keys });
  fireEvent.keyDown(date, { key: 'Enter', ...keys });
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
  expect(await openUserDatabase(user.id).observations.count()).toBe(1);
});

describe('a name that is typed and not chosen', () => {
  const typed = 'Zażółć gęślą';
  const typeName = (name: string) => fireEvent.change(screen.getByRole('combobox'), { target: { value: name } });
  async function openForm(values = formAtNoon()) {
    const user = freshPerson('anna');
    const start = { draftId: newId(), recordId: null, values, isStored: false };
    const onSaved = vi.fn<(id: string, values: FormValues) => void>();
    await renderAs(user, <ObserveForm start={start} onDraftStored={() => {}} onSaved={onSaved} onDiscarded={() => {}} />);
    return { database: openUserDatabase(user.id), onSaved, draftId: start.draftId };
  }

  it('is saved as typed after one question', async () => {
    const { database, onSaved } = await openForm();
    typeName(` ${typed} `);
    fireEvent.click(screen.getByRole('button', { name: 'Save record' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Save as typed' }));
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(await database.observations.toArray()).toMatchObject([{ verbatim_name: typed, taxon_id: null }]);
    expect(onSaved.mock.calls[0]![1]).toMatchObject({ verbatim_name: typed });
  });

  it('can still be chosen from the list, and nothing is saved before the answer', async () => {
    const { database, onSaved } = await openForm();
    typeName(typed);
    fireEvent.click(screen.getByRole('button', { name: 'Save record' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Choose a species' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe(typed);
    expect(onSaved).not.toHaveBeenCalled();
    expect(await database.observations.count()).toBe(0);
  });

  it('is in the draft at once, and in the field when the draft is opened again', async () => {
    const { database, draftId } = await openForm();
    typeName(typed);
    await waitFor(async () => expect(await database.drafts.get(draftId)).toMatchObject({ values: { taxon_text: typed } }));
    const { values } = (await database.drafts.get(draftId))!;
    cleanup();
    await openForm(values as unknown as FormValues);
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe(typed);
  });

  it('is the name of the record where a draft is saved without its form', () => {
    expect(draftForm.recordOf({ ...formAtNoon({ taxon_text: typed }) })).toMatchObject({ verbatim_name: typed });
    expect(draftForm.recordOf({ ...formAtNoon({ taxon: robin, taxon_text: typed }) })).toMatchObject({ verbatim_name: null });
  });

  it('is forgotten when a species is chosen', async () => {
    const { database, draftId } = await openForm(formAtNoon({ taxon: robin, taxon_text: typed }));
    fireEvent.click(within(screen.getByRole('region', { name: 'Species' })).getByRole('button', { name: 'Change' }));
    await waitFor(async () => expect(await database.drafts.get(draftId)).toMatchObject({ values: { taxon: null, taxon_text: '' } }));
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('');
  });
});

it.each([
  ['the year that was meant', true, '2026-05-01'],
  ['the year as typed', false, '0026-05-01'],
])('a year of two digits is asked about before it is saved: %s', async (_, isMeant, saved) => {
  const user = freshPerson('anna');
  const values = formAtNoon({ taxon: robin, day: '0026-05-01', when_source: 'typed', when_by: 'person' });
  const onSaved = vi.fn<() => void>();
  const start = { draftId: newId(), recordId: null, values, isStored: false };
  await renderAs(user, <ObserveForm start={start} onDraftStored={() => {}} onSaved={onSaved} onDiscarded={() => {}} />);
  fireEvent.click(screen.getByRole('button', { name: 'Save record' }));
  const dialog = await screen.findByRole('dialog');
  expect(onSaved).not.toHaveBeenCalled();
  const buttons = within(dialog).getAllByRole('button');
  fireEvent.click(buttons.at(isMeant ? -1 : -2)!);
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(await openUserDatabase(user.id).observations.toArray()).toMatchObject([{ observed_on: saved }]);
});
