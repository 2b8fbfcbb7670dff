import { writeFileSync } from 'node:fs';
import { seedRandom } from '../../bench/report.ts';
import { expect, signedIn, test } from '../fixtures.ts';
import { timeLimit } from '../time-limit.ts';
import { logInOn } from '../people.ts';
import { largePhoto } from '../photo.ts';
import { killBrowser } from '../prove/kill-browser.ts';
import { addPhotos, photoInForm, record, saveRecord } from '../record-form.ts';
import { putSession } from '../session.ts';
import { startVeldFrom } from '../template.ts';
import { en } from '../words.ts';

/** Bytes of free space that are enough for a record, not for a large photo. */
const ROOM = 5_000_000;

/** Each kill costs the start of a browser (docs/testing.md, profiles). */
const KILLS = process.env.VELD_LONG === '1' ? 3 : 2;

test('C1: a browser killed during saves keeps every acknowledged record complete', async ({ template }) => {
  const random = seedRandom(Math.floor(Math.random() * 1e9));
  const found = await killBrowser({ kills: KILLS, random, start: () => startVeldFrom(template) });
  expect(found.acknowledged).toBeGreaterThan(0);
  expect(found).toMatchObject({ kills: KILLS, lost: 0, torn: 0 });
});

test('C2: without free space nothing is half stored, earlier records stay, and saving works again once there is space', async ({
  veld,
  person,
  installedDevice,
}) => {
  const account = await person('anna');
  const device = await installedDevice();
  const anna = signedIn(veld, account, device);
  const { page, context } = anna;
  const cdp = await context.newCDPSession(page);
  const usage = async () => (await cdp.send('Storage.getUsageAndQuota', { origin: device.origin })).usage;
  const setQuota = (quotaSize?: number) => cdp.send('Storage.overrideQuotaForOrigin', { origin: device.origin, quotaSize });
  // For half a minute the browser checks only writes that are larger than the free space it last saw. With less of it than a photo
  // needs, it checks each photo at once.
  await setQuota((await usage()) + ROOM);
  await putSession(page, veld.url, account);
  await page.goto('/observe');
  await context.setOffline(true);
  await record(page, 'robin', 'European robin');
  await expect.poll(async () => (await anna.onDevice()).outbox).toEqual(['record waiting']);
  const before = await anna.onDevice();
  const photo = await largePhoto();
  expect(photo.length).toBeGreaterThan(ROOM);
  const file = test.info().outputPath('IMG_0.JPG');
  writeFileSync(file, photo);

  /** Adds a photo to a new form; returns whether it was stored. Fails if it was stored in part, or if earlier data changed. */
  const keeps = async (): Promise<boolean> => {
    await page.goto('/observe');
    await page.getByRole('combobox').fill('kingf');
    await page.getByRole('option').filter({ hasText: 'Common kingfisher' }).first().click();
    await addPhotos(page, file);
    const refused = page.getByText(en('recording:evidence.rejected.storage', { name: 'IMG_0.JPG' }));
    const shown = photoInForm(page, 1);
    await expect(refused.or(shown).first()).toBeVisible({ timeout: timeLimit(30_000) });
    // The species stays in the form either way.
    await expect(page.getByText('Alcedo atthis').first()).toBeVisible();
    const now = await anna.onDevice();
    expect(now.records).toEqual(before.records);
    // After a navigation the browser reports that it is online, so the app may be trying to send.
    await expect.poll(async () => (await anna.onDevice()).outbox).toEqual(before.outbox);
    for (const size of now.photos) expect(size).toBe(photo.length);
    const kept = await shown.isVisible();
    if (kept) expect(now.photos).toContain(photo.length);
    return kept;
  };
  await setQuota((await usage()) / 2);
  expect(await keeps()).toBe(false);
  for (const more of [200_000, 2_000_000, ROOM]) {
    await setQuota((await usage()) + more);
    expect(await keeps()).toBe(false);
  }
  await setQuota();
  await page.goto('/observe');
  await page.getByRole('combobox').fill('kingf');
  await page.getByRole('option').filter({ hasText: 'Common kingfisher' }).first().click();
  await addPhotos(page, file);
  await expect(photoInForm(page, 1)).toBeVisible({ timeout: timeLimit(30_000) });
  await saveRecord(page, 'en');
  const after = await anna.onDevice();
  expect(after.records).toHaveLength(2);
  expect(after.photos).toContain(photo.length);
});

test.describe('behind a proxy', () => {
  test.use({ isBehindProxy: true, opensForm: false });

  test('C5: after the browser has cleared its storage, the next login says how many records were lost', async ({ anna, faultyProxy }) => {
    const { page, context } = anna;
    await page.goto('/');
    await context.setOffline(true);
    await record(page, 'robin', 'European robin');
    await record(page, 'kingf', 'Common kingfisher');
    // The records must not reach the server before the browser clears them.
    faultyProxy.mode = 'silent';
    await context.setOffline(false);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Storage.clearDataForOrigin', { origin: anna.device.origin, storageTypes: 'indexeddb' });
    faultyProxy.mode = 'forward';
    await page.goto('/');
    await expect(page).toHaveURL(/welcome|login/);
    await page.goto('/login');
    await logInOn(page, anna.account.email, 'en');
    await expect(page.getByText(en('common:error.storage_lost_other', { count: 2 })).first()).toBeVisible();
    expect((await anna.onDevice()).records).toEqual([]);
  });
});
