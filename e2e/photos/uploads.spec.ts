import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { expect, test } from '../fixtures.ts';
import { timeLimit } from '../time-limit.ts';
import { largePhoto } from '../photo.ts';
import { addPhotos, leaveSaved, openObserve, pickTaxon, saveRecord } from '../record-form.ts';

test('C17: an upload interrupted by a reload resumes, and the stored bytes equal those of the file', async ({ anna, veld }) => {
  const photo = await largePhoto();
  expect(photo.length).toBeGreaterThan(7_000_000);
  const { page, context } = anna;
  const sent: { method: string; offset: number }[] = [];
  const chunks = () => sent.filter(({ method }) => method === 'PATCH');
  let isInFirstPage = true;
  await context.route('**/api/uploads**', async (route) => {
    const request = route.request();
    sent.push({ method: request.method(), offset: Number(request.headers()['upload-offset'] ?? -1) });
    // The third chunk stays unanswered until the reload cancels it, so the upload cannot finish first, however slow the page is.
    if (isInFirstPage && chunks().length > 2) return;
    await route.continue();
  });
  await openObserve(page, 'en');
  const file = test.info().outputPath('IMG_0.JPG');
  writeFileSync(file, photo);
  await addPhotos(page, file);
  await pickTaxon(page, 'robin', 'European robin');
  await saveRecord(page, 'en');
  await leaveSaved(page, 'en');
  await expect.poll(() => chunks().length).toBeGreaterThan(2);
  // The record is sent, the photo is not.
  await expect.poll(async () => (await anna.onDevice()).outbox.length).toBe(1);
  const before = sent.length;
  isInFirstPage = false;
  await page.reload();

  await expect.poll(async () => (await anna.onDevice()).outbox, { timeout: timeLimit(60_000) }).toEqual([]);
  const after = sent.slice(before);
  expect(after.filter(({ method }) => method === 'POST')).toEqual([]);
  expect(after.find(({ method }) => method === 'PATCH')!.offset).toBeGreaterThan(0);

  const [stored] = await anna.stored();
  const response = await fetch(`${veld.url}/api/media/${stored!.media[0]!.id}/original`, {
    headers: { authorization: `Bearer ${anna.account.token}` },
  });
  expect(response.status).toBe(200);
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(hash(Buffer.from(await response.arrayBuffer()))).toBe(hash(photo));
});
