import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { ObservationDraft, putObservation } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { reportOffline } from '../device.ts';
import { expect, PHONE, test } from '../fixtures.ts';
import { awaitInstalled } from '../installed.ts';
import { type Account, listStoredRecords } from '../people.ts';
import { leaveSaved, pickTaxon, saveRecord } from '../record-form.ts';
import { putSession } from '../session.ts';
import { timeLimit } from '../time-limit.ts';
import { en } from '../words.ts';

test.use({ opensForm: false });

/** Three records in Utrecht and one in Brussels. */
const PLACES = [
  [52.09, 5.12],
  [52.0905, 5.1215],
  [52.1, 5.13],
  [50.85, 4.35],
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
const listOn = (page: Page) => page.getByRole('list', { name: en('map:list') });

async function openMap(page: Page): Promise<void> {
  await page.goto('/map');
  await awaitMap(page);
}

const awaitMap = (page: Page) => expect(mapOn(page)).toHaveAttribute('data-map', 'idle', { timeout: timeLimit(60_000) });

test('without a network the map is drawn from the device, and a keyboard alone is enough to record in its centre', async ({
  veld,
  person,
  installedDevice,
}) => {
  const account = await person('anna');
  await addRecords(veld.url, account);
  const { page, context } = await installedDevice();
  collectErrors(context);
  await putSession(page, veld.url, account);
  await page.goto('/map');
  await expect(listOn(page).getByRole('link').first()).toBeVisible();
  await awaitInstalled(page);
  await context.setOffline(true);
  await page.reload();
  await reportOffline(page);
  await awaitMap(page);
  const totals = page.getByText(en('map:in_view', { records: '4 records', species: '0 species' }));
  await expect(totals).toBeVisible();
  // One sentence would say that there is no map.
  await expect(page.getByText(en('geo:map.no_tiles'))).toHaveCount(0);

  const canvas = page.getByRole('region', { name: en('map:map'), exact: true }).locator('canvas');
  await canvas.focus();
  for (let times = 0; times < 3; times++) {
    await page.keyboard.press('+');
    await expect(mapOn(page)).toHaveAttribute('data-map', 'idle');
  }
  await expect(totals).toHaveCount(0);
  await page.getByRole('button', { name: en('map:use_centre') }).focus();
  await page.keyboard.press('Enter');
  const record = page.getByRole('link', { name: en('map:record_here') });
  await expect(record).toHaveAttribute('href', /at=5\d\.\d+,\d\.\d+/);
  await record.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(en('observations:where.source.map'))).toBeVisible();
});

test('when the detailed map fails, the small one is drawn, and without both the points are', async ({ veld, person, installedDevice }) => {
  const account = await person('anna');
  await addRecords(veld.url, account);
  const { page, context } = await installedDevice();
  collectErrors(context);
  await context.route('**/base-*.pmtiles', (route) => route.abort());
  await putSession(page, veld.url, account);
  await openMap(page);
  await expect(page.getByText(en('geo:map.no_tiles'))).toHaveCount(0);

  const bare = await context.newPage();
  await bare.addInitScript(() => {
    const real = globalThis.fetch;
    globalThis.fetch = (input, init) =>
      (input instanceof Request ? input.url : String(input)).endsWith('.pmtiles')
        ? Promise.reject(new TypeError('failed'))
        : real(input, init);
  });
  await openMap(bare);
  await expect(bare.getByText(en('geo:map.no_tiles'))).toBeVisible();
  await expect(bare.getByText(en('map:in_view', { records: '4 records', species: '0 species' }))).toBeVisible();
});

test('without WebGL the list remains, with one sentence', async ({ veld, person, installedDevice }) => {
  const account = await person('anna');
  await addRecords(veld.url, account);
  const { page } = await installedDevice();
  await page.addInitScript(() => {
    const real = HTMLCanvasElement.prototype.getContext as (...args: unknown[]) => RenderingContext | null;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: unknown[]) {
      return String(args[0]).startsWith('webgl') ? null : real.apply(this, args);
    } as typeof HTMLCanvasElement.prototype.getContext;
  });
  await putSession(page, veld.url, account);
  await page.goto('/map');
  await expect(page.getByText(en('geo:map.impossible'))).toBeVisible();
  await expect(listOn(page).getByRole('link', { name: /^a robin/ })).toHaveCount(4);
});

test('a place is chosen under the cross of a map, from the country of the person, without a network', async ({ anna }) => {
  const { page, context } = anna;
  collectErrors(context);
  await page.goto('/');
  await awaitInstalled(page);
  await context.setOffline(true);
  await page.goto('/observe');
  const stopReporting = await reportOffline(page);
  const place = page.getByRole('region', { name: en('observations:where.title') });
  await place.getByRole('button', { name: en('geo:map.pick') }).click();
  const dialog = page.getByRole('dialog', { name: en('geo:map.pick_title') });
  await awaitMap(page);
  await expect(dialog.getByRole('status')).toContainText('Netherlands');
  const before = await dialog.getByRole('status').textContent();
  await dialog.locator('canvas').focus();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('status')).not.toHaveText(before!);
  await awaitMap(page);
  await dialog.getByRole('button', { name: en('geo:map.pick_use') }).click();
  await expect(dialog).toHaveCount(0);
  await expect(place).toContainText(en('observations:where.source.map'));
  await pickTaxon(page, 'blackb', 'blackbird');
  await saveRecord(page, 'en');
  await stopReporting();
  await context.setOffline(false);
  await leaveSaved(page, 'en');
  await expect.poll(async () => (await anna.stored()).map((one) => one.location_source)).toEqual(['map']);
  const [record] = await anna.stored();
  expect(record!.longitude).toBeGreaterThan(5);
  expect(record!.coordinate_uncertainty_m).toBeGreaterThanOrEqual(100);

  // For the next record, the place is among those to choose from.
  await page.goto('/observe');
  await place.getByRole('button', { name: en('geo:map.pick') }).click();
  await awaitMap(page);
  await dialog.getByRole('combobox', { name: en('geo:search.label') }).click();
  await dialog.getByRole('option', { name: en('geo:search.recent') }).click();
  // With as many decimals as the place is exact.
  await expect(dialog.getByRole('status')).toContainText(`${record!.latitude!.toFixed(1)}, ${record!.longitude!.toFixed(1)} ± `);
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a finger that rests on the map records there', async ({ veld, person, installedDevice }) => {
    const account = await person('anna');
    await addRecords(veld.url, account);
    const { page, context } = await installedDevice();
    collectErrors(context);
    await putSession(page, veld.url, account);
    await openMap(page);
    const box = (await mapOn(page).boundingBox())!;
    const touch = await context.newCDPSession(page);
    // North of the middle, which is between Utrecht and Brussels.
    const point = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 3) };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    const record = page.getByRole('link', { name: en('map:record_here') });
    await expect(record).toBeVisible();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    const [, latitude, longitude] = /at=([\d.]+),([\d.]+)/.exec((await record.getAttribute('href'))!)!.map(Number);
    await record.click();
    await expect(page.getByRole('region', { name: en('observations:where.title') })).toContainText(en('observations:where.source.map'));
    await pickTaxon(page, 'blackb', 'blackbird');
    await saveRecord(page, 'en');
    const saved = async () => (await listStoredRecords(veld.url, account)).filter((one) => one.location_source === 'map');
    await leaveSaved(page, 'en');
    await expect.poll(async () => (await saved()).map((one) => [one.latitude, one.longitude])).toEqual([[latitude, longitude]]);
  });

  test('text of 200 % fits beside the map', async ({ veld, person, installedDevice }) => {
    const account = await person('anna');
    await addRecords(veld.url, account);
    const { page, context } = await installedDevice();
    collectErrors(context);
    await putSession(page, veld.url, account);
    await page.addInitScript(() => addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%')));
    await openMap(page);
    await page.getByRole('button', { name: en('map:use_centre') }).click();
    await expect(page.getByRole('link', { name: en('map:record_here') })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});
