import type { Page } from '@playwright/test';
import { expect, PHONE, test } from '../fixtures.ts';
import { accessibilityFaults } from '../screens/accessibility.ts';
import { en } from '../words.ts';

test.use({ opensForm: false });

const button = (page: Page) => page.getByRole('button', { name: en('search:title'), exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: en('search:title') });
const field = (page: Page) => dialog(page).getByRole('combobox');
const options = (page: Page) => dialog(page).getByRole('option');
const inGroup = (page: Page, kind: string) =>
  dialog(page)
    .getByRole('group', { name: en(`search:group.${kind}`) })
    .getByRole('option');

/** Opens the search by its key, once its part of the frame is loaded. */
async function openByKey(page: Page, key = '/'): Promise<void> {
  await expect(button(page)).toBeVisible();
  await page.keyboard.press(key);
  await expect(field(page)).toBeFocused();
}

test('a species and a screen are found by keyboard, and are the first choices the next time, also without a network', async ({
  signIn,
}) => {
  const { page, context } = await signIn('anna', { at: '/my-records' });
  await openByKey(page);
  await page.keyboard.type('turdus mer');
  await expect(inGroup(page, 'species').first()).toContainText('Turdus merula');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/species\/\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('blackbird', { ignoreCase: true });
  await expect(dialog(page)).toBeHidden();

  await openByKey(page, 'Control+k');
  await page.keyboard.type(en('common:screens.my_species').toLowerCase());
  await expect(options(page).first()).toHaveText(en('common:screens.my_species'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/my-species/);

  await context.setOffline(true);
  await openByKey(page);
  await expect(inGroup(page, 'recent')).toHaveCount(2);
  await expect(inGroup(page, 'recent').nth(1)).toContainText('Turdus merula');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();

  await openByKey(page);
  await page.keyboard.type('gronigen');
  await expect(inGroup(page, 'place').first()).toContainText('Groningen');
  await expect(dialog(page).getByRole('status')).toHaveText(en('search:offline'));
  await inGroup(page, 'place').first().click();
  await expect(page).toHaveURL(/\/map\?at=53\.2/);
  await expect(page.locator('[data-map]')).toBeVisible();

  await openByKey(page);
  await dialog(page)
    .getByRole('button', { name: en('search:remove', { name: 'Groningen' }) })
    .click();
  await expect(inGroup(page, 'recent')).toHaveCount(2);
  await expect(inGroup(page, 'recent').first()).toHaveText(en('common:screens.my_species'));
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('of 320 pixels, a button at the top opens it over the whole screen, without faults for readers', async ({ signIn }) => {
    const { page } = await signIn('anna', { at: '/my-records' });
    await page.setViewportSize({ width: 320, height: 640 });
    await button(page).click();
    await expect(field(page)).toBeFocused();
    expect((await dialog(page).boundingBox())!.width).toBe(320);
    expect(await accessibilityFaults(page)).toEqual([]);
    await field(page).fill('merula');
    await expect(inGroup(page, 'species').first()).toContainText('Turdus merula');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await dialog(page)
      .getByRole('button', { name: en('common:action.close') })
      .click();
    await expect(button(page)).toBeFocused();
  });

  test('a place that is chosen while the map is open moves the map there', async ({ signIn }) => {
    const { page } = await signIn('anna', { at: '/map?at=50.85000,4.35000' });
    await expect(page.locator('[data-map]')).toHaveAttribute('data-map', 'idle');
    const shown = () => page.locator('[data-map]').screenshot();
    const before = await shown();
    await button(page).tap();
    await field(page).fill('groningen');
    await inGroup(page, 'place').first().tap();
    await expect(page).toHaveURL(/at=53\.2/);
    await expect.poll(async () => (await shown()).equals(before)).toBe(false);
  });
});
