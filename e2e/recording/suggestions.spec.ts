import { expect, PHONE, test } from '../fixtures.ts';
import { openObserve, pickTaxon, savedLine, saveRecord } from '../record-form.ts';
import { timeLimit } from '../time-limit.ts';
import { en, enPattern } from '../words.ts';

test.use(PHONE);

const UTRECHT = { latitude: 52.0907, longitude: 5.1214, accuracy: 8 };

test('suggestions give a reason, mention the current place only when it is known, and are never selected without a tap', async ({
  anna,
}) => {
  const { page } = anna;
  const suggested = page.locator('[data-suggestions]');
  const place = page.getByRole('region', { name: en('observations:where.title') });
  const month = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'Europe/Amsterdam' }).format(Date.now());
  const here = en('recording:suggest.here.month_one', { count: 1, month });
  await page.goto('/observe');
  await expect(suggested.getByRole('button').first()).toContainText(en('recording:suggest.common', { country: 'Netherlands' }));
  for (const when of ['month', 'season', 'any'] as const)
    for (const count of ['one', 'other'] as const) {
      await expect(page.getByText(enPattern(`recording:suggest.here.${when}_${count}`))).toHaveCount(0);
      await expect(page.getByText(enPattern(`recording:suggest.others_here.${when}_${count}`))).toHaveCount(0);
    }

  await anna.context.grantPermissions(['geolocation']);
  await anna.context.setGeolocation(UTRECHT);
  await page.goto('/observe');
  await expect(place).toContainText(/8\sm/);
  await pickTaxon(page, 'kingf', 'Common kingfisher');
  await saveRecord(page, 'en');

  await page.goto('/observe');
  await expect(page.getByRole('button').filter({ hasText: 'Alcedo atthis' })).toContainText(here);
  // At another place that record was not made here.
  await anna.context.setGeolocation({ ...UTRECHT, latitude: 50.85 });
  await page.goto('/observe');
  await expect(place).toContainText(/8\sm/);
  const kingfisher = suggested.getByRole('button').filter({ hasText: 'Alcedo atthis' });
  await expect(kingfisher).toBeVisible();
  await expect(kingfisher).not.toContainText(here);
  await expect(page.getByRole('combobox')).toBeVisible();
});

test('five species are suggested, more on request, and the keyboard needs few keys from the species to the saved record', async ({
  anna,
}) => {
  const { page } = anna;
  await openObserve(page, 'en');
  const more = page.getByRole('button', { name: en('common:action.show_more'), exact: true });
  const suggested = page
    .locator('[data-suggestions]')
    .getByRole('button')
    .filter({ has: page.locator('i, em') });
  await expect(suggested).toHaveCount(5);
  await more.click();
  await expect.poll(() => suggested.count()).toBeGreaterThan(5);
  expect(await suggested.count()).toBeLessThanOrEqual(100);

  // The last option is the name as typed.
  await page.getByRole('combobox').fill('duck');
  await expect(page.getByRole('option')).toHaveCount(6);
  await more.click();
  await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(6);
  await page.getByRole('combobox').fill('kingf');
  await expect(page.getByRole('option').first()).toContainText('kingfisher');
  await page.keyboard.press('Enter');
  const saveNow = page.getByRole('button', { name: en('recording:observe.save_now') });
  const isThere = () => saveNow.evaluate((button) => button === document.activeElement);
  let tabs = 0;
  for (; tabs < 6 && !(await isThere()); tabs++) await page.keyboard.press('Tab');
  await expect(saveNow).toBeFocused();
  await expect(saveNow).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(savedLine(page)).toBeVisible();

  await page.goto('/observe');
  await pickTaxon(page, 'blackb', 'blackbird');
  await page
    .getByRole('textbox', { name: en('observations:field.count') })
    .first()
    .focus();
  await page.keyboard.press('Control+Enter');
  await expect(savedLine(page)).toBeVisible();
});

test('Enter selects the best match, or the one the arrow keys are on', async ({ anna }) => {
  const { page } = anna;
  await openObserve(page, 'en');
  const field = page.getByRole('combobox');
  // Opening a form over another one clears the field, even after something was typed.
  await expect(async () => {
    await field.fill('');
    await field.pressSequentially('alcedo at');
    await expect(page.getByRole('option').first()).toBeVisible({ timeout: timeLimit(5_000) });
    await expect(field).toHaveValue('alcedo at', { timeout: 1_000 });
  }).toPass({ timeout: timeLimit(60_000) });
  await page.keyboard.press('Enter');
  await expect(page.getByText('Alcedo atthis')).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(0);

  await page.getByRole('button', { name: en('recording:taxon.change'), exact: true }).click();
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('robin');
  const second = page.getByRole('option').nth(1);
  await expect(second).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(second).toHaveAttribute('aria-selected', 'true');
  const name = (await second.locator('i, em').first().textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(page.getByText(name).first()).toBeVisible();
});
