import { expect, test } from './fixtures.ts';
import { patience } from './patience.ts';
import { photoOfPhone } from './photo.ts';
import { addPhotos, openObserve, photoInForm, pickTaxon, record, saveRecord } from './record-form.ts';

test.use({ isBehindFront: true });

test('C14, C25: nothing is lost on a line that delivers no answers, nor behind a network that answers for the server', async ({
  anna,
  front,
}) => {
  const { page } = anna;
  await page.goto('/');
  // The browser reports a working network all the time.
  front.line = 'silent';
  await record(page, 'robin', 'European robin');
  await openObserve(page, 'en');
  await pickTaxon(page, 'kingf', 'Common kingfisher');
  await addPhotos(page, [await photoOfPhone()]);
  await expect(photoInForm(page, 1)).toBeVisible();
  front.line = 'portal';
  await saveRecord(page, 'en');
  front.asked.length = 0;
  const began = Date.now();
  const windows = () => (Date.now() - began) / 4_000;
  const tries = () => front.asked.filter((line) => line.startsWith('PUT')).length;
  // It tries again now and then, and does not take the page for an answer. The request on the silent line times out first.
  await expect.poll(() => tries() > 0 && windows() >= 1, { timeout: patience(90_000) }).toBe(true);
  expect(tries()).toBeLessThan(6 * windows());
  expect((await anna.onDevice()).records).toHaveLength(2);
  expect((await anna.onDevice()).outbox).toHaveLength(3);
  expect((await anna.onServer()).length).toBe(0);
  front.line = 'open';
  await page.reload();
  await expect.poll(async () => (await anna.onDevice()).outbox, { timeout: patience(90_000) }).toEqual([]);
  expect((await anna.onServer()).map((one) => one.version)).toEqual([1, 1]);
});
