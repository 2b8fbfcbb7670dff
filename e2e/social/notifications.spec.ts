import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { listNotifications, formatMention, putComment, putObservation } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { draft } from '../../server/src/testing/records.ts';
import { reportOffline } from '../device.ts';
import { expect, signedIn, test } from '../fixtures.ts';
import { putSession } from '../session.ts';
import { timeLimit } from '../time-limit.ts';
import { en } from '../words.ts';

test.use({ opensForm: false });

/** The link with the bell, wherever the frame has it. */
const bell = (page: Page) =>
  page.getByRole('link', { name: new RegExp(`^${en('common:screens.notifications')}`) }).filter({ visible: true });
/** As readers hear it: "Notifications 1 unread". */
const unread = (page: Page, count: number) =>
  expect(bell(page).first()).toHaveAccessibleName(new RegExp(`\\b${count} unread$`), { timeout: timeLimit(30_000) });

test('a mention reaches somebody who was offline, and is read on all devices once it is opened on one', async ({
  anna,
  installedDevice,
  person,
  veld,
}) => {
  const ben = await person('ben');
  const id = randomUUID();
  await call(veld.url, putObservation, { params: { id }, body: draft({ taxon_id: null, verbatim_name: 'a moth of Ben' }) }, ben.token);
  const { page, context } = anna;
  const another = await installedDevice();
  await putSession(another.page, veld.url, anna.account);
  const tablet = signedIn(veld, anna.account, another).page;

  // Both devices were new to the account.
  await page.goto('/notifications');
  await expect(page.getByText(en('notifications:event.security', { device: 'Chrome, Linux' }))).toHaveCount(2);
  await page.getByRole('button', { name: en('notifications:read_all') }).click();
  await expect(page.getByText(`${en('notifications:unread')}:`)).toHaveCount(0);
  const unreadOnServer = async () => (await call(veld.url, listNotifications, {}, anna.account.token)).unread;
  await expect.poll(unreadOnServer, { timeout: timeLimit(30_000) }).toBe(0);
  await context.setOffline(true);
  const stopReporting = await reportOffline(page);
  const text = `Is this a moth, ${formatMention(anna.account.user.id)}?`;
  const comment = { text, write_id: randomUUID(), written_at: new Date().toISOString(), is_edit: false };
  await call(veld.url, putComment, { params: { id, comment: randomUUID() }, body: comment }, ben.token);
  await page.goto('/').catch(() => undefined);
  await stopReporting();
  await context.setOffline(false);

  await page.goto('/');
  await tablet.goto('/');
  await unread(page, 1);
  await unread(tablet, 1);
  await bell(page).first().click();
  await page.getByRole('link', { name: /ben mentioned you/ }).click();
  await expect(page).toHaveURL(`/observations/${id}#comments`);
  await expect(page.getByText('Is this a moth,')).toBeInViewport();
  await expect(bell(page).first()).not.toHaveAccessibleName(/unread/);
  await expect.poll(unreadOnServer, { timeout: timeLimit(30_000) }).toBe(0);

  await tablet.goto('/notifications');
  await expect(tablet.getByText('ben mentioned you')).toBeVisible();
  await expect(tablet.getByText(`${en('notifications:unread')}:`)).toHaveCount(0);
  await expect(bell(tablet).first()).not.toHaveAccessibleName(/unread/);

  // Without a connection the list stays, and what is muted there waits in the outbox.
  // The app stores answers at most once a second.
  await tablet.waitForTimeout(3_000);
  await another.context.setOffline(true);
  const stopTablet = await reportOffline(tablet);
  await tablet.reload();
  await tablet.getByRole('button', { name: en('notifications:more_about', { text: 'ben mentioned you' }) }).click();
  await tablet.getByRole('button', { name: en('notifications:mute') }).click();
  await expect(tablet.getByText(en('notifications:muted'), { exact: true })).toBeVisible();
  await stopTablet();
  await another.context.setOffline(false);
  await expect
    .poll(async () => (await call(veld.url, listNotifications, {}, anna.account.token)).data[0]!.is_muted, {
      timeout: timeLimit(60_000),
    })
    .toBe(true);
});
