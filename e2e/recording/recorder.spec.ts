import type { Locator, Page } from '@playwright/test';
import { expect, PHONE, test } from '../fixtures.ts';
import { en } from '../words.ts';

test.use(PHONE);

const observeButton = (page: Page) =>
  page
    .getByRole('link', { name: en('common:nav.observe'), exact: true })
    .filter({ visible: true })
    .first();
const save = (page: Page) => page.getByRole('button', { name: en('recording:observe.save') });
const savedTitle = (page: Page) => page.getByRole('heading', { name: en('recording:saved.title'), exact: true });

/** Whether a tap in the middle of an element reaches it. */
const isOnTop = (target: Locator) =>
  target.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === element;
  });

test('from Today, four taps and three letters save a record on the device', async ({ anna }) => {
  const { page } = anna;
  let taps = 0;
  const tap = async (target: Locator) => {
    taps++;
    await target.tap();
  };
  await page.goto('/');
  await expect(observeButton(page)).toBeVisible();
  const begun = Date.now();
  await tap(observeButton(page));
  await tap(page.getByRole('combobox'));
  await page.keyboard.type('rob');
  // The field scrolls up to make room for suggestions, but not behind the header.
  await expect.poll(() => isOnTop(page.getByRole('combobox'))).toBe(true);
  await tap(page.getByRole('option').filter({ hasText: 'European robin' }).first());
  // The save button is visible without scrolling.
  await expect(save(page)).toBeInViewport();
  await tap(save(page));
  await expect(savedTitle(page)).toBeVisible();
  const took = Date.now() - begun;
  expect(taps).toBeLessThanOrEqual(4);
  expect((await anna.onDevice()).records).toHaveLength(1);
  console.log(`a record in ${taps} taps and 3 letters: ${took} ms`);

  // A species recorded before is offered without typing, and takes fewer taps.
  await page.goto('/');
  taps = 0;
  await tap(observeButton(page));
  const recent = page.getByRole('region', { name: en('recording:taxon.recent') });
  await tap(recent.getByRole('button').filter({ hasText: 'European robin' }));
  await tap(save(page));
  await expect(savedTitle(page)).toBeVisible();
  expect(taps).toBe(3);
  expect((await anna.onDevice()).records).toHaveLength(2);
});
