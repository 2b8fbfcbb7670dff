import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { startVeldFrom } from '../template.ts';
import { newDevice, removeDevice } from '../device.ts';
import { expect, test } from '../fixtures.ts';
import { makeAccount } from '../people.ts';
import { putSession } from '../session.ts';
import { timeLimit } from '../time-limit.ts';
import { en, say } from '../words.ts';
import { startTileServer, type TileServer } from './tile-server.ts';

test.use({ opensForm: false });

const FOREIGN = { r: 255, g: 0, b: 170 };

const mapOn = (page: Page) => page.locator('[data-map]');
const awaitMap = (page: Page) => expect(mapOn(page)).toHaveAttribute('data-map', 'idle', { timeout: timeLimit(60_000) });

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: en('map:layers') }).click();
  await page.getByRole('radio', { name, exact: true }).check();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('common:action.close') })
    .click();
}

/** The most frequent colour of the map. */
async function colourOf(page: Page): Promise<{ r: number; g: number; b: number }> {
  return (await sharp(await mapOn(page).screenshot()).stats()).dominant;
}

const isNear = (one: Awaited<ReturnType<typeof colourOf>>, other: typeof FOREIGN) =>
  Math.abs(one.r - other.r) + Math.abs(one.g - other.g) + Math.abs(one.b - other.b) < 40;

test('people choose among the maps of the operator; one that fails is replaced by the built-in map, with one sentence', async ({
  browser,
  template,
}) => {
  const tiles: TileServer = await startTileServer();
  const veld = await startVeldFrom(template, {
    MAP_SOURCES: JSON.stringify([
      { kind: 'raster', name: 'Photos', attribution: 'Survey of the land', tiles: `${tiles.origin}/raster/{z}/{x}/{y}.png` },
      { kind: 'vector', name: 'Waters', attribution: 'Office of waters', tiles: `${tiles.origin}/vector/{z}/{x}/{y}` },
      { kind: 'pmtiles', name: 'Archive', attribution: 'Makers of the archive', file: resolve('geography/files/world.pmtiles') },
    ]),
  });
  const device = await newDevice(browser, veld.url, { viewport: { width: 1280, height: 900 } });
  const { page, context } = device;
  const errors: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' && message.text().startsWith('Map')) errors.push(message.text());
  });
  try {
    await page.goto('/login');
    // The app has made its database by then.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await putSession(page, veld.url, await makeAccount(veld.url, 'anna', { language: 'en', country_code: 'NL' }));
    await page.goto('/map');
    await page.getByRole('combobox', { name: en('map:whose') }).selectOption('everyone');
    await awaitMap(page);
    expect(tiles.asked).toEqual([]);
    // Close enough, the gazetteer names towns.
    const gazetteer = page.waitForRequest(/gazetteer/, { timeout: timeLimit(60_000) });
    for (let times = 0; times < 6; times++) {
      await page.getByRole('button', { name: en('geo:map.zoom_in') }).click();
      await awaitMap(page);
    }
    await gazetteer;

    await choose(page, 'Photos');
    await expect.poll(async () => isNear(await colourOf(page), FOREIGN), { timeout: timeLimit(60_000) }).toBe(true);
    await expect(page.getByText(/^Survey of the land, GeoNames/)).toBeVisible();

    // The choice is remembered on the device.
    await page.reload();
    await expect.poll(async () => isNear(await colourOf(page), FOREIGN), { timeout: timeLimit(60_000) }).toBe(true);

    await choose(page, 'Archive');
    await expect(page.getByText(/^Makers of the archive, /)).toBeVisible();
    await awaitMap(page);

    // What a source does not have is no failure.
    tiles.mode = 'has none';
    await choose(page, 'Waters');
    await expect(page.getByText(/^Office of waters, /)).toBeVisible();
    await expect.poll(() => tiles.asked.filter((path) => path.startsWith('/vector/')).length).toBeGreaterThan(0);
    await awaitMap(page);
    await expect(page.getByText(say('en', 'geo:map.source_lost', { name: 'Waters' }))).toHaveCount(0);

    tiles.mode = 'fails';
    await choose(page, 'Photos');
    await expect(page.getByText(say('en', 'geo:map.source_lost', { name: 'Photos' }))).toBeVisible({ timeout: timeLimit(60_000) });
    await expect(page.getByText(/^GeoNames/)).toBeVisible();
    await awaitMap(page);
    expect(isNear(await colourOf(page), FOREIGN)).toBe(false);

    tiles.mode = 'works';
    await choose(page, en('geo:map.built_in'));
    await expect(page.getByText(say('en', 'geo:map.source_lost', { name: 'Photos' }))).toHaveCount(0);
    await choose(page, 'Waters');
    await expect(page.getByText(/^Office of waters, /)).toBeVisible();
    await awaitMap(page);
    expect(errors).toEqual([]);
    // Only the other server was asked, and the content policy let it.
    expect(device.problems.filter((problem) => !problem.includes(tiles.origin))).toEqual([]);
    expect(device.problems.filter((problem) => problem.startsWith('content policy'))).toEqual([]);
  } finally {
    await removeDevice(device);
    await veld.remove();
    await tiles.close();
  }
});
