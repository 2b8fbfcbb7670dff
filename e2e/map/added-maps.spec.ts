import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { readTiles, WALKING_AREA, writeMbtiles } from '../../server/src/testing/added-maps.ts';
import { newDevice, removeDevice } from '../device.ts';
import { expect, test } from '../fixtures.ts';
import { makeAccount } from '../people.ts';
import { putSession } from '../session.ts';
import { startVeldFrom } from '../template.ts';
import { timeLimit } from '../time-limit.ts';
import { en } from '../words.ts';

test.use({ opensForm: false });

const PROGRAM = resolve('server/src/map.ts');
const awaitMap = (page: Page) => expect(page.locator('[data-map]')).toHaveAttribute('data-map', 'idle', { timeout: timeLimit(180_000) });

test('an added map is drawn with its credit, loaded anew when it is replaced while somebody looks, and gone when it is removed', async ({
  browser,
  template,
}) => {
  const veld = await startVeldFrom(template);
  const folder = mkdtempSync(join(tmpdir(), 'veld-maps-'));
  const map = (...args: string[]) =>
    execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, ...args], {
      env: { ...process.env, DATA_DIR: veld.dataDir },
    });
  const device = await newDevice(browser, veld.url, { viewport: { width: 1280, height: 900 } });
  const { page } = device;
  const versions = new Set<string>();
  page.on('request', (request) => {
    const [, version] = /\/archive\?v=(\w+)/.exec(request.url()) ?? [];
    if (version) versions.add(version);
  });
  try {
    map('add', WALKING_AREA);
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await putSession(page, veld.url, await makeAccount(veld.url, 'anna', { language: 'en', country_code: 'NL' }));
    await page.goto('/map?at=47.14100,9.52150');
    await awaitMap(page);
    const credit = page.getByText(/^© OpenStreetMap contributors, GeoNames/);
    await expect(credit).toBeVisible({ timeout: timeLimit(180_000) });
    await expect(page.getByText(en('geo:map.no_streets'))).toHaveCount(0);
    expect(versions.size).toBe(1);

    const smaller = join(folder, 'smaller.mbtiles');
    writeMbtiles(smaller, await readTiles(WALKING_AREA, 13), { format: 'pbf' });
    map('add', smaller, '--name', 'Liechtenstein');
    // A tile that was not read yet shows that the archive is another one; some may have been read with the first view.
    await expect(async () => {
      await page.getByRole('button', { name: en('geo:map.zoom_in') }).click();
      await expect.poll(() => versions.size, { timeout: 5_000 }).toBe(2);
    }).toPass({ timeout: timeLimit(180_000) });
    await awaitMap(page);
    await expect(credit).toBeVisible();

    map('remove', 'Liechtenstein');
    await page.reload();
    await awaitMap(page);
    await expect(page.getByText(/^GeoNames/)).toBeVisible();
    await expect(page.getByText(en('geo:map.no_streets'))).toBeVisible();
    expect(device.problems).toEqual([]);
  } finally {
    await removeDevice(device);
    await veld.remove();
    rmSync(folder, { recursive: true });
  }
});
