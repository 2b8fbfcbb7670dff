import { expect, type Page, test } from '@playwright/test';
import { accountOf, awaitInstalled, newDevice, onDevice, onServer, openObserve, registerOn } from './people.ts';
import { photoTaken } from './photo.ts';
import { type RunningVeld, startVeld } from './server.ts';
import { en } from './words.ts';

let veld: RunningVeld;
test.beforeAll(async () => {
  veld = await startVeld();
});
test.afterAll(() => veld.remove());

const HERE = { latitude: 52.5, longitude: 4.75 };

/** How many photos each record on the board has, in order. */
async function shown(page: Page): Promise<number[]> {
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) });
  return cards.evaluateAll((list) => list.map((card) => card.querySelectorAll('button[aria-pressed]').length));
}

const photoButton = (page: Page, number: number, record: number) =>
  page.getByRole('button', { name: en('photo-import:board.photo', { number, record }), exact: true });

test('anna makes records of the photos of a walk, offline, over a reload, and all reach the server', async ({ browser }) => {
  const device = await newDevice(browser, veld.url);
  const { page } = device;
  await registerOn(page, 'anna', 'en', 'NL');
  await awaitInstalled(page);
  const anna = await accountOf(veld.url, 'anna');
  await openObserve(page, 'en');
  await page.getByRole('link', { name: en('recording:photo_board.title') }).click();
  await expect(page.getByRole('heading', { level: 1, name: en('recording:photo_board.title') })).toBeVisible();

  const files = await Promise.all([
    photoTaken('2026-05-17 07:42:00', HERE),
    photoTaken('2026-05-17 07:42:40', HERE),
    photoTaken('2026-05-17 07:50:00'),
    photoTaken('2026-05-17 07:50:20'),
    photoTaken('2026-05-17 07:50:50'),
    photoTaken(null),
  ]);
  await device.context.setOffline(true);
  const picking = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: en('photo-import:board.pick') }).click();
  await (
    await picking
  ).setFiles([
    ...files.map((buffer, index) => ({ name: `IMG_${index}.JPG`, mimeType: 'image/jpeg', buffer })),
    { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') },
  ]);
  await expect.poll(() => shown(page), { timeout: 30_000 }).toEqual([2, 3, 1]);
  await expect(page.getByText(en('recording:evidence.refused.type', { name: 'letter.txt' }))).toBeVisible();
  expect((await onDevice(page, anna.user.id)).records).toEqual([]);

  // The place of the first is from its photo; the others have none, and none is made up.
  await expect(page.getByText(en('observations:where.source.exif'))).toHaveCount(3);
  await expect(page.getByText(en('photo-import:board.place_missing'))).toHaveCount(2);
  await page
    .getByRole('button', { name: en('photo-import:board.place_missing') })
    .first()
    .click();
  await page.getByRole('button', { name: en('photo-import:board.place_of', { number: 1 }) }).click();
  await expect(page.getByText(en('photo-import:board.place_missing'))).toHaveCount(1);

  // By keyboard alone: the one without a time belongs to the second record.
  await photoButton(page, 1, 3).press('Space');
  await expect(photoButton(page, 1, 3)).toHaveAttribute('aria-pressed', 'true');
  await photoButton(page, 1, 2).press('Enter');
  await page.getByRole('button', { name: en('photo-import:board.join') }).press('Enter');
  await expect.poll(() => shown(page)).toEqual([2, 4]);
  await page.keyboard.press('Control+z');
  await expect.poll(() => shown(page)).toEqual([2, 3, 1]);
  await page.getByRole('checkbox', { name: en('photo-import:board.select_record', { number: 3 }) }).check();
  await page.getByRole('checkbox', { name: en('photo-import:board.select_record', { number: 2 }) }).check();
  await page.getByRole('button', { name: en('photo-import:board.join') }).click();
  await expect.poll(() => shown(page)).toEqual([2, 4]);

  await page.reload();
  await expect.poll(() => shown(page), { timeout: 20_000 }).toEqual([2, 4]);
  await expect(page.getByText(en('photo-import:board.place_missing'))).toHaveCount(0);

  // One of them opens as the ordinary form, and the way back leads to the board.
  await page.getByRole('link', { name: en('photo-import:board.open_label', { number: 2 }) }).click();
  await expect(page.getByRole('img', { name: en('recording:evidence.photo', { number: 4 }) })).toBeVisible();
  await page.getByRole('link', { name: en('recording:photo_board.to_board') }).click();
  await expect.poll(() => shown(page)).toEqual([2, 4]);

  await page.getByRole('button', { name: en('photo-import:board.save_other', { count: 2 }) }).click();
  await expect(page.getByRole('heading', { name: en('photo-import:board.saved_other', { count: 2 }) })).toBeVisible();
  const kept = await onDevice(page, anna.user.id);
  expect(kept.records).toHaveLength(2);
  expect(kept.photos.toSorted()).toEqual(files.map(({ length }) => length).toSorted());
  expect(kept.outbox.filter((item) => item.startsWith('record'))).toHaveLength(2);
  expect(await onServer(veld.url, anna)).toEqual([]);

  await device.context.setOffline(false);
  const stored = async () => (await onServer(veld.url, anna)).flatMap((record) => ('deleted' in record ? [] : [record]));
  await expect.poll(async () => (await stored()).map(({ media }) => media.length).toSorted(), { timeout: 60_000 }).toEqual([2, 4]);
  const [early, late] = (await stored()).toSorted((one, other) => one.media.length - other.media.length);
  expect(early).toMatchObject({
    latitude: 52.5,
    longitude: 4.75,
    location_source: 'exif',
    observed_on: '2026-05-17',
    observed_time: '07:42',
  });
  expect(late).toMatchObject({ latitude: 52.5, longitude: 4.75, location_source: 'neighbour', observed_time: '07:50', taxon_id: null });
  await expect.poll(async () => (await onDevice(page, anna.user.id)).outbox, { timeout: 60_000 }).toEqual([]);
  expect(device.troubles).toEqual([]);
  await device.context.close();
});

test('photos of different times in one new record become several when bram says so', async ({ browser }) => {
  const device = await newDevice(browser, veld.url);
  const { page } = device;
  await registerOn(page, 'bram', 'en', 'NL');
  await openObserve(page, 'en');
  const files = await Promise.all([photoTaken('2026-05-17 09:00:00', HERE), photoTaken('2026-05-17 09:30:00')]);
  const picking = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: en('recording:evidence.files') }).click();
  await (await picking).setFiles(files.map((buffer, index) => ({ name: `IMG_${index}.JPG`, mimeType: 'image/jpeg', buffer })));
  const offer = page.getByRole('group', { name: en('photo-import:board.offer_title') });
  await offer.getByRole('button', { name: en('photo-import:board.offer_yes_other', { count: 2 }) }).click();
  await expect.poll(() => shown(page), { timeout: 20_000 }).toEqual([1, 1]);
  await expect(page.getByText(en('photo-import:board.place_missing'))).toHaveCount(1);
  expect(device.troubles).toEqual([]);
  await device.context.close();
});
