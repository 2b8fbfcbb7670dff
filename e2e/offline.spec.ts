import { createHash } from 'node:crypto';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { deleteSession, listSessions } from '@veld/contract';
import { call } from '../seed/api.ts';
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
import { largePhoto } from './photo.ts';
import { type RunningVeld, startVeld } from './server.ts';
import { en } from './words.ts';

let veld: RunningVeld;
test.beforeEach(async () => {
  veld = await startVeld();
});
test.afterEach(() => veld.remove());

/** A device on which anna is logged in, names have arrived and the app is kept. */
async function annasDevice(browser: Browser): Promise<{ device: Device; page: Page; anna: Account }> {
  const anna = await makeAccount(veld.url, 'anna', { language: 'en', country_code: 'NL' });
  const device = await newDevice(browser, veld.url);
  const { page } = device;
  await page.goto('/login');
  await logInOn(page, 'anna', 'en');
  await awaitNames(page, 'en', 'black', 'Turdus merula');
  await awaitInstalled(page);
  return { device, page, anna };
}

/** Records a species by part of its name, as it is with the form open. */
async function record(page: Page, typed: string, name: string): Promise<void> {
  await openObserve(page, 'en');
  await pickTaxon(page, typed, name);
  await saveRecord(page, 'en');
}

test('C25: the app that was opened once opens again without a network, at any address, and finds names', async ({ browser }) => {
  const { device, page } = await annasDevice(browser);
  await page.close();
  await device.context.setOffline(true);
  const again = await device.context.newPage();
  await again.goto('/my-species');
  await expect(again.getByRole('heading', { level: 1, name: en('common:screens.my_species') })).toBeVisible();
  await expect(again.getByText(en('common:network.offline'), { exact: true }).first()).toBeVisible();
  await openObserve(again, 'en');
  await pickTaxon(again, 'kingf', 'Common kingfisher');
  await expect(again.getByText('Alcedo atthis')).toBeVisible();
  await again.reload();
  await expect(again.getByRole('heading', { level: 1, name: en('recording:observe.title') })).toBeVisible();
  expect(device.troubles).toEqual([]);
  await device.context.close();
});

test('a record saved while the server is down arrives by itself when it is back, once', async ({ browser }) => {
  const { device, page, anna } = await annasDevice(browser);
  await veld.stop();
  await record(page, 'robin', 'European robin');
  await expect(page.getByText(en('recording:saved.on_device'))).toBeVisible();
  expect((await onDevice(page, anna.user.id)).outbox).toHaveLength(1);
  await veld.start();
  await expect.poll(async () => (await onServer(veld.url, anna)).length, { timeout: 60_000 }).toBe(1);
  await expect(page.getByText(en('recording:saved.stored'))).toBeVisible();
  expect((await onServer(veld.url, anna))[0]).toMatchObject({ version: 1, taxon: { scientific_name: 'Erithacus rubecula' } });
  expect((await onDevice(page, anna.user.id)).outbox).toEqual([]);
  expect(device.troubles).toEqual([]);
  await device.context.close();
});

test('C12: a token that was revoked loses nothing: the queue waits for anna, and is none of bram’s business', async ({ browser }) => {
  const { device, page, anna } = await annasDevice(browser);
  const bram = await makeAccount(veld.url, 'bram', { language: 'en', country_code: 'NL' });
  await device.context.setOffline(true);
  await record(page, 'robin', 'European robin');
  await record(page, 'kingf', 'Common kingfisher');
  await expect.poll(async () => (await onDevice(page, anna.user.id)).outbox).toEqual(['record waiting', 'record waiting']);
  const full = await onDevice(page, anna.user.id);

  const { data: sessions } = await call(veld.url, listSessions, {}, anna.token);
  for (const session of sessions.filter((one) => !one.is_current))
    await call(veld.url, deleteSession, { params: { id: session.id } }, anna.token);
  await device.context.setOffline(false);
  const notice = page.getByText(en('common:sync.log_in_again'), { exact: true }).filter({ visible: true });
  await expect(notice).toHaveCount(1, { timeout: 30_000 });
  // It stays at one, the queue stays as it was, and the app stays open.
  await page.waitForTimeout(6_000);
  await expect(notice).toHaveCount(1);
  expect(await onDevice(page, anna.user.id)).toEqual(full);
  expect(await onServer(veld.url, anna)).toEqual([]);

  // bram on the same device neither sees nor sends them.
  await notice.click();
  await expect(page).toHaveURL(/\/login/);
  await logInOn(page, 'bram', 'en');
  await page.goto('/');
  await expect(page.getByText(en('common:sync.all_safe')).filter({ visible: true }).first()).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForTimeout(3_000);
  await expect(page.getByText('Erithacus rubecula')).toHaveCount(0);
  await expect(page.getByText('Alcedo atthis')).toHaveCount(0);
  expect(await onServer(veld.url, bram)).toEqual([]);
  expect(await onServer(veld.url, anna)).toEqual([]);
  expect(await onDevice(page, anna.user.id)).toEqual(full);

  await page
    .getByRole('button', { name: en('common:nav.log_out') })
    .filter({ visible: true })
    .first()
    .click();
  await expect(page).toHaveURL(/\/welcome/);
  await page.goto('/login');
  await logInOn(page, 'anna', 'en');
  await expect.poll(async () => (await onServer(veld.url, anna)).length, { timeout: 30_000 }).toBe(2);
  await expect.poll(async () => (await onDevice(page, anna.user.id)).outbox).toEqual([]);
  expect(await onServer(veld.url, bram)).toEqual([]);
  expect(device.troubles).toEqual([]);
  await device.context.close();
});

test('on a phone, who logs out with a record that was not sent is asked, and can answer', async ({ browser }) => {
  const { device, page, anna } = await annasDevice(browser);
  await page.setViewportSize({ width: 390, height: 844 });
  await device.context.setOffline(true);
  await record(page, 'robin', 'European robin');
  // What waits, where the receiver is and that there is no network stand in one line.
  await openObserve(page, 'en');
  const top = page.getByRole('banner');
  await expect(top.getByRole('button')).toBeVisible();
  await expect(top.getByText(en('common:sync.waiting_one', { count: 1 }))).toBeVisible();
  await expect.poll(async () => (await top.boundingBox())!.height).toBeLessThan(60);
  const home = (await top.getByRole('link').first().boundingBox())!;
  expect((await top.getByRole('link').nth(1).boundingBox())!.x).toBeGreaterThanOrEqual(home.x + home.width);
  await page.getByRole('button', { name: en('common:nav.more'), exact: true }).click();
  await page
    .getByRole('button', { name: en('common:nav.log_out') })
    .filter({ visible: true })
    .click();
  const keep = page.getByRole('button', { name: en('common:logout.keep') });
  await keep.click();
  await expect(page).toHaveURL(/\/welcome/);
  expect((await onDevice(page, anna.user.id)).records).toHaveLength(1);
  expect((await onDevice(page, anna.user.id)).outbox).toHaveLength(1);
  expect(await onServer(veld.url, anna)).toEqual([]);
  expect(device.troubles).toEqual([]);
  await device.context.close();
});

test('C9, C23: two tabs send one outbox once, and fetch the names once', async ({ browser }) => {
  const anna = await makeAccount(veld.url, 'anna', { language: 'en', country_code: 'NL' });
  const device = await newDevice(browser, veld.url);
  const asked: string[] = [];
  device.context.on('request', (request) => {
    const { pathname, search, searchParams } = new URL(request.url());
    if (request.method() === 'PUT' && pathname.startsWith('/api/observations/')) asked.push(`PUT ${pathname}`);
    if (pathname === '/api/taxonomy' && searchParams.has('page')) asked.push(`GET ${pathname}${search}`);
  });
  // Slow enough that the second tab opens while the first one fetches.
  await device.context.route('**/api/taxonomy?*', async (route) => {
    await new Promise((done) => setTimeout(done, 2_500));
    await route.continue();
  });
  const first = device.page;
  await first.goto('/login');
  await logInOn(first, 'anna', 'en');
  const second = await device.context.newPage();
  await second.goto('/');
  await awaitNames(first, 'en', 'black', 'Turdus merula');
  await awaitNames(second, 'en', 'black', 'Turdus merula');
  // Until the copy of the country is there too.
  await expect.poll(() => asked.filter((line) => line.includes('country_code=NL')).length, { timeout: 90_000 }).toBeGreaterThan(0);
  await first.waitForTimeout(5_000);
  const pages = asked.filter((line) => line.startsWith('GET'));
  expect(pages.toSorted()).toEqual([...new Set(pages)].toSorted());
  await awaitInstalled(first);

  await device.context.setOffline(true);
  await record(first, 'robin', 'European robin');
  await record(second, 'kingf', 'Common kingfisher');
  await record(first, 'black', 'Turdus merula');
  expect((await onDevice(first, anna.user.id)).outbox).toHaveLength(3);
  asked.length = 0;
  await device.context.setOffline(false);
  await expect.poll(async () => (await onDevice(second, anna.user.id)).outbox, { timeout: 30_000 }).toEqual([]);
  await first.waitForTimeout(3_000);
  const stored = await onServer(veld.url, anna);
  expect(stored.map(({ version }) => version)).toEqual([1, 1, 1]);
  const puts = asked.filter((line) => line.startsWith('PUT'));
  expect(puts.toSorted()).toEqual(stored.map(({ id }) => `PUT /api/observations/${id}`).toSorted());
  for (const page of [first, second])
    await expect(page.getByText(en('common:sync.all_safe')).filter({ visible: true }).first()).toBeVisible();
  expect(device.troubles).toEqual([]);
  await device.context.close();
});

test('C17: a reload in the middle of an upload goes on from there, and the bytes arrive as they were', async ({ browser }) => {
  const photo = await largePhoto();
  expect(photo.length).toBeGreaterThan(7_000_000);
  const { device, page, anna } = await annasDevice(browser);
  const sent: { method: string; offset: number }[] = [];
  await device.context.route('**/api/uploads**', async (route) => {
    const request = route.request();
    sent.push({ method: request.method(), offset: Number(request.headers()['upload-offset'] ?? -1) });
    await new Promise((done) => setTimeout(done, 700));
    // After a reload the page that asked is gone.
    await route.continue().catch(() => undefined);
  });
  await openObserve(page, 'en');
  const picking = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: en('recording:evidence.files') }).click();
  await (await picking).setFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer: photo });
  await pickTaxon(page, 'robin', 'European robin');
  await saveRecord(page, 'en');
  await expect.poll(() => sent.filter(({ method }) => method === 'PATCH').length, { timeout: 30_000 }).toBeGreaterThan(2);
  expect((await onDevice(page, anna.user.id)).outbox).toHaveLength(1);
  const before = sent.length;
  await page.reload();

  await expect.poll(async () => (await onDevice(page, anna.user.id)).outbox, { timeout: 60_000 }).toEqual([]);
  const after = sent.slice(before);
  expect(after.filter(({ method }) => method === 'POST')).toEqual([]);
  expect(after.find(({ method }) => method === 'PATCH')!.offset).toBeGreaterThan(0);

  const [stored] = await onServer(veld.url, anna);
  if (!stored || 'deleted' in stored) throw new Error('The record is not there');
  const answer = await fetch(`${veld.url}/api/media/${stored.media[0]!.id}/original`, {
    headers: { authorization: `Bearer ${anna.token}` },
  });
  expect(answer.status).toBe(200);
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(hash(Buffer.from(await answer.arrayBuffer()))).toBe(hash(photo));
  expect(device.troubles).toEqual([]);
  await device.context.close();
});

test('a second session of anna on another device gets what the first one recorded', async ({ browser }) => {
  const { device, page } = await annasDevice(browser);
  await record(page, 'robin', 'European robin');
  const elsewhere = await newDevice(browser, veld.url);
  const anna = await accountOf(veld.url, 'anna');
  await expect.poll(async () => (await onServer(veld.url, anna)).length, { timeout: 30_000 }).toBe(1);
  await elsewhere.page.goto('/login');
  await logInOn(elsewhere.page, 'anna', 'en');
  await elsewhere.page.goto('/profile');
  await expect(elsewhere.page.getByText('Erithacus rubecula').first()).toBeVisible();
  expect([...device.troubles, ...elsewhere.troubles]).toEqual([]);
  await device.context.close();
  await elsewhere.context.close();
});
