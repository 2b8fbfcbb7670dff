// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkRegistration, LANGUAGES, register } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { freshPerson } from '../../local/testing/people';
import { json, problem, VeldServer } from '../../local/testing/veld-server';
import { nobody, renderAs } from '../../testing/render-as';
import RegisterScreen from './RegisterScreen';
import WelcomeScreen from './WelcomeScreen';

const TOKEN = 'x'.repeat(43);

/** A server that admits visitors with one invitation, all, or nobody. */
function server(registration: 'open' | 'invite' | 'closed'): VeldServer {
  const anna = freshPerson('anna');
  return new VeldServer(anna)
    .answer(checkRegistration, (_, { body }) => {
      const isInvited = (body as { invite?: string }).invite === TOKEN;
      return json({
        data: { registration, can_register: registration === 'open' || (registration === 'invite' && isInvited), allows_browsing: false },
      });
    })
    .answer(register, () => json({ token: 'token-1', revoke_key: 'revoke-1', data: anna }));
}
const open = (veld: VeldServer, at = '/register') => renderAs(nobody, <RegisterScreen />, { at, server: veld, routes: { '/': 'Today' } });
const fill = () => {
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Anna' } });
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'anna@example.org' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'heron over the quiet fen' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }));
};

describe('creating an account', () => {
  it('is possible without an invitation where registration is open', async () => {
    const veld = server('open');
    await open(veld);
    await waitFor(() => expect(veld.count('POST', '/api/registration')).toBe(1));
    fill();
    expect(await screen.findByText('Today')).toBeDefined();
    const { body } = veld.asked.find(({ path }) => path === '/api/register')!;
    expect(body).toMatchObject({ name: 'Anna', email: 'anna@example.org' });
    expect(body).not.toHaveProperty('invite');
  });

  it('says why a name is refused: at once if the name itself is at fault, else when the server has compared it', async () => {
    const similar = 'This name looks too much like another name on this server.';
    const veld = server('open').answer(register, () => problem(422, 'validation', { errors: { name: [similar] } }));
    await open(veld);
    const type = (value: string) => fireEvent.change(screen.getByLabelText('Name'), { target: { value } });
    type('Аnna');
    expect(screen.getByText('Use only one alphabet in each word.')).toBeDefined();
    type('An\u200Bna');
    expect(screen.getByText('A name can’t contain these characters.')).toBeDefined();
    fill();
    expect(await screen.findByText(similar)).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Anna');
    expect(screen.queryByText('A name can’t contain these characters.')).toBeNull();
  });

  it('sends the invitation of the link', async () => {
    const veld = server('invite');
    await open(veld, `/register?invite=${TOKEN}`);
    await waitFor(() => expect(veld.count('POST', '/api/registration')).toBe(1));
    fill();
    expect(await screen.findByText('Today')).toBeDefined();
    expect(veld.asked.find(({ path }) => path === '/api/register')!.body).toMatchObject({ invite: TOKEN });
  });

  it.each([
    ['closed', '/register', 'No new accounts', 'This server isn’t accepting new accounts. If you already have one, you can log in.'],
    [
      'closed',
      `/register?invite=${TOKEN}`,
      'No new accounts',
      'This server isn’t accepting new accounts. If you already have one, you can log in.',
    ],
    [
      'invite',
      '/register',
      'By invitation only',
      'To create an account here, you need an invitation link. Ask an administrator of this server for one.',
    ],
    [
      'invite',
      '/register?invite=old',
      'By invitation only',
      'This invitation link doesn’t work: it has expired, was withdrawn, or has been used up. Ask for a new one.',
    ],
  ] as const)('is explained instead of offered where it is %s: %s', async (registration, at, title, text) => {
    await open(server(registration), at);
    expect(await screen.findByRole('heading', { name: title })).toBeDefined();
    expect(screen.getByText(text)).toBeDefined();
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(screen.getByRole('link', { name: 'I already have an account' }).getAttribute('href')).toBe('/login');
  });

  it('says so when the invitation was used up in the meantime', async () => {
    const veld = server('invite').answer(register, () => problem(422, 'validation', { errors: { invite: ['It no longer works.'] } }));
    await open(veld, `/register?invite=${TOKEN}`);
    fill();
    expect((await screen.findByRole('alert')).textContent).toBe('It no longer works.');
  });

  it('offers the form when the server cannot be asked', async () => {
    await open(new VeldServer(freshPerson('anna')).answer(checkRegistration, () => problem(503, 'unavailable')));
    expect(await screen.findByLabelText('Password')).toBeDefined();
  });
});

describe('the welcome screen', () => {
  const welcome = (registration: 'open' | 'invite' | 'closed') =>
    renderAs(nobody, <WelcomeScreen />, { at: '/welcome', server: server(registration) });

  it.each([
    ['invite', 'To create an account here, you need an invitation link.'],
    ['closed', 'This server isn’t accepting new accounts.'],
  ] as const)('explains that registration is %s, and offers only logging in', async (registration, text) => {
    await welcome(registration);
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Create account' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Log in' })).toBeDefined();
  });

  it('offers to create an account where registration is open', async () => {
    await welcome('open');
    expect(await screen.findByRole('link', { name: 'Create account' })).toBeDefined();
    expect(screen.queryByText(/invitation/)).toBeNull();
  });
});

/* Who sees people that `listCommunityUsers` lists: server/src/features/community/community.test.ts. */
describe('being listed in the community', () => {
  it('is said to show the name to everyone with an account, not only to one country', async () => {
    await open(server('open'));
    const box = await screen.findByRole('checkbox', { name: 'List me in the community' });
    const hint = document.querySelector(`#${CSS.escape(box.getAttribute('aria-describedby')!)}`)!;
    expect(hint.textContent).toMatch(/^Everyone with an account here can find your name/);
    expect(hint.textContent).toMatch(/next to your records either way/);
    const row = () => screen.getByRole('row', { name: /^Your name, country and numbers in the community list/ }).textContent;
    expect(row()).toMatch(/nono$/);
    fireEvent.click(box);
    expect(row()).toMatch(/yesno$/);
  });

  it.each(LANGUAGES)('is described in %s as it is in the settings', async (language) => {
    const [accounts, settings] = await Promise.all(
      ['accounts', 'settings'].map(async (name) =>
        JSON.parse(await readFile(join(import.meta.dirname, `../../i18n/${language}/${name}.json`), 'utf8')),
      ),
    );
    expect(settings.privacy.listed_hint).toBe(accounts.register.listed_hint);
  });
});
