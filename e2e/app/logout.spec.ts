import { deleteSession, getUser, listSessions } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { expect, test } from '../fixtures.ts';
import { logInOn, logOutOn, onServer } from '../people.ts';
import { leaveSaved, openObserve, record } from '../record-form.ts';
import { en, enPattern } from '../words.ts';

test('C12: a revoked session loses nothing: the outbox waits for its owner, and another person cannot see or send it', async ({
  anna,
  veld,
  person,
}) => {
  const { page, context } = anna;
  const bram = await person('bram');
  await context.clock.install();
  await page.reload();
  await context.setOffline(true);
  await record(page, 'robin', 'European robin');
  await record(page, 'kingf', 'Common kingfisher');
  await expect.poll(async () => (await anna.onDevice()).outbox).toEqual(['record waiting', 'record waiting']);
  const full = await anna.onDevice();

  const { data: sessions } = await call(veld.url, listSessions, {}, anna.account.token);
  for (const session of sessions.filter((one) => !one.is_current))
    await call(veld.url, deleteSession, { params: { id: session.id } }, anna.account.token);
  await context.setOffline(false);
  const notice = page.getByText(en('common:sync.log_in_again'), { exact: true }).filter({ visible: true });
  await expect(notice).toHaveCount(1);
  // The notice is shown once, the outbox is unchanged and the app stays open.
  await context.clock.runFor(6_000);
  await expect(notice).toHaveCount(1);
  expect(await anna.onDevice()).toEqual(full);
  expect(await anna.onServer()).toEqual([]);

  // Bram, on the same device, neither sees nor sends them.
  await notice.click();
  await expect(page).toHaveURL(/\/login/);
  await logInOn(page, bram.email, 'en');
  await page.goto('/');
  await expect(page.getByText(en('common:sync.all_synced')).filter({ visible: true }).first()).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.clock.runFor(3_000);
  await expect(page.getByText('Erithacus rubecula')).toHaveCount(0);
  await expect(page.getByText('Alcedo atthis')).toHaveCount(0);
  expect(await onServer(veld.url, bram)).toEqual([]);
  expect(await anna.onServer()).toEqual([]);
  expect(await anna.onDevice()).toEqual(full);

  await logOutOn(page, 'en');
  await page.goto('/login');
  await logInOn(page, anna.account.email, 'en');
  await expect.poll(async () => (await anna.onServer()).length).toBe(2);
  await expect.poll(async () => (await anna.onDevice()).outbox).toEqual([]);
  expect(await onServer(veld.url, bram)).toEqual([]);
});

test('C13: logging out with unsent records asks first and can keep them, discarding needs a typed word, and the session ends once online', async ({
  anna,
  veld,
}) => {
  const { page, context } = anna;
  const sessions = async () => (await call(veld.url, listSessions, {}, anna.account.token)).data.length;
  await context.setOffline(true);
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
  expect((await anna.onDevice()).records).toHaveLength(1);

  const discarding = await askToLeave();
  const discard = discarding.getByRole('button', { name: en('accounts:leave.submit') });
  await expect(discard).toBeDisabled();
  await discarding.getByRole('textbox').fill('yes');
  await expect(discard).toBeDisabled();
  await discarding.getByRole('button', { name: en('common:logout.keep') }).click();
  await expect(page).toHaveURL(/welcome/);
  expect((await anna.onDevice()).records).toHaveLength(1);
  expect(await sessions()).toBe(2);
  await context.setOffline(false);
  await expect.poll(sessions).toBe(1);
  expect((await anna.onServer()).length).toBe(0);

  await page.goto('/login');
  await logInOn(page, anna.account.email, 'en');
  await expect.poll(async () => (await anna.onServer()).length).toBe(1);
});

test('removing everything at logout leaves nothing of the person on the device, and what is unsent is named before', async ({
  anna,
  veld,
}) => {
  const { page, context, account } = anna;
  const user = await call(veld.url, getUser, {}, account.token);
  await record(page, 'robin', 'European robin');
  await leaveSaved(page, 'en');
  await expect.poll(async () => (await anna.onServer()).length).toBe(1);
  await context.setOffline(true);
  await record(page, 'kingf', 'Common kingfisher');
  await leaveSaved(page, 'en');
  await page.goto('/settings/account');
  const open = page.getByRole('button', { name: en('accounts:leave.remove') });
  await open.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('dl')).toHaveText(`${en('accounts:leave.records')}1`);
  const remove = dialog.getByRole('button', { name: en('accounts:leave.submit') });
  await expect(remove).toBeDisabled();

  // Once online, the record is sent, so nothing would be lost and nothing has to be typed.
  await context.setOffline(false);
  await expect(dialog.getByText(en('accounts:leave.nothing_lost'))).toBeVisible();
  expect((await anna.onServer()).length).toBe(2);
  await remove.click();
  await expect(page).toHaveURL(/\/welcome/);
  const left = () =>
    page.evaluate(
      async (id) => ({
        databases: (await indexedDB.databases()).filter(({ name }) => name!.includes(id)),
        keys: [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => key.includes(id)),
        photos: await caches.has('veld-photos'),
      }),
      user.id,
    );
  // The page is loaded once more when everything is removed.
  await expect.poll(() => left().catch(() => null)).toEqual({ databases: [], keys: [], photos: false });
});

test('on a phone, the logout dialog about unsent records can be used', async ({ anna }) => {
  const { page, context } = anna;
  await page.setViewportSize({ width: 390, height: 844 });
  await context.setOffline(true);
  await record(page, 'robin', 'European robin');
  // Unsent records, location and network state share one line in the header.
  await openObserve(page, 'en');
  const top = page.getByRole('banner');
  await expect(top.getByRole('button', { name: enPattern('geo:chip') })).toBeVisible();
  await expect(top.getByText(en('common:sync.waiting_one', { count: 1 }))).toBeVisible();
  await expect.poll(async () => (await top.boundingBox())!.height).toBeLessThan(60);
  const home = (await top.getByRole('link').first().boundingBox())!;
  expect((await top.getByRole('link').nth(1).boundingBox())!.x).toBeGreaterThanOrEqual(home.x + home.width);
  // While recording, Save takes the place of the navigation.
  await top.getByRole('link').first().click();
  await page.getByRole('button', { name: en('common:nav.more'), exact: true }).click();
  await page
    .getByRole('button', { name: en('common:nav.log_out') })
    .filter({ visible: true })
    .click();
  const keep = page.getByRole('button', { name: en('common:logout.keep') });
  await keep.click();
  await expect(page).toHaveURL(/\/welcome/);
  expect((await anna.onDevice()).records).toHaveLength(1);
  expect((await anna.onDevice()).outbox).toHaveLength(1);
  expect(await anna.onServer()).toEqual([]);
});
