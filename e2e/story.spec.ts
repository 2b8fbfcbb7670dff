import { createHash } from 'node:crypto';
import { expect, type Locator, test } from '@playwright/test';
import sharp from 'sharp';
import {
  accountOf,
  awaitInstalled,
  awaitNames,
  makeAccount,
  logInOn,
  newDevice,
  onDevice,
  onServer,
  openObserve,
  pickTaxon,
  registerOn,
  saveRecord,
} from './people.ts';
import { isUpright, photoOfPhone, TAKEN } from './photo.ts';
import { type RunningVeld, startVeld } from './server.ts';
import { say } from './words.ts';

let veld: RunningVeld;
test.beforeAll(async () => {
  veld = await startVeld();
});
test.afterAll(() => veld.remove());

test('anna records offline what she finds by part of its Dutch name, and bram sees it', async ({ browser }) => {
  const photo = await photoOfPhone();
  const device = await newDevice(browser, veld.url);
  const { page } = device;
  await registerOn(page, 'anna', 'nl', 'NL');
  await awaitNames(page, 'nl', 'merel', 'Merel');
  await awaitInstalled(page);
  const anna = await accountOf(veld.url, 'anna');
  expect(anna.user.country_code).toBe('NL');

  await device.context.setOffline(true);
  await page.goto('/');
  await openObserve(page, 'nl');
  await pickTaxon(page, 'ijsvo', 'IJsvogel');
  await expect(page.getByText('Alcedo atthis')).toBeVisible();

  const picking = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: say('nl', 'recording:evidence.files') }).click();
  await (await picking).setFiles({ name: 'IMG_0001.JPG', mimeType: 'image/jpeg', buffer: photo });
  const preview = page.getByRole('img', { name: say('nl', 'recording:evidence.photo', { number: 1 }) });
  await expect.poll(() => standsUpright(preview)).toBe(true);

  // The place is offered, and taken only when she says so.
  const offer = page.getByRole('group', { name: say('nl', 'recording:offer.title') });
  await expect(offer).toContainText('52');
  await expect(page.getByText(say('nl', 'observations:where.source.exif'))).toHaveCount(0);
  await offer.getByRole('button', { name: say('nl', 'recording:offer.use_both') }).click();
  await expect(page.getByText(say('nl', 'observations:where.source.exif')).first()).toBeVisible();
  await expect(page.locator('input[type=date]')).toHaveValue(TAKEN.on);

  expect((await onDevice(page, anna.user.id)).records).toEqual([]);
  await saveRecord(page, 'nl');
  const kept = await onDevice(page, anna.user.id);
  expect(kept.records).toHaveLength(1);
  expect(kept.photos).toEqual([photo.length]);
  // It is tried once, as no browser knows for certain that it is offline; then it waits.
  await expect.poll(async () => (await onDevice(page, anna.user.id)).outbox).toEqual(['photo waiting', 'record waiting']);
  await expect(page.getByText(say('nl', 'recording:saved.on_device_offline'))).toBeVisible();
  expect(await onServer(veld.url, anna)).toEqual([]);

  await device.context.setOffline(false);
  await expect.poll(async () => (await onServer(veld.url, anna)).length, { timeout: 30_000 }).toBe(1);
  const stored = async () => {
    const [record] = await onServer(veld.url, anna);
    if (!record || 'deleted' in record) throw new Error('The record is not there');
    return record;
  };
  await expect.poll(async () => (await stored()).media[0]?.urls ?? null, { timeout: 30_000 }).not.toBeNull();
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
  await expect(page.getByText(say('nl', 'common:sync.all_safe')).first()).toBeVisible();
  expect((await onDevice(page, anna.user.id)).outbox).toEqual([]);

  const bram = await makeAccount(veld.url, 'bram', { language: 'en', country_code: 'NL' });
  const brams = await newDevice(browser, veld.url);
  await brams.page.goto('/login?next=/feed');
  await logInOn(brams.page, 'bram', 'en');
  await brams.page.goto('/feed');
  const card = brams.page.getByRole('article').filter({ hasText: 'Alcedo atthis' });
  await expect(card).toContainText('anna');
  const picture = card.getByRole('img').first();
  await expect.poll(() => standsUpright(picture), { timeout: 20_000 }).toBe(true);

  // What bram gets is the picture and nothing else.
  for (const address of Object.values(record.media[0]!.urls!)) {
    const answer = await fetch(veld.url + address);
    expect(answer.status).toBe(200);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const facts = await sharp(bytes).metadata();
    expect(await isUpright(bytes), address).toBe(true);
    expect({ exif: facts.exif, xmp: facts.xmp, iptc: facts.iptc, turn: facts.orientation }).toEqual({});
    for (const word of ['Exif', 'GPS', 'Phone of anna']) expect(bytes.includes(word), word).toBe(false);
  }
  const original = (token: string) =>
    fetch(`${veld.url}/api/media/${record.media[0]!.id}/original`, { headers: { authorization: `Bearer ${token}` } });
  expect((await original(bram.token)).status).toBe(404);
  const own = await original(anna.token);
  expect(own.status).toBe(200);
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(hash(Buffer.from(await own.arrayBuffer()))).toBe(hash(photo));

  expect([...device.troubles, ...brams.troubles]).toEqual([]);
  await device.context.close();
  await brams.context.close();
});

/** Whether a picture on the screen stands upright, by its pixels as the browser draws them; false while it is not there. */
async function standsUpright(picture: Locator): Promise<boolean> {
  if ((await picture.count()) === 0) return false;
  const drawn = await picture.evaluate((shown) => {
    // The role may stand on the picture or on what frames it.
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
