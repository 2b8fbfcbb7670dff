// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { StorageFull } from '../../local/db/storage-errors';
import { freshPerson } from '../../local/testing/people';
import { renderAs } from '../../testing/render-as';
import { formAtNoon, robin } from './testing/records';
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
  const date = screen.getByLabelText('Date');
  fireEvent.keyDown(date, { key: 'Enter', shiftKey: true });
  fireEvent.keyDown(date, { key: 'Enter', ...keys });
  fireEvent.keyDown(date, { key: 'Enter', ...keys });
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
  expect(await openUserDatabase(user.id).observations.count()).toBe(1);
});
