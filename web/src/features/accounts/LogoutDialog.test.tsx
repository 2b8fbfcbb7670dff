// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../../i18n/i18n';
import { openUserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { saveObservation } from '../../local/records/observations';
import { observer, person } from '../../local/testing/people';
import { NO_AUTH } from '../../local/db/rows';
import { auth } from './data';
import LogoutDialog from './LogoutDialog';

/** Anna, new on this device in each test, with as many unsent records as asked. */
async function annaWith(unsent: number) {
  const anna = person('anna', { id: newId() });
  const database = openUserDatabase(anna.id);
  for (let index = 0; index < unsent; index++) {
    await saveObservation(database, { taxon_id: 17, observed_on: '2026-05-10' }, [], { user: observer(anna) });
  }
  auth.store.setState({ ...NO_AUTH, user: anna, token: 'token-anna', isReady: true });
  return { anna, database };
}

function open() {
  const close = vi.fn<() => void>();
  const router = createMemoryRouter(
    [
      { path: '/', element: <LogoutDialog opened onClose={close} /> },
      { path: '/welcome', element: <p>the welcome screen</p> },
    ],
    { initialEntries: ['/'] },
  );
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return close;
}

const replace = vi.fn<(url: string | URL) => void>();

beforeAll(async () => {
  localStorage.setItem('veld-locale', 'en');
  await startI18n();
});
beforeEach(() => {
  replace.mockClear();
  vi.spyOn(location, 'replace').mockImplementation(replace);
  // Without a network: logging out must not need one.
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('logging out with records that were not sent', () => {
  it('keeps them by default, for the same person to send later', async () => {
    const { database } = await annaWith(2);
    open();
    await screen.findByText(/^2 records are only on this device/);
    fireEvent.click(screen.getByRole('button', { name: 'Log out and keep them here' }));
    await screen.findByText('the welcome screen');
    expect(auth.check()).toBe(false);
    expect(await database.outbox.count()).toBe(2);
    expect(await database.observations.count()).toBe(2);
    expect(replace).not.toHaveBeenCalled();
  });

  it('discards them only once the word is typed, and then leaves nothing on the device', async () => {
    const { anna } = await annaWith(1);
    open();
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Discard them' });
    expect(button.disabled).toBe(true);
    fireEvent.change(screen.getByLabelText(/^Type “discard”/), { target: { value: 'discar' } });
    fireEvent.submit(button.closest('form')!);
    expect(auth.check()).toBe(true);
    fireEvent.change(screen.getByLabelText(/^Type “discard”/), { target: { value: ' Discard ' } });
    expect(button.disabled).toBe(false);
    fireEvent.click(button);
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/welcome'));
    expect(auth.check()).toBe(false);
    expect(await openUserDatabase(anna.id).outbox.count()).toBe(0);
    expect(await openUserDatabase(anna.id).observations.count()).toBe(0);
  });

  it('may be thought better of', async () => {
    const { database } = await annaWith(1);
    const close = open();
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(close).toHaveBeenCalledOnce();
    expect(auth.check()).toBe(true);
    expect(await database.outbox.count()).toBe(1);
  });

  it('offers no discarding where everything is on the server', async () => {
    await annaWith(0);
    open();
    await screen.findByText('Everything is synced');
    expect(screen.queryByRole('button', { name: 'Discard them' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Log out' })).toBeTruthy();
  });
});
