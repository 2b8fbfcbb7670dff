import type { Page } from '@playwright/test';
import { getObservation, type OwnObservation, postTaxonImage } from '@veld/contract';
import sharp from 'sharp';
import { call } from '../../seed/api.ts';
import { onDevice } from '../device-storage.ts';
import { expect, PHONE, test } from '../fixtures.ts';
import { type Account, logInOn, onServer } from '../people.ts';
import { isUpright, photoOfPhone, photoTaken } from '../photo.ts';
import { measureBox, findCentre, drag, fingerOn } from '../input/pointer.ts';
import { addPhotos, leaveSaved, openObserve, photoInForm, pickTaxon, saveRecord, unfold } from '../record-form.ts';
import { en } from '../words.ts';

/** The lower right quarter of `photoOfPhone`. */
const YELLOW = [220, 200, 30];
const GREY = [120, 120, 120];

test('others see photos cropped and reordered, and a crop can be removed on another device', async ({
  anna,
  veld,
  person,
  installedDevice,
}) => {
  const bram = await person('bram');
  const { page } = anna;
  await addTwoPhotos(page);

  // From the upper left corner to just beyond the middle.
  await openPhoto(page, 1);
  const frame = page.getByRole('group', { name: en('recording:photo.crop.area') });
  const stage = await measureBox(frame);
  await drag(page, page.getByRole('button', { name: en('recording:photo.crop.handle.nw') }), {
    x: stage.x + stage.width * 0.55,
    y: stage.y + stage.height * 0.6,
  });
  await page.getByLabel(en('recording:photo.caption'), { exact: true }).fill('The wing from below');
  await page.getByRole('button', { name: en('recording:photo.done') }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // The second photo is dragged onto the first.
  const second = page.getByRole('button', { name: en('recording:photo.edit', { number: 2 }) });
  const first = await measureBox(page.getByRole('button', { name: en('recording:photo.edit', { number: 1 }) }));
  await drag(page, second, { x: first.x + first.width / 4, y: first.y + first.height / 2 });
  await expect(page.getByText(en('recording:photo.moved', { number: 1, total: 2 }))).toBeAttached();
  await saveRecord(page, 'en');
  await leaveSaved(page, 'en');

  const sent = await shownPhotos(veld.url, anna.account, 2);
  expect(sent.media.map(({ order, caption }) => ({ order, caption }))).toEqual([
    { order: 0, caption: null },
    { order: 1, caption: 'The wing from below' },
  ]);
  const [plainOne, cropped] = sent.media;
  expect(plainOne!.crop ?? null).toBeNull();
  expect(cropped).toMatchObject({ width: 600, height: 800 });
  const { crop } = cropped!;
  for (const [is, about] of [
    [crop!.x, 0.55],
    [crop!.y, 0.6],
    [crop!.x + crop!.width, 1],
    [crop!.y + crop!.height, 1],
  ])
    expect(Math.abs(is! - about!)).toBeLessThan(0.02);

  // Others get the cropped part only, at every size.
  const theirs = (await call(veld.url, getObservation, { params: { id: sent.id } }, bram.token)).data;
  expect(theirs.media[1]).not.toHaveProperty('crop');
  for (const address of Object.values(theirs.media[1]!.urls!))
    expect(await isAll(await bytesOf(veld.url + address), YELLOW), address).toBe(true);
  expect(await isAll(await bytesOf(veld.url + theirs.media[0]!.urls![512]), GREY)).toBe(true);

  // She removes the crop on another device, which does not have the file.
  const tablet = await installedDevice();
  await tablet.page.goto(`/login?next=${encodeURIComponent(`/observations/${sent.id}`)}`);
  await logInOn(tablet.page, anna.account.email, 'en');
  await expect.poll(async () => (await onDevice(tablet.page, anna.account.user.id)).records).toEqual([sent.id]);
  expect((await onDevice(tablet.page, anna.account.user.id)).photos).toEqual([]);
  await tablet.page.goto(`/observe?edit=${sent.id}`);
  await openPhoto(tablet.page, 2);
  await tablet.page.getByRole('button', { name: en('recording:photo.crop.whole') }).click();
  await tablet.page.getByRole('button', { name: en('recording:photo.done') }).click();
  await saveRecord(tablet.page, 'en');
  await expect.poll(async () => (await anna.onServer()).at(-1)!.version).toBe(2);
  const whole = (await shownPhotos(veld.url, anna.account, 2)).media[1]!;
  expect(whole.caption).toBe('The wing from below');
  expect(await isUpright(await bytesOf(veld.url + whole.urls![1600]))).toBe(true);
});

test('a photo that is cut off is refused with the reason, and a whole one is taken beside it', async ({ anna }) => {
  const { page } = anna;
  const bytes = await photoOfPhone();
  await openObserve(page, 'en');
  await addPhotos(page, [cut(bytes, 0.6)]);
  await expect(page.getByText(/is incomplete: the end of the file is missing/)).toBeVisible();
  await expect(photoInForm(page, 1)).toHaveCount(0);
  await addPhotos(page, [bytes]);
  await expect(photoInForm(page, 1)).toBeVisible();
  await expect(photoInForm(page, 2)).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a photo taken with the camera is of now, and one from the gallery of the time it was taken', async ({ anna }) => {
    const { page } = anna;
    await openObserve(page, 'en');
    await unfold(page, 'when');
    const date = page.locator('input[type=date]');
    const today = await date.inputValue();
    const picking = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: en('recording:evidence.camera') }).tap();
    await (await picking).setFiles({ name: 'now.jpg', mimeType: 'image/jpeg', buffer: await photoTaken('2003-07-04 09:12:00') });
    await expect(photoInForm(page, 1)).toBeVisible();
    await expect(date).toHaveValue(today);
    await page.getByRole('button', { name: en('recording:evidence.remove', { number: 1 }) }).tap();
    await addPhotos(page, [await photoTaken('2003-07-04 09:12:00')]);
    await expect(date).toHaveValue('2003-07-04');
    await expect(page.getByText(en('recording:offer.missing_place')).first()).toBeInViewport();
  });

  test('photos change places by a long press and a drag, a swipe scrolls, and a tap opens one', async ({ anna }) => {
    const { page } = anna;
    await addTwoPhotos(page);
    await addPhotos(page, [await plain('#b04030')]);
    const photo = (number: number) => page.getByRole('button', { name: en('recording:photo.edit', { number }) });
    await expect(photo(3)).toBeVisible();
    const order = () => page.locator('[data-id]').evaluateAll((items) => items.map((item) => (item as HTMLElement).dataset.id));
    const [one, two, three] = await order();
    const scrolled = () => page.evaluate(() => Math.round(scrollY));
    /** Where the page stands once it has not moved for ten frames; it goes on moving after a swipe. */
    const atRest = () =>
      page.evaluate(async () => {
        for (let before = NaN, unchanged = 0; unchanged < 10;) {
          unchanged = scrollY === before ? unchanged + 1 : 0;
          before = scrollY;
          await new Promise((done) => requestAnimationFrame(done));
        }
        return Math.round(scrollY);
      });
    const finger = await fingerOn(page);

    await photo(2).evaluate((item) => item.scrollIntoView({ block: 'center' }));
    const start = await scrolled();
    const from = findCentre(await measureBox(photo(2)));
    await finger.swipe(from, { x: from.x, y: from.y - 150 });
    await expect.poll(scrolled).toBeGreaterThan(start + 50);
    expect(await order()).toEqual([one, two, three]);

    await atRest();
    await photo(2).evaluate((item) => item.scrollIntoView({ block: 'center' }));
    const still = await atRest();
    await finger.longPress(findCentre(await measureBox(photo(3))));
    await finger.moveTo(findCentre(await measureBox(photo(1))));
    await expect(page.locator('[data-target]')).toHaveAttribute('data-id', one!);
    await finger.lift();
    await expect.poll(order).toEqual([three, one, two]);
    await expect(page.getByText(en('recording:photo.moved', { number: 1, total: 3 }))).toBeAttached();
    // The finger went up, which would have scrolled down.
    expect(await scrolled()).toBeLessThan(still + 10);
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await photo(2).tap();
    await expect(page.getByRole('dialog')).toContainText(en('observations:photo.position', { number: 2, total: 3 }));
  });
});

test.describe('as admin of a fresh server', () => {
  test.use({ server: 'own' });

  test('a new image of a species replaces the cached one, which is shown until the new one has loaded', async ({ signIn, veld }) => {
    // The first account of a fresh server is an admin.
    const { account: klara, page, context } = await signIn('klara');
    await addTwoPhotos(page);
    await pickTaxon(page, 'kingf', 'Common kingfisher');
    await saveRecord(page, 'en');
    await leaveSaved(page, 'en');
    const { taxon_id, media } = await shownPhotos(veld.url, klara, 2);
    const taxonId = String(taxon_id);
    const choose = (photo: number) =>
      call(
        veld.url,
        postTaxonImage,
        { params: { taxonId }, body: { image_url: media[photo]!.urls![512], image_source: 'observation' } },
        klara.token,
      );
    /** SHA-256 of the image that the page receives, or the status if it is not 200. */
    const load = () =>
      page.evaluate(async (address) => {
        const response = await fetch(address);
        if (response.status !== 200) return String(response.status);
        const hash = await crypto.subtle.digest('SHA-256', await response.arrayBuffer());
        return [...new Uint8Array(hash)].join();
      }, `/api/taxon/${taxonId}/image?size=128`);
    await choose(0);
    const first = await load();
    expect(first).not.toBe('404');
    await choose(1);
    // As if the few minutes had passed for which the browser's own cache may keep the image.
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.clearBrowserCache');
    expect(await load()).toBe(first);
    await expect.poll(load).not.toBe(first);
    const second = await load();
    await context.setOffline(true);
    expect(await load()).toBe(second);
  });
});

/** A person's newest record, once the server has rendered all its photos. */
async function shownPhotos(url: string, person: Account, photos: number): Promise<OwnObservation> {
  const newest = async () => {
    const record = (await onServer(url, person)).at(-1);
    return record && !('deleted' in record) ? record : null;
  };
  const ready = async () => (await newest())?.media.filter((photo) => photo.urls !== null).length ?? 0;
  await expect.poll(ready).toBe(photos);
  return (await newest())!;
}

async function addTwoPhotos(page: Page): Promise<void> {
  await addPhotos(page, [await photoOfPhone(), await plain()]);
  await expect(page.getByRole('button', { name: en('recording:photo.edit', { number: 2 }) })).toBeVisible();
}

/** Opens the editor of a photo in the form and waits until the image has loaded. */
async function openPhoto(page: Page, number: number): Promise<void> {
  await page.getByRole('button', { name: en('recording:photo.edit', { number }) }).click();
  const picture = page.getByRole('dialog').locator('img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
}

async function bytesOf(address: string): Promise<Buffer> {
  const response = await fetch(address);
  expect(response.status, address).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const cut = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share));

function plain(background = '#787878'): Promise<Buffer> {
  return sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** Whether every pixel has about this RGB colour. */
async function isAll(bytes: Buffer, colour: readonly number[]): Promise<boolean> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  for (let at = 0; at < data.length; at += info.channels)
    if (colour.some((value, channel) => Math.abs(data[at + channel]! - value) > 40)) return false;
  return true;
}
