import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { newDevice, removeDevice } from '../device.ts';
import { expect, test } from '../fixtures.ts';
import { makeAccount } from '../people.ts';
import { putSession } from '../session.ts';
import { startVeldFrom } from '../template.ts';
import { timeLimit } from '../time-limit.ts';
import { en } from '../words.ts';
import { startTileServer } from './tile-server.ts';

test.use({ opensForm: false });

const mapOn = (page: Page) => page.locator('[data-map]');
const awaitMap = (page: Page) => expect(mapOn(page)).toHaveAttribute('data-map', 'idle', { timeout: timeLimit(60_000) });

/** How far the most frequent colour of the map is from that of the tiles. */
async function distanceFromTiles(page: Page): Promise<number> {
  const { r, g, b } = (await sharp(await mapOn(page).screenshot()).stats()).dominant;
  return Math.abs(r - 0xff) + Math.abs(g - 0x00) + Math.abs(b - 0xaa);
}

test('an offline map is asked for, built, downloaded through a kill of the page, and drawn without a connection', async ({
  browser,
  template,
}) => {
  test.setTimeout(timeLimit(240_000));
  const tiles = await startTileServer();
  const photos = { kind: 'raster', name: 'Photos', attribution: 'Survey of the land', tiles: `${tiles.origin}/raster/{z}/{x}/{y}.png` };
  const veld = await startVeldFrom(template, { MAP_SOURCES: JSON.stringify([{ ...photos, offline: { max_zoom: 10 } }]) });
  const device = await newDevice(browser, veld.url, { viewport: { width: 1280, height: 900 } });
  const { page, context } = device;
  try {
    await page.goto('/login');
    // The app has made its database by then.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await putSession(page, veld.url, await makeAccount(veld.url, 'anna', { language: 'en', country_code: 'LU' }));

    await page.goto('/tile-requests');
    await expect(page.getByText(en('tile-requests:empty'))).toBeVisible();
    await page.getByRole('button', { name: en('tile-requests:new') }).click();
    await page.getByRole('radio', { name: en('tile-requests:area.country') }).check();
    await page.getByRole('textbox', { name: en('tile-requests:field.name') }).fill('Luxembourg');
    await page.getByRole('combobox', { name: en('tile-requests:field.max_zoom') }).selectOption('9');
    await expect(page.getByText(/^About .* tiles\./)).toBeVisible({ timeout: timeLimit(30_000) });

    // The second file never arrives before the page is killed.
    const asked: string[] = [];
    let isHeld = true;
    await page.route('**/api/tile-requests/*/files/*', (route) => {
      asked.push(new URL(route.request().url()).pathname.split('/').at(-1)!);
      if (!isHeld || asked.length < 2) return route.continue();
      return undefined;
    });
    await page.getByRole('button', { name: en('tile-requests:ask') }).click();
    await expect.poll(() => asked, { timeout: timeLimit(90_000) }).toEqual(['base', 'records']);
    await page.reload();
    isHeld = false;
    const card = page.getByRole('listitem', { name: 'Luxembourg' });
    await expect(card.getByText(/^On this device/)).toBeVisible({ timeout: timeLimit(60_000) });
    expect(asked.filter((layer) => layer === 'base')).toHaveLength(1);

    // The map was on this device before; its tiles come from the offline map alone.
    await page.goto('/map');
    await awaitMap(page);
    const before = tiles.asked.length;
    tiles.mode = 'fails';
    await page.getByRole('link', { name: en('common:screens.tile_requests') }).click();
    await expect(card).toBeVisible();
    await context.setOffline(true);
    await page
      .getByRole('link', { name: en('common:screens.map') })
      .first()
      .click();
    await awaitMap(page);
    await expect.poll(() => distanceFromTiles(page), { timeout: timeLimit(60_000) }).toBeLessThan(40);
    await expect(page.getByText('Survey of the land')).toBeVisible();
    expect(tiles.asked.length).toBe(before);

    await page.getByRole('link', { name: en('common:screens.tile_requests') }).click();
    await context.setOffline(false);
    await card.getByRole('button', { name: en('tile-requests:action.delete_of', { name: 'Luxembourg' }) }).click();
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: en('tile-requests:action.delete') })
      .click();
    expect((await deleted).status()).toBe(204);
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(card).toBeHidden();
    await page.reload();
    await expect(page.getByText(en('tile-requests:empty'))).toBeVisible();
  } finally {
    await removeDevice(device);
    await veld.remove();
    await tiles.close();
  }
});
