import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { ObservationDraft, putObservation } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { expect, PHONE, test } from '../fixtures.ts';
import type { Account } from '../people.ts';
import { putSession } from '../session.ts';
import { timeLimit } from '../time-limit.ts';
import { en } from '../words.ts';

test.use({ opensForm: false });

/** In a country of which no other spec has records, far enough from each other for cells of their own when all of it is in view. */
const PLACES = [
  [64.13, -21.9],
  [65.68, -18.1],
] as const;

async function addRecords(url: string, { token }: Account): Promise<void> {
  for (const [latitude, longitude] of PLACES) {
    const draft = ObservationDraft.parse({ verbatim_name: 'a robin', latitude, longitude, location_source: 'gps' });
    await call(url, putObservation, { params: { id: randomUUID() }, body: { ...draft, write_id: randomUUID() } }, token);
  }
}

let errors: string[] = [];
test.beforeEach(() => {
  errors = [];
});
test.afterEach(() => expect(errors).toEqual([]));

/** A map that cannot draw a layer only reports it to the console. */
function collectErrors(context: BrowserContext): void {
  context.on('console', (message) => {
    if (message.type() === 'error' && message.text().startsWith('Map')) errors.push(message.text());
  });
}

const mapOn = (page: Page) => page.locator('[data-map]');
const awaitMap = (page: Page) => expect(mapOn(page)).toHaveAttribute('data-map', 'idle', { timeout: timeLimit(60_000) });
const chosenOn = (page: Page) => page.getByRole('region', { name: en('map:chosen') });

/** Moves the focus with the tab key, as a person without a pointer does. */
async function tabTo(page: Page, target: ReturnType<Page['getByRole']>): Promise<void> {
  for (let times = 0; times < 60; times++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

test('a keyboard alone reaches the cells of everyone’s map, the point in its centre, and the filters', async ({
  veld,
  person,
  installedDevice,
}) => {
  const [anna, bram] = [await person('anna'), await person('bram')];
  await addRecords(veld.url, anna);
  const { page, context } = await installedDevice({ reducedMotion: 'reduce' });
  collectErrors(context);
  await putSession(page, veld.url, bram);
  await page.goto('/map?whose=everyone&location=IS');
  await awaitMap(page);

  const cell = page.getByRole('button', { name: /, Iceland.*1 record$/ }).first();
  await expect(cell).toBeVisible();
  await tabTo(page, cell);
  await page.keyboard.press('Enter');
  await expect(chosenOn(page)).toBeFocused();
  await expect(chosenOn(page).getByRole('heading', { name: '1 record and 0 species' })).toBeVisible();
  await tabTo(page, chosenOn(page).getByRole('button', { name: en('common:action.close') }));
  await page.keyboard.press('Enter');
  await expect(chosenOn(page)).toHaveCount(0);

  // The map has the focus again: its keys move it, and the button for the centre follows.
  await page.keyboard.press('+');
  await awaitMap(page);
  await tabTo(page, page.getByRole('button', { name: en('map:use_centre') }));
  await page.keyboard.press('Enter');
  const record = chosenOn(page).getByRole('link', { name: en('map:record_here') });
  await expect(record).toHaveAttribute('href', /at=6\d\.\d+,-\d+\.\d+/);

  await page.getByRole('button', { name: en('map:filters'), exact: true }).focus();
  await page.keyboard.press('Enter');
  const photos = page.getByRole('combobox', { name: en('explore:field.photos') });
  await photos.focus();
  await photos.selectOption('1');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/photos=1/);
  await expect(page.getByText(en('map:none_here'))).toBeVisible();
  await page.getByRole('button', { name: en('explore:remove', { filter: en('explore:photos.with') }) }).focus();
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/photos=1/);
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a finger that rests on everyone’s map measures from there', async ({ veld, person, installedDevice }) => {
    const account = await person('anna');
    const { page, context } = await installedDevice({ reducedMotion: 'reduce' });
    collectErrors(context);
    await putSession(page, veld.url, account);
    await page.goto('/map?whose=everyone');
    await awaitMap(page);
    const box = (await mapOn(page).boundingBox())!;
    const touch = await context.newCDPSession(page);
    const point = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + 90) };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await expect(chosenOn(page).getByRole('link', { name: en('map:record_here') })).toBeVisible();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await chosenOn(page)
      .getByRole('button', { name: en('map:measure_from') })
      .click();
    const status = chosenOn(page).getByRole('status');
    await expect(status).toContainText(en('map:measure'));

    const tap = async (right: number, down: number) => {
      const now = (await mapOn(page).boundingBox())!;
      await page.touchscreen.tap(now.x + right, Math.max(now.y, 130) + down);
    };
    await tap(60, 130);
    await expect(status).toContainText(/Length: \d+\skm/);
    await expect(status).toContainText(en('map:measure_hint'));
    await tap(120, 90);
    await expect(status).toContainText(/Area: [\d,]+\s\S+/);
    const remove = chosenOn(page).getByRole('button', { name: en('map:measure_remove') });
    await remove.click();
    await expect(status).toContainText(en('map:measure_hint'));
    await remove.click();
    await remove.click();
    await expect(remove).toBeDisabled();
  });
});

test.describe('on a small phone with text of 200 %', () => {
  test.use({ ...PHONE, viewport: { width: 320, height: 640 } });

  test('everyone’s map, its filters and its list fit', async ({ veld, person, installedDevice }) => {
    const account = await person('anna');
    const { page, context } = await installedDevice({ reducedMotion: 'reduce' });
    collectErrors(context);
    await putSession(page, veld.url, account);
    await page.addInitScript(() => addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%')));
    await page.goto('/map?whose=everyone&month=5&photos=1');
    await awaitMap(page);
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    expect(await fits()).toBe(true);
    const scale = (await page.locator('.maplibregl-ctrl-scale').boundingBox())!;
    const credits = (await page.getByText('Natural Earth').boundingBox())!;
    const centre = (await page.getByRole('button', { name: en('map:use_centre') }).boundingBox())!;
    expect(scale.y + scale.height).toBeLessThanOrEqual(credits.y);
    expect(centre.y + centre.height).toBeLessThanOrEqual(scale.y);
    await page.getByRole('button', { name: en('map:use_centre') }).click();
    await expect(chosenOn(page).getByRole('link', { name: en('map:record_here') })).toBeVisible();
    await chosenOn(page)
      .getByRole('button', { name: en('map:measure_from') })
      .click();
    await expect(chosenOn(page).getByRole('button', { name: en('map:measure_centre') })).toBeVisible();
    await page.getByRole('button', { name: en('map:play') }).scrollIntoViewIfNeeded();
    expect(await fits()).toBe(true);
    await page.getByRole('button', { name: en('map:filters'), exact: true }).click();
    await expect(page.getByRole('button', { name: en('explore:show') })).toBeVisible();
    expect(await fits()).toBe(true);
  });
});
