// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  type AdminAct,
  type AdminUser,
  deleteAccount,
  endUserSessions,
  type FeedbackDetails,
  getAdminOverview,
  getAdminUser,
  getQueuedFeedback,
  getStanding,
  getStorageFigures,
  listAdminActs,
  listAdminUsers,
  listAllToasts,
  listAppVersions,
  listJobs,
  listModerationActs,
  listQueuedFeedback,
  patchQueuedFeedback,
  patchUser,
  putAppVersion,
  putToast,
  retryJob,
} from '@veld/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import AdminSectionPage from '../../app/AdminSectionPage';
import { queryClient } from '../../shared/session/queries';
import { newId } from '../../local/db/ids';
import { freshPerson } from '../../local/testing/people';
import { json, problem, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import { wideScreen } from '../../testing/wide-screen';
import AdminScreen from './AdminScreen';

const admin = freshPerson('anna', { roles: ['user', 'admin'] });
const user = (name: string, change: Partial<AdminUser> = {}): AdminUser => ({
  id: newId(),
  name,
  email: `${name}@example.org`,
  email_confirmed: true,
  roles: ['user'],
  is_pro: false,
  country_code: 'NL',
  created_at: '2026-05-01T10:00:00.000Z',
  last_seen_at: null,
  ...change,
});

describe('the administration', () => {
  let server: VeldServer;
  let people: AdminUser[];
  let acts: AdminAct[];
  beforeEach(() => {
    queryClient.clear();
    wideScreen();
    people = [user('bram'), user('chen', { roles: ['user', 'curator'], is_pro: true })];
    acts = [];
    server = new VeldServer(admin)
      .answer(listAdminUsers, (url) => {
        const cursor = url.searchParams.get('cursor');
        const part = url.searchParams.get('search') ?? '';
        const found = people.filter(({ name }) => name.includes(part));
        const rest = cursor === null ? found : found.slice(1);
        return json({ data: rest.slice(0, 1), total: found.length, next_cursor: rest.length > 1 ? 'next' : null });
      })
      .answer(getAdminUser, (url) => {
        const found = people.find(({ id }) => url.pathname.endsWith(id))!;
        const sessions = [{ id: newId(), device_name: 'Phone', created_at: found.created_at, last_seen_at: found.created_at }];
        return json({ data: { ...found, records: 3, photos: 2, photo_bytes: 2_000_000, sessions } });
      })
      .answer(listAdminActs, () => json({ data: acts, next_cursor: null }))
      .answer(getStanding, () => json({ data: { standing: null, until: null, is_actionable: true } }))
      .answer(listModerationActs, () => json({ data: [], next_cursor: null }))
      .answer(patchUser, (url, { body }) => {
        people = people.map((one) => (url.pathname.endsWith(one.id) ? { ...one, ...(body as object) } : one));
        return { status: 204 };
      })
      .answer(endUserSessions, () => ({ status: 204 }))
      .answer(deleteAccount, () => ({ status: 204 }));
  });
  const open = (section: string) => renderAs(admin, <AdminSectionPage />, { at: `/admin/${section}`, server });
  const bodiesOf = (method: string, path: string) =>
    server.asked.filter((one) => one.method === method && one.path.startsWith(path)).map(({ body }) => body);

  it('shows what waits, and leads to every part', async () => {
    const figures = { users: 12, admins: 1, curators: 2, new_users: 3, open_feedback: 4, open_reports: 5, invitations: 6, failed_jobs: 7 };
    server.answer(getAdminOverview, () => json({ data: { ...figures, version: '0.1.0' } }));
    await renderAs(admin, <AdminScreen />, { at: '/admin', server });
    expect((await screen.findByText('5')).closest('a')!.getAttribute('href')).toBe('/admin/reports');
    expect(screen.getByText('New in the last 7 days: 3')).toBeDefined();
    const links = within(screen.getByRole('navigation', { name: 'Parts of the administration' })).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      [
        'users',
        'feedback',
        'reports',
        'validators',
        'invitations',
        'visitors',
        'specie-images',
        'taxonomy',
        'sensitive-taxa',
        'announcements',
        'maps',
        'tile-requests',
        'versions',
        'jobs',
        'storage',
        'log',
      ].map((id) => `/admin/${id}`),
    );
  });

  it('is not found under another name', async () => {
    await open('nothing');
    expect(await screen.findByRole('heading', { level: 1 })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Administration' })).toBeNull();
  });

  it('lets the server search, sort and page the people', async () => {
    await open('users');
    await screen.findByText('Rows: 1 of 2');
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await screen.findByText('Rows: 2');
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    fireEvent.click(within(screen.getByRole('columnheader', { name: /Name/ })).getByRole('button'));
    await waitFor(() => expect(server.asked.at(-1)!.path).toContain('sort=name&order=asc'));
    const before = server.asked.length;
    fireEvent.click(within(screen.getByRole('columnheader', { name: /Email/ })).getByRole('button'));
    expect(server.asked).toHaveLength(before);
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search by name or email' }), { target: { value: 'chen' } });
    expect(await screen.findByRole('link', { name: 'chen' })).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('link', { name: 'bram' })).toBeNull());
  });

  it('grants a role, and says which the person has', async () => {
    await open('users');
    fireEvent.click(await screen.findByRole('link', { name: 'bram' }));
    const dialog = await screen.findByRole('dialog');
    const save = await within(dialog).findByRole('button', { name: 'Save' });
    expect((save as HTMLButtonElement).disabled).toBe(true);
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Curator' }));
    fireEvent.click(save);
    await within(dialog).findByText('Saved. The change applies immediately.');
    expect(bodiesOf('PATCH', '/api/users/')).toEqual([{ roles: ['user', 'curator'], is_pro: false }]);
  });

  it('closes an account only with a reason, and says why the server refuses', async () => {
    await open('users');
    fireEvent.click(await screen.findByRole('link', { name: 'bram' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Close account' }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close this account' }));
    expect(await within(dialog).findByText('Enter a reason.')).toBeDefined();
    expect(bodiesOf('POST', deleteAccount.path)).toEqual([]);
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Reason' }), { target: { value: ' Advertising ' } });
    server.answer(deleteAccount, () => problem(404, 'not_found', { title: 'Not found' }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close this account' }));
    expect((await within(dialog).findByRole('alert')).textContent).toContain('Not found');
    server.answer(deleteAccount, () => ({ status: 204 }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close this account' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodiesOf('POST', deleteAccount.path).at(-1)).toEqual({ user_id: people[0]!.id, reason: 'Advertising' });
  });

  it.each([
    ['of the server', 'The server has a problem. Try again later.'],
    ['of the connection', 'Can’t reach the server. Veld will try again later.'],
  ] as const)('says what is wrong after a failure %s, and loads again', async (kind, text) => {
    const { fault } = server;
    if (kind === 'of the server') server.answer(listAdminActs, () => problem(500, 'internal'));
    else server.fault = ({ path }) => (path.startsWith('/api/admin/log') ? 'no-connection' : null);
    await open('log');
    expect((await screen.findByRole('alert')).textContent).toContain(text);
    server.answer(listAdminActs, () => json({ data: [], next_cursor: null }));
    server.fault = fault;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    // The sentence alone: no number of rows, and nothing to filter.
    expect(await screen.findByText('No actions logged yet.')).toBeDefined();
    expect(screen.queryByText(/Rows/)).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says in words what was done, and the names of both people', async () => {
    const act = (change: Partial<AdminAct>): AdminAct => ({
      id: newId(),
      action: 'change_roles',
      actor: { id: newId(), name: 'anna' },
      subject_kind: 'user',
      subject_id: newId(),
      subject_name: 'bram',
      details: { before: ['user'], after: ['user', 'curator'] },
      at: '2026-05-01T10:00:00.000Z',
      ...change,
    });
    acts = [act({}), act({ action: 'close_account', subject_name: null, details: { reason: 'Advertising' } })];
    await open('log');
    expect(await screen.findByText('Changed roles: none → Curator')).toBeDefined();
    expect(screen.getByText('Closed an account: Advertising')).toBeDefined();
    expect(screen.getByText('Former member')).toBeDefined();
  });

  it('keeps what is typed about a message when the message is fetched again, and says that it was saved', async () => {
    const message: FeedbackDetails = {
      id: newId(),
      ticket: 7,
      kind: 'idea',
      text: 'Moths at night',
      state: 'received',
      reason: '',
      author: { id: people[0]!.id, name: 'bram' },
      assignee: null,
      public_text: null,
      replies: 0,
      votes: 0,
      duplicate_of: null,
      may_contact: false,
      email: null,
      has_screenshot: false,
      diagnostics: {},
      conversation: [],
      created_at: '2026-05-01T10:00:00.000Z',
    };
    server
      .answer(listQueuedFeedback, () => json({ data: [message], total: 1, next_cursor: null }))
      .answer(getQueuedFeedback, () => json({ data: message }))
      .answer(patchQueuedFeedback, (_url, { body }) => {
        Object.assign(message, body);
        return { status: 204 };
      });
    await open(`feedback?message=${message.id}`);
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(await dialog.findByLabelText('State'), { target: { value: 'planned' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Saved')).toBeDefined();
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'In summer' } });
    Object.assign(message, { state: 'done' });
    await queryClient.invalidateQueries();
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('In summer');
  });

  it('runs a failed job again', async () => {
    const failure = { id: newId(), queue: 'mail', attempts: 6, message: 'No mail server', failed_at: '2026-05-01T10:00:00.000Z' };
    let failures = [failure];
    const queue = { name: 'mail', cron: null, waiting: 0, active: 0, failed: 1, completed: 4, last_completed_at: null };
    server
      .answer(listJobs, () => json({ data: [queue], failures }))
      .answer(retryJob, () => {
        failures = [];
        return { status: 204 };
      });
    await open('jobs');
    const failed = within(await screen.findByRole('grid', { name: 'Failed' }));
    expect(failed.getByText('No mail server')).toBeDefined();
    fireEvent.click(failed.getByRole('link', { name: 'mail' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Run again: mail' }));
    expect(await screen.findByText('No job has failed since yesterday.')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('sorts and searches the jobs that failed, the latest first, and sorts the queues', async () => {
    const failure = (queue: string, message: string, hour: number) => ({
      id: newId(),
      queue,
      attempts: hour,
      message,
      failed_at: `2026-05-01T1${hour}:00:00.000Z`,
    });
    const queue = (name: string, waiting: number) => ({
      name,
      cron: null,
      waiting,
      active: 0,
      failed: 0,
      completed: 0,
      last_completed_at: null,
    });
    server.answer(listJobs, () =>
      json({
        data: [queue('mail', 1), queue('push', 5), queue('photos', 3)],
        failures: [failure('mail', 'No mail server', 1), failure('push', 'Gone', 3), failure('mail', '', 2)],
      }),
    );
    await open('jobs');
    const failed = within(await screen.findByRole('grid', { name: 'Failed' }));
    const messages = () =>
      failed
        .getAllByRole('row')
        .slice(1)
        .map((row) => within(row).getAllByRole('gridcell')[1]!.textContent);
    expect(messages()).toEqual(['Gone', 'No message', 'No mail server']);
    fireEvent.click(within(failed.getByRole('columnheader', { name: 'Message' })).getByRole('button'));
    expect(messages()).toEqual(['Gone', 'No mail server', 'No message']);
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search in messages' }), { target: { value: 'server' } });
    await screen.findByText('Rows: 1 of 3');
    expect(messages()).toEqual(['No mail server']);
    const queues = within(screen.getByRole('grid', { name: 'Queues' }));
    fireEvent.click(within(queues.getByRole('columnheader', { name: 'Waiting' })).getByRole('button'));
    const names = queues
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('gridcell')[0]!.textContent);
    expect(names).toEqual(['mail', 'photos', 'push']);
  });

  it('writes an announcement with a preview in another language, and not without an English text', async () => {
    server.answer(listAllToasts, () => json({ data: [] })).answer(putToast, () => ({ status: 204 }));
    await open('announcements');
    fireEvent.click(await screen.findByRole('button', { name: 'New announcement' }));
    fireEvent.change(screen.getByLabelText('Nederlands'), { target: { value: 'Nachtvlinders' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Enter an English text.')).toBeDefined();
    expect(bodiesOf('PUT', '/api/toasts/')).toEqual([]);
    fireEvent.change(screen.getByLabelText('English'), { target: { value: 'Moths' } });
    const preview = within(screen.getByRole('region', { name: 'Preview' }));
    const read = (language: string) => fireEvent.change(preview.getByLabelText('Language of the reader'), { target: { value: language } });
    read('nl');
    expect(preview.getByText('Nachtvlinders')).toBeDefined();
    read('pl');
    expect(preview.getByText('Moths')).toBeDefined();
    expect(preview.getByText('No text in this language, so the English one is shown.')).toBeDefined();
    fireEvent.change(screen.getByLabelText('For'), { target: { value: 'curator' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Nothing has been announced yet.');
    expect(screen.queryByRole('button', { name: /Filter/ }), 'of an empty list').toBeNull();
    expect(bodiesOf('PUT', '/api/toasts/')).toEqual([
      {
        level: 'info',
        text: { en: 'Moths', nl: 'Nachtvlinders' },
        link: null,
        starts_at: null,
        ends_at: null,
        audience: 'curator',
        country_code: null,
      },
    ]);
  });

  it('has the storage of people and of tables as tables, the largest first', async () => {
    const tables = [
      { name: 'taxa', bytes: 2_000_000 },
      { name: 'observations', bytes: 9_000_000 },
    ];
    const storing = [
      { id: people[0]!.id, name: 'bram', photos: 9, bytes: 3_000_000 },
      { id: newId(), name: '', photos: 2, bytes: 5_000_000 },
    ];
    const backups = { is_scheduled: true, last_at: new Date(Date.now() - 3 * 3_600_000).toISOString() };
    server.answer(getStorageFigures, () =>
      json({
        data: {
          database_bytes: 1,
          tables,
          photos: 11,
          photo_bytes: 8_000_000,
          disk_free_bytes: 1,
          disk_bytes: 2,
          backups,
          people: storing,
        },
      }),
    );
    await open('storage');
    const ofPeople = within(await screen.findByRole('grid', { name: 'Most photos' }));
    expect(screen.getByText('Last backup').parentElement?.textContent).toContain('3 hours ago');
    const first = (grid: typeof ofPeople) =>
      within(grid.getAllByRole('row')[1]!)
        .getAllByRole('gridcell')
        .map((cell) => cell.textContent);
    expect(first(ofPeople)).toEqual(['Former member', '2', '5 MB']);
    expect(ofPeople.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([`/admin/users?user=${people[0]!.id}`]);
    fireEvent.click(within(ofPeople.getByRole('columnheader', { name: 'Photos' })).getByRole('button'));
    fireEvent.click(within(ofPeople.getByRole('columnheader', { name: 'Photos' })).getByRole('button'));
    expect(first(ofPeople)[0]).toBe('bram');
    expect(first(within(screen.getByRole('grid', { name: 'Largest tables of the database' })))).toEqual(['observations', '9 MB']);
  });

  it('has the announcements and the versions as tables, which open what they name', async () => {
    const announcement = (en: string, audience: 'everyone' | 'curator', day: number) => ({
      id: newId(),
      level: 'info' as const,
      text: { en },
      link: null,
      starts_at: `2026-05-0${day}T10:00:00.000Z`,
      ends_at: null,
      audience,
      country_code: null,
    });
    const version = (number: string, level: 'info' | 'required', day: number) => ({
      version: number,
      level,
      update_url: null,
      notes: {},
      created_at: `2026-05-0${day}T10:00:00.000Z`,
    });
    server
      .answer(listAllToasts, () => json({ data: [announcement('Moths', 'everyone', 1), announcement('Bats', 'curator', 2)] }))
      .answer(listAppVersions, () => json({ data: [version('1.9.0', 'info', 1), version('1.10.0', 'required', 2)] }));
    const links = () =>
      within(screen.getByRole('grid'))
        .getAllByRole('link')
        .map(({ textContent }) => textContent);
    const { unmount } = await open('announcements');
    await screen.findByRole('grid');
    expect(links()).toEqual(['Bats', 'Moths']);
    fireEvent.click(screen.getByRole('button', { name: /Filter/ }));
    fireEvent.change(await screen.findByLabelText('For'), { target: { value: 'everyone' } });
    await screen.findByText('Rows: 1 of 2');
    fireEvent.click(screen.getByRole('link', { name: 'Moths' }));
    expect((await screen.findByLabelText<HTMLTextAreaElement>('English')).value).toBe('Moths');
    unmount();
    await open('versions');
    await screen.findByRole('grid');
    expect(links()).toEqual(['1.10.0', '1.9.0']);
    fireEvent.click(within(screen.getByRole('columnheader', { name: 'Version' })).getByRole('button'));
    expect(links(), 'by number').toEqual(['1.9.0', '1.10.0']);
    fireEvent.click(screen.getByRole('link', { name: '1.10.0' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Version')).value).toBe('1.10.0');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Required/ }).checked).toBe(true);
  });

  it('announces a version with its texts, and refuses what is no version', async () => {
    server
      .answer(listAppVersions, () => json({ data: [] }))
      .answer(putAppVersion, (_url, { body }) =>
        json({ data: { ...(body as object), version: '1.4.0', created_at: '2026-05-01T10:00:00.000Z' } }),
      );
    await open('versions');
    fireEvent.click(await screen.findByRole('button', { name: 'Announce a version' }));
    fireEvent.change(screen.getByLabelText('Version'), { target: { value: '1.4' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Enter three numbers separated by dots, such as 1.4.0.')).toBeDefined();
    fireEvent.change(screen.getByLabelText('Version'), { target: { value: '1.4.0' } });
    fireEvent.click(screen.getByRole('radio', { name: 'Recommended' }));
    fireEvent.change(screen.getByLabelText('Nederlands'), { target: { value: 'Nachtvlinders' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('No version has been announced yet.');
    expect(bodiesOf('PUT', '/api/admin/versions/1.4.0')).toEqual([
      { level: 'recommended', update_url: null, notes: { nl: 'Nachtvlinders' } },
    ]);
  });
});
