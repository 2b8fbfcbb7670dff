// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { login } from '@veld/contract';
import { expect, it } from 'vitest';
import { freshPerson } from '../../local/testing/people';
import { json, VeldServer } from '../../local/testing/veld-server';
import { nobody, renderAs } from '../../testing/render-as';
import { notifier } from '../../shared/session/session';
import LoginScreen from './LoginScreen';

it.each([true, undefined])('says which account it is if another one has the same address: %s', async (shares_email) => {
  notifier.dismiss();
  const anna = freshPerson('anna');
  const answer = { token: 'token-1', revoke_key: 'revoke-1', data: anna, ...(shares_email && { shares_email }) };
  const server = new VeldServer(anna).answer(login, () => json(answer));
  await renderAs(nobody, <LoginScreen />, { at: '/login', server, routes: { '/': 'Today' } });
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'both@example.org' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'heron over the quiet fen' } });
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await screen.findByText('Today');
  const { notice } = notifier.store.getState();
  if (!shares_email) return expect(notice).toBeNull();
  expect(notice?.text).toMatch(/^You’re logged in as anna\. Another account/);
  expect(notice?.link?.to).toBe('/settings/account');
});
