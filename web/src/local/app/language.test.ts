// @vitest-environment happy-dom
import type { User } from '@veld/contract';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { currentCountry, deviceLocale } from '../../i18n/locale';
import { signIn } from '../../testing/render-as';
import { openUserDatabase } from '../db/database';
import { beforeLeaving } from '../db/storage-notices';
import { freshPerson } from '../testing/people';
import { changeLanguage, followCountry, followPreferredLanguage } from './language';
import { taxonomyUpdate } from './taxonomy-loop';
import { auth } from './veld';

const preferring = (user: User, language: User['preferences']['language']): User => ({
  ...user,
  preferences: { ...user.preferences, language },
});

let anna: User;
let events: string[];

beforeEach(async () => {
  anna = preferring(freshPerson('anna'), 'en');
  events = [];
  vi.spyOn(taxonomyUpdate(), 'cancelForLanguageChange').mockImplementation(async () => void events.push('update cancelled'));
  vi.spyOn(location, 'reload').mockImplementation(() => void events.push('reloaded'));
  onTestFinished(beforeLeaving(async () => void events.push('drafts written')));
  history.replaceState(null, '', '/settings/profile?lang=en&tab=1#language');
  await signIn(anna);
});

describe('changing the language of the app', () => {
  it('cancels a taxonomy update and writes drafts before the page reloads in it', async () => {
    await changeLanguage('pl');
    expect(events).toEqual(['update cancelled', 'drafts written', 'reloaded']);
    expect(deviceLocale()).toBe('pl');
    expect(location.search + location.hash).toBe('?tab=1#language');
  });

  it('changes the preference of whoever is logged in', async () => {
    await changeLanguage('pl');
    expect(auth.state().user?.preferences.language).toBe('pl');
    const waiting = await openUserDatabase(anna.id).outbox.toArray();
    expect(waiting.map(({ subject, input }) => [subject, input.body])).toEqual([['preference:language', { language: 'pl' }]]);
  });

  it('does nothing if the app has that language already', async () => {
    await changeLanguage('en');
    expect(events).toEqual([]);
    expect(await openUserDatabase(anna.id).outbox.count()).toBe(0);
  });

  it('reloads also when the update cannot be cancelled', async () => {
    vi.spyOn(taxonomyUpdate(), 'cancelForLanguageChange').mockRejectedValue(new Error('no storage'));
    await changeLanguage('pl');
    expect(events).toContain('reloaded');
  });
});

describe('the preferred language of a person', () => {
  it('is followed when the server names another one than the app has, and is not sent back', async () => {
    onTestFinished(followPreferredLanguage());
    await auth.storeUser(preferring(anna, 'de'), 'token-1');
    await vi.waitFor(() => expect(events).toContain('reloaded'));
    expect(deviceLocale()).toBe('de');
    expect(await openUserDatabase(anna.id).outbox.count()).toBe(0);
  });

  it('is stored when the app has it already, for the next start', async () => {
    onTestFinished(followPreferredLanguage());
    expect(localStorage.getItem('veld-locale')).toBeNull();
    await auth.storeUser({ ...anna, name: 'Anna' }, 'token-1');
    expect(localStorage.getItem('veld-locale')).toBe('en');
    expect(events).toEqual([]);
  });

  it('is no longer followed once ended', async () => {
    followPreferredLanguage()();
    await auth.storeUser(preferring(anna, 'de'), 'token-1');
    await auth.settled();
    expect(events).toEqual([]);
  });
});

it('dates follow the country of whoever is logged in', async () => {
  onTestFinished(followCountry());
  expect(currentCountry()).toBe(anna.country_code);
  await auth.storeUser({ ...anna, country_code: 'ZA' }, 'token-1');
  expect(currentCountry()).toBe('ZA');
  await auth.logout();
  expect(currentCountry()).toBeNull();
});
