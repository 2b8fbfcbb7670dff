import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { patchPreferences } from '@veld/contract';
import { call } from '../seed/api.ts';
import {
  type Account,
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
import { type RunningVeld, startVeld } from './server.ts';
import { en, enPattern, say } from './words.ts';

let veld: RunningVeld;
test.beforeAll(async () => {
  veld = await startVeld();
});
test.afterAll(() => veld.remove());

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const UTRECHT = { latitude: 52.0907, longitude: 5.1214, accuracy: 8 };

/** A phone on which somebody is logged in and names have arrived. */
async function phoneOf(browser: Browser, name: string, options = {}): Promise<{ device: Device; page: Page; who: Account }> {
  const who = await makeAccount(veld.url, name, { language: 'en', country_code: 'NL' });
  const device = await newDevice(browser, veld.url, { ...PHONE, ...options });
  const { page } = device;
  await page.goto('/login');
  await logInOn(page, name, 'en');
  await awaitNames(page, 'en', 'black', 'Turdus merula');
  return { device, page, who };
}

async function close(device: Device): Promise<void> {
  expect(device.troubles).toEqual([]);
  await device.context.close();
}

/** Every request that stores or deletes a record, as it leaves the device. */
function watchWrites(device: Device): string[] {
  const writes: string[] = [];
  device.context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/observations/') && request.method() !== 'GET') writes.push(`${request.method()} ${pathname}`);
  });
  return writes;
}

const observeButton = (page: Page) =>
  page
    .getByRole('link', { name: en('common:nav.observe'), exact: true })
    .filter({ visible: true })
    .first();
const save = (page: Page) => page.getByRole('button', { name: en('recording:observe.save') });
const savedTitle = (page: Page) => page.getByRole('heading', { name: en('recording:saved.title'), exact: true });
const undo = (page: Page) => page.getByRole('button', { name: en('common:action.undo'), exact: true });

/** Whether the middle of something is what a finger there would meet. */
const isInSight = (target: Locator) =>
  target.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === element;
  });

test('from Today, four taps and three letters make a durable record', async ({ browser }) => {
  const { device, page, who } = await phoneOf(browser, 'anna');
  let taps = 0;
  const tap = async (target: Locator) => {
    taps++;
    await target.tap();
  };
  await page.goto('/');
  await expect(observeButton(page)).toBeVisible();
  const begun = Date.now();
  await tap(observeButton(page));
  await tap(page.getByRole('combobox'));
  await page.keyboard.type('rob');
  // What is typed can be read: the field went up, and not under the bar at the top.
  await expect.poll(() => isInSight(page.getByRole('combobox'))).toBe(true);
  await tap(page.getByRole('option').filter({ hasText: 'European robin' }).first());
  // Nothing had to be scrolled for: the button stands where the thumb is.
  await expect(save(page)).toBeInViewport();
  await tap(save(page));
  await expect(savedTitle(page)).toBeVisible();
  const took = Date.now() - begun;
  expect(taps).toBeLessThanOrEqual(4);
  expect((await onDevice(page, who.user.id)).records).toHaveLength(1);
  console.log(`a record in ${taps} taps and 3 letters: ${took} ms`);

  // What was recorded is offered the next time: without a letter typed, and in fewer taps.
  await page.goto('/');
  taps = 0;
  await tap(observeButton(page));
  const recent = page.getByRole('region', { name: en('recording:taxon.recent') });
  await tap(recent.getByRole('button').filter({ hasText: 'European robin' }));
  await tap(save(page));
  await expect(savedTitle(page)).toBeVisible();
  expect(taps).toBe(3);
  expect((await onDevice(page, who.user.id)).records).toHaveLength(2);
  await close(device);
});

test('suggestions say why; nothing is said about here while the place is unknown, and none is chosen by itself', async ({ browser }) => {
  const { device, page } = await phoneOf(browser, 'bram');
  const suggested = page.getByRole('region', { name: en('recording:suggest.title') });
  const month = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'Europe/Amsterdam' }).format(Date.now());
  const here = en('recording:suggest.here.month_one', { count: 1, month });
  await page.goto('/observe');
  await expect(suggested.getByText(en('recording:suggest.common', { country: 'Netherlands' })).first()).toBeVisible();
  for (const when of ['month', 'season', 'any'] as const)
    for (const count of ['one', 'other'] as const) {
      await expect(page.getByText(enPattern(`recording:suggest.here.${when}_${count}`))).toHaveCount(0);
      await expect(page.getByText(enPattern(`recording:suggest.others_here.${when}_${count}`))).toHaveCount(0);
    }

  await device.context.grantPermissions(['geolocation']);
  await device.context.setGeolocation(UTRECHT);
  await page.goto('/observe');
  await expect(page.getByText(en('observations:where.source.gps')).first()).toBeVisible();
  await pickTaxon(page, 'kingf', 'Common kingfisher');
  await saveRecord(page, 'en');

  await page.goto('/observe');
  await expect(page.getByRole('button').filter({ hasText: 'Alcedo atthis' })).toContainText(here);
  // Elsewhere it was not here.
  await device.context.setGeolocation({ ...UTRECHT, latitude: 50.85 });
  await page.goto('/observe');
  await expect(page.getByText(en('observations:where.source.gps')).first()).toBeVisible();
  const kingfisher = page.getByRole('button').filter({ hasText: 'Alcedo atthis' });
  await expect(kingfisher).toBeVisible();
  await expect(kingfisher).not.toContainText(here);
  await expect(page.getByText(en('recording:taxon.change'))).toHaveCount(0);
  await close(device);
});

test('Enter takes the best for what stands in the field, and the arrows what they stand on', async ({ browser }) => {
  const { device, page } = await phoneOf(browser, 'chen');
  await openObserve(page, 'en');
  await page.getByRole('combobox').pressSequentially('alcedo at');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Alcedo atthis')).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(0);

  await page.getByRole('button', { name: en('recording:taxon.change') }).click();
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('robin');
  const second = page.getByRole('option').nth(1);
  await expect(second).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(second).toHaveAttribute('aria-selected', 'true');
  const name = (await second.locator('i, em').first().textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(page.getByText(name).first()).toBeVisible();
  await close(device);
});

test('undo brings a record back into the form before the server heard of it', async ({ browser }) => {
  const { device, page, who } = await phoneOf(browser, 'dora');
  const writes = watchWrites(device);
  await openObserve(page, 'en');
  await pickTaxon(page, 'robin', 'European robin');
  await saveRecord(page, 'en');
  const [id] = (await onDevice(page, who.user.id)).records;
  expect((await onDevice(page, who.user.id)).outbox).toEqual(['record waiting']);
  await undo(page).click();
  await expect(page.getByRole('heading', { name: en('recording:observe.title') })).toBeVisible();
  await expect(page.getByText('Erithacus rubecula')).toBeVisible();
  expect((await onDevice(page, who.user.id)).records).toEqual([]);

  await saveRecord(page, 'en');
  await expect.poll(async () => (await onServer(veld.url, who)).length, { timeout: 30_000 }).toBe(1);
  expect(writes.some((line) => line.includes(id!))).toBe(false);
  expect(writes).toHaveLength(1);
  // Now the time is over, and nothing offers what can no longer be done quietly.
  await expect(undo(page)).toHaveCount(0);
  await expect(page.getByText(en('recording:saved.stored'))).toBeVisible();
  await close(device);
});

test('pinned fields and "same again" carry on; what is released does not', async ({ browser }) => {
  const { device, page, who } = await phoneOf(browser, 'finn');
  await openObserve(page, 'en');
  await pickTaxon(page, 'robin', 'European robin');
  const count = page.getByRole('textbox', { name: en('observations:field.count') });
  await count.fill('3');
  const pin = (field: string) => page.getByRole('button', { name: en('recording:pin.field', { field }) });
  await pin(en('observations:field.count')).click();
  await expect(pin(en('observations:field.count'))).toHaveAttribute('aria-pressed', 'true');
  await saveRecord(page, 'en');

  await page.getByRole('button', { name: en('recording:saved.same') }).click();
  await expect(page.getByText('Erithacus rubecula')).toBeVisible();
  await expect(count).toHaveValue('3');
  await page.getByRole('button', { name: en('recording:pin.release') }).click();
  await saveRecord(page, 'en');

  await page.getByRole('button', { name: en('recording:saved.another') }).click();
  await expect(page.getByRole('combobox')).toBeVisible();
  await expect(count).toHaveValue('');
  await expect.poll(async () => (await onServer(veld.url, who)).length, { timeout: 30_000 }).toBe(2);
  const stored = (await onServer(veld.url, who)).flatMap((one) => ('deleted' in one ? [] : [[one.taxon?.scientific_name, one.count]]));
  expect(stored).toEqual([
    ['Erithacus rubecula', 3],
    ['Erithacus rubecula', 3],
  ]);
  await close(device);
});

test('from one record to the next and back, what was changed and not saved is still there', async ({ browser }) => {
  const { device, page, who } = await phoneOf(browser, 'gita');
  for (const [typed, name] of [
    ['robin', 'European robin'],
    ['kingf', 'Common kingfisher'],
  ] as const) {
    await openObserve(page, 'en');
    await pickTaxon(page, typed, name);
    await saveRecord(page, 'en');
  }
  const count = page.getByRole('textbox', { name: en('observations:field.count') });
  const robin = (await onServerByName(who, 'Erithacus rubecula'))!;
  await page.goto(`/observe?edit=${robin.id}`);
  await count.fill('12');
  await expect(page.getByText(en('recording:draft.kept'))).toBeVisible();
  await page.getByRole('link', { name: en('observations:neighbour.previous') }).click();
  await expect(page.getByText('Alcedo atthis')).toBeVisible();
  await expect(count).toHaveValue('');
  await page.getByRole('link', { name: en('observations:neighbour.next') }).click();
  await expect(page.getByText('Erithacus rubecula')).toBeVisible();
  await expect(count).toHaveValue('12');
  // Looked at, not saved: the server has the record as it was.
  expect(await onServerByName(who, 'Erithacus rubecula')).toMatchObject({ version: 1, count: null });
  await saveRecord(page, 'en');
  await expect.poll(async () => (await onServerByName(who, 'Erithacus rubecula'))?.count, { timeout: 30_000 }).toBe(12);
  await close(device);
});

test('paused, nothing leaves the device; held back, one record stays; let go, a report says what was sent', async ({ browser }) => {
  const { device, page, who } = await phoneOf(browser, 'hugo');
  const writes = watchWrites(device);
  const pause = page.getByRole('switch', { name: en('outbox:sending.pause') });
  await page.goto('/outbox');
  await pause.click();
  await expect(pause).toBeChecked();
  for (const [typed, name] of [
    ['robin', 'European robin'],
    ['kingf', 'Common kingfisher'],
    ['black', 'Turdus merula'],
    ['great t', 'Parus major'],
  ] as const) {
    await openObserve(page, 'en');
    await pickTaxon(page, typed, name);
    await saveRecord(page, 'en');
  }
  await page.goto('/outbox');
  const card = page.getByRole('article').filter({ hasText: 'Common kingfisher' });
  await card.getByRole('button', { name: en('outbox:hold') }).click();
  await expect(card.getByRole('button', { name: en('outbox:let_go') })).toBeVisible();
  expect(writes).toEqual([]);

  await pause.click();
  await expect(page.getByText(en('common:sync.report.sent_other', { count: 3 }))).toBeVisible({ timeout: 30_000 });
  expect((await onServer(veld.url, who)).length).toBe(3);
  expect((await onDevice(page, who.user.id)).outbox).toEqual(['record waiting']);
  await card.getByRole('button', { name: en('outbox:let_go') }).click();
  await expect.poll(async () => (await onServer(veld.url, who)).length, { timeout: 30_000 }).toBe(4);
  expect(writes).toHaveLength(4);
  await close(device);
});

async function onServerByName(who: Account, name: string) {
  let found: { id: string; count: number | null; version: number } | undefined;
  await expect
    .poll(
      async () => {
        const one = (await onServer(veld.url, who)).find((record) => !('deleted' in record) && record.taxon?.scientific_name === name);
        found = one && !('deleted' in one) ? { id: one.id, count: one.count ?? null, version: one.version } : undefined;
        return found !== undefined;
      },
      { timeout: 30_000 },
    )
    .toBe(true);
  return found;
}

test.describe('a tally', () => {
  const tile = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
  const more = (page: Page, name: string) => tile(page, name).locator('[data-plus]');
  const soFar = (total: number) => en('tally:add', { total });
  const search = (page: Page) => page.getByRole('combobox', { name: en('tally:search') });
  const finish = (page: Page) => page.getByRole('button', { name: en('tally:finish') });

  async function addBySearch(page: Page, typed: string, name: string): Promise<void> {
    await search(page).fill(typed);
    await page.getByRole('option').filter({ hasText: name }).first().click();
    await expect(more(page, name)).toContainText(soFar(1));
  }

  test('keeps every tap: a reload, another language and a killed page bring it back as it was', async ({ browser }) => {
    const { device, page, who } = await phoneOf(browser, 'ines');
    await page.goto('/observe');
    await page
      .getByRole('link', { name: en('common:screens.tally') })
      .filter({ visible: true })
      .first()
      .click();
    await addBySearch(page, 'robin', 'Erithacus rubecula');
    for (let total = 2; total <= 4; total++) {
      await more(page, 'Erithacus rubecula').tap();
      await expect(more(page, 'Erithacus rubecula')).toContainText(soFar(total));
    }
    await addBySearch(page, 'kingf', 'Alcedo atthis');
    await tile(page, 'Erithacus rubecula')
      .getByRole('button', { name: en('tally:take_off', { name: 'European robin' }) })
      .tap();
    await expect(more(page, 'Erithacus rubecula')).toContainText(soFar(3));
    await undo(page).tap();
    await expect(more(page, 'Erithacus rubecula')).toContainText(soFar(4));
    await expect(undo(page)).toHaveCount(0);

    await page.reload();
    await expect(more(page, 'Erithacus rubecula')).toContainText(soFar(4));
    await expect(more(page, 'Alcedo atthis')).toContainText(soFar(1));
    await page.close();
    const again = await device.context.newPage();
    await again.goto('/');
    await again
      .getByRole('link')
      .filter({ hasText: en('common:count.individuals_other', { count: 5 }) })
      .tap();
    await expect(more(again, 'Erithacus rubecula')).toContainText(soFar(4));

    await call(veld.url, patchPreferences, { body: { language: 'nl' } }, who.token);
    await again.reload();
    await expect(again.getByRole('heading', { level: 1, name: say('nl', 'common:screens.tally') })).toBeVisible({ timeout: 30_000 });
    await expect(more(again, 'Erithacus rubecula')).toContainText(say('nl', 'tally:add', { total: 4 }));
    await expect(more(again, 'Alcedo atthis')).toContainText(say('nl', 'tally:add', { total: 1 }));
    await close(device);
  });

  test('becomes one record a species, offline too, and two taps end it', async ({ browser }) => {
    const { device, page, who } = await phoneOf(browser, 'jan', { geolocation: UTRECHT, permissions: ['geolocation'] });
    await page.goto('/observe/tally');
    await expect(page.getByText(en('tally:place.within', { metres: 8 }))).toBeVisible();
    await device.context.setOffline(true);
    await addBySearch(page, 'robin', 'Erithacus rubecula');
    await more(page, 'Erithacus rubecula').tap();
    await expect(more(page, 'Erithacus rubecula')).toContainText(soFar(2));
    await addBySearch(page, 'kingf', 'Alcedo atthis');
    await finish(page).tap();
    await expect(page.getByRole('heading', { name: en('tally:saved_other', { count: 2 }) })).toBeVisible();
    expect((await onDevice(page, who.user.id)).records).toHaveLength(2);

    await device.context.setOffline(false);
    await expect.poll(async () => (await onServer(veld.url, who)).length, { timeout: 30_000 }).toBe(2);
    const stored = (await onServer(veld.url, who)).flatMap((one) => ('deleted' in one ? [] : [one]));
    expect(stored.map((one) => [one.taxon?.scientific_name, one.count, one.count_type, one.location_source]).toSorted()).toEqual([
      ['Alcedo atthis', 1, 'exact', 'gps'],
      ['Erithacus rubecula', 2, 'exact', 'gps'],
    ]);
    expect(stored[0]).toMatchObject({ latitude: UTRECHT.latitude, coordinate_uncertainty_m: 8, time_zone: 'Europe/Amsterdam' });
    await page.getByRole('button', { name: en('tally:again') }).tap();
    await expect(finish(page)).toBeDisabled();
    await close(device);
  });

  test('counts by digits, makes each one a record where that is wanted, and is thrown away only in two steps', async ({ browser }) => {
    const { device, page, who } = await phoneOf(browser, 'kees', {
      viewport: { width: 1280, height: 900 },
      hasTouch: false,
      isMobile: false,
    });
    await page.goto('/observe/tally');
    await addBySearch(page, 'robin', 'Erithacus rubecula');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('1');
    await expect(more(page, 'Erithacus rubecula')).toContainText(soFar(2));
    // Digits in the field are words to look for, and count nothing.
    await search(page).fill('1');
    await search(page).fill('');
    await expect(more(page, 'Erithacus rubecula')).toContainText(soFar(2));
    await more(page, 'Erithacus rubecula').focus();
    await page.keyboard.press('-');
    await expect(more(page, 'Erithacus rubecula')).toContainText(soFar(1));
    await page.keyboard.press('Enter');
    await expect(more(page, 'Erithacus rubecula')).toContainText(soFar(2));

    await page.getByText(en('tally:more')).click();
    await page.getByRole('button', { name: en('tally:discard') }).click();
    const asked = page.getByRole('dialog');
    await asked.getByRole('button', { name: en('common:action.cancel') }).click();
    await expect(asked).toHaveCount(0);
    await expect(more(page, 'Erithacus rubecula')).toContainText(soFar(2));
    await page.getByRole('switch', { name: en('tally:each') }).click();
    await expect(page.getByRole('switch', { name: en('tally:each') })).toBeChecked();
    await finish(page).click();
    await expect(page.getByRole('heading', { name: en('tally:saved_other', { count: 2 }) })).toBeVisible();
    await expect.poll(async () => (await onServer(veld.url, who)).length, { timeout: 30_000 }).toBe(2);
    const counts = (await onServer(veld.url, who)).map((one) => ('deleted' in one ? null : one.count));
    expect(counts).toEqual([1, 1]);

    await page.goto('/observe/tally');
    await addBySearch(page, 'kingf', 'Alcedo atthis');
    await page.getByText(en('tally:more')).click();
    await page.getByRole('button', { name: en('tally:discard') }).click();
    await asked.getByRole('button', { name: en('tally:discard_sure') }).click();
    await expect(finish(page)).toBeDisabled();
    await page.reload();
    await expect(finish(page)).toBeDisabled();
    expect((await onDevice(page, who.user.id)).records).toHaveLength(2);
    await close(device);
  });
});
