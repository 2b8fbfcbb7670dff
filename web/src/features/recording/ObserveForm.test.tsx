// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { i18next, startI18n } from '../../i18n/i18n';
import { openUserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { StorageFull } from '../../local/db/storage-errors';
import { person } from '../../local/testing/people';
import { auth } from '../../local/app/veld';
import { formAtNoon, robin } from './testing/records';
import { ObserveForm } from './ObserveForm';

const user = person('anna', { id: newId() });

beforeAll(async () => {
  localStorage.setItem('veld-locale', 'en');
  await startI18n();
  await i18next.loadNamespaces(['observations', 'geo', 'recording']);
});
beforeEach(() => {
  auth.store.setState({ user, token: 'token-1', isReady: true });
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
});
afterEach(() => vi.restoreAllMocks());

it('a record that finds no room stays in its form, also while its person goes to make room', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(openUserDatabase(user.id), 'write').mockRejectedValue(new StorageFull('draft', new Error('no room')));
  const start = { draftId: newId(), recordId: null, values: formAtNoon({ taxon: robin, latitude: 52.1, longitude: 5.1 }), isStored: false };
  const form = <ObserveForm start={start} onDraftStored={() => {}} onSaved={() => {}} onDiscarded={() => {}} />;
  render(
    <MantineProvider env="test">
      <RouterProvider router={createMemoryRouter([{ path: '/', element: form }])} />
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Save record' }));
  const makeRoom = await screen.findByRole('link', { name: 'Free up space' });
  expect(makeRoom.getAttribute('target')).toBe('_blank');
  expect(screen.getByText('Erithacus rubecula')).toBeTruthy();
});
