import { reportOffline } from './device.ts';
import { expect, test } from './fixtures.ts';
import { awaitInstalled } from './installed.ts';
import { timeLimit } from './time-limit.ts';
import { logInOn } from './people.ts';
import { awaitNames, openObserve, pickTaxon, record } from './record-form.ts';
import { en } from './words.ts';

test('C25: after its first visit the app opens without a network, at any address, and finds names', async ({ person, freshDevice }) => {
  const account = await person('anna');
  const { page, context } = await freshDevice();
  await page.goto('/login');
  await logInOn(page, account.email, 'en');
  await awaitNames(page, 'en', 'black', 'Turdus merula');
  await awaitInstalled(page);
  await page.close();
  const again = await context.newPage();
  await context.setOffline(true);
  await again.goto('/my-species');
  await reportOffline(again);
  await expect(again.getByRole('heading', { level: 1, name: en('common:screens.my_species') })).toBeVisible();
  await expect(again.getByText(en('common:network.offline'), { exact: true }).first()).toBeVisible();
  await openObserve(again, 'en');
  await pickTaxon(again, 'kingf', 'Common kingfisher');
  await expect(again.getByText('Alcedo atthis')).toBeVisible();
  await again.reload();
  await expect(again.getByRole('heading', { level: 1, name: en('recording:observe.title') })).toBeVisible();
});

test('a record from one device appears on the other devices of the same person', async ({ anna, freshDevice }) => {
  const { page } = anna;
  await record(page, 'robin', 'European robin');
  const elsewhere = await freshDevice();
  await expect.poll(async () => (await anna.onServer()).length).toBe(1);
  await elsewhere.page.goto('/login');
  await logInOn(elsewhere.page, anna.account.email, 'en');
  await elsewhere.page.goto('/profile');
  await expect(elsewhere.page.getByText('Erithacus rubecula').first()).toBeVisible();
});

test.describe('while the server is down', () => {
  test.use({ server: 'own' });

  test('a saved record waits and is sent once when the server is back', async ({ anna, veld }) => {
    const { page } = anna;
    await veld.stop();
    await record(page, 'robin', 'European robin');
    await expect(page.getByText(en('recording:saved.on_device'))).toBeVisible();
    expect((await anna.onDevice()).outbox).toHaveLength(1);
    await veld.start();
    await expect.poll(async () => (await anna.onServer()).length, { timeout: timeLimit(60_000) }).toBe(1);
    await expect(page.getByText(en('recording:saved.stored'))).toBeVisible();
    expect((await anna.onServer())[0]).toMatchObject({ version: 1, taxon: { scientific_name: 'Erithacus rubecula' } });
    expect((await anna.onDevice()).outbox).toEqual([]);
  });
});
