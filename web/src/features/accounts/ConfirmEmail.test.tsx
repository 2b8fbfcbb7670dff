// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { confirmEmail, getUser, requestConfirmation } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { freshPerson } from '../../local/testing/people';
import { json, problem, VeldServer } from '../../local/testing/veld-server';
import { nobody, renderAs } from '../../testing/render-as';
import PasswordResetScreen from './PasswordResetScreen';
import { auth } from '../../shared/session/session';
import { UnconfirmedEmail } from '../../shared/session/UnconfirmedEmail';

const LINK = '/password/reset/token-of-the-mail?for=email';
const noContent = () => ({ status: 204 });

describe('the link that confirms an email', () => {
  it('asks for a tap, and then shows the account as confirmed', async () => {
    const anna = freshPerson('anna', { email_confirmed: false });
    const asked: unknown[] = [];
    const server = new VeldServer(anna)
      .answer(confirmEmail, (_url, request) => {
        asked.push(request.body);
        return noContent();
      })
      .answer(getUser, () => json({ ...anna, email_confirmed: true }));
    await renderAs(anna, <PasswordResetScreen />, { at: LINK, server, routes: { '/': <p>the dashboard</p> } });
    const button = await screen.findByRole('button', { name: 'Confirm email' });
    expect(asked).toEqual([]);
    fireEvent.click(button);
    await screen.findByText('the dashboard');
    expect(asked).toEqual([{ token: 'token-of-the-mail' }]);
    expect(auth.state().user?.email_confirmed).toBe(true);
  });

  it('works without a session, and shows why it did not work', async () => {
    const anna = freshPerson('anna');
    const refusal = problem(422, 'validation', { errors: { token: ['This link has expired.'] } });
    let isExpired = true;
    const server = new VeldServer(anna).answer(confirmEmail, () => (isExpired ? refusal : noContent()));
    await renderAs(nobody, <PasswordResetScreen />, { at: LINK, server, routes: { '/login': <p>the login</p> } });
    fireEvent.click(await screen.findByRole('button', { name: 'Confirm email' }));
    await screen.findByText('This link has expired.');
    isExpired = false;
    fireEvent.click(screen.getByRole('button', { name: 'Confirm email' }));
    expect(await screen.findByText('the login')).toBeDefined();
  });
});

describe('an unconfirmed email', () => {
  it('is named, with a button that sends another link', async () => {
    const anna = freshPerson('anna', { email_confirmed: false });
    let count = 0;
    const server = new VeldServer(anna).answer(requestConfirmation, () => {
      count++;
      return { status: 202 };
    });
    await renderAs(anna, <UnconfirmedEmail />, { server });
    await screen.findByText(/^Open the link we sent to anna@example.org/);
    fireEvent.click(screen.getByRole('button', { name: 'Send link again' }));
    await screen.findByText('Link sent. Check your email.');
    expect(count).toBe(1);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is not mentioned once it is confirmed; a new address is, but not where others see the person', async () => {
    await renderAs(freshPerson('anna'), <UnconfirmedEmail />);
    expect(screen.queryByRole('button')).toBeNull();
    const changing = freshPerson('bram', { pending_email: 'bram@new.example' });
    auth.store.setState({ user: changing });
    await screen.findByText(/^Open the link we sent to bram@new.example/);
    await renderAs(changing, <UnconfirmedEmail isAboutListing />);
    expect(screen.getAllByRole('button')).toHaveLength(1);
  });
});
