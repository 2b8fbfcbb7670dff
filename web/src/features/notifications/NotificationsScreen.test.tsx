// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { getUser, listNotifications, muteRecord, type Notification, readNotification } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import NotificationsPage from '../../app/NotificationsPage';
import { auth } from '../../local/app/veld';
import { newId } from '../../local/db/ids';
import { openUserDatabase } from '../../local/db/database';
import { setRecordMuted } from '../../local/changes/notifications';
import { listOutbox } from '../../local/outbox/outbox';
import { freshPerson } from '../../local/testing/people';
import { json, problem, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import { makeEntry } from './testing/entries';

const page = (data: Notification[]) => json({ data, unread: data.filter((one) => !one.is_read).length, next_cursor: null });

async function show(data: Notification[], at = '/notifications') {
  const anna = freshPerson('anna');
  const server = new VeldServer(anna).answer(listNotifications, () => page(data)).answer(getUser, () => json(anna));
  await renderAs(anna, <NotificationsPage />, { at, server });
  const queued = async () => (await listOutbox(openUserDatabase(anna.id))).map(({ route, input }) => ({ route, ...input }));
  return { queued, server };
}

describe('the list of notifications', () => {
  it('says who did what, to which record', async () => {
    const people = ['Ben', 'Chen', 'Dora'].map((name) => ({ id: newId(), name }));
    await show([
      makeEntry({ people, people_count: 5 }),
      makeEntry({ people: people.slice(0, 2), people_count: 2, kind: 'mention' }),
      makeEntry({
        kind: 'identification',
        identification: { outcome: 'differs', taxon: { ...makeEntry().record!.taxon!, id: 2, name: 'Coal tit' } },
        quality: { quality: 'needs_id', taxon: makeEntry().record!.taxon },
      }),
      makeEntry({
        kind: 'identification',
        people,
        people_count: 3,
        identification: { outcome: 'agrees', taxon: { ...makeEntry().record!.taxon!, name: 'Marsh tit' } },
        quality: { quality: 'confirmed', taxon: { ...makeEntry().record!.taxon!, name: 'Marsh tit' } },
      }),
      makeEntry({ kind: 'reaction', emoji: '🦉', record: { ...makeEntry().record!, taxon: null, verbatim_name: 'some bird' } }),
      makeEntry({ kind: 'follow', record: null }),
      makeEntry({ kind: 'moderation', people: [], people_count: 0, moderation: { outcome: 'hidden', subject: 'comment' } }),
      makeEntry({
        kind: 'offline_map',
        record: null,
        people: [],
        name: 'Marsh',
        path: '/tile-requests',
        offline_map: { moment: 'ready', until: null },
      }),
      makeEntry({ kind: 'offline_map', record: null, people: [], name: 'Fen', offline_map: { moment: 'failed', until: null } }),
      makeEntry({
        kind: 'offline_map',
        record: null,
        people: [],
        name: 'Dune',
        offline_map: { moment: 'expires', until: '2026-07-01T10:00:00.000Z' },
      }),
      makeEntry({ kind: 'security', record: null, people: [], name: 'Firefox, Linux', path: '/settings/security' }),
    ]);
    await screen.findByText('Ben, Chen, and 3 others commented');
    for (const text of [
      'Ben and Chen mentioned you',
      'Ben suggests Coal tit',
      'Ben, Chen, and Dora agree: Marsh tit',
      'With this, the record is confirmed',
      'The community says: Great tit',
      'Ben reacted 🦉',
      'some bird',
      'Ben follows you',
      'Hidden by a moderator · Comment',
      'The offline map Marsh is ready',
      'The offline map Fen couldn’t be built',
      'The offline map Dune can be downloaded until July 1, 2026',
      'New login: Firefox, Linux',
    ])
      expect(screen.getByText(text), text).toBeDefined();
    expect(screen.getByRole('link', { name: /New login/ }).getAttribute('href')).toBe('/settings/security');
  });

  it('marks one as read through what it shows, by the menu and by opening it', async () => {
    const [first, second] = [makeEntry(), makeEntry({ kind: 'mention' })];
    const { queued } = await show([first, second]);
    fireEvent.click(await screen.findByRole('button', { name: 'More about: Ben commented' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Because it’s your record.')).toBeDefined();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Mark as read' }));
    const route = `${readNotification.method} ${readNotification.path}`;
    const readOf = ({ id, through }: Notification) => ({ route, params: { id }, body: { through } });
    await waitFor(async () => expect(await queued()).toEqual([readOf(first)]));
    await waitFor(() => expect(screen.getAllByText('Unread:')).toHaveLength(1));
    fireEvent.click(screen.getByRole('link', { name: /mentioned you/ }));
    await waitFor(async () => expect(await queued()).toEqual([readOf(first), readOf(second)]));
  });

  it('mutes the record of an entry and says so', async () => {
    const entry = makeEntry();
    const { queued } = await show([entry]);
    fireEvent.click(await screen.findByRole('button', { name: 'More about: Ben commented' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Mute this record' }));
    await screen.findByText('Muted');
    expect(await queued()).toEqual([{ route: `${muteRecord.method} ${muteRecord.path}`, params: { id: entry.record!.id } }]);
  });

  it('goes through the rows by keys', async () => {
    const [first, second] = [makeEntry(), makeEntry({ kind: 'mention' })];
    const { queued } = await show([first, second]);
    await screen.findByText('Ben commented');
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key, code: `Key${key.toUpperCase()}` });
    press('r');
    expect(await queued(), 'without a row').toEqual([]);
    press('j');
    press('j');
    press('r');
    await waitFor(async () => expect((await queued()).map(({ params }) => params)).toEqual([{ id: second.id }]));
    press('k');
    press('m');
    await screen.findByText('Muted');
  });

  it('marks all as read, and then offers it no more', async () => {
    const { queued } = await show([makeEntry(), makeEntry({ kind: 'mention' })]);
    fireEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(screen.queryByText('Unread:')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
    expect(await queued()).toHaveLength(1);
  });

  it('shows one kind, and a way back when there is none', async () => {
    await show([makeEntry(), makeEntry({ kind: 'follow', record: null })], '/notifications?kind=follow');
    await screen.findByText('Ben follows you');
    expect(screen.queryByText('Ben commented')).toBeNull();
    fireEvent.change(screen.getByLabelText('Show'), { target: { value: 'badge' } });
    await screen.findByText('Nothing here with these filters.');
    fireEvent.click(screen.getByRole('button', { name: 'Show everything' }));
    await screen.findByText('Ben commented');
  });

  it('says what happens to a project, which badge was earned, and what was announced', async () => {
    const change = { record: null, people: [], people_count: 0 };
    await show([
      makeEntry({ ...change, kind: 'project', name: 'Moth night', project: { moment: 'ends' } }),
      makeEntry({ ...change, kind: 'badge', name: 'species_10' }),
      makeEntry({ ...change, kind: 'badge', name: 'gone' }),
      makeEntry({ ...change, kind: 'announcement', name: 'We move', path: 'https://example.org/' }),
    ]);
    await screen.findByText('Moth night has ended');
    expect(screen.getByText('You earned a badge: 10 species')).toBeDefined();
    expect(screen.getByText('You earned a badge')).toBeDefined();
    const link = screen.getByRole('link', { name: /We move/ });
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual(['https://example.org/', 'noopener noreferrer']);
  });

  it('says that there is nothing new, or that the server has a problem', async () => {
    let isDown = false;
    const anna = freshPerson('anna');
    const server = new VeldServer(anna).answer(listNotifications, () => (isDown ? problem(500, 'internal') : page([])));
    const { unmount } = await renderAs(anna, <NotificationsPage />, { at: '/notifications', server });
    await screen.findByText('Nothing new');
    expect(screen.getByRole('link', { name: 'Help identify records' }).getAttribute('href')).toBe('/identify');
    unmount();
    isDown = true;
    const bram = freshPerson('bram');
    await renderAs(bram, <NotificationsPage />, { at: '/notifications', server: Object.assign(server, { user: bram }) });
    await screen.findByText(/^The server has a problem/);
    expect(screen.queryByText('Nothing new')).toBeNull();
  });

  it('is loaded again when the account has another number of unread ones', async () => {
    let entries = [makeEntry({ is_read: true })];
    const anna = freshPerson('anna');
    const server = new VeldServer(anna).answer(listNotifications, () => page(entries));
    await renderAs(anna, <NotificationsPage />, { at: '/notifications', server });
    await screen.findByText('Ben commented');
    entries = [makeEntry({ kind: 'mention' }), ...entries];
    act(() => auth.store.setState({ user: { ...anna, unread_notifications: 1 } }));
    await screen.findByText('Ben mentioned you');
    expect(server.count('GET', listNotifications.path)).toBe(2);
  });

  it('has what only this device knows', async () => {
    const anna = freshPerson('anna');
    const database = openUserDatabase(anna.id);
    const server = new VeldServer(anna).answer(listNotifications, () => page([]));
    await renderAs(anna, <NotificationsPage />, { at: '/notifications', server });
    await screen.findByText('Nothing new');
    await setRecordMuted(database, makeEntry().id, true);
    await database.outbox.toCollection().modify({ state: 'needs_attention' });
    const link = await screen.findByRole('link', { name: '1 change needs your attention' });
    expect(link.getAttribute('href')).toBe('/outbox');
  });
});
