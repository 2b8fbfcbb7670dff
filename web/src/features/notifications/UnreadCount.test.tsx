// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react';
import { getUser } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { auth } from '../../local/app/veld';
import { openUserDatabase } from '../../local/db/database';
import { readAllEntries, readEntry } from '../../local/changes/notifications';
import { freshPerson } from '../../local/testing/people';
import { json, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import { makeEntry } from './testing/entries';
import UnreadCount from './UnreadCount';

describe('the number at the bell', () => {
  it('is that of the account, less what is read here, and asks the server nothing', async () => {
    const anna = freshPerson('anna', { unread_notifications: 3 });
    const server = new VeldServer(anna).answer(getUser, () => json(anna));
    let shown = 0;
    await renderAs(anna, <UnreadCount onCount={(count) => (shown = count)} />, { server });
    expect(shown).toBe(3);
    const database = openUserDatabase(anna.id);
    await act(() => readEntry(database, makeEntry()));
    await waitFor(() => expect(shown).toBe(2));
    act(() => auth.store.setState({ user: { ...anna, unread_notifications: 6 } }));
    await waitFor(() => expect(shown).toBe(5));
    await act(() => readAllEntries(database, makeEntry()));
    await waitFor(() => expect(shown).toBe(0));
    expect(server.asked).toEqual([]);
  });

  it('is asked for again after what was accepted while the app started', async () => {
    const anna = freshPerson('anna', { unread_notifications: 3 });
    const server = new VeldServer(anna).answer(getUser, () => json({ ...anna, unread_notifications: 1 }));
    const database = openUserDatabase(anna.id);
    await readAllEntries(database, makeEntry());
    const item = (await database.outbox.toArray())[0]!;
    await database.acknowledged.add({ ...item, acknowledged_at: Date.now(), version: null });
    await database.outbox.clear();
    let shown = 0;
    await renderAs(anna, <UnreadCount onCount={(count) => (shown = count)} />, { server });
    await waitFor(() => expect(shown).toBe(1));
    expect(server.count('GET', getUser.path)).toBe(1);
  });
});
