import { reportOffline } from '../device.ts';
import { expect, test } from '../fixtures.ts';
import { timeLimit } from '../time-limit.ts';
import { openObserve, pickTaxon, record } from '../record-form.ts';
import { putSession } from '../session.ts';
import { en } from '../words.ts';

test('C25: after its first visit the app opens without a network, at any address, and finds names', async ({
  person,
  veld,
  installedDevice,
}) => {
  const { page, context } = await installedDevice();
  await putSession(page, veld.url, await person('anna'));
  // The first visit ended with the browser that made the profile.
  const again = await context.newPage();
  await page.close();
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
