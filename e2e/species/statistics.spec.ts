import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { todayOnDevice } from '../clock.ts';
import { expect, test } from '../fixtures.ts';
import { photoTaken } from '../photo.ts';
import { addPhotos, leaveSaved, openObserve, pickTaxon, record, saveRecord } from '../record-form.ts';
import { en } from '../words.ts';

/** Red, green and blue at a point of a picture. */
const colourAt = async (picture: Buffer, left: number, top: number): Promise<number[]> => [
  ...(await sharp(picture).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
];

test('statistics come from the device without a connection, with tables, files and a picture of the year', async ({ anna }) => {
  const { page, context } = anna;
  const photo = await photoTaken(`${todayOnDevice()} 00:01:00`);
  await openObserve(page, 'en');
  await pickTaxon(page, 'robin', 'European robin');
  await addPhotos(page, [photo]);
  await saveRecord(page, 'en');
  await record(page, 'wren', 'Eurasian wren');
  await leaveSaved(page, 'en');
  await context.setOffline(true);
  await page.goto('/statistics');
  const section = (name: string) => page.getByRole('region', { name, exact: true });

  const months = page.getByRole('slider', { name: en('statistics:months.title'), exact: true });
  await expect(months).toHaveAttribute('aria-valuetext', /: 2 records$/);
  await months.focus();
  await page.keyboard.press('Home');
  await expect(months).toHaveAttribute('aria-valuetext', /^January: /);
  const { x, y, width, height } = (await months.boundingBox())!;
  await page.mouse.move(x + width * 0.99, y + height / 2);
  await expect(months).toHaveAttribute('aria-valuetext', /^December: /);

  const curve = section(en('statistics:curve.title'));
  await expect(curve.getByRole('slider')).toHaveAttribute('aria-valuetext', /2 species \(2 records\)$/);
  await curve.getByText(en('statistics:chart.table'), { exact: true }).click();
  await expect(curve.getByRole('row').last()).toContainText('2');

  const download = page.waitForEvent('download');
  await section(en('statistics:years.title')).getByRole('button', { name: /CSV/ }).click();
  const lines = readFileSync(await (await download).path(), 'utf8').split('\r\n');
  expect(lines[1]).toMatch(/^\d{4},2,2,2,1$/);

  const review = section(en('statistics:review.title'));
  await review.scrollIntoViewIfNeeded();
  await expect(review.getByRole('img', { name: /2 records, 2 species/ })).toBeVisible();
  const picture = page.waitForEvent('download');
  await review.getByRole('button', { name: en('statistics:review.download'), exact: true }).click();
  const png = readFileSync(await (await picture).path());
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1080, 1350]);
  const [ofPhoto, onCard] = [await colourAt(photo, 320, 240), await colourAt(png, 540, 100)];
  for (const [channel, value] of ofPhoto.entries()) expect(Math.abs(onCard[channel]! - value), 'the photo covers the top').toBeLessThan(8);

  await page.getByRole('combobox', { name: en('common:location.label'), exact: true }).selectOption('ZA');
  await expect(page.getByText(en('statistics:none'), { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/country=ZA/);
});

test('a person’s page shows figures of their public records', async ({ anna, signIn }) => {
  await record(anna.page, 'robin', 'European robin');
  await leaveSaved(anna.page, 'en');
  await expect.poll(async () => (await anna.onServer()).length).toBe(1);
  const other = await signIn('bram');
  await other.page.goto(`/profile/${anna.account.user.id}?view=statistics`);
  const figures = other.page.getByRole('region', { name: en('common:screens.statistics'), exact: true });
  await expect(figures.getByRole('list', { name: /by month/ })).toBeVisible();
  await other.page.getByRole('combobox', { name: en('common:location.label'), exact: true }).selectOption('ZA');
  await expect(figures.getByRole('list', { name: /by month/ })).toHaveCount(0);
});
