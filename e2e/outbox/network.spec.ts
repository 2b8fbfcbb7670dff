import { expect, test } from '../fixtures.ts';
import { timeLimit } from '../time-limit.ts';
import { photoOfPhone } from '../photo.ts';
import { addPhotos, openObserve, photoInForm, pickTaxon, record, saveRecord } from '../record-form.ts';

test.use({ isBehindProxy: true, opensForm: false });

test('C14, C25: nothing is lost when the server never responds, nor when a captive portal answers in its place', async ({
  anna,
  faultyProxy,
}) => {
  const { page, context } = anna;
  await context.clock.install();
  await page.goto('/');
  // The browser reports a working network throughout.
  faultyProxy.mode = 'silent';
  await record(page, 'robin', 'European robin');
  await openObserve(page, 'en');
  await pickTaxon(page, 'kingf', 'Common kingfisher');
  await addPhotos(page, [await photoOfPhone()]);
  await expect(photoInForm(page, 1)).toBeVisible();
  faultyProxy.mode = 'portal';
  await saveRecord(page, 'en');
  faultyProxy.requests.length = 0;
  const began = Date.now();
  const windows = () => (Date.now() - began) / 4_000;
  const tries = () => faultyProxy.requests.filter((line) => line.startsWith('PUT')).length;
  // The unanswered request times out.
  await context.clock.fastForward(31_000);
  // The app retries with backoff and does not accept the portal's page as a response.
  await expect.poll(() => tries() > 0 && windows() >= 1, { timeout: timeLimit(90_000) }).toBe(true);
  expect(tries()).toBeLessThan(6 * windows());
  expect((await anna.onDevice()).records).toHaveLength(2);
  expect((await anna.onDevice()).outbox).toHaveLength(3);
  expect((await anna.onServer()).length).toBe(0);
  faultyProxy.mode = 'forward';
  await page.reload();
  await expect.poll(async () => (await anna.onDevice()).outbox, { timeout: timeLimit(90_000) }).toEqual([]);
  expect((await anna.onServer()).map((one) => one.version)).toEqual([1, 1]);
});
