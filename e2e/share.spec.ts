import { expect, type Page, test } from '@playwright/test';
import { accountOf, awaitInstalled, logInOn, makeAccount, newDevice, onDevice, onServer, registerOn } from './people.ts';
import { photoTaken } from './photo.ts';
import { type RunningVeld, startVeld } from './server.ts';
import { en, enPattern } from './words.ts';

let veld: RunningVeld;
test.beforeAll(async () => {
  veld = await startVeld();
});
test.afterAll(() => veld.remove());

interface Shared {
  name: string;
  type: string;
  bytes: Buffer;
}

const photo = (name: string, bytes: Buffer): Shared => ({ name, type: 'image/jpeg', bytes });

/** Sends files as the system's share sheet does, by what the manifest says of it. */
async function share(page: Page, files: readonly Shared[]): Promise<void> {
  const given = files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') }));
  const opened = page.waitForEvent('framenavigated');
  await page.evaluate(async (list) => {
    const address = document.querySelector<HTMLLinkElement>('link[rel=manifest]')!.href;
    // Kept by the worker, so it is read without a network too.
    const manifest = (await (await fetch(address)).json()) as {
      share_target: { action: string; method: string; enctype: string; params: { files: { name: string }[] } };
    };
    const { action, method, enctype, params } = manifest.share_target;
    const form = document.createElement('form');
    Object.assign(form, { action, method, enctype });
    const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true, name: params.files[0]!.name });
    const files = new DataTransfer();
    for (const { name, type, base64 } of list)
      files.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type }));
    input.files = files.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  }, given);
  await opened;
}

/** How many photos each record on the board has, in order. */
async function shown(page: Page): Promise<number[]> {
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) });
  return cards.evaluateAll((list) => list.map((card) => card.querySelectorAll('button[aria-pressed]').length));
}

const shared = (key: 'added' | 'log_in' | 'waiting', count: number) =>
  en(`photo-import:shared.${key}_${count === 1 ? 'one' : 'other'}`, { count });

test('photos that anna shares with the app without a network are on her board, survive a reload, and reach the server', async ({
  browser,
}) => {
  const device = await newDevice(browser, veld.url);
  const { page } = device;
  await registerOn(page, 'anna', 'en', 'NL');
  await awaitInstalled(page);
  const anna = await accountOf(veld.url, 'anna');
  const [first, second, third] = await Promise.all([
    photoTaken('2026-05-17 07:42:00', { latitude: 52.5, longitude: 4.75 }),
    photoTaken('2026-05-17 07:42:20'),
    photoTaken('2026-05-17 09:00:00'),
  ]);
  await device.context.setOffline(true);
  await share(page, [
    photo('IMG_1.JPG', first),
    photo('IMG_2.JPG', second),
    { name: 'letter.txt', type: 'text/plain', bytes: Buffer.from('hello') },
  ]);
  await expect(page).toHaveURL(/\/observe\/photos$/);
  await expect.poll(() => shown(page), { timeout: 30_000 }).toEqual([2]);
  await expect(page.getByText(shared('added', 2))).toBeVisible();
  await expect(page.getByText(en('recording:evidence.refused.type', { name: 'letter.txt' }))).toBeVisible();
  await expect(page.getByText(en('observations:where.source.exif')).first()).toBeVisible();

  await page.reload();
  await expect.poll(() => shown(page), { timeout: 20_000 }).toEqual([2]);
  await expect(page.getByText(shared('waiting', 1))).toHaveCount(0);

  // Another share comes beside what the board has.
  await share(page, [photo('IMG_3.JPG', third)]);
  await expect.poll(() => shown(page), { timeout: 30_000 }).toEqual([2, 1]);
  await page.getByRole('button', { name: en('photo-import:board.save_other', { count: 2 }) }).click();
  await expect(page.getByRole('heading', { name: en('photo-import:board.saved_other', { count: 2 }) })).toBeVisible();
  const kept = await onDevice(page, anna.user.id);
  expect(kept.photos.toSorted()).toEqual([first, second, third].map(({ length }) => length).toSorted());
  expect(await onServer(veld.url, anna)).toEqual([]);

  await device.context.setOffline(false);
  const stored = async () => (await onServer(veld.url, anna)).flatMap((record) => ('deleted' in record ? [] : [record]));
  await expect.poll(async () => (await stored()).map(({ media }) => media.length).toSorted(), { timeout: 60_000 }).toEqual([1, 2]);
  expect((await stored()).find(({ media }) => media.length === 2)).toMatchObject({
    latitude: 52.5,
    longitude: 4.75,
    location_source: 'exif',
    observed_on: '2026-05-17',
    observed_time: '07:42',
  });
  await expect.poll(async () => (await onDevice(page, anna.user.id)).outbox, { timeout: 60_000 }).toEqual([]);
  expect(device.troubles).toEqual([]);
  await device.context.close();
});

test('what is shared while nobody is logged in waits, is told, and comes onto the board of bram, who logs in', async ({ browser }) => {
  await makeAccount(veld.url, 'bram', { language: 'en', country_code: 'NL' });
  const device = await newDevice(browser, veld.url);
  const { page } = device;
  await page.goto('/login?lang=en');
  await awaitInstalled(page);
  await share(page, [photo('IMG_1.JPG', await photoTaken('2026-05-17 07:42:00'))]);
  await expect(page).toHaveURL(/\/welcome$/);
  await share(page, [photo('IMG_2.JPG', await photoTaken('2026-05-17 09:42:00'))]);
  await expect(page.getByText(shared('log_in', 2))).toBeVisible();

  await page.goto('/login');
  await logInOn(page, 'bram', 'en');
  await expect(page.getByText(shared('waiting', 2))).toBeVisible();
  await page.getByRole('button', { name: en('photo-import:shared.take_in') }).click();
  await expect.poll(() => shown(page), { timeout: 30_000 }).toEqual([1, 1]);
  await expect(page.getByText(shared('added', 2))).toBeVisible();
  await expect(page.getByText(shared('waiting', 2))).toHaveCount(0);
  expect(device.troubles).toEqual([]);
  await device.context.close();
});

test('where the device has no room nothing of a share is half kept, and that is told; what waited before stays', async ({ browser }) => {
  const device = await newDevice(browser, veld.url);
  const { page } = device;
  await page.goto('/login?lang=en');
  await awaitInstalled(page);
  const photos = await Promise.all(['07:42:00', '09:42:00'].map((time) => photoTaken(`2026-05-17 ${time}`)));
  const files = photos.map((bytes, index) => photo(`IMG_${index}.JPG`, bytes));
  const refusal = page.getByText(en('photo-import:shared.fault.full'));
  const waiting = page.getByText(enPattern('photo-import:shared.log_in_other'));
  let kept = 0;
  /** Shares two photos; whether they were kept. */
  const keeps = async (): Promise<boolean> => {
    await share(page, files);
    await expect(refusal.or(waiting).first()).toBeVisible();
    const before = kept;
    kept = await keptShares(page);
    expect([before, before + 2]).toContain(kept);
    expect(await refusal.isVisible()).toBe(kept === before);
    return kept > before;
  };
  expect(await keeps()).toBe(true);
  const browsers = await device.context.newCDPSession(page);
  // The browser goes by a count of free room that may be half a minute old, so the first refusal comes when it looks again.
  await browsers.send('Storage.overrideQuotaForOrigin', { origin: veld.url, quotaSize: 1 });
  await expect.poll(keeps, { timeout: 90_000, intervals: [3000] }).toBe(false);
  await browsers.send('Storage.overrideQuotaForOrigin', { origin: veld.url });
  await expect.poll(keeps, { timeout: 90_000, intervals: [3000] }).toBe(true);
  await expect(page.getByText(shared('log_in', kept))).toBeVisible();
  expect(device.troubles).toEqual([]);
  await device.context.close();
});

/** How many shared photos lie on the device, each with its bytes; read past the app. */
async function keptShares(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const done = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error ?? new Error('not read'));
      });
    const database = await done(indexedDB.open('veld-shared'));
    try {
      const stores = database.transaction(['files', 'bytes']);
      const [names, bytes] = await Promise.all([
        done(stores.objectStore('files').getAllKeys()),
        done(stores.objectStore('bytes').getAllKeys()),
      ]);
      if (names.join() !== bytes.join()) throw new Error('A share was half kept');
      return names.length;
    } finally {
      database.close();
    }
  });
}

test('where no service worker is there to take them, chen is told to share them again', async ({ browser }) => {
  const device = await newDevice(browser, veld.url, { serviceWorkers: 'block' });
  const { page } = device;
  await registerOn(page, 'chen', 'en', 'NL');
  await share(page, [photo('IMG_1.JPG', await photoTaken('2026-05-17 07:42:00'))]);
  await expect(page.getByText(en('photo-import:shared.fault.missed'))).toBeVisible();
  await expect(page).toHaveURL(/\/observe\/photos$/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: en('recording:photo_board.title') })).toBeVisible();
  await expect(page.getByText(en('photo-import:shared.fault.missed'))).toHaveCount(0);
  expect(await shown(page)).toEqual([]);
  expect(device.troubles).toEqual([]);
  await device.context.close();
});
