import { type Browser, type BrowserContext, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { type Language, listObservationChanges, login, type OwnObservation, register, type Tombstone, type User } from '@veld/contract';
import { call } from '../seed/api.ts';
import { say } from './words.ts';

export const PASSWORD = 'a long walk in the rain';

/** Somebody with an account, and a session of their own outside the browser. */
export interface Account {
  name: string;
  email: string;
  token: string;
  user: User;
}

/** A device: a browser with its own storage, and all that went wrong in it. */
export interface Device {
  context: BrowserContext;
  page: Page;
  /** Requests to other origins, breaches of the content policy, errors that no code caught. Must stay empty. */
  troubles: string[];
}

export async function newDevice(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Device> {
  const context = await browser.newContext({ baseURL: url, ...options });
  const troubles: string[] = [];
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== url && protocol !== 'data:' && protocol !== 'blob:') troubles.push(`asked another origin: ${request.url()}`);
  });
  context.on('weberror', (error) => troubles.push(`page error: ${error.error().message}`));
  context.on('console', (message) => {
    if (/content security policy/i.test(message.text())) troubles.push(`content policy: ${message.text()}`);
  });
  return { context, page: await context.newPage(), troubles };
}

/** Makes an account by the call that the app makes. */
export async function makeAccount(url: string, name: string, more: { language?: Language; country_code?: string } = {}): Promise<Account> {
  const email = `${name}@example.org`;
  const { token, data } = await call(url, register, { body: { name, email, password: PASSWORD, ...more } });
  return { name, email, token, user: data };
}

/** A session beside the browser's, as another device of the same person has. */
export async function accountOf(url: string, name: string): Promise<Account> {
  const email = `${name}@example.org`;
  const { token, data } = await call(url, login, { body: { email, password: PASSWORD, device_name: 'another device' } });
  return { name, email, token, user: data };
}

/** Registers on the app's own screen and waits for the first screen behind it. */
export async function registerOn(page: Page, name: string, language: Language, country: string): Promise<void> {
  await page.goto(`/register?lang=${language}`);
  await page.getByLabel(say(language, 'accounts:field.name'), { exact: true }).fill(name);
  await page.getByLabel(say(language, 'accounts:field.email')).fill(`${name}@example.org`);
  await page.getByLabel(say(language, 'accounts:field.password'), { exact: true }).fill(PASSWORD);
  await page.getByLabel(say(language, 'common:location.country'), { exact: true }).selectOption(country);
  await page.getByRole('button', { name: say(language, 'accounts:register.submit') }).click();
  await expect(page).toHaveURL(/\/$/);
}

/** Logs in on the screen that shows now. */
export async function logInOn(page: Page, name: string, language: Language): Promise<void> {
  await page.getByLabel(say(language, 'accounts:field.email')).fill(`${name}@example.org`);
  await page.getByLabel(say(language, 'accounts:field.password'), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: say(language, 'common:action.log_in') }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

export async function openObserve(page: Page, language: Language): Promise<void> {
  await page
    .getByRole('link', { name: say(language, 'common:nav.observe'), exact: true })
    .filter({ visible: true })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: say(language, 'recording:observe.title') })).toBeVisible();
}

/** Types part of a name and picks what is offered under the whole one. */
export async function pickTaxon(page: Page, typed: string, name: string): Promise<void> {
  const option = page.getByRole('option').filter({ hasText: name }).first();
  // A form that is opened over another one takes with it what was typed into that.
  await expect(async () => {
    await page.getByRole('combobox').fill(typed);
    await expect(option).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 60_000 });
  await option.click();
}

/** Waits until names are on the device: a search answers. */
export async function awaitNames(page: Page, language: Language, typed: string, name: string): Promise<void> {
  await openObserve(page, language);
  await page.getByRole('combobox').fill(typed);
  await expect(page.getByRole('option').filter({ hasText: name }).first()).toBeVisible({ timeout: 30_000 });
}

/** Waits until the app is on the device: its service worker holds the files and serves this page. */
export async function awaitInstalled(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const registration = await navigator.serviceWorker.ready;
    return registration.active?.state === 'activated' && navigator.serviceWorker.controller !== null;
  });
}

/** Presses save; when this returns the app has said that the record is saved. */
export async function saveRecord(page: Page, language: Language): Promise<void> {
  await page.getByRole('button', { name: say(language, 'recording:observe.save') }).click();
  await expect(page.getByRole('heading', { name: say(language, 'recording:saved.title') })).toBeVisible();
}

/** What lies on the device in a person's own database, read from the disk and past the app. */
export async function onDevice(page: Page, userId: string): Promise<{ records: string[]; photos: number[]; outbox: string[] }> {
  return page.evaluate(async (id) => {
    const database = await new Promise<IDBDatabase>((done, fail) => {
      const asked = indexedDB.open(`veld-${id}`);
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => fail(asked.error ?? new Error('no database'));
    });
    try {
      const all = (store: string) =>
        new Promise<Record<string, unknown>[]>((done, fail) => {
          const asked = database.transaction(store).objectStore(store).getAll();
          asked.onsuccess = () => done(asked.result as Record<string, unknown>[]);
          asked.onerror = () => fail(asked.error ?? new Error(store));
        });
      const [records, photos, outbox] = await Promise.all([all('observations'), all('photos'), all('outbox')]);
      return {
        records: records.map((row) => String(row.id)),
        photos: photos.map((row) => (row.blob as Blob).size),
        outbox: outbox.map((row) => `${String(row.kind)} ${String(row.state)}`).toSorted(),
      };
    } finally {
      database.close();
    }
  }, userId);
}

/** What the server has of a person, deleted records included. */
export async function onServer(url: string, account: Account): Promise<(OwnObservation | Tombstone)[]> {
  return (await call(url, listObservationChanges, {}, account.token)).data;
}
