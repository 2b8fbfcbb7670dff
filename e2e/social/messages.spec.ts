import { getConversation, listNotifications, patchPreferences, putRelation } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { reportOffline } from '../device.ts';
import { expect, type SignedIn, test } from '../fixtures.ts';
import { timeLimit } from '../time-limit.ts';
import { en } from '../words.ts';

test.use({ opensForm: false });

test('one writes without a connection; the other reads it, answers, and ends it with a block', async ({ signIn, veld }) => {
  const [anna, ben] = [await signIn('mathilda', { at: null }), await signIn('benedict', { at: null })];
  const idOf = ({ account }: SignedIn) => account.user.id;
  const between = async (who: SignedIn, other: SignedIn) =>
    (await call(veld.url, getConversation, { params: { id: idOf(other) }, query: {} }, who.account.token)).data.map(({ text }) => text);

  // By default only people whom Ben follows can write to him.
  await anna.page.goto(`/messages/${idOf(ben)}`);
  await expect(anna.page.getByText(en('messages:closed.followed', { name: 'benedict' }))).toBeVisible();
  await call(veld.url, patchPreferences, { body: { messages_from: 'everyone' } }, ben.account.token);

  // She writes to him from his profile, without a connection, and a reload keeps it.
  await anna.page.goto(`/profile/${idOf(ben)}`);
  await anna.page.getByRole('link', { name: `${en('messages:message')}: benedict` }).click();
  const field = anna.page.getByLabel(en('messages:write_to', { name: 'benedict' }));
  await expect(field).toBeVisible();
  await anna.context.setOffline(true);
  const stopReporting = await reportOffline(anna.page);
  await field.fill('Did you see the heron?');
  await field.press('Control+Enter');
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  await expect(anna.page.getByText(en('common:sync.item_waiting')).first()).toBeVisible();
  await anna.page.reload();
  await expect(anna.page.getByText('Did you see the heron?').first()).toBeVisible();
  expect(await between(ben, anna)).toEqual([]);
  await stopReporting();
  await anna.context.setOffline(false);
  await expect.poll(() => between(ben, anna), { timeout: timeLimit(60_000) }).toEqual(['Did you see the heron?']);

  // He is told, which leads to it, and reading it marks that as read.
  await ben.page.goto('/notifications');
  await ben.page.getByRole('link', { name: en('notifications:event.message_one', { people: 'mathilda' }) }).click();
  await expect(ben.page).toHaveURL(new RegExp(`/messages/${idOf(anna)}$`));
  await expect(ben.page.getByText('Did you see the heron?').first()).toBeVisible();
  const unread = async () => (await call(veld.url, listNotifications, { query: { kind: 'message', unread: '1' } }, ben.account.token)).data;
  await expect.poll(async () => (await unread()).length).toBe(0);
  await ben.page.getByLabel(en('messages:write_to', { name: 'mathilda' })).fill('Yes, by the bridge');
  await ben.page.getByRole('button', { name: en('common:action.send') }).click();
  await expect(anna.page.getByText('Yes, by the bridge').first()).toBeVisible({ timeout: timeLimit(60_000) });

  // A block ends it for both. What was written in the last minute stays in the list for as long as an answer may lack it.
  await call(veld.url, putRelation, { params: { kind: 'block', id: idOf(anna) } }, ben.account.token);
  for (const { page } of [anna, ben]) {
    await expect(async () => {
      await page.goto('/messages');
      await expect(page.getByText(en('messages:empty.title'))).toBeVisible({ timeout: timeLimit(5_000) });
    }).toPass({ timeout: timeLimit(120_000) });
  }
});
