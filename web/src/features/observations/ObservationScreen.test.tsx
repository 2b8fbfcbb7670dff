// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { listObservationHistory, ObservationDraft, type User } from '@veld/contract';
import i18next from 'i18next';
import { beforeEach, describe, expect, it } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import type { LocalObservation } from '../../local/db/rows';
import { freshPerson } from '../../local/testing/people';
import { json, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import { recordOfForm } from '../recording/testing/records';
import ObservationScreen from './ObservationScreen';

let anna: User;
beforeEach(() => {
  anna = freshPerson('anna');
});

async function renderScreen(record: LocalObservation, server?: VeldServer) {
  await openUserDatabase(anna.id).observations.put(record);
  await renderAs(anna, <ObservationScreen />, { at: `/observations/${record.id}`, ...(server && { server }) });
  await screen.findByRole('heading', { level: 1 });
}

describe('the history of an own record', () => {
  it('keeps the focus at a restored version, also while the history is loaded again', async () => {
    const record = recordOfForm({ notes: 'two' }, { version: 2 });
    const save = (version: number, notes: string) => ({
      version,
      saved_at: '2026-05-10T08:00:00Z',
      device_name: null,
      record: { ...ObservationDraft.parse({ taxon_id: 7 }), notes, media: [], attributes: {} },
    });
    const server = new VeldServer(anna).answer(listObservationHistory, () => json({ data: [save(2, 'two'), save(1, 'one')] }));
    await renderScreen(record, server);
    const take = await screen.findByRole('button', { name: 'Restore this version' });
    take.focus();
    fireEvent.click(take);
    const database = openUserDatabase(anna.id);
    await waitFor(async () => expect(await database.observations.get(record.id)).toMatchObject({ notes: 'one' }));
    await waitFor(() => expect(document.activeElement).toBe(take));
    // It was sent, and the server's list with it takes a while.
    server.answer(listObservationHistory, () => new Promise(() => {}));
    await database.observations.update(record.id, { version: 3, notes: 'sent' });
    await screen.findByText('sent');
    expect(document.activeElement).toBe(take);
  });
});

describe('the page of an own record', () => {
  it('says that its name is no longer in the taxonomy, and links to choose another', async () => {
    const lost = recordOfForm({}, { needs_review: true });
    await renderScreen(lost);
    expect(screen.getByText(/no longer in the taxonomy/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Choose a name' }).getAttribute('href')).toBe(`/observe?edit=${lost.id}`);
  });

  it('does not say so of a record whose name is in the taxonomy', async () => {
    await renderScreen(recordOfForm());
    expect(screen.queryByText(/no longer in the taxonomy/)).toBeNull();
    expect(screen.queryByText('Confirmed by you')).toBeNull();
  });

  it('shows which checks anna confirmed, as long as they still apply', async () => {
    await renderScreen(recordOfForm({ count: 60_000, attributes: { sure_unusual_count: '60000', sure_future: '2027-01-01' } }));
    expect(screen.getByText('Confirmed by you').nextElementSibling?.textContent).toBe('Count');
  });
});

describe('the page of a malformed id', () => {
  it('says that the record does not exist, also offline, and leads to the feed', async () => {
    const server = new VeldServer(anna);
    await renderAs(anna, <ObservationScreen />, { at: '/observations/abc', server });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(i18next.t('common:screens.not_found'));
    expect(screen.getByText(i18next.t('observations:page.missing'))).toBeDefined();
    expect(screen.getByRole('link').getAttribute('href')).toBe('/feed');
    expect(server.count('GET', '/api/observations')).toBe(0);
  });
});
