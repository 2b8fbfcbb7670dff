import { reportOffline } from './device.ts';
import { expect, test } from './fixtures.ts';
import { awaitInstalled } from './installed.ts';
import { timeLimit } from './time-limit.ts';
import { logInOn } from './people.ts';
import { awaitNames, openObserve, pickTaxon, record, saveRecord } from './record-form.ts';
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

test('"an oak" is recorded offline with its rank, counts for no species, and is refined to one later', async ({ anna }) => {
  const { page, context } = anna;
  const genus = page.getByText(en('common:rank.genus'), { exact: true });
  const species = (count: number) => page.getByText(en('common:count.species_other', { count }), { exact: true }).filter({ visible: true });
  await context.setOffline(true);
  await reportOffline(page);
  await openObserve(page, 'en');
  await page.getByRole('combobox').fill('oak');
  const best = page.getByRole('option').first();
  await expect(best).toContainText('Quercus');
  await expect(best).toContainText(en('common:rank.genus'));
  await best.click();
  await expect(genus).toBeVisible();
  await saveRecord(page, 'en');

  const [id] = (await anna.onDevice()).records;
  await page.goto(`/observations/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Oak' })).toBeVisible();
  await expect(page.getByText('Quercus', { exact: true })).toBeVisible();
  await expect(genus).toBeVisible();
  await expect(page.getByText(en('common:count.records_one', { count: 1 }), { exact: true }).filter({ visible: true })).toBeVisible();
  await expect(species(0)).toBeVisible();
  // The page of the genus leads to its species; it cannot be ticked as seen or wanted.
  await page.getByRole('link', { name: 'Oak', exact: true }).click();
  await expect(page.getByRole('heading', { name: en('species:page.members') })).toBeVisible();
  await expect(page.getByRole('link', { name: /Quercus robur/ })).toBeVisible();
  await expect(page.getByRole('button', { name: en('taxa:wanted.add') })).toHaveCount(0);

  await context.setOffline(false);
  await expect
    .poll(async () => (await anna.stored()).map(({ taxon }) => [taxon?.scientific_name, taxon?.rank]))
    .toEqual([['Quercus', 'genus']]);
  await page.goto(`/observe?edit=${id}`);
  await page.getByRole('button', { name: en('recording:taxon.change') }).click();
  await pickTaxon(page, 'pedunc', 'Pedunculate oak');
  await saveRecord(page, 'en');
  await expect(species(1)).toBeVisible();
  await expect.poll(async () => (await anna.stored()).map(({ taxon }) => taxon?.scientific_name)).toEqual(['Quercus robur']);
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
