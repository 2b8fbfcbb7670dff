// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { confirmPassword, deleteAccount, type ListedUser, listUsers, patchAccount, patchUser, type Preferences } from '@veld/contract';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { queryClient } from '../../shared/session/queries';
import SettingsSectionPage from '../../app/SettingsSectionPage';
import { auth } from '../../local/app/veld';
import { newId } from '../../local/db/ids';
import { freshPerson } from '../../local/testing/people';
import { json, problem, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import { useMaybeUser } from '../../shared/session/session';
import { SECTIONS } from './sections/section-list';
import SettingsScreen from './SettingsScreen';

/** A section behind its guard. */
function Settings() {
  return useMaybeUser() ? <SettingsSectionPage /> : null;
}

const setWidth = (width: number) =>
  (window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } }).happyDOM.setViewport({ width });
afterEach(() => setWidth(1024));

describe('the last administrator', () => {
  const admin = () => freshPerson('anna', { roles: ['user', 'admin'] });
  const others: ListedUser[] = ['Bram', 'Chen'].map((name) => ({ id: newId(), name, roles: ['user'], created_at: '2026-02-01T10:00:00Z' }));
  let anna = admin();
  beforeEach(() => {
    queryClient.clear();
    anna = admin();
    vi.spyOn(location, 'replace').mockReturnValue();
  });

  /** A server with some users; those in `admins` are admins. */
  function server(people: ListedUser[], admins: number): VeldServer {
    const own: ListedUser = { id: anna.id, name: anna.name, roles: anna.roles, created_at: anna.created_at };
    return new VeldServer(anna)
      .answer(listUsers, (url) => {
        const part = (url.searchParams.get('name') ?? '').toLowerCase();
        const data = [own, ...people].filter(({ name }) => name.toLowerCase().includes(part));
        return json({ data, totals: { users: people.length + 1, admins } });
      })
      .answer(confirmPassword, () => ({ status: 204 }))
      .answer(deleteAccount, () => ({ status: 204 }))
      .answer(patchUser, () => ({ status: 204 }));
  }
  const section = (name: string) => within(screen.getByRole('region', { name }));
  const sent = (veld: VeldServer, path: string) => veld.asked.find((one) => one.path.startsWith(path))?.body;

  async function openDeletion(veld: VeldServer) {
    await renderAs(anna, <Settings />, { at: '/settings/delete', server: veld });
    const shown = section('Delete account');
    fireEvent.click(shown.getByRole('button', { name: 'Delete my account' }));
    fireEvent.change(shown.getByLabelText('Type “delete” to confirm'), { target: { value: 'delete' } });
    fireEvent.change(shown.getByLabelText('Current password'), { target: { value: 'heron over the quiet fen' } });
    return { shown, submit: shown.getByRole<HTMLButtonElement>('button', { name: 'Delete account' }) };
  }

  it('chooses a successor by name before the account can be deleted', async () => {
    const veld = server(others, 1);
    const { shown, submit } = await openDeletion(veld);
    expect(await shown.findByRole('radio', { name: 'Bram' })).toBeDefined();
    expect(shown.queryByRole('radio', { name: 'anna' }), 'not the admin who leaves').toBeNull();
    expect(submit.disabled).toBe(true);
    fireEvent.change(shown.getByRole('searchbox', { name: 'Find by name' }), { target: { value: 'che' } });
    await waitFor(() => expect(shown.queryByRole('radio', { name: 'Bram' })).toBeNull());
    fireEvent.click(shown.getByRole('radio', { name: 'Chen' }));
    expect(submit.disabled).toBe(false);
    fireEvent.click(submit);
    await waitFor(() =>
      expect(sent(veld, '/api/delete-account')).toEqual({
        confirmation: expect.any(String),
        on_delete: 'anonymise',
        successor_id: others[1]!.id,
      }),
    );
    await waitFor(() => expect(auth.check()).toBe(false));
  });

  it.each([
    ['there is another administrator', others, 2],
    ['nobody else has an account', [], 1],
  ])('needs no successor if %s', async (_, people, admins) => {
    const veld = server(people, admins);
    const { shown, submit } = await openDeletion(veld);
    await waitFor(() => expect(submit.disabled).toBe(false));
    expect(shown.queryByRole('searchbox')).toBeNull();
    fireEvent.click(submit);
    await waitFor(() => expect(sent(veld, '/api/delete-account')).toEqual({ confirmation: expect.any(String), on_delete: 'anonymise' }));
  });

  it('stays logged in and sees why if the server refuses', async () => {
    const veld = server(others, 2).answer(deleteAccount, () =>
      problem(422, 'validation', { errors: { successor_id: ['You are the last one.'] } }),
    );
    const { shown, submit } = await openDeletion(veld);
    await waitFor(() => expect(submit.disabled).toBe(false));
    fireEvent.click(submit);
    expect((await shown.findByRole('alert')).textContent).toBe('You are the last one.');
    expect(auth.loggedIn()).toBe(true);
  });

  it('cannot be deleted without a connection', async () => {
    const veld = server(others, 1);
    veld.fault = () => 'no-connection';
    const { shown, submit } = await openDeletion(veld);
    expect(await shown.findByText('Try again when you’re online.')).toBeDefined();
    expect(submit.disabled).toBe(true);
  });

  it('gives up the role to a successor', async () => {
    const veld = server(others, 1);
    await renderAs(anna, <Settings />, { at: '/settings/admin', server: veld });
    const shown = section('Administrator');
    fireEvent.click(shown.getByRole('button', { name: 'Give up role' }));
    fireEvent.click(await shown.findByRole('radio', { name: 'Bram' }));
    veld.user = { ...anna, roles: ['user'] };
    fireEvent.click(shown.getByRole('button', { name: 'Give up role' }));
    await waitFor(() => expect(sent(veld, `/api/users/${anna.id}`)).toEqual({ roles: ['user'], successor_id: others[0]!.id }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Administrator' })).toBeNull());
  });

  it('is nobody without the role', async () => {
    anna = freshPerson('anna');
    const veld = server(others, 1);
    const { submit } = await openDeletion(veld);
    expect(submit.disabled).toBe(false);
    expect(screen.queryByRole('region', { name: 'Administrator' })).toBeNull();
    expect(veld.count('GET', '/api/users')).toBe(0);
  });
});

describe('the name in the settings', () => {
  const form = () => within(screen.getByRole('region', { name: 'Account' }));
  const type = (value: string) => fireEvent.change(form().getByLabelText('Name'), { target: { value } });
  const save = () => fireEvent.submit(form().getByLabelText('Name').closest('form')!);

  it('keeps what was typed and says why, if it looks like that of somebody else', async () => {
    const anna = freshPerson('anna');
    const similar = 'This name looks too much like another name on this server.';
    const veld = new VeldServer(anna).answer(patchAccount, () => problem(422, 'validation', { errors: { name: [similar] } }));
    await renderAs(anna, <Settings />, { at: '/settings/account', server: veld });
    type('Аnna');
    expect(form().getByText('Use only one alphabet in each word.')).toBeDefined();
    type('Keeper');
    expect(form().queryByText('Use only one alphabet in each word.')).toBeNull();
    save();
    expect(await form().findByText(similar)).toBeDefined();
    expect(form().getByLabelText<HTMLInputElement>('Name').value).toBe('Keeper');
    expect(auth.state().user?.name).toBe('anna');
  });

  it('says that it was not sent without a connection, and keeps what was typed', async () => {
    const anna = freshPerson('anna');
    await renderAs(anna, <Settings />, { at: '/settings/account' });
    type('Anna Jansen');
    save();
    expect((await form().findByRole('alert')).textContent).toMatch(/^Can’t reach the server\. Nothing was changed/);
    expect(form().getByLabelText<HTMLInputElement>('Name').value).toBe('Anna Jansen');
    expect(auth.state().user?.name).toBe('anna');
  });
});

describe('the index of the settings', () => {
  const index = () => within(screen.getByRole('navigation', { name: 'Sections' }));
  const line = (title: string) => index().getByText(title).closest('a')!;
  const search = async (text: string) => {
    fireEvent.change(index().getByRole('searchbox', { name: 'Search settings' }), { target: { value: text } });
    // The field waits for a pause in typing.
    await act(() => new Promise((done) => setTimeout(done, 250)));
    return index()
      .queryAllByRole('link')
      .map((link) => `${link.textContent} ${link.getAttribute('href')}`);
  };

  it('says what is chosen in each section, and leads to it', async () => {
    const anna = freshPerson('anna');
    const preferences: Preferences = { ...anna.preferences, units: 'imperial', geoprivacy: 'obscured', name_languages: ['nl'] };
    await renderAs({ ...anna, preferences }, <SettingsScreen />, { at: '/settings/profile' });
    expect(line('Units').textContent).toContain('Feet and miles');
    expect(line('Privacy').textContent).toContain('Obscured · Not listed in the community');
    expect(line('Language and names').textContent).toContain('English · Nederlands');
    expect(line('Country').textContent).toContain('Netherlands');
    expect(line('Units').getAttribute('href')).toBe('/settings/units');
    expect(line('My places').getAttribute('href')).toBe('/settings/my-locations');
    expect(index().queryByText('Administrator'), 'only for admins').toBeNull();
  });

  it('shows the account beside it where there is room, and stands alone on a phone', async () => {
    const anna = freshPerson('anna');
    const { unmount } = await renderAs(anna, <SettingsScreen />, { at: '/settings/profile' });
    expect(screen.getByRole('region', { name: 'Account' })).toBeDefined();
    unmount();
    setWidth(390);
    await renderAs(anna, <SettingsScreen />, { at: '/settings/profile' });
    expect(index().getByText('Account')).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Account' })).toBeNull();
  });

  it('keeps what was typed in a section when the window becomes narrow and wide again', async () => {
    const media = Object.assign(new EventTarget(), { matches: true });
    vi.stubGlobal('matchMedia', () => media);
    onTestFinished(() => void vi.unstubAllGlobals());
    await renderAs(freshPerson('anna'), <Settings />, { at: '/settings/embeds' });
    fireEvent.click(await screen.findByRole('button', { name: 'New code' }));
    fireEvent.change(await screen.findByRole('textbox', { name: 'Label' }), { target: { value: 'Nature club' } });
    for (const matches of [false, true]) {
      media.matches = matches;
      act(() => void media.dispatchEvent(Object.assign(new Event('change'), { matches })));
      expect(screen.queryAllByRole('searchbox'), 'the index').toHaveLength(matches ? 1 : 0);
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Label' }).value).toBe('Nature club');
    }
  });

  it('finds a setting by its name, by another word for it, and without its marks', async () => {
    await renderAs(freshPerson('anna'), <SettingsScreen />, { at: '/settings/profile' });
    expect(await search('locat')).toContain('Find my location when the form opensRecording /settings/recording');
    expect(await search('copyright')).toEqual(['Licences /settings/licence']);
    expect(await search('wi fi')).toContain('Sync /settings/sync');
    expect(await search('zzz')).toEqual([]);
    expect(index().getByRole('status').textContent).toBe('No setting found. Try another word.');
  });

  it.each([
    ['#privacy', 'Privacy'],
    ['#names', 'Language and names'],
    ['#sessions', 'Security and devices'],
  ])('opens the section that a link from before names: %s', async (hash, title) => {
    await renderAs(freshPerson('anna'), <SettingsScreen />, {
      at: `/settings/profile${hash}`,
      routes: { '/settings/:section': <SettingsSectionPage /> },
    });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title);
  });
});

describe('the page of a section', () => {
  it('is not found if there is no such section, or it is for others', async () => {
    for (const name of ['nothing', 'admin', 'my-location']) {
      const { unmount } = await renderAs(freshPerson('anna'), <SettingsSectionPage />, { at: `/settings/${name}` });
      expect(screen.getByRole('heading', { level: 1 }).textContent, name).toBe('Not found');
      unmount();
    }
  });

  it.each(SECTIONS.flatMap((one) => ('Part' in one ? [one.id] : [])))('%s has its title, its settings and the way back', async (id) => {
    const admin = freshPerson('anna', { roles: ['user', 'admin'] });
    setWidth(390);
    await renderAs(admin, <SettingsSectionPage />, { at: `/settings/${id}` });
    const title = (await screen.findByRole('heading', { level: 1 })).textContent;
    const region = await screen.findByRole('region', { name: title });
    await waitFor(() => expect(region.textContent.length).toBeGreaterThan(title.length + 10));
    expect(screen.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/settings/profile');
  });
});
