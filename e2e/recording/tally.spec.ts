import type { Page } from '@playwright/test';
import { patchPreferences } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { expect, PHONE, test } from '../fixtures.ts';
import { en, enPattern, say } from '../words.ts';

const UTRECHT = { latitude: 52.0907, longitude: 5.1214, accuracy: 8 };

const tile = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const more = (page: Page, name: string) => tile(page, name).locator('[data-plus]');
const undo = (page: Page) => page.getByRole('button', { name: en('common:action.undo'), exact: true });
const soFar = (total: number) => en('tally:increase', { total });
const search = (page: Page) => page.getByRole('combobox', { name: en('tally:search') });
const finish = (page: Page) => page.getByRole('button', { name: en('tally:finish') });

async function addBySearch(page: Page, typed: string, name: string): Promise<void> {
  // What is typed while the screen is still loading can be lost.
  await expect(page.locator('[data-plus]').first()).toBeVisible();
  await search(page).fill(typed);
  await page.getByRole('option').filter({ hasText: name }).first().click();
  await expect(more(page, name)).toContainText(soFar(1));
}

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a tally keeps every tap through a reload, a closed page and another language', async ({ anna, veld }) => {
    const { page } = anna;
    await page.goto('/observe');
    await page
      .getByRole('link', { name: en('common:screens.tally') })
      .filter({ visible: true })
      .first()
      .click();
    await addBySearch(page, 'robin', 'Erithacus rubecula');
    for (let total = 2; total <= 4; total++) {
      await more(page, 'Erithacus rubecula').tap();
      await expect(more(page, 'Erithacus rubecula')).toContainText(soFar(total));
    }
    await addBySearch(page, 'kingf', 'Alcedo atthis');
    await tile(page, 'Erithacus rubecula')
      .getByRole('button', { name: en('tally:decrease', { name: 'European robin' }) })
      .tap();
    await expect(more(page, 'Erithacus rubecula')).toContainText(soFar(3));
    await undo(page).tap();
    await expect(more(page, 'Erithacus rubecula')).toContainText(soFar(4));
    await expect(undo(page)).toHaveCount(0);

    await page.reload();
    await expect(more(page, 'Erithacus rubecula')).toContainText(soFar(4));
    await expect(more(page, 'Alcedo atthis')).toContainText(soFar(1));
    await page.close();
    const again = await anna.context.newPage();
    await again.goto('/');
    await again
      .getByRole('link')
      .filter({ hasText: en('common:count.individuals_other', { count: 5 }) })
      .tap();
    await expect(more(again, 'Erithacus rubecula')).toContainText(soFar(4));

    await call(veld.url, patchPreferences, { body: { language: 'nl' } }, anna.account.token);
    await again.reload();
    await expect(again.getByRole('heading', { level: 1, name: say('nl', 'common:screens.tally') })).toBeVisible();
    await expect(more(again, 'Erithacus rubecula')).toContainText(say('nl', 'tally:increase', { total: 4 }));
    await expect(more(again, 'Alcedo atthis')).toContainText(say('nl', 'tally:increase', { total: 1 }));
  });
});

test.describe('on a phone with a known location', () => {
  test.use({ ...PHONE, geolocation: UTRECHT, permissions: ['geolocation'] });

  test('a tally becomes one record per species, also offline', async ({ anna }) => {
    const { page } = anna;
    await page.goto('/observe/tally');
    await expect(page.getByText(enPattern('tally:place.within', { distance: /8\sm/ }))).toBeVisible();
    await anna.context.setOffline(true);
    await addBySearch(page, 'robin', 'Erithacus rubecula');
    await more(page, 'Erithacus rubecula').tap();
    await expect(more(page, 'Erithacus rubecula')).toContainText(soFar(2));
    await addBySearch(page, 'kingf', 'Alcedo atthis');
    await finish(page).tap();
    await expect(page.getByRole('heading', { name: en('tally:saved_other', { count: 2 }) })).toBeVisible();
    expect((await anna.onDevice()).records).toHaveLength(2);

    await anna.context.setOffline(false);
    await expect.poll(async () => (await anna.onServer()).length).toBe(2);
    const stored = await anna.stored();
    expect(stored.map((one) => [one.taxon?.scientific_name, one.count, one.count_type, one.location_source]).toSorted()).toEqual([
      ['Alcedo atthis', 1, 'exact', 'gps'],
      ['Erithacus rubecula', 2, 'exact', 'gps'],
    ]);
    expect(stored[0]).toMatchObject({ latitude: UTRECHT.latitude, coordinate_uncertainty_m: 8, time_zone: 'Europe/Amsterdam' });
    await page.getByRole('button', { name: en('tally:new_tally') }).tap();
    await expect(finish(page)).toBeDisabled();
  });
});

test('a tally counts with number keys, can make a record of each individual, and is discarded only after a confirmation', async ({
  anna,
}) => {
  const { page } = anna;
  await page.goto('/observe/tally');
  await addBySearch(page, 'robin', 'Erithacus rubecula');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('1');
  await expect(more(page, 'Erithacus rubecula')).toContainText(soFar(2));
  // Digits typed into the search field do not count.
  await search(page).fill('1');
  await search(page).fill('');
  await expect(more(page, 'Erithacus rubecula')).toContainText(soFar(2));
  await more(page, 'Erithacus rubecula').focus();
  await page.keyboard.press('-');
  await expect(more(page, 'Erithacus rubecula')).toContainText(soFar(1));
  await page.keyboard.press('Enter');
  await expect(more(page, 'Erithacus rubecula')).toContainText(soFar(2));

  await page.getByText(en('tally:more')).click();
  await page.getByRole('button', { name: en('tally:discard') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: en('common:action.cancel') }).click();
  await expect(dialog).toHaveCount(0);
  await expect(more(page, 'Erithacus rubecula')).toContainText(soFar(2));
  await page.getByRole('switch', { name: en('tally:each') }).click();
  await expect(page.getByRole('switch', { name: en('tally:each') })).toBeChecked();
  await finish(page).click();
  await expect(page.getByRole('heading', { name: en('tally:saved_other', { count: 2 }) })).toBeVisible();
  await expect.poll(async () => (await anna.onServer()).length).toBe(2);
  const counts = (await anna.stored()).map((one) => one.count);
  expect(counts).toEqual([1, 1]);

  await page.goto('/observe/tally');
  await addBySearch(page, 'kingf', 'Alcedo atthis');
  await page.getByText(en('tally:more')).click();
  await page.getByRole('button', { name: en('tally:discard') }).click();
  await dialog.getByRole('button', { name: en('tally:discard_confirm') }).click();
  await expect(finish(page)).toBeDisabled();
  await page.reload();
  await expect(finish(page)).toBeDisabled();
  expect((await anna.onDevice()).records).toHaveLength(2);
});
