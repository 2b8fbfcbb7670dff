import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { timeLimit } from '../time-limit.ts';
import { logInOn } from '../people.ts';
import { SHARE_TARGET } from '../../web/src/worker/share-target.ts';
import { noisyPhoto, photoTaken } from '../photo.ts';
import { photosOnBoard } from '../photo-board.ts';
import { en, enPattern } from '../words.ts';

interface Shared {
  name: string;
  type: string;
  bytes: Buffer;
}

const photo = (name: string, bytes: Buffer): Shared => ({ name, type: 'image/jpeg', bytes });

interface Target {
  action: string;
  method: string;
  enctype: string;
  params: { files: { name: string }[] };
}

/** Submits files as the system's share sheet does, according to `share_target` in the manifest. */
async function share(page: Page, files: readonly Shared[]): Promise<void> {
  const target = await page.evaluate(async () => {
    const address = document.querySelector<HTMLLinkElement>('link[rel=manifest]')!.href;
    // The service worker caches the manifest, so this works offline.
    return ((await (await fetch(address)).json()) as { share_target: Target }).share_target;
  });
  await post(page, target, files);
}

/** Submits files by a form of the page, whichever site it is of. */
async function post(page: Page, target: Target, files: readonly Shared[]): Promise<void> {
  const list = files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') }));
  const opened = page.waitForEvent('framenavigated');
  const given = { list, target };
  await page.evaluate(({ list, target: { action, method, enctype, params } }) => {
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

/** The person's answer to the question about shared photos. */
async function answer(page: Page, key: 'accept' | 'decline'): Promise<void> {
  await page.getByRole('button', { name: en(`photo-import:shared.${key}`), exact: true }).click();
}

const shared = (key: 'added' | 'log_in' | 'waiting', count: number) =>
  en(`photo-import:shared.${key}_${count === 1 ? 'one' : 'other'}`, { count });

test('photos shared with the app offline appear on the board, survive a reload and are sent', async ({ anna }) => {
  const { page } = anna;
  const [first, second, third] = await Promise.all([
    photoTaken('2026-05-17 07:42:00', { latitude: 52.5, longitude: 4.75 }),
    photoTaken('2026-05-17 07:42:20'),
    photoTaken('2026-05-17 09:00:00'),
  ]);
  await anna.context.setOffline(true);
  await share(page, [
    photo('IMG_1.JPG', first),
    photo('IMG_2.JPG', second),
    { name: 'letter.txt', type: 'text/plain', bytes: Buffer.from('hello') },
  ]);
  await expect(page).toHaveURL(/\/observe\/photos$/);
  await expect(page.getByRole('heading', { name: en('photo-import:shared.ask_other', { count: 2 }) })).toBeVisible();
  expect(await photosOnBoard(page)).toEqual([]);
  await answer(page, 'accept');
  await expect.poll(() => photosOnBoard(page)).toEqual([2]);
  await expect(page.getByText(shared('added', 2))).toBeVisible();
  await expect(page.getByText(en('recording:evidence.rejected.type', { name: 'letter.txt' }))).toBeVisible();
  await expect(page.getByText(en('observations:where.source.exif')).first()).toBeVisible();

  await page.reload();
  await expect.poll(() => photosOnBoard(page)).toEqual([2]);
  await expect(page.getByText(shared('waiting', 1))).toHaveCount(0);

  // A second share adds to the board.
  await share(page, [photo('IMG_3.JPG', third)]);
  await answer(page, 'accept');
  await expect.poll(() => photosOnBoard(page)).toEqual([2, 1]);
  await page.getByRole('button', { name: en('photo-import:board.save_other', { count: 2 }) }).click();
  await expect(page.getByRole('heading', { name: en('photo-import:board.saved_other', { count: 2 }) })).toBeVisible();
  const kept = await anna.onDevice();
  expect(kept.photos.toSorted()).toEqual([first, second, third].map(({ length }) => length).toSorted());
  expect(await anna.onServer()).toEqual([]);

  await anna.context.setOffline(false);
  await expect
    .poll(async () => (await anna.stored()).map(({ media }) => media.length).toSorted(), { timeout: timeLimit(60_000) })
    .toEqual([1, 2]);
  expect((await anna.stored()).find(({ media }) => media.length === 2)).toMatchObject({
    latitude: 52.5,
    longitude: 4.75,
    location_source: 'exif',
    observed_on: '2026-05-17',
    observed_time: '07:42',
  });
  await expect.poll(async () => (await anna.onDevice()).outbox, { timeout: timeLimit(60_000) }).toEqual([]);
});

test('photos that another website posts are added only after an answer, and declining deletes them', async ({ anna }) => {
  const { page } = anna;
  const posted = await photoTaken('2026-05-17 07:42:00', { latitude: 52.5, longitude: 4.75 });
  const { origin } = new URL(page.url());
  await page.goto('about:blank');
  await post(page, { ...SHARE_TARGET, action: `${origin}${SHARE_TARGET.action}` }, [
    photo('IMG_1.JPG', posted),
    photo('IMG_2.JPG', posted),
  ]);
  await expect(page.getByRole('heading', { name: en('photo-import:shared.ask_other', { count: 2 }) })).toBeVisible();
  expect((await anna.onDevice()).photos).toEqual([]);
  await answer(page, 'decline');
  await expect(page.getByRole('button', { name: en('photo-import:board.choose_photos') })).toBeVisible();
  expect(await keptShares(page)).toBe(0);
  expect((await anna.onDevice()).photos).toEqual([]);
});

test('photos shared while nobody is logged in wait, and the next person to log in can import them', async ({ person, installedDevice }) => {
  const bram = await person('bram');
  const { page } = await installedDevice();
  await page.goto('/login');
  await share(page, [photo('IMG_1.JPG', await photoTaken('2026-05-17 07:42:00'))]);
  await expect(page).toHaveURL(/\/welcome(\?|$)/);
  await share(page, [photo('IMG_2.JPG', await photoTaken('2026-05-17 09:42:00'))]);
  await expect(page.getByText(shared('log_in', 2))).toBeVisible();

  await page.goto('/login');
  await logInOn(page, bram.email, 'en');
  await expect(page.getByText(shared('waiting', 2))).toBeVisible();
  await page.getByRole('button', { name: en('photo-import:shared.create_records') }).click();
  await answer(page, 'accept');
  await expect.poll(() => photosOnBoard(page)).toEqual([1, 1]);
  await expect(page.getByText(shared('added', 2))).toBeVisible();
  await expect(page.getByText(shared('waiting', 2))).toHaveCount(0);
});

test('without free space a share is refused as a whole with a message, and earlier shares stay', async ({ installedDevice }) => {
  const { page, context, origin } = await installedDevice();
  const files = (photos: readonly Buffer[]) => photos.map((bytes, index) => photo(`IMG_${index}.JPG`, bytes));
  const small = files(await Promise.all(['07:42:00', '09:42:00'].map((time) => photoTaken(`2026-05-17 ${time}`))));
  const large = files(await Promise.all([noisyPhoto(2000, 1500), noisyPhoto(2000, 1500)]));
  const browsers = await context.newCDPSession(page);
  const setQuota = (quotaSize?: number) => browsers.send('Storage.overrideQuotaForOrigin', { origin, quotaSize });
  // For half a minute the browser checks only writes that are larger than the free space it last saw. With less of it than
  // a large photo needs, it checks each share of them at once.
  const leaveFree = async (bytes: number) => setQuota((await browsers.send('Storage.getUsageAndQuota', { origin })).usage + bytes);
  await leaveFree(1_000_000);
  await page.goto('/login');
  const refusal = page.getByText(en('photo-import:shared.fault.full'));
  const waiting = page.getByText(enPattern('photo-import:shared.log_in_other'));
  let kept = 0;
  /** Shares two photos; returns whether both were stored, and fails if only one was. */
  const keeps = async (photos: readonly Shared[]): Promise<boolean> => {
    await share(page, photos);
    await expect(refusal.or(waiting).first()).toBeVisible();
    const before = kept;
    kept = await keptShares(page);
    expect([before, before + 2]).toContain(kept);
    expect(await refusal.isVisible()).toBe(kept === before);
    return kept > before;
  };
  // Only now the browser also counts the app's databases, and the app may still be filling its cache.
  await expect(async () => {
    await leaveFree(1_000_000);
    expect(await keeps(small)).toBe(true);
  }).toPass();
  await setQuota(1);
  expect(await keeps(large)).toBe(false);
  await setQuota();
  expect(await keeps(large)).toBe(true);
  await expect(page.getByText(shared('log_in', kept))).toBeVisible();
});

/** The number of shared photos on the device, read through IndexedDB without the app. Throws when one lacks its bytes. */
async function keptShares(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('not read'));
      });
    const database = await done(indexedDB.open('veld-shared'));
    try {
      const stores = database.transaction(['files', 'bytes']);
      const [names, bytes] = await Promise.all([
        done(stores.objectStore('files').getAllKeys()),
        done(stores.objectStore('bytes').getAllKeys()),
      ]);
      if (names.join() !== bytes.join()) throw new Error('A shared photo lacks its bytes or its name');
      return names.length;
    } finally {
      database.close();
    }
  });
}

test('without a service worker the app asks to share the photos again', async ({ freshDevice, person }) => {
  const chen = await person('chen');
  const { page } = await freshDevice({ serviceWorkers: 'block' });
  await page.goto('/login');
  await logInOn(page, chen.email, 'en');
  await share(page, [photo('IMG_1.JPG', await photoTaken('2026-05-17 07:42:00'))]);
  await expect(page.getByText(en('photo-import:shared.fault.missed'))).toBeVisible();
  await expect(page).toHaveURL(/\/observe\/photos$/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: en('recording:photo_board.title') })).toBeVisible();
  await expect(page.getByText(en('photo-import:shared.fault.missed'))).toHaveCount(0);
  expect(await photosOnBoard(page)).toEqual([]);
});
