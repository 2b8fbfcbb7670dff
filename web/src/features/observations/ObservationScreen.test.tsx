// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { ObservationDraft } from '@veld/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18next, startI18n } from '../../i18n/i18n';
import { openUserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import type { LocalObservation } from '../../local/db/rows';
import { person } from '../../local/testing/people';
import { auth } from '../../local/app/veld';
import ObservationScreen from './ObservationScreen';
import { recordOfForm } from '../recording/testing/records';

const anna = person('anna', { id: newId() });

beforeAll(async () => {
  localStorage.setItem('veld-locale', 'en');
  await startI18n();
  await i18next.loadNamespaces(['observations']);
});
beforeEach(() => {
  auth.store.setState({ user: anna, token: 'token-1', isReady: true });
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
});
afterEach(() => vi.restoreAllMocks());

async function show(record: LocalObservation) {
  await openUserDatabase(anna.id).observations.put(record);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={[`/observations/${record.id}`]}>
          <Routes>
            <Route path="/observations/:id" element={<ObservationScreen />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole('heading', { level: 1 });
}

describe('the history of an own record', () => {
  it('keeps the keyboard at the version that was taken again, also while the list of saves is asked anew', async () => {
    const record = recordOfForm({ notes: 'two' }, { version: 2 });
    const save = (version: number, notes: string) => ({
      version,
      saved_at: '2026-05-10T08:00:00Z',
      device_name: null,
      record: { ...ObservationDraft.parse({ taxon_id: 7 }), notes, media: [], attributes: {} },
    });
    const answer = { data: [save(2, 'two'), save(1, 'one')] };
    vi.mocked(globalThis.fetch).mockImplementation(async () => Response.json(answer));
    await show(record);
    const take = await screen.findByRole('button', { name: 'Restore this version' });
    take.focus();
    fireEvent.click(take);
    const database = openUserDatabase(anna.id);
    await waitFor(async () => expect(await database.observations.get(record.id)).toMatchObject({ notes: 'one' }));
    await waitFor(() => expect(document.activeElement).toBe(take));
    // It was sent, and the server's list with it takes a while.
    vi.mocked(globalThis.fetch).mockReturnValue(new Promise(() => {}));
    await database.observations.update(record.id, { version: 3, notes: 'sent' });
    await screen.findByText('sent');
    expect(document.activeElement).toBe(take);
  });
});

describe('the page of an own record', () => {
  it('says quietly that its name left the taxonomy, and leads to where it is named anew', async () => {
    const lost = recordOfForm({}, { needs_review: true });
    await show(lost);
    expect(screen.getByText(/no longer in the taxonomy/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Choose a name' }).getAttribute('href')).toBe(`/observe?edit=${lost.id}`);
  });

  it('says no such thing of a record that has its name', async () => {
    await show(recordOfForm());
    expect(screen.queryByText(/no longer in the taxonomy/)).toBeNull();
    expect(screen.queryByText('Confirmed by you')).toBeNull();
  });

  it('tells what its person was sure of, as long as that still holds', async () => {
    await show(recordOfForm({ count: 60_000, attributes: { sure_unusual_count: '60000', sure_future: '2027-01-01' } }));
    expect(screen.getByText('Confirmed by you').nextElementSibling?.textContent).toBe('Count');
  });
});
