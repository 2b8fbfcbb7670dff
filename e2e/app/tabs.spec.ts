import type { Page } from '@playwright/test';
import { expect, signedIn, test } from '../fixtures.ts';
import { awaitInstalled, awaitTaxonomy } from '../installed.ts';
import { logInOn, PASSWORD } from '../people.ts';
import { awaitNames, record } from '../record-form.ts';
import { en } from '../words.ts';

/** Opens the person's database without the app, as a page of another version of the app would. Returns `open` or the error's name. */
async function openElsewhere(page: Page, userId: string, version: number): Promise<string> {
  return page.evaluate(
    ({ name, wanted }) =>
      new Promise<string>((done) => {
        const request = indexedDB.open(name, wanted);
        request.onsuccess = () => {
          // Keeps the connection from being garbage-collected.
          (globalThis as unknown as { held: IDBDatabase }).held = request.result;
          done('open');
        };
        request.onerror = () => done(request.error?.name ?? 'error');
      }),
    { name: `veld-${userId}`, wanted: version },
  );
}

test('C3, C4: a newer version in another tab takes over the database; the old tab says so and deletes nothing', async ({ anna }) => {
  const { page, context } = anna;
  await context.setOffline(true);
  await record(page, 'robin', 'European robin');
  await context.setOffline(false);
  const other = await context.newPage();
  await other.goto('/api/health');
  expect(await openElsewhere(other, anna.account.user.id, 9_990)).toBe('open');
  await expect(page.getByText(en('common:error.update_ready')).first()).toBeVisible();
  await other.close();
  // The app is now older than its database: it says so and leaves the data alone.
  await page.reload();
  await expect(page.getByText(en('common:error.storage_newer')).first()).toBeVisible();
  const left = await anna.onDevice();
  expect(left.records).toHaveLength(1);
  expect(left.outbox.length + (await anna.onServer()).length).toBeGreaterThan(0);
});

test('C3: while an old tab blocks the database the new one says so within seconds, and continues when it is released', async ({
  person,
  installedDevice,
}) => {
  const anna = await person('anna');
  const device = await installedDevice();
  await device.page.goto('/api/health');
  expect(await openElsewhere(device.page, anna.user.id, 1)).toBe('open');
  const page = await device.context.newPage();
  await page.goto('/login');
  await page.getByLabel(en('accounts:field.email')).fill(anna.email);
  await page.getByLabel(en('accounts:field.password'), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: en('common:action.log_in') }).click();
  await expect(page.getByText(en('common:error.storage_blocked')).first()).toBeVisible();
  await device.page.close();
  await expect(page.getByText(en('common:error.storage_blocked'))).toHaveCount(0);
  await page.goto('/');
  await record(page, 'robin', 'European robin');
});

test('C9, C23: two tabs send an outbox once and fetch the taxonomy once', async ({ veld, person, freshDevice }) => {
  const account = await person('anna');
  const device = await freshDevice();
  const anna = signedIn(veld, account, device);
  const { context } = device;
  await context.clock.install();
  const requests: string[] = [];
  context.on('request', (request) => {
    const { pathname, search, searchParams } = new URL(request.url());
    if (request.method() === 'PUT' && pathname.startsWith('/api/observations/')) requests.push(`PUT ${pathname}`);
    if (pathname === '/api/taxonomy' && searchParams.has('page')) requests.push(`GET ${pathname}${search}`);
  });
  // The second tab opens while the first one fetches.
  const secondTab = Promise.withResolvers<void>();
  await context.route('**/api/taxonomy?*', async (route) => {
    await secondTab.promise;
    await route.continue();
  });
  const first = device.page;
  await first.goto('/login');
  await logInOn(first, account.email, 'en');
  const second = await context.newPage();
  await second.goto('/');
  secondTab.resolve();
  await awaitNames(first, 'en', 'blackb', 'Turdus merula');
  await awaitNames(second, 'en', 'blackb', 'Turdus merula');
  await awaitTaxonomy(first);
  // Gives the other tab time to check for updates.
  await context.clock.runFor(5_000);
  const pages = requests.filter((line) => line.startsWith('GET'));
  expect(pages.toSorted()).toEqual([...new Set(pages)].toSorted());
  await awaitInstalled(first);

  await context.setOffline(true);
  await record(first, 'robin', 'European robin');
  await record(second, 'kingf', 'Common kingfisher');
  await record(first, 'blackb', 'Turdus merula');
  expect((await anna.onDevice()).outbox).toHaveLength(3);
  requests.length = 0;
  await context.setOffline(false);
  // The time to undo the saves ends.
  await context.clock.fastForward(10_000);
  await expect.poll(async () => (await anna.onDevice()).outbox).toEqual([]);
  await context.clock.runFor(3_000);
  const stored = await anna.onServer();
  expect(stored.map(({ version }) => version)).toEqual([1, 1, 1]);
  const puts = requests.filter((line) => line.startsWith('PUT'));
  expect(puts.toSorted()).toEqual(stored.map(({ id }) => `PUT /api/observations/${id}`).toSorted());
  for (const page of [first, second])
    await expect(page.getByText(en('common:sync.all_synced')).filter({ visible: true }).first()).toBeVisible();
});
