import type { Page } from '@playwright/test';
import {
  getUser,
  type Language,
  listObservationChanges,
  login,
  type OwnObservation,
  register,
  type Tombstone,
  type User,
  wizardSeen,
  WIZARDS,
} from '@veld/contract';
import { call } from '../seed/api.ts';
import { expect } from './time-limit.ts';
import { say } from './words.ts';

export const PASSWORD = 'a long walk in the rain';

/** An account, with the token of a session that no browser uses. */
export interface Account {
  name: string;
  email: string;
  token: string;
  user: User;
}

interface AccountOptions {
  language?: Language;
  country_code?: string;
  /** By default `<name>@example.org`. */
  email?: string;
  /** Whether the introductions are shown, which would be in the way of other tests. */
  introductions?: boolean;
}

/** Registers an account through the API. */
export async function makeAccount(url: string, name: string, more: AccountOptions = {}): Promise<Account> {
  const email = more.email ?? `${name}@example.org`;
  const { introductions = false, ...rest } = more;
  const { token, data } = await call(url, register, { body: { name, password: PASSWORD, ...rest, email } });
  if (introductions) return { name, email, token, user: data };
  await Promise.all(WIZARDS.map((wizard) => call(url, wizardSeen, { body: { wizard } }, token)));
  return { name, email, token, user: await call(url, getUser, {}, token) };
}

/** Logs in to an existing account through the API, as another device. */
export async function logInElsewhere(url: string, email: string): Promise<Account> {
  const { token, data } = await call(url, login, { body: { email, password: PASSWORD, device_name: 'another device' } });
  return { name: data.name, email, token, user: data };
}

/** Registers `<name>@example.org` on the registration screen and waits for the first screen after it. */
export async function registerOn(page: Page, name: string, language: Language, country: string): Promise<void> {
  await page.goto(`/register?lang=${language}`);
  await page.getByLabel(say(language, 'accounts:field.name'), { exact: true }).fill(name);
  await page.getByLabel(say(language, 'accounts:field.email')).fill(`${name}@example.org`);
  await page.getByLabel(say(language, 'accounts:field.password'), { exact: true }).fill(PASSWORD);
  await page.getByLabel(say(language, 'common:location.country'), { exact: true }).selectOption(country);
  await page.getByRole('button', { name: say(language, 'accounts:register.submit') }).click();
  await expect(page).toHaveURL(/\/$/);
}

/** Logs in on the login screen, which has to be open. */
export async function logInOn(page: Page, email: string, language: Language): Promise<void> {
  await page.getByLabel(say(language, 'accounts:field.email')).fill(email);
  await page.getByLabel(say(language, 'accounts:field.password'), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: say(language, 'common:action.log_in') }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** Logs out on a device without unsent records. */
export async function logOutOn(page: Page, language: Language): Promise<void> {
  await page
    .getByRole('button', { name: say(language, 'common:nav.log_out') })
    .filter({ visible: true })
    .first()
    .click();
  await expect(page).toHaveURL(/\/welcome/);
}

/** A person's records on the server, at most one page; deleted ones as tombstones. */
export async function onServer(url: string, account: Account): Promise<(OwnObservation | Tombstone)[]> {
  return (await call(url, listObservationChanges, {}, account.token)).data;
}

/** A person's records on the server, at most one page, without deleted ones. */
export async function listStoredRecords(url: string, account: Account): Promise<OwnObservation[]> {
  return (await onServer(url, account)).flatMap((record) => ('deleted' in record ? [] : [record]));
}
