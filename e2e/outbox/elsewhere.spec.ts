import type { Page } from '@playwright/test';
import type { Language } from '@veld/contract';
import { follow, reportOffline } from '../device.ts';
import { expect, test } from '../fixtures.ts';
import { logInOn } from '../people.ts';
import { leaveSaved, record } from '../record-form.ts';
import { timeLimit } from '../time-limit.ts';
import { say } from '../words.ts';

async function changeLanguage(page: Page, from: Language, to: Language): Promise<void> {
  await page.goto('/settings/language');
  await page.getByRole('combobox', { name: say(from, 'settings:language.title'), exact: true }).selectOption(to);
  await expect(page.getByRole('combobox', { name: say(to, 'settings:language.title'), exact: true })).toBeVisible();
}

/** Expects records of these species at an address, by the links to them. */
async function expectRecords(page: Page, address: string, names: readonly string[]): Promise<void> {
  // The update of the names goes on: after a reload the app would leave it alone for a minute (decision 0021).
  await follow(page, address);
  for (const name of names) {
    await expect(page.getByRole('main').getByRole('link', { name, exact: true })).toBeVisible({ timeout: timeLimit(60_000) });
  }
}

test('a record from one device appears on the other devices of the same person', async ({ anna, installedDevice }) => {
  const { page } = anna;
  await record(page, 'robin', 'European robin');
  await leaveSaved(page, 'en');
  const elsewhere = await installedDevice();
  await expect.poll(async () => (await anna.onServer()).length).toBe(1);
  await elsewhere.page.goto('/login');
  await logInOn(elsewhere.page, anna.account.email, 'en');
  await elsewhere.page.goto('/profile');
  await expect(elsewhere.page.getByText('Erithacus rubecula').first()).toBeVisible();
});

test('records are named in the new language, also those not uploaded, and offline in English', async ({ anna }) => {
  const { page, context } = anna;
  await record(page, 'robin', 'European robin');
  await leaveSaved(page, 'en');
  await expect.poll(async () => (await anna.onServer()).length).toBe(1);
  // The second record stays on the device.
  await context.route('**/api/observations/**', (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()));
  await record(page, 'kingf', 'Common kingfisher');
  const [id] = (await anna.onServer()).map((one) => one.id);

  await changeLanguage(page, 'en', 'nl');
  await expectRecords(page, '/profile', ['Roodborst', 'IJsvogel']);
  await expectRecords(page, '/outbox', ['IJsvogel']);
  await follow(page, `/observations/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Roodborst' })).toBeVisible();

  await context.setOffline(true);
  await changeLanguage(page, 'nl', 'en');
  await reportOffline(page);
  await expectRecords(page, '/profile', ['European robin', 'Common kingfisher']);
  await expectRecords(page, '/outbox', ['Common kingfisher']);
});
