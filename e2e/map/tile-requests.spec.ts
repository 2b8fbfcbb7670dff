import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Locator, Page, Route } from '@playwright/test';
import { listTileRequests, putObservation } from '@veld/contract';
import sharp from 'sharp';
import { call } from '../../seed/api.ts';
import { draft } from '../../server/src/testing/records.ts';
import { follow, openProfile, removeDevice } from '../device.ts';
import { expect, PHONE, test } from '../fixtures.ts';
import { killProfileProcesses } from '../kill-processes.ts';
import { makeAccount } from '../people.ts';
import { putSession } from '../session.ts';
import { countTaps, openInLanguage, TAP_LANGUAGES } from '../taps.ts';
import { copyFolder, startVeldFrom } from '../template.ts';
import { timeLimit } from '../time-limit.ts';
import { en, say } from '../words.ts';
import { startTileServer } from './tile-server.ts';

test.use({ opensForm: false });

const mapOn = (page: Page) => page.locator('[data-map]');
const awaitMap = (page: Page) => expect(mapOn(page)).toHaveAttribute('data-map', 'idle', { timeout: timeLimit(60_000) });

/** How far the most frequent colour of the map is from that of the tiles. */
async function distanceFromTiles(map: Locator): Promise<number> {
  const { r, g, b } = (await sharp(await map.screenshot()).stats()).dominant;
  return Math.abs(r - 0xff) + Math.abs(g - 0x00) + Math.abs(b - 0xaa);
}

/** The offline maps of which the device has any part. */
function storedFolders(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found: string[] = [];
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('offline-maps', { create: true });
    for await (const user of root.values()) if (user.kind === 'directory') for await (const id of user.keys()) found.push(id);
    return found;
  });
}

test('an offline map is asked for, built, downloaded through a kill of the browser, and drawn without a connection', async ({
  template,
}) => {
  const tiles = await startTileServer();
  const photos = { kind: 'raster', name: 'Photos', attribution: 'Survey of the land', tiles: `${tiles.origin}/raster/{z}/{x}/{y}.png` };
  const veld = await startVeldFrom(template, { MAP_SOURCES: JSON.stringify([{ ...photos, offline: { max_zoom: 10 } }]) });
  const profile = copyFolder(join(template, 'profile'));
  let device = await openProfile(profile, veld.url);
  let { page, context } = device;
  try {
    const anna = await makeAccount(veld.url, 'anna', { language: 'en', country_code: 'LU' });
    const record = randomUUID();
    const body = draft({ taxon_id: null, verbatim_name: 'an owl of Anna', latitude: 49.7, longitude: 6.1 });
    await call(veld.url, putObservation, { params: { id: record }, body }, anna.token);
    await putSession(page, veld.url, anna);

    await page.goto('/tile-requests');
    await expect(page.getByText(en('tile-requests:empty'))).toBeVisible();
    await page.getByRole('button', { name: en('tile-requests:new') }).click();
    await page.getByRole('button', { name: en('tile-requests:options') }).click();
    await page.getByRole('radio', { name: en('tile-requests:area.country') }).check();
    await page.getByRole('textbox', { name: en('tile-requests:field.name') }).fill('Luxembourg');
    await page.getByRole('combobox', { name: en('tile-requests:field.max_zoom') }).selectOption('9');
    await expect(page.getByText(/^About .* tiles\./)).toBeVisible({ timeout: timeLimit(30_000) });

    // The second file never arrives before the browser is killed.
    const asked: string[] = [];
    const FILES = '**/api/tile-requests/*/files/*';
    const note = (route: Route) => asked.push(new URL(route.request().url()).pathname.split('/').at(-1)!);
    await context.route(FILES, (route) => (note(route) < 2 ? route.continue() : undefined));
    await page.getByRole('button', { name: en('tile-requests:ask'), exact: true }).click();
    await expect.poll(() => asked, { timeout: timeLimit(90_000) }).toEqual(['base', 'records']);
    killProfileProcesses(profile);
    await context.close().catch(() => undefined);
    device = await openProfile(profile, veld.url);
    ({ page, context } = device);
    await context.route(FILES, (route) => {
      note(route);
      return route.continue();
    });
    // On any screen, the download goes on by itself.
    await page.goto('/settings/profile');
    await expect.poll(() => asked.slice(2), { timeout: timeLimit(60_000) }).toEqual(['records', 'species']);
    await follow(page, '/tile-requests');
    const card = page.getByRole('listitem', { name: 'Luxembourg' });
    await expect(card.getByText(/^On this device/)).toBeVisible({ timeout: timeLimit(60_000) });

    // The page of a record, and the map, were on this device before; their tiles come from the offline map alone.
    await page.goto(`/observations/${record}`);
    await expect(page.locator('[data-still="ready"]')).toBeVisible({ timeout: timeLimit(30_000) });
    await page
      .getByRole('link', { name: en('common:screens.map') })
      .first()
      .click();
    await awaitMap(page);
    const before = tiles.asked.length;
    tiles.mode = 'fails';
    await page.getByRole('button', { name: en('map:layers') }).click();
    await page.getByRole('link', { name: en('common:screens.tile_requests') }).click();
    await expect(card).toBeVisible();
    await context.setOffline(true);
    await page
      .getByRole('link', { name: en('common:screens.map') })
      .first()
      .click();
    await awaitMap(page);
    await expect.poll(() => distanceFromTiles(mapOn(page)), { timeout: timeLimit(60_000) }).toBeLessThan(40);
    await expect(page.getByText('Survey of the land')).toBeVisible();
    expect(tiles.asked.length).toBe(before);

    // A small map, such as that of a record, is drawn from it too.
    await page
      .getByRole('link', { name: /an owl of Anna/ })
      .first()
      .click();
    const small = page.locator('[data-still]');
    await expect(small).toHaveAttribute('data-still', 'ready', { timeout: timeLimit(20_000) });
    await expect(small.getByText('Survey of the land', { exact: false })).toBeVisible();
    await expect.poll(() => distanceFromTiles(small)).toBeLessThan(40);
    expect(tiles.asked.length).toBe(before);

    // Deleted without a connection: from the device at once, from the server later.
    await page
      .getByRole('link', { name: en('common:screens.map') })
      .first()
      .click();
    await page.getByRole('button', { name: en('map:layers') }).click();
    await page.getByRole('link', { name: en('common:screens.tile_requests') }).click();
    await card.getByRole('button', { name: en('tile-requests:action.delete_of', { name: 'Luxembourg' }) }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: en('tile-requests:action.delete') })
      .click();
    await expect(card).toBeHidden();
    await expect.poll(() => storedFolders(page)).toEqual([]);
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await context.setOffline(false);
    expect((await deleted).status()).toBe(204);
    await page.reload();
    await expect(page.getByText(en('tile-requests:empty'))).toBeVisible();
  } finally {
    await removeDevice(device);
    await veld.remove();
    await tiles.close();
  }
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('what the map shows is kept offline with three taps', async ({ signIn, veld }) => {
    for (const language of TAP_LANGUAGES) {
      const anna = await signIn('anna', { at: null });
      const { page } = anna;
      await openInLanguage(anna, veld.url, language, '/map?at=52.55000,5.91000');
      await awaitMap(page);
      const { tap, taps } = countTaps();
      const download = page.getByRole('button', { name: say(language, 'tile-requests:ask'), exact: true });

      await tap(page.getByRole('button', { name: say(language, 'map:layers'), exact: true }));
      await tap(page.getByRole('link', { name: say(language, 'map:keep_offline') }));
      // Its size is on the screen, in kilobytes or megabytes, and so is the button.
      await expect(page.getByText(/[kM]B/).first()).toBeInViewport({ timeout: timeLimit(60_000) });
      await expect(download).toBeInViewport();
      await tap(download);
      await expect(page.getByRole('listitem').filter({ hasText: /Kampen|Zwolle|IJsselmuiden/ })).toBeVisible();
      expect(taps()).toBe(3);
      const { data } = await call(veld.url, listTileRequests, {}, anna.account.token);
      expect(data.map(({ area_kind, layers, min_zoom }) => [area_kind, layers, min_zoom])).toEqual([
        ['polygon', ['base', 'records', 'species'], 0],
      ]);
      await page.context().close();
    }
  });
});
