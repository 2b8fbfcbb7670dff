// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { saveObservation } from '../../local/records/observations';
import { freshPerson, observer } from '../../local/testing/people';
import { renderAs } from '../../testing/render-as';
import { auth } from './data';
import LogoutDialog from './LogoutDialog';

/** The dialog as anna sees it with that many unsent records, and without a network: logging out must not need one. */
async function openDialogWith(unsent: number) {
  const anna = freshPerson('anna');
  const database = openUserDatabase(anna.id);
  for (let index = 0; index < unsent; index++) {
    await saveObservation(database, { taxon_id: 17, observed_on: '2026-05-10' }, [], { user: observer(anna) });
  }
  const close = vi.fn<() => void>();
  await renderAs(anna, <LogoutDialog opened onClose={close} />, { routes: { '/welcome': <p>the welcome screen</p> } });
  return { anna, database, close };
}

const replace = vi.fn<(url: string | URL) => void>();

beforeEach(() => {
  replace.mockClear();
  vi.spyOn(location, 'replace').mockImplementation(replace);
});

describe('logging out with unsent records', () => {
  it('keeps them by default, for the same person to send later', async () => {
    const { database } = await openDialogWith(2);
    await screen.findByText(/^2 records are only on this device/);
    fireEvent.click(screen.getByRole('button', { name: 'Log out and keep them here' }));
    await screen.findByText('the welcome screen');
    expect(auth.check()).toBe(false);
    expect(await database.outbox.count()).toBe(2);
    expect(await database.observations.count()).toBe(2);
    expect(replace).not.toHaveBeenCalled();
  });

  it('asks about an unsent tick too, and does not call it a record', async () => {
    const anna = freshPerson('anna');
    await saveObservation(openUserDatabase(anna.id), { taxon_id: 17 }, [], { user: observer(anna) });
    await renderAs(anna, <LogoutDialog opened onClose={() => undefined} />);
    expect(await screen.findByText('1 change waiting to upload')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Log out and keep them here' })).toBeDefined();
    expect(screen.queryByText(/record/)).toBeNull();
  });

  it('discards them only after the word is typed, and leaves nothing on the device', async () => {
    const { anna } = await openDialogWith(1);
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

  it('can be cancelled', async () => {
    const { database, close } = await openDialogWith(1);
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(close).toHaveBeenCalledOnce();
    expect(auth.check()).toBe(true);
    expect(await database.outbox.count()).toBe(1);
  });

  it('does not offer to discard when everything is on the server', async () => {
    await openDialogWith(0);
    await screen.findByText('Everything is synced');
    expect(screen.queryByRole('button', { name: 'Discard them' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Log out' })).toBeTruthy();
  });
});
