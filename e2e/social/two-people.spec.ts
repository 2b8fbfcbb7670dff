import { randomUUID } from 'node:crypto';
import { listIdentifications, listNotifications, listReports, patchPreferences, putObservation } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { draft } from '../../server/src/testing/records.ts';
import { reportOffline } from '../device.ts';
import { expect, type SignedIn, test } from '../fixtures.ts';
import { leaveSaved, record } from '../record-form.ts';
import { timeLimit } from '../time-limit.ts';
import { en } from '../words.ts';

// The first account of a server is that of the administrator.
test.use({ server: 'own', opensForm: false });

const profileOf = ({ account }: SignedIn) => `/profile/${account.user.id}`;

test('Anna and Ben record, identify, comment, follow, report and block, online and offline', async ({ signIn, veld }) => {
  const admin = await signIn('dora', { at: null });
  const anna = await signIn('anna');
  const ben = await signIn('ben', { at: null });
  for (const { account } of [anna, ben]) await call(veld.url, patchPreferences, { body: { community_opt_in: true } }, account.token);
  const told = async ({ account }: SignedIn) =>
    (await call(veld.url, listNotifications, { query: {} }, account.token)).data
      .filter(({ kind }) => kind !== 'security')
      .map(({ kind, people }) => [kind, ...people.map(({ name }) => name)].join(' '))
      .toSorted();

  // Anna records without a connection.
  await anna.context.setOffline(true);
  let stopReporting = await reportOffline(anna.page);
  await record(anna.page, 'robin', 'European robin');
  await leaveSaved(anna.page, 'en');
  await stopReporting();
  await anna.context.setOffline(false);
  await expect.poll(async () => (await anna.stored()).length, { timeout: timeLimit(60_000) }).toBe(1);
  const { id } = (await anna.stored())[0]!;
  const recordPage = `/observations/${id}`;

  // Ben says without a connection that it is another bird.
  await ben.page.goto(recordPage);
  const suggest = ben.page.getByRole('button', { name: en('identifications:suggest'), exact: true });
  await expect(suggest).toBeVisible();
  await ben.context.setOffline(true);
  stopReporting = await reportOffline(ben.page);
  await suggest.click();
  const dialog = ben.page.getByRole('dialog');
  await dialog.getByRole('combobox').fill('kingfisher');
  await dialog.getByRole('option').filter({ hasText: 'Common kingfisher' }).first().click();
  await dialog.getByRole('button', { name: en('identifications:dialog.save') }).click();
  await expect(ben.page.getByText('Common kingfisher').first()).toBeVisible();
  await ben.page.getByRole('button', { name: en('reactions:react'), exact: true }).click();
  expect((await ben.onDevice()).outbox).toHaveLength(2);
  await stopReporting();
  await ben.context.setOffline(false);
  await expect.poll(async () => (await ben.onDevice()).outbox.length, { timeout: timeLimit(60_000) }).toBe(0);
  const { data } = await call(veld.url, listIdentifications, { params: { id } }, anna.account.token);
  expect(data.identifications.map(({ user, taxon }) => [user.name, taxon.name])).toEqual([['ben', 'Common kingfisher']]);

  // He asks her, and she hears of all of it.
  await ben.page.getByLabel(en('comments:write')).fill('Look at the bill, @ann');
  await ben.page.getByRole('button', { name: 'anna', exact: true }).click();
  await ben.page.getByRole('button', { name: en('comments:post'), exact: true }).click();
  await expect.poll(() => told(anna), { timeout: timeLimit(60_000) }).toEqual(['identification ben', 'mention ben', 'reaction ben']);
  await anna.page.goto(recordPage);
  await expect(anna.page.getByText('Look at the bill,')).toBeVisible();
  await expect(anna.page.getByText('Common kingfisher').first()).toBeVisible();
  // Her own name stays.
  await expect(anna.page.getByRole('heading', { level: 1, name: 'European robin' })).toBeVisible();

  // She follows him, and sees what he records.
  await anna.page.goto(profileOf(ben));
  await anna.page.getByRole('button', { name: en('relations:follow_person', { name: 'ben' }) }).click();
  await expect.poll(() => told(ben)).toEqual(['follow anna']);
  const moth = draft({ taxon_id: null, verbatim_name: 'a moth of Ben' });
  await call(veld.url, putObservation, { params: { id: randomUUID() }, body: moth }, ben.account.token);
  await anna.page.goto('/feed');
  await anna.page.getByText(en('feed:tab.following'), { exact: true }).click();
  await expect(anna.page.getByText('a moth of Ben')).toBeVisible();

  // He reports her record, and a moderator hides it.
  await ben.page.goto(recordPage);
  await ben.page
    .getByRole('group', { name: /^Actions: / })
    .getByRole('button', { name: en('common:nav.more') })
    .click();
  await ben.page.getByRole('button', { name: en('reports:title.observation') }).click();
  await ben.page.getByText(en('reports:reason.spam'), { exact: true }).click();
  await ben.page.getByRole('button', { name: en('common:action.send') }).click();
  await expect.poll(async () => (await call(veld.url, listReports, {}, ben.account.token)).data.length).toBe(1);
  await admin.page.goto('/admin/reports');
  await admin.page.locator('a[href*="case="]').click();
  await admin.page.getByLabel(en('reports:moderation.note'), { exact: true }).fill('Spam');
  await admin.page.getByRole('button', { name: en('reports:moderation.act.hide') }).click();
  await expect(admin.page.getByText(en('reports:moderation.none_open'))).toBeVisible();
  await expect.poll(async () => (await told(anna)).filter((entry) => entry.startsWith('moderation'))).toHaveLength(1);

  // She blocks him: neither finds the other, and what he did is gone from what she is told.
  await anna.page.goto(profileOf(ben));
  await anna.page
    .getByRole('button', { name: en('common:nav.more') })
    .filter({ visible: true })
    .last()
    .click();
  await anna.page.getByRole('button', { name: en('relations:block'), exact: true }).click();
  await anna.page.getByRole('button', { name: en('relations:block_person', { name: 'ben' }) }).click();
  await expect(anna.page.getByText(en('relations:blocked_person'))).toBeVisible();
  await ben.page.goto(profileOf(anna));
  await expect(ben.page.getByText(en('profile:not_found'))).toBeVisible();
  await expect.poll(async () => (await told(anna)).filter((entry) => entry.includes('ben'))).toEqual([]);
  // That his report was answered.
  await expect.poll(() => told(ben)).toEqual(['moderation']);
});
