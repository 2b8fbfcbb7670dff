import type { Locator, Page } from '@playwright/test';
import { patchPreferences } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { expect, PHONE, test } from '../fixtures.ts';
import { accessibilityFaults } from '../screens/accessibility.ts';
import { countTaps, TAP_LANGUAGES } from '../taps.ts';
import { en, enPattern, say } from '../words.ts';

const UTRECHT = { latitude: 52.0907, longitude: 5.1214, accuracy: 8 };
const ROBIN = 'European robin';
const KINGFISHER = 'Common kingfisher';

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const plus = (page: Page, name: string) => row(page, name).locator('[data-plus]');
const number = (page: Page, name: string) => row(page, name).getByRole('textbox');
const nameButton = (page: Page, name: string) => row(page, name).locator('button[aria-expanded]');
const undo = (page: Page) => page.getByRole('button', { name: enPattern('tally:undo', { step: /.+/ }) });
const search = (page: Page) => page.getByRole('combobox', { name: en('tally:search') });
const finish = (page: Page) => page.getByRole('button', { name: en('tally:save'), exact: true });
const settings = (page: Page) => page.getByRole('button', { name: en('tally:more'), exact: true });

async function openTally(page: Page): Promise<void> {
  await page.goto('/observe/tally');
  // What is typed while the screen is still loading can be lost.
  await expect(page.locator('[data-plus]').first()).toBeVisible();
}

async function addBySearch(page: Page, typed: string, name: string): Promise<void> {
  await search(page).fill(typed);
  await page.getByRole('option').filter({ hasText: name }).first().click();
  await expect(number(page, name)).toHaveValue('1');
}

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a tally keeps every tap, number and step through a reload, a closed page and another language', async ({ anna, veld }) => {
    const { page } = anna;
    await page.goto('/observe');
    await page
      .getByRole('link', { name: en('common:screens.tally') })
      .filter({ visible: true })
      .first()
      .click();
    await expect(page.locator('[data-plus]').first()).toBeVisible();
    await addBySearch(page, 'robin', ROBIN);
    for (let total = 2; total <= 4; total++) {
      await plus(page, ROBIN).tap();
      await expect(number(page, ROBIN)).toHaveValue(String(total));
    }
    await addBySearch(page, 'kingf', KINGFISHER);
    await number(page, KINGFISHER).fill('10-12');
    await page.keyboard.press('Enter');
    await expect(number(page, KINGFISHER)).toHaveValue('10–12');

    await page.reload();
    await expect(number(page, ROBIN)).toHaveValue('4');
    await expect(number(page, KINGFISHER)).toHaveValue('10–12');
    await page.close();
    const again = await anna.context.newPage();
    await again.goto('/');
    await again
      .getByRole('link')
      .filter({ hasText: en('common:count.individuals_other', { count: 14 }) })
      .tap();
    await expect(number(again, ROBIN)).toHaveValue('4');
    // The last steps can be undone still.
    await undo(again).tap();
    await expect(number(again, KINGFISHER)).toHaveValue('1');
    await undo(again).tap();
    await expect(row(again, KINGFISHER)).toHaveCount(0);
    await undo(again).tap();
    await expect(number(again, ROBIN)).toHaveValue('3');

    await call(veld.url, patchPreferences, { body: { language: 'nl' } }, anna.account.token);
    await again.reload();
    await expect(again.getByRole('heading', { level: 1, name: say('nl', 'common:screens.tally') })).toBeVisible();
    await expect(again.getByRole('textbox', { name: say('nl', 'tally:number', { name: 'Roodborst' }) })).toHaveValue('3');
  });

  test('what is no count stays in its row with the reason, and is not lost when the tally is finished', async ({ anna }) => {
    const { page } = anna;
    await openTally(page);
    await addBySearch(page, 'robin', ROBIN);
    await number(page, ROBIN).fill('2.5');
    await finish(page).tap();
    await expect(row(page, ROBIN).getByRole('alert')).toHaveText(en('observations:count_fault.fraction'));
    await expect(number(page, ROBIN)).toBeFocused();
    await expect(number(page, ROBIN)).toHaveValue('2.5');
    await page.keyboard.press('Escape');
    await expect(number(page, ROBIN)).toHaveValue('1');
    // A number that is left for the button of the end is saved with the rest.
    await number(page, ROBIN).fill('~1,200');
    await finish(page).tap();
    await expect(page.getByRole('heading', { name: en('tally:saved_one', { count: 1 }) })).toBeVisible();
    await expect.poll(async () => (await anna.onServer()).length).toBe(1);
    expect((await anna.stored())[0]).toMatchObject({ count: 1200, count_max: null, count_type: 'approximate' });
  });

  test('a long press has one fewer and the number, and a row says sex, life stage and flying over', async ({ anna }) => {
    const { page } = anna;
    await openTally(page);
    await addBySearch(page, 'robin', ROBIN);
    await plus(page, ROBIN).tap();
    const hold = async (target: Locator) => {
      const { x, y, width, height } = (await target.boundingBox())!;
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.mouse.down();
      await expect(page.getByRole('menu')).toBeVisible();
      await page.mouse.up();
    };
    await hold(plus(page, ROBIN));
    await expect(number(page, ROBIN)).toHaveValue('2');
    await page.getByRole('menuitem', { name: en('tally:one_fewer') }).tap();
    await expect(number(page, ROBIN)).toHaveValue('1');
    await hold(nameButton(page, ROBIN));
    await page.getByRole('menuitem', { name: en('tally:set_number') }).tap();
    await expect(number(page, ROBIN)).toBeFocused();
    await page.keyboard.type('7');
    await page.keyboard.press('Enter');

    await nameButton(page, ROBIN).tap();
    const fold = row(page, ROBIN).getByRole('group', { name: ROBIN });
    await fold.getByLabel(en('observations:field.sex')).selectOption('male');
    await fold.getByLabel(en('observations:field.life_stage')).selectOption('adult');
    const isFlyingOver = fold.getByRole('switch', { name: en('observations:choice.behaviour.flying_over') });
    await isFlyingOver.tap();
    await expect(isFlyingOver).toBeChecked();
    expect(await accessibilityFaults(page)).toEqual([]);
    // The females apart.
    await fold.getByRole('button', { name: en('tally:split') }).tap();
    await expect(number(page, ROBIN)).toHaveCount(2);
    await expect(number(page, ROBIN).nth(1)).toBeFocused();
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await finish(page).tap();
    await expect(page.getByRole('heading', { name: en('tally:saved_other', { count: 2 }) })).toBeVisible();
    await expect.poll(async () => (await anna.onServer()).length).toBe(2);
    const stored = (await anna.stored()).toSorted((one, other) => (one.count ?? 0) - (other.count ?? 0));
    expect(stored).toMatchObject([
      { count: 3, sex: null },
      { count: 7, sex: 'male', life_stage: 'adult', attributes: { behaviour: 'flying_over' } },
    ]);
  });

  test('counting needs no scrolling sideways and no covered number on small phones and with large text', async ({ anna }) => {
    const { page } = anna;
    await openTally(page);
    await addBySearch(page, 'robin', ROBIN);
    for (const [width, height, text] of [
      [320, 568, 100],
      [390, 844, 200],
      [320, 568, 200],
    ] as const) {
      const size = `at ${width} px with text of ${text} %`;
      await page.setViewportSize({ width, height });
      await page.evaluate((percent) => localStorage.setItem('veld-text', String(percent)), text);
      await page.reload();
      await expect(number(page, ROBIN)).toBeVisible();
      await number(page, ROBIN).fill('1,000–1,200');
      await page.keyboard.press('Enter');
      await nameButton(page, ROBIN).tap();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(wide, size).toBe(0);
      // Every control is whole within the width, and at least 44 px high.
      const small = await page.locator('li button, li input, [data-save-bar] button, [data-save-bar] input').evaluateAll((all) =>
        all
          .map((one) => ({ box: one.getBoundingClientRect(), name: one.getAttribute('aria-label') ?? one.textContent }))
          .filter(({ box }) => box.width > 1 && (box.left < 0 || box.right > innerWidth + 0.5 || box.height < 43.5))
          .map(({ name }) => name),
      );
      expect(small, size).toEqual([]);
      await plus(page, ROBIN).tap();
      await expect(number(page, ROBIN)).toHaveValue('1,001–1,201');
    }
  });
});

test.describe('on a phone with a known location', () => {
  test.use({ ...PHONE, geolocation: UTRECHT, permissions: ['geolocation'] });

  for (const language of TAP_LANGUAGES)
    test(`200 starlings are two taps and digits, one more is one tap, and twelve rows are on the screen: ${language}`, async ({
      anna,
      veld,
    }) => {
      const { page } = anna;
      await openTally(page);
      await call(veld.url, patchPreferences, { body: { language } }, anna.account.token);
      await page.reload();
      await expect(page.getByRole('combobox', { name: say(language, 'tally:search') })).toBeVisible();
      await expect(page.locator('[data-plus]').first()).toBeVisible();
      const { tap, taps } = countTaps();
      const type = (text: string) => page.keyboard.type(text);
      const starling = page.locator('li[data-row]').first();
      // Of a species that is not in the list: the search, letters, and the hit, whose number has the focus.
      await tap(page.getByRole('combobox', { name: say(language, 'tally:search') }));
      await type('Sturnus vulgaris');
      await tap(page.getByRole('option').filter({ hasText: 'Sturnus vulgaris' }).first());
      await expect(starling.getByRole('textbox')).toBeFocused();
      await type('200');
      await page.keyboard.press('Enter');
      await expect(starling.getByRole('textbox')).toHaveValue('200');
      expect(taps()).toBe(2);
      // Of one that is: its number, and digits.
      await tap(starling.getByRole('textbox'));
      await type('350');
      await page.keyboard.press('Enter');
      await expect(starling.getByRole('textbox')).toHaveValue('350');
      expect(taps()).toBe(3);
      await tap(starling.locator('[data-plus]'));
      await expect(starling.getByRole('textbox')).toHaveValue('351');
      expect(taps()).toBe(4);

      // The other likely species are counted with one tap each, and stay where they are.
      const others = page.locator('[data-plus]');
      for (let at = 1; at < 6; at++) {
        await tap(others.nth(at));
        await expect(page.locator('li[data-row]')).toHaveCount(at + 1);
      }
      await page.reload();
      await expect(page.locator('li[data-row]')).toHaveCount(6);
      // The bar moves down as the likely species arrive.
      const whole = () =>
        others.evaluateAll((buttons) => {
          const end = document.querySelector('[data-save-bar]')!.getBoundingClientRect().top;
          return buttons.filter((one) => one.getBoundingClientRect().bottom <= end).length;
        });
      await expect.poll(whole).toBeGreaterThanOrEqual(12);
    });

  test('a tally becomes one record per species, also offline', async ({ anna }) => {
    const { page } = anna;
    await openTally(page);
    await expect(page.getByText(enPattern('tally:place.within', { distance: /8\sm/ }))).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await anna.context.setOffline(true);
    await addBySearch(page, 'robin', ROBIN);
    await plus(page, ROBIN).tap();
    await expect(number(page, ROBIN)).toHaveValue('2');
    await addBySearch(page, 'kingf', KINGFISHER);
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
  await openTally(page);
  await addBySearch(page, 'robin', ROBIN);
  await page.keyboard.press('Enter');
  await page.keyboard.press('1');
  await expect(number(page, ROBIN)).toHaveValue('2');
  // Digits typed into the search field do not count.
  await search(page).fill('1');
  await search(page).fill('');
  await expect(number(page, ROBIN)).toHaveValue('2');
  await plus(page, ROBIN).focus();
  await page.keyboard.press('-');
  await expect(number(page, ROBIN)).toHaveValue('1');
  await page.keyboard.press('Enter');
  await expect(number(page, ROBIN)).toHaveValue('2');

  await settings(page).click();
  await page.getByRole('button', { name: en('tally:discard') }).click();
  const dialog = page.getByRole('dialog', { name: en('tally:discard') });
  await dialog.getByRole('button', { name: en('common:action.cancel') }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('switch', { name: en('tally:each') }).click();
  await expect(page.getByRole('switch', { name: en('tally:each') })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(number(page, ROBIN)).toHaveValue('2');
  await finish(page).click();
  await expect(page.getByRole('heading', { name: en('tally:saved_other', { count: 2 }) })).toBeVisible();
  await expect.poll(async () => (await anna.onServer()).length).toBe(2);
  const counts = (await anna.stored()).map((one) => one.count);
  expect(counts).toEqual([1, 1]);

  await openTally(page);
  await addBySearch(page, 'kingf', KINGFISHER);
  await page.keyboard.press('Enter');
  await settings(page).click();
  await page.getByLabel(en('tally:order.title')).selectOption('name');
  await page.getByRole('button', { name: en('tally:discard') }).click();
  await dialog.getByRole('button', { name: en('tally:discard_confirm') }).click();
  await expect(finish(page)).toBeDisabled();
  await page.reload();
  await expect(finish(page)).toBeDisabled();
  expect((await anna.onDevice()).records).toHaveLength(2);
  // The order of the rows is that of this device, and stays.
  await settings(page).click();
  await expect(page.getByLabel(en('tally:order.title'))).toHaveValue('name');
});
