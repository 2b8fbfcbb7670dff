import type { Page } from '@playwright/test';
import { getUser } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { expect, test } from '../fixtures.ts';
import { openObserve } from '../record-form.ts';
import { putSession } from '../session.ts';
import { en } from '../words.ts';

test.use({ opensForm: false });

const unit = (page: Page, kind: 'metric' | 'imperial') => page.getByRole('radio', { name: en(`settings:units.${kind}`) });
const mark = (page: Page) => page.getByRole('region', { name: en('settings:units.title') }).getByRole('status');

test('a setting changed without a connection waits, and the last choice of two devices wins', async ({ anna, veld, installedDevice }) => {
  const { page, context, account } = anna;
  const second = await installedDevice();
  await putSession(second.page, veld.url, account);
  const onServer = async () => (await call(veld.url, getUser, {}, account.token)).preferences.units;

  await page.goto('/settings/units');
  await context.setOffline(true);
  await unit(page, 'imperial').check();
  await expect(mark(page)).toHaveText(en('settings:save_state.waiting'));
  await page.reload();
  await expect(unit(page, 'imperial')).toBeChecked();
  expect(await onServer()).toBe('metric');

  // Chosen later, sent first.
  await second.page.goto('/settings/units');
  await unit(second.page, 'imperial').check();
  await expect.poll(onServer).toBe('imperial');
  await unit(second.page, 'metric').check();
  await expect.poll(onServer).toBe('metric');

  await context.setOffline(false);
  await expect(unit(page, 'metric')).toBeChecked();
  await expect(page.getByText(en('common:sync.report.overruled_one', { count: 1 }))).toBeVisible();
  await expect(mark(page)).toHaveText(en('settings:save_state.elsewhere'));
  expect(await onServer()).toBe('metric');

  // Offline, and nobody chooses later: it is sent.
  await second.context.setOffline(true);
  await unit(second.page, 'imperial').check();
  await expect(mark(second.page)).toHaveText(en('settings:save_state.waiting'));
  await second.context.setOffline(false);
  await expect.poll(onServer).toBe('imperial');
  await expect(mark(second.page)).toHaveText(en('settings:save_state.saved'));
});

test('a section is found by another word for it, and stands beside the index on a wide screen', async ({ anna }) => {
  const { page } = anna;
  await page.goto('/settings/profile');
  await page.getByRole('searchbox', { name: en('settings:search.label') }).fill('copyright');
  const index = page.getByRole('navigation', { name: en('settings:index') });
  await expect(index.getByRole('link')).toHaveCount(1);
  await index.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: en('settings:licence.titles') })).toBeVisible();
  await page.getByRole('searchbox', { name: en('settings:search.label') }).fill('');
  await expect(index.getByRole('link', { name: en('settings:licence.titles') })).toHaveAttribute('aria-current', 'page');

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(index).toBeHidden();
  await page
    .getByRole('main')
    .getByRole('link', { name: en('common:screens.settings') })
    .click();
  await expect(index).toBeVisible();
});

/** What the page looks like when it is first painted. */
async function firstPaint(page: Page): Promise<void> {
  await page.addInitScript(() => {
    requestAnimationFrame(() => {
      const root = document.documentElement;
      const { veldHand, veldMotion, mantineColorScheme } = root.dataset;
      Object.assign(window, { firstPaint: [getComputedStyle(root).fontSize, veldHand, veldMotion, mantineColorScheme] });
    });
  });
}

test('the appearance of a device changes the app at once, and applies before the first paint, also offline', async ({ anna }) => {
  const { page, context } = anna;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/settings/appearance');
  await page.getByLabel(en('settings:appearance.text_size')).selectOption('150');
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('24px');
  await page.getByRole('switch', { name: en('settings:appearance.still') }).check();
  await page.getByRole('radio', { name: en('settings:appearance.left') }).check();
  await page.getByRole('radio', { name: en('settings:appearance.dark'), exact: true }).check();

  // Observe is the first in the bar at the bottom, below the left thumb.
  const bar = page.getByRole('navigation', { name: en('common:nav.main') });
  const left = async (name: string) => (await bar.getByRole('link', { name, exact: true }).boundingBox())!.x;
  await expect.poll(() => left(en('common:nav.observe'))).toBeLessThan(await left(en('common:screens.dashboard')));
  const duration = () => page.evaluate(() => getComputedStyle(document.querySelector('nav a')!).transitionDuration);
  expect(Number.parseFloat(await duration())).toBeLessThan(0.001);

  await firstPaint(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByLabel(en('settings:appearance.text_size'))).toHaveValue('150');
  expect(await page.evaluate(() => (window as unknown as { firstPaint: unknown }).firstPaint)).toEqual(['24px', 'left', 'reduce', 'dark']);

  await openObserve(page, 'en');
  const save = page.getByRole('button', { name: en('recording:observe.save'), exact: true });
  const box = (await save.boundingBox())!;
  expect(box.x + box.width / 2).toBeLessThan(195 + 60);
  expect(box.x).toBeLessThan(60);

  await page.goto('/settings/appearance');
  await page.getByRole('radio', { name: en('settings:appearance.right') }).check();
  await page.getByLabel(en('settings:appearance.text_size')).selectOption('100');
  await expect.poll(() => left(en('common:nav.observe'))).toBeGreaterThan(await left(en('common:screens.dashboard')));
  await expect.poll(() => page.evaluate(() => document.documentElement.style.fontSize)).toBe('');
});
