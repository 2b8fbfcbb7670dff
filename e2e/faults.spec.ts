import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, expect, type Page, test } from '@playwright/test';
import { checkVersion, listSessions } from '@veld/contract';
import { randomOf } from '../bench/report.ts';
import { call } from '../seed/api.ts';
import { browserArguments, browserPath } from './browser.ts';
import { type Front, startFront } from './faults/front.ts';
import {
  type Account,
  accountOf,
  awaitInstalled,
  awaitNames,
  type Device,
  logInOn,
  makeAccount,
  newDevice,
  onDevice,
  onServer,
  openObserve,
  pickTaxon,
  saveRecord,
} from './people.ts';
import { largePhoto, photoOfPhone } from './photo.ts';
import { killBrowser } from './prove/kill-browser.ts';
import { type RunningVeld, startVeld } from './server.ts';
import { en } from './words.ts';

/** Faults of the device, by the rows of the list in docs/faults.md. */

let veld: RunningVeld;
let front: Front;
test.beforeEach(async () => {
  veld = await startVeld();
  front = await startFront(veld.url);
});
test.afterEach(async () => {
  await front.close();
  await veld.remove();
});

/** Whether a tap in the middle of it reaches it. */
function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

interface Anna {
  device: Device;
  page: Page;
  anna: Account;
}

/** A device on which anna is logged in and names have arrived. */
async function annasDevice(browser: Browser, address = front.url): Promise<Anna> {
  const anna = await makeAccount(veld.url, 'anna', { language: 'en', country_code: 'NL' });
  const device = await newDevice(browser, address);
  const { page } = device;
  await page.goto('/login');
  await logInOn(page, 'anna', 'en');
  await awaitNames(page, 'en', 'black', 'Turdus merula');
  await awaitInstalled(page);
  return { device, page, anna };
}

async function record(page: Page, typed: string, name: string): Promise<void> {
  await openObserve(page, 'en');
  await pickTaxon(page, typed, name);
  await saveRecord(page, 'en');
}

async function addPhoto(page: Page, buffer: Buffer): Promise<void> {
  const picking = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: en('recording:evidence.files') }).click();
  await (await picking).setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
}

const numberOnServer = async (anna: Account) => (await onServer(veld.url, anna)).length;

test('C1: a browser killed in the middle of saving loses nothing it acknowledged and tears nothing', async () => {
  const found = await killBrowser({ kills: 3, random: randomOf(Math.floor(Math.random() * 1e9)) });
  expect(found.acknowledged).toBeGreaterThan(0);
  expect(found).toMatchObject({ kills: 3, lost: 0, torn: 0 });
});

test('C2: with no room left nothing is half kept, what was kept stays, and it goes on once there is room', async () => {
  test.setTimeout(300_000);
  // A limit of the browser’s reaches only profiles on the disk.
  const profile = mkdtempSync(join(tmpdir(), 'veld-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browserPath(),
    args: browserArguments,
    headless: true,
    baseURL: front.url,
  });
  const page = context.pages()[0]!;
  const anna = await makeAccount(veld.url, 'anna', { language: 'en', country_code: 'NL' });
  await page.goto('/login');
  await logInOn(page, 'anna', 'en');
  await awaitNames(page, 'en', 'black', 'Turdus merula');
  await awaitInstalled(page);
  await context.setOffline(true);
  await record(page, 'robin', 'European robin');
  await expect.poll(async () => (await onDevice(page, anna.user.id)).outbox).toEqual(['record waiting']);
  const before = await onDevice(page, anna.user.id);
  const cdp = await context.newCDPSession(page);
  const { usage } = await cdp.send('Storage.getUsageAndQuota', { origin: front.url });
  const photo = await largePhoto();

  /** Picks a photo into a new form; whether it was kept. All of it is kept or nothing, and the rest stays as it was. */
  const keeps = async (): Promise<boolean> => {
    await page.goto('/observe');
    await page.getByRole('combobox').fill('kingf');
    await page.getByRole('option').filter({ hasText: 'Common kingfisher' }).first().click();
    await addPhoto(page, photo);
    const refused = page.getByText(en('recording:evidence.refused.storage', { name: 'photo.jpg' }));
    const shown = page.getByRole('img', { name: en('recording:evidence.photo', { number: 1 }) });
    await expect(refused.or(shown).first()).toBeVisible({ timeout: 30_000 });
    // What was typed is still in the form, whatever did not fit.
    await expect(page.getByText('Alcedo atthis').first()).toBeVisible();
    const now = await onDevice(page, anna.user.id);
    expect(now.records).toEqual(before.records);
    expect(now.outbox).toEqual(before.outbox);
    for (const size of now.photos) expect(size).toBe(photo.length);
    const kept = await shown.isVisible();
    if (kept) expect(now.photos).toContain(photo.length);
    return kept;
  };
  // The browser goes by a count of free room that may be half a minute old, so the first refusal comes when it looks again.
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: front.url, quotaSize: usage / 2 });
  await expect.poll(keeps, { timeout: 120_000, intervals: [3000] }).toBe(false);
  for (const more of [200_000, 2_000_000, 5_000_000]) {
    const { usage: used } = await cdp.send('Storage.getUsageAndQuota', { origin: front.url });
    await cdp.send('Storage.overrideQuotaForOrigin', { origin: front.url, quotaSize: used + more });
    await keeps();
  }
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: front.url });
  await page.goto('/observe');
  await page.getByRole('combobox').fill('kingf');
  await page.getByRole('option').filter({ hasText: 'Common kingfisher' }).first().click();
  await addPhoto(page, photo);
  await expect(page.getByRole('img', { name: en('recording:evidence.photo', { number: 1 }) })).toBeVisible({ timeout: 30_000 });
  await saveRecord(page, 'en');
  const after = await onDevice(page, anna.user.id);
  expect(after.records).toHaveLength(2);
  expect(after.photos).toContain(photo.length);
  await context.close();
  rmSync(profile, { recursive: true, force: true });
});

/** Opens the person's database past the app, as a page of another version of the app would. */
async function openElsewhere(page: Page, userId: string, version: number): Promise<string> {
  return page.evaluate(
    ({ name, wanted }) =>
      new Promise<string>((done) => {
        const asked = indexedDB.open(name, wanted);
        asked.onsuccess = () => {
          (globalThis as unknown as { held: IDBDatabase }).held = asked.result;
          done('open');
        };
        asked.onerror = () => done(asked.error?.name ?? 'error');
      }),
    { name: `veld-${userId}`, wanted: version },
  );
}

test('C3, C4: a newer version in another tab gets the database; the old tab says so and deletes nothing', async ({ browser }) => {
  const { device, page, anna } = await annasDevice(browser);
  await device.context.setOffline(true);
  await record(page, 'robin', 'European robin');
  await device.context.setOffline(false);
  const other = await device.context.newPage();
  await other.goto('/api/health');
  expect(await openElsewhere(other, anna.user.id, 9_990)).toBe('open');
  await expect(page.getByText(en('common:error.update_ready')).first()).toBeVisible();
  await other.close();
  // The app is older than its data now: it says so, and leaves them as they are.
  await page.reload();
  await expect(page.getByText(en('common:error.storage_newer')).first()).toBeVisible();
  const left = await onDevice(page, anna.user.id);
  expect(left.records).toHaveLength(1);
  expect(left.outbox.length + (await numberOnServer(anna))).toBeGreaterThan(0);
  await device.context.close();
});

test('C3: while an old tab holds the database the new one says so within seconds, and goes on when it is let go', async ({ browser }) => {
  const anna = await makeAccount(veld.url, 'anna', { language: 'en', country_code: 'NL' });
  const device = await newDevice(browser, front.url);
  await device.page.goto('/api/health');
  expect(await openElsewhere(device.page, anna.user.id, 1)).toBe('open');
  const page = await device.context.newPage();
  await page.goto('/login');
  await page.getByLabel(en('accounts:field.email')).fill('anna@example.org');
  await page.getByLabel(en('accounts:field.password'), { exact: true }).fill('a long walk in the rain');
  await page.getByRole('button', { name: en('common:action.log_in') }).click();
  await expect(page.getByText(en('common:error.storage_blocked')).first()).toBeVisible();
  await device.page.close();
  await expect(page.getByText(en('common:error.storage_blocked'))).toHaveCount(0);
  await page.goto('/');
  await record(page, 'robin', 'European robin');
  await device.context.close();
});

test('C5: storage that the browser emptied is no silent loss: after the login the person is told what was here', async ({ browser }) => {
  const { device, page, anna } = await annasDevice(browser);
  await page.goto('/');
  await device.context.setOffline(true);
  await record(page, 'robin', 'European robin');
  await record(page, 'kingf', 'Common kingfisher');
  // Nothing of them may reach the server before the browser takes them.
  front.line = 'silent';
  await device.context.setOffline(false);
  const cdp = await device.context.newCDPSession(page);
  await cdp.send('Storage.clearDataForOrigin', { origin: front.url, storageTypes: 'indexeddb' });
  front.line = 'open';
  await page.goto('/');
  await expect(page).toHaveURL(/welcome|login/);
  await page.goto('/login');
  await logInOn(page, 'anna', 'en');
  await expect(page.getByText(en('common:error.storage_lost_other', { count: 2 })).first()).toBeVisible();
  expect((await onDevice(page, anna.user.id)).records).toEqual([]);
  expect(device.troubles).toEqual([]);
  await device.context.close();
});

test('C7: a new version waits: nothing reloads while a form is open, and the form comes back after it was taken', async ({ browser }) => {
  const { device, page } = await annasDevice(browser);
  await page.goto('/observe');
  await page.getByRole('combobox').fill('kingf');
  await page.getByRole('option').filter({ hasText: 'Common kingfisher' }).first().click();
  await page.evaluate(() => ((globalThis as unknown as { mark: number }).mark = 1));
  const worker = await (await fetch(`${veld.url}/service-worker.js`)).text();
  front.files.set('/service-worker.js', `${worker}\n// Another build.\n`);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const notice = page.getByText(en('common:error.update_ready')).first();
  await expect(notice).toBeVisible();
  expect(await page.evaluate(() => (globalThis as unknown as { mark?: number }).mark)).toBe(1);
  await expect(page.getByText('Alcedo atthis').first()).toBeVisible();
  // On a phone it covers neither the button that saves nor the way to other screens.
  await page.setViewportSize({ width: 390, height: 844 });
  for (const target of [
    page.getByRole('button', { name: en('recording:observe.save') }),
    page.getByRole('link', { name: en('common:screens.map'), exact: true }),
  ])
    await expect.poll(() => target.evaluate(isOnTop)).toBe(true);
  // The old page works with the server as before.
  await page
    .getByRole('button', { name: en('common:action.reload') })
    .first()
    .click();
  await expect.poll(() => page.evaluate(() => (globalThis as unknown as { mark?: number }).mark ?? null).catch(() => 1)).toBeNull();
  await expect(page.getByText('Alcedo atthis').first()).toBeVisible();
  await saveRecord(page, 'en');
  expect(device.troubles).toEqual([]);
  await device.context.close();
});

for (const [name, time] of [
  ['1970', '1970-01-02T08:00:00Z'],
  ['the end of 32-bit seconds', '2038-01-19T03:14:00Z'],
  ['ten years ahead', '2036-02-29T12:00:00Z'],
] as const) {
  test(`C8: a device whose clock says ${name} records and sends, once`, async ({ browser }) => {
    const anna = await makeAccount(veld.url, 'anna', { language: 'en', country_code: 'NL' });
    const device = await newDevice(browser, front.url);
    await device.context.clock.install({ time });
    await device.context.clock.resume();
    const { page } = device;
    await page.goto('/login');
    await logInOn(page, 'anna', 'en');
    await awaitNames(page, 'en', 'black', 'Turdus merula');
    await record(page, 'robin', 'European robin');
    await expect.poll(() => numberOnServer(anna), { timeout: 40_000 }).toBe(1);
    const [stored] = await onServer(veld.url, anna);
    expect(stored).toMatchObject({ version: 1, observed_on: time.slice(0, 10) });
    await expect.poll(async () => (await onDevice(page, anna.user.id)).outbox).toEqual([]);
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });
}

test('C13: logging out with unsent records asks first; kept ones stay, discarding must be typed, and the session ends later', async ({
  browser,
}) => {
  const { device, page, anna } = await annasDevice(browser);
  const sessions = async () => (await call(veld.url, listSessions, {}, anna.token)).data.length;
  await device.context.setOffline(true);
  await record(page, 'robin', 'European robin');
  const askToLeave = async () => {
    await page
      .getByRole('button', { name: en('common:nav.log_out') })
      .filter({ visible: true })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(en('common:logout.text_one', { count: 1 }));
    return dialog;
  };
  await (await askToLeave()).getByRole('button', { name: en('common:action.cancel') }).click();
  expect((await onDevice(page, anna.user.id)).records).toHaveLength(1);

  const discarding = await askToLeave();
  const discard = discarding.getByRole('button', { name: en('common:logout.discard') });
  await expect(discard).toBeDisabled();
  await discarding.getByRole('textbox').fill('yes');
  await expect(discard).toBeDisabled();
  await discarding.getByRole('button', { name: en('common:logout.keep') }).click();
  await expect(page).toHaveURL(/welcome/);
  expect((await onDevice(page, anna.user.id)).records).toHaveLength(1);
  expect(await sessions()).toBe(2);
  await device.context.setOffline(false);
  await expect.poll(sessions, { timeout: 30_000 }).toBe(1);
  expect(await numberOnServer(anna)).toBe(0);

  await page.goto('/login');
  await logInOn(page, 'anna', 'en');
  await expect.poll(() => numberOnServer(anna), { timeout: 30_000 }).toBe(1);
  expect(device.troubles).toEqual([]);
  await device.context.close();
});

test('C14, C25: on a line that swallows every answer, and behind a network that answers in the server’s place, nothing is lost', async ({
  browser,
}) => {
  const { device, page, anna } = await annasDevice(browser);
  await page.goto('/');
  // The browser believes in its network all the while.
  front.line = 'silent';
  await record(page, 'robin', 'European robin');
  await openObserve(page, 'en');
  await pickTaxon(page, 'kingf', 'Common kingfisher');
  await addPhoto(page, await photoOfPhone());
  await expect(page.getByRole('img', { name: en('recording:evidence.photo', { number: 1 }) })).toBeVisible();
  front.line = 'portal';
  await saveRecord(page, 'en');
  front.asked.length = 0;
  await page.waitForTimeout(4_000);
  // It asks now and then, and is not fooled.
  expect(front.asked.filter((line) => line.startsWith('PUT')).length).toBeLessThan(6);
  expect((await onDevice(page, anna.user.id)).records).toHaveLength(2);
  expect((await onDevice(page, anna.user.id)).outbox).toHaveLength(3);
  expect(await numberOnServer(anna)).toBe(0);
  front.line = 'open';
  await page.reload();
  await expect.poll(async () => (await onDevice(page, anna.user.id)).outbox, { timeout: 90_000 }).toEqual([]);
  expect((await onServer(veld.url, anna)).map((one) => one.version)).toEqual([1, 1]);
  await device.context.close();
});

test('C24: where the server wants a newer app, unsent records are counted, can be exported, and are still taken', async ({ browser }) => {
  const { device, page, anna } = await annasDevice(browser);
  await device.context.setOffline(true);
  await record(page, 'robin', 'European robin');
  await veld.stop();
  await veld.start({ MINIMUM_APP_VERSION: '99.0.0' });
  const asked = await call(veld.url, checkVersion, { body: { version: '0.1.0' } });
  expect(asked.update_required).toBe(true);
  await device.context.setOffline(false);
  // An answer of the last seconds is kept, so the first look may still be content with it.
  await expect(async () => {
    await page.goto('/');
    await expect(page).toHaveURL(/app-update/, { timeout: 6_000 });
  }).toPass({ timeout: 60_000 });
  // It was sent already, or is counted and may be exported.
  const isSafe = page.getByText(en('common:sync.all_safe')).first();
  const isWaiting = page.getByRole('button', { name: en('common:update.export') });
  await expect(isSafe.or(isWaiting).first()).toBeVisible();
  await expect.poll(() => numberOnServer(anna), { timeout: 40_000 }).toBe(1);
  await page.getByRole('link', { name: en('common:update.go_on') }).click();
  await pickTaxon(page, 'kingf', 'Common kingfisher');
  await saveRecord(page, 'en');
  await expect.poll(() => numberOnServer(anna), { timeout: 40_000 }).toBe(2);
  await device.context.close();
});

/** The fault names 2,000; among the other tests they are fewer. */
const RECORDS = Number(process.env.VELD_RECORDS ?? 200);

test('C26: after a month without network with hundreds of records the device is usable, and sends them all in bounded memory', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const { device, page, anna } = await annasDevice(browser);
  await device.context.setOffline(true);
  await record(page, 'robin', 'European robin');
  await multiply(page, anna.user.id, RECORDS - 1);
  await page.goto('/profile');
  await expect(page.getByText('Erithacus rubecula').first()).toBeVisible();
  await openObserve(page, 'en');
  await pickTaxon(page, 'kingf', 'Common kingfisher');
  await saveRecord(page, 'en');
  await expect(
    page
      .getByText(en('common:sync.waiting_other', { count: RECORDS + 1 }))
      .filter({ visible: true })
      .first(),
  ).toBeVisible();

  const cdp = await device.context.newCDPSession(page);
  await cdp.send('Performance.enable');
  const heap = async () => {
    await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find((metric) => metric.name === 'JSHeapUsedSize')!.value / 1024 / 1024;
  };
  const before = await heap();
  await device.context.setOffline(false);
  const began = Date.now();
  const heaps: number[] = [];
  await expect
    .poll(
      async () => {
        heaps.push(await heap());
        return (await onDevice(page, anna.user.id)).outbox.length;
      },
      { timeout: 240_000, intervals: [10_000] },
    )
    .toBe(0);
  const another = await accountOf(veld.url, 'anna');
  expect(await countOnServer(another)).toBe(RECORDS + 1);
  console.log(
    `${RECORDS + 1} records sent in ${Math.round((Date.now() - began) / 1000)} s; heap ${Math.round(before)} MiB before, at most ${Math.round(Math.max(...heaps))}`,
  );
  expect(Math.max(...heaps) - before).toBeLessThan(60);
  expect(device.troubles).toEqual([]);
  await device.context.close();
});

async function countOnServer(anna: Account): Promise<number> {
  const ids = new Set<string>();
  for (let cursor = ''; ;) {
    const answer = await fetch(`${veld.url}/api/observations/changes?limit=100${cursor}`, {
      headers: { authorization: `Bearer ${anna.token}` },
    });
    const page = (await answer.json()) as { data: { id: string }[]; next_cursor: string; has_more: boolean };
    for (const { id } of page.data) ids.add(id);
    if (!page.has_more) return ids.size;
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
  }
}

/** Makes more records of the one that waits, each with its place in the outbox, as a month in the field would. */
async function multiply(page: Page, userId: string, times: number): Promise<void> {
  await page.evaluate(
    async ({ name, wanted }) => {
      const database = await new Promise<IDBDatabase>((done, fail) => {
        const asked = indexedDB.open(name);
        asked.onsuccess = () => done(asked.result);
        asked.onerror = () => fail(asked.error ?? new Error('no database'));
      });
      const first = <T>(store: string) =>
        new Promise<T>((done, fail) => {
          const asked = database.transaction(store).objectStore(store).getAll();
          asked.onsuccess = () => done((asked.result as T[])[0]!);
          asked.onerror = () => fail(asked.error ?? new Error(store));
        });
      const row = await first<Record<string, unknown>>('observations');
      const item = await first<{ input: { params: object; body: object }; seq: number } & Record<string, unknown>>('outbox');
      const change = database.transaction(['observations', 'outbox'], 'readwrite');
      for (let count = 1; count <= wanted; count++) {
        const id = crypto.randomUUID();
        const write = crypto.randomUUID();
        const notes = `Number ${count}. ${'A line about what was seen. '.repeat(20)}`;
        change.objectStore('observations').put({ ...row, id, notes, saved_at: Number(row.saved_at) - count * 60_000 });
        const input = { ...item.input, params: { id }, body: { ...item.input.body, notes, write_id: write } };
        change.objectStore('outbox').put({ ...item, id: write, seq: item.seq + count, subject: id, observation_id: id, input });
      }
      await new Promise<void>((done, fail) => {
        change.oncomplete = () => done();
        change.onabort = () => fail(change.error ?? new Error('aborted'));
      });
      database.close();
    },
    { name: `veld-${userId}`, wanted: times },
  );
}
