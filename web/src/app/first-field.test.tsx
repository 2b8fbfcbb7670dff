// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import LoginScreen from '../features/accounts/LoginScreen';
import PasswordRequestScreen from '../features/accounts/PasswordRequestScreen';
import RegisterScreen from '../features/accounts/RegisterScreen';
import FeedbackScreen from '../features/feedback/FeedbackScreen';
import InvitationsScreen from '../features/invitations/InvitationsScreen';
import { AccountSection } from '../features/settings/sections/AccountSection';
import { EmbedSection } from '../features/settings/embeds/EmbedSection';
import { freshPerson } from '../local/testing/people';
import { nobody, renderAs } from '../testing/render-as';

const focused = () => document.activeElement as HTMLInputElement;

describe('the focus of a form', () => {
  it.each<[string, ComponentType, string]>([
    ['/login', LoginScreen, 'email'],
    ['/register', RegisterScreen, 'name'],
    ['/password/reset', PasswordRequestScreen, 'email'],
  ])('is in the first field: %s', async (at, Screen, name) => {
    await renderAs(nobody, <Screen />, { at });
    expect(focused().name).toBe(name);
  });

  it('is on the chosen kind of feedback', async () => {
    await renderAs(freshPerson('anna'), <FeedbackScreen />, { at: '/feedback' });
    await screen.findByRole('heading', { level: 1 });
    expect(focused()).toMatchObject({ type: 'radio', checked: true });
  });

  it('is in the first field of a new invitation', async () => {
    await renderAs(freshPerson('anna', { roles: ['user', 'admin'] }), <InvitationsScreen />, { at: '/admin/invitations' });
    expect(focused().labels?.[0]?.textContent).toBe('Label');
  });

  it('is in the first field of the form for another website once it is opened', async () => {
    await renderAs(freshPerson('anna'), <EmbedSection id="embeds" title="Counter or map" />);
    expect(focused()).toBe(document.body);
    fireEvent.click(screen.getByRole('button', { name: 'New code' }));
    expect(focused().labels?.[0]?.textContent).toBe('Label');
  });

  it('is in the first field of a settings form once it is opened', async () => {
    await renderAs(freshPerson('anna'), <AccountSection id="account" title="Account" />);
    expect(focused()).toBe(document.body);
    const fold = document.querySelectorAll('details')[1]!;
    fold.open = true;
    fireEvent(fold, new Event('toggle'));
    expect(fold.contains(focused())).toBe(true);
    expect(focused().localName).toBe('input');
  });
});
