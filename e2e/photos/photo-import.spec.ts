import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { timeLimit } from '../time-limit.ts';
import { photoTaken } from '../photo.ts';
import { photosOnBoard } from '../photo-board.ts';
import { measureBox, findCentre, drag } from '../input/pointer.ts';
import { addPhotos, openObserve } from '../record-form.ts';
import { en } from '../words.ts';

const HERE = { latitude: 52.5, longitude: 4.75 };

const photoButton = (page: Page, number: number, record: number) =>
  page.getByRole('button', { name: en('photo-import:board.photo', { number, record }), exact: true });

test('imported photos become records offline, survive a reload and are sent', async ({ anna }) => {
  const { page } = anna;
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
  await anna.context.setOffline(true);
  const picking = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: en('photo-import:board.choose_photos') }).click();
  await (
    await picking
  ).setFiles([
    ...files.map((buffer, index) => ({ name: `IMG_${index}.JPG`, mimeType: 'image/jpeg', buffer })),
    { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') },
  ]);
  await expect.poll(() => photosOnBoard(page)).toEqual([2, 3, 1]);
  await expect(page.getByText(en('recording:evidence.rejected.type', { name: 'letter.txt' }))).toBeVisible();
  expect((await anna.onDevice()).records).toEqual([]);

  // The first record has the coordinates of its photo; the photos of the others have none.
  await expect(page.getByText(en('observations:where.source.exif'))).toHaveCount(3);
  await expect(page.getByText(en('photo-import:board.place_missing'))).toHaveCount(2);
  await page
    .getByRole('button', { name: en('photo-import:board.place_missing') })
    .first()
    .click();
  await page.getByRole('button', { name: en('photo-import:board.place_of', { number: 1 }) }).click();
  await expect(page.getByText(en('photo-import:board.place_missing'))).toHaveCount(1);

  // By keyboard: move the photo without a time to the second record.
  await photoButton(page, 1, 3).press('Space');
  await expect(photoButton(page, 1, 3)).toHaveAttribute('aria-pressed', 'true');
  await photoButton(page, 1, 2).press('Enter');
  await page.getByRole('button', { name: en('photo-import:board.merge') }).press('Enter');
  await expect.poll(() => photosOnBoard(page)).toEqual([2, 4]);
  await page.keyboard.press('Control+z');
  await expect.poll(() => photosOnBoard(page)).toEqual([2, 3, 1]);
  await photoButton(page, 1, 3).click();
  await page.getByRole('checkbox', { name: en('photo-import:board.select_record', { number: 2 }) }).check();
  await page.getByRole('button', { name: en('photo-import:board.merge') }).click();
  await expect.poll(() => photosOnBoard(page)).toEqual([2, 4]);

  await page.reload();
  await expect.poll(() => photosOnBoard(page)).toEqual([2, 4]);
  await expect(page.getByText(en('photo-import:board.place_missing'))).toHaveCount(0);

  // A record opens in the ordinary form, which links back to the board.
  await page.getByRole('link', { name: en('photo-import:board.all_fields_label', { number: 2 }) }).click();
  await expect(page.getByRole('img', { name: en('recording:evidence.photo', { number: 4 }) })).toBeVisible();
  await page.getByRole('link', { name: en('recording:photo_board.to_board') }).click();
  await expect.poll(() => photosOnBoard(page)).toEqual([2, 4]);

  await page.getByRole('button', { name: en('photo-import:board.save_other', { count: 2 }) }).click();
  await expect(page.getByRole('heading', { name: en('photo-import:board.saved_other', { count: 2 }) })).toBeVisible();
  const kept = await anna.onDevice();
  expect(kept.records).toHaveLength(2);
  expect(kept.photos.toSorted()).toEqual(files.map(({ length }) => length).toSorted());
  expect(kept.outbox.filter((item) => item.startsWith('record'))).toHaveLength(2);
  expect(await anna.onServer()).toEqual([]);

  await anna.context.setOffline(false);
  await expect
    .poll(async () => (await anna.stored()).map(({ media }) => media.length).toSorted(), { timeout: timeLimit(60_000) })
    .toEqual([2, 4]);
  const [early, late] = (await anna.stored()).toSorted((one, other) => one.media.length - other.media.length);
  expect(early).toMatchObject({
    latitude: 52.5,
    longitude: 4.75,
    location_source: 'exif',
    observed_on: '2026-05-17',
    observed_time: '07:42',
  });
  expect(late).toMatchObject({ latitude: 52.5, longitude: 4.75, location_source: 'neighbour', observed_time: '07:50', taxon_id: null });
  await expect.poll(async () => (await anna.onDevice()).outbox, { timeout: timeLimit(60_000) }).toEqual([]);
});

test('photos in one form that were taken at different times can be split into several records', async ({ anna }) => {
  const { page } = anna;
  await openObserve(page, 'en');
  const files = await Promise.all([photoTaken('2026-05-17 09:00:00', HERE), photoTaken('2026-05-17 09:30:00')]);
  await addPhotos(page, files);
  const offer = page.getByRole('group', { name: en('photo-import:board.offer_title') });
  await offer.getByRole('button', { name: en('photo-import:board.offer_accept_other', { count: 2 }) }).click();
  await expect.poll(() => photosOnBoard(page)).toEqual([1, 1]);
  await expect(page.getByText(en('photo-import:board.place_missing'))).toHaveCount(1);
});

test('photos are dragged from one record to another, the selected ones together', async ({ anna }) => {
  const { page } = anna;
  await openObserve(page, 'en');
  await addPhotos(
    page,
    await Promise.all([
      photoTaken('2026-05-17 09:00:00', HERE),
      photoTaken('2026-05-17 09:00:20', HERE),
      photoTaken('2026-05-17 09:00:40', HERE),
      photoTaken('2026-05-17 09:30:00', HERE),
    ]),
  );
  await page.getByRole('button', { name: en('photo-import:board.offer_accept_other', { count: 2 }) }).click();
  await expect.poll(() => photosOnBoard(page)).toEqual([3, 1]);
  const second = async () => findCentre(await measureBox(photoButton(page, 1, 2)));

  await drag(page, photoButton(page, 2, 1), await second());
  await expect.poll(() => photosOnBoard(page)).toEqual([2, 2]);
  // A drag selects nothing.
  await expect(page.locator('[aria-pressed="true"]')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect.poll(() => photosOnBoard(page)).toEqual([3, 1]);

  await photoButton(page, 2, 1).click();
  await photoButton(page, 3, 1).click();
  await drag(page, photoButton(page, 3, 1), await second());
  await expect.poll(() => photosOnBoard(page)).toEqual([1, 3]);

  // Where there is no other record, a record of its own.
  await photoButton(page, 3, 2).scrollIntoViewIfNeeded();
  const from = findCentre(await measureBox(photoButton(page, 3, 2)));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 20, { steps: 4 });
  const zone = page.getByText(en('photo-import:board.split'), { exact: true });
  await expect(zone).toBeInViewport();
  const to = findCentre(await measureBox(zone));
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => photosOnBoard(page)).toEqual([1, 2, 1]);
  await expect(zone).toHaveCount(0);
});
