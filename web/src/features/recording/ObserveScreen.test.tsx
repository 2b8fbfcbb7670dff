// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18next, startI18n } from '../../i18n/i18n';
import { openUserDatabase } from '../../local/db/database';
import { saveDraft } from '../../local/records/drafts';
import { newId } from '../../local/db/ids';
import { person } from '../../local/testing/people';
import { auth } from '../../local/app/veld';
import { ThemeProvider } from '../../ui/ThemeProvider';
import { blankValues, type FormValues } from './form-values';
import { ObserveScreen } from './ObserveScreen';

let user = person('anna');
const database = () => openUserDatabase(user.id);

beforeAll(async () => {
  localStorage.setItem('veld-locale', 'en');
  await startI18n();
  await i18next.loadNamespaces(['observations', 'common', 'taxa', 'recording', 'geo']);
});
beforeEach(() => {
  user = person('anna', { id: newId() });
  auth.store.setState({ user, token: 'token-1', isReady: true });
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function open(start: FormValues) {
  const id = newId();
  const values = { ...start };
  await saveDraft(database(), { id, observation_id: null, values, photo_ids: [], updated_at: 1 });
  const router = createMemoryRouter(
    [
      { path: '/', element: <p>Today</p> },
      { path: '/observe', element: <ObserveScreen /> },
    ],
    { initialEntries: [`/observe?draft=${id}`] },
  );
  render(
    <ThemeProvider>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return id;
}

describe('the keyboard', () => {
  it('is at the title of the form when a saved record is taken back, and when anna goes on with another', async () => {
    await open({ ...blankValues(user.preferences), verbatim_name: 'a wren' });
    const press = async (name: string) => {
      const button = await screen.findByRole('button', { name });
      button.focus();
      fireEvent.click(button);
    };
    const isAtForm = () =>
      waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'What do you see?' })));
    await press('Save record');
    await press('Undo');
    await isAtForm();
    await press('Save record');
    await press('Add another here');
    await isAtForm();
  });
});

describe('a draft that is open', () => {
  it('is thrown away by two taps, and not by the first', async () => {
    const id = await open({ ...blankValues(user.preferences), verbatim_name: 'a wren', notes: 'singing' });
    fireEvent.click(await screen.findByRole('button', { name: 'Discard this draft' }));
    const sure = await screen.findByRole('button', { name: 'Discard forever' });
    expect(await database().drafts.get(id)).toMatchObject({ values: { notes: 'singing' } });
    fireEvent.blur(sure);
    const again = await screen.findByRole('button', { name: 'Discard this draft' });
    expect(await database().drafts.get(id)).toBeDefined();
    fireEvent.click(again);
    fireEvent.click(await screen.findByRole('button', { name: 'Discard forever' }));
    await screen.findByText('Today');
    await waitFor(async () => expect(await database().drafts.count()).toBe(0));
  });
});
