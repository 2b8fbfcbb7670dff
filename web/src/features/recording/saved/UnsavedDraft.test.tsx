// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { i18next, startI18n } from '../../../i18n/i18n';
import { openUserDatabase } from '../../../local/db/database';
import { newId } from '../../../local/db/ids';
import { StorageFull } from '../../../local/db/storage-errors';
import { person } from '../../../local/testing/people';
import { auth } from '../../../local/app/veld';
import { blankValues } from '../form-values';
import { useObserveForm } from '../use-observe-form';
import { UnsavedDraft } from './UnsavedDraft';

let user = person('anna');

beforeAll(async () => {
  localStorage.setItem('veld-locale', 'en');
  await startI18n();
  await i18next.loadNamespaces(['observations', 'common', 'recording', 'geo']);
});
beforeEach(() => {
  user = person('anna', { id: newId() });
  auth.store.setState({ user, token: 'token-1', isReady: true });
});
afterEach(() => vi.restoreAllMocks());

const database = () => openUserDatabase(user.id);
const noRoom = () => vi.spyOn(database(), 'write').mockRejectedValue(new StorageFull('draft', new Error('no room')));

function open() {
  const start = { draftId: newId(), recordId: null, values: blankValues(user.preferences), isStored: false };
  function Form() {
    const form = useObserveForm(start, () => {});
    return (
      <>
        <UnsavedDraft form={form} />
        <textarea aria-label="Notes" value={form.values.notes} onChange={(event) => form.change({ notes: event.currentTarget.value })} />
        <Link to="/map">Map</Link>
        <p>{form.draftState}</p>
      </>
    );
  }
  const router = createMemoryRouter([
    { path: '/', element: <Form /> },
    { path: '/map', element: <p>On the map</p> },
  ]);
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return start.draftId;
}
const type = (value: string) => fireEvent.change(screen.getByRole('textbox', { name: 'Notes' }), { target: { value } });
const press = async (role: string, name: string) => fireEvent.click(await screen.findByRole(role, { name }));
const leavesUnasked = () => globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('a form that found no room for its draft', () => {
  it('asks before anna leaves, also at once after the last letter, and has her words when she stays', async () => {
    noRoom();
    open();
    type('singing in the birch');
    await press('link', 'Map');
    await screen.findByRole('dialog', { name: 'This isn’t saved yet' });
    expect(screen.getByRole('link', { name: 'Free up space' }).getAttribute('target')).toBe('_blank');
    await press('button', 'Stay here');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('textbox', { name: 'Notes' })).toHaveProperty('value', 'singing in the birch');
    expect(leavesUnasked()).toBe(false);
    await press('link', 'Map');
    await press('button', 'Leave without saving');
    await screen.findByText('On the map');
    expect(leavesUnasked()).toBe(true);
  });

  it('lets her go without a word once there is room again, with the draft on the disk', async () => {
    const full = noRoom();
    const id = open();
    type('singing in the birch');
    await screen.findByText('full');
    full.mockRestore();
    await press('link', 'Map');
    await screen.findByText('On the map');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await database().drafts.get(id)).toMatchObject({ values: { notes: 'singing in the birch' } });
  });
});

describe('a form with room for its draft', () => {
  it('is left without a word, with what was typed a moment ago', async () => {
    const id = open();
    type('gone');
    expect(leavesUnasked()).toBe(true);
    await press('link', 'Map');
    await screen.findByText('On the map');
    expect(await database().drafts.get(id)).toMatchObject({ values: { notes: 'gone' } });
  });

  it('is left at once where nothing was typed, and no draft is made', async () => {
    open();
    await press('link', 'Map');
    await screen.findByText('On the map');
    expect(await database().drafts.count()).toBe(0);
  });
});
