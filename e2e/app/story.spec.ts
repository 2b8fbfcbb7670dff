import { createHash } from 'node:crypto';
import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { reportOffline } from '../device.ts';
import { onDevice } from '../device-storage.ts';
import { expect, test } from '../fixtures.ts';
import { awaitInstalled } from '../installed.ts';
import { logInElsewhere, logInOn, makeAccount, onServer, registerOn } from '../people.ts';
import { isUpright, photoOfPhone, TAKEN } from '../photo.ts';
import { addPhotos, awaitNames, leaveSaved, openObserve, pickTaxon, saveRecord, unfold } from '../record-form.ts';
import { say } from '../words.ts';

// The feed shows what everybody records, so nobody else may record here.
test.use({ server: 'own' });

test('Anna records a species offline on a new device, by part of its Dutch name, and Bram sees the record', async ({
  veld,
  freshDevice,
  installedDevice,
}) => {
  const photo = await photoOfPhone();
  const { page, context } = await freshDevice();
  await registerOn(page, 'anna', 'nl', 'NL');
  await awaitNames(page, 'nl', 'merel', 'Merel');
  await awaitInstalled(page);
  const anna = await logInElsewhere(veld.url, 'anna@example.org');
  expect(anna.user.country_code).toBe('NL');

  await context.setOffline(true);
  await page.goto('/');
  const stopReporting = await reportOffline(page);
  await openObserve(page, 'nl');
  await pickTaxon(page, 'ijsvo', 'IJsvogel');
  await expect(page.getByText('Alcedo atthis')).toBeVisible();

  await addPhotos(page, [photo], 'nl');
  const preview = page.getByRole('img', { name: say('nl', 'recording:evidence.photo', { number: 1 }) });
  await expect.poll(() => isShownUpright(preview)).toBe(true);

  // The record has the place and date of the photo, not "here" and "now".
  const where = page.getByRole('region', { name: say('nl', 'observations:where.title') });
  await expect(where).toContainText(say('nl', 'observations:where.source.exif'));
  await unfold(page, 'when', 'nl');
  await expect(page.locator('input[type=date]')).toHaveValue(TAKEN.on);

  expect((await onDevice(page, anna.user.id)).records).toEqual([]);
  await saveRecord(page, 'nl');
  const kept = await onDevice(page, anna.user.id);
  expect(kept.records).toHaveLength(1);
  expect(kept.photos).toEqual([photo.length]);
  // The app tries to send once, because no browser can be certain that it is offline.
  await expect.poll(async () => (await onDevice(page, anna.user.id)).outbox).toEqual(['photo waiting', 'record waiting']);
  await expect(page.getByText(say('nl', 'recording:saved.on_device_offline'))).toBeVisible();
  expect(await onServer(veld.url, anna)).toEqual([]);

  await stopReporting();
  await context.setOffline(false);
  await leaveSaved(page, 'nl');
  await expect.poll(async () => (await onServer(veld.url, anna)).length).toBe(1);
  const stored = async () => {
    const [record] = await onServer(veld.url, anna);
    if (!record || 'deleted' in record) throw new Error('The record is missing or deleted');
    return record;
  };
  await expect.poll(async () => (await stored()).media[0]?.urls ?? null).not.toBeNull();
  const record = await stored();
  expect(record).toMatchObject({
    id: kept.records[0],
    taxon: { scientific_name: 'Alcedo atthis' },
    latitude: TAKEN.latitude,
    longitude: TAKEN.longitude,
    location_source: 'exif',
    observed_on: TAKEN.on,
    observed_time: TAKEN.time,
    country_code: 'NL',
  });
  await expect(page.getByText(say('nl', 'common:sync.all_synced')).first()).toBeVisible();
  // What the app says of itself to the server may follow.
  await expect.poll(async () => (await onDevice(page, anna.user.id)).outbox).toEqual([]);

  const bram = await makeAccount(veld.url, 'bram', { language: 'en', country_code: 'NL' });
  const brams = await installedDevice();
  await brams.page.goto('/login?next=/feed');
  await logInOn(brams.page, bram.email, 'en');
  await brams.page.goto('/feed');
  const card = brams.page.getByRole('article').filter({ hasText: 'Alcedo atthis' });
  await expect(card).toContainText('anna');
  const picture = card.getByRole('img').first();
  await expect.poll(() => isShownUpright(picture)).toBe(true);

  // Bram gets the picture without its metadata.
  for (const address of Object.values(record.media[0]!.urls!)) {
    const response = await fetch(veld.url + address);
    expect(response.status).toBe(200);
    const bytes = Buffer.from(await response.arrayBuffer());
    const metadata = await sharp(bytes).metadata();
    expect(await isUpright(bytes), address).toBe(true);
    expect({ exif: metadata.exif, xmp: metadata.xmp, iptc: metadata.iptc, orientation: metadata.orientation }).toEqual({});
    for (const word of ['Exif', 'GPS', 'Phone of anna']) expect(bytes.includes(word), word).toBe(false);
  }
  const original = (token: string) =>
    fetch(`${veld.url}/api/media/${record.media[0]!.id}/original`, { headers: { authorization: `Bearer ${token}` } });
  expect((await original(bram.token)).status).toBe(404);
  const own = await original(anna.token);
  expect(own.status).toBe(200);
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(hash(Buffer.from(await own.arrayBuffer()))).toBe(hash(photo));
});

/** Whether `photoOfPhone` is displayed upright, judged by the pixels that the browser draws; false until it has loaded. */
async function isShownUpright(picture: Locator): Promise<boolean> {
  if ((await picture.count()) === 0) return false;
  const drawn = await picture.evaluate((shown) => {
    // The role may be on the image or on an element around it.
    const image = shown instanceof HTMLImageElement ? shown : shown.querySelector('img');
    if (!image?.complete || image.naturalWidth === 0) return null;
    const canvas = document.createElement('canvas');
    canvas.width = 60;
    canvas.height = Math.round((60 * image.naturalHeight) / image.naturalWidth);
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/png').split(',')[1]!;
  });
  return drawn !== null && isUpright(Buffer.from(drawn, 'base64'));
}
