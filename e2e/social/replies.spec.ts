import type { Page } from '@playwright/test';
import { listComments, listRecordActivity, REACTION_EMOJI } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { follow, reportOffline } from '../device.ts';
import { expect, test } from '../fixtures.ts';
import { leaveSaved, record } from '../record-form.ts';
import { timeLimit } from '../time-limit.ts';
import { en } from '../words.ts';

const react = (page: Page) => page.getByRole('button', { name: en('reactions:react'), exact: true });

test('two people react and comment without a connection; each arrives once', async ({ anna, signIn, veld }) => {
  await record(anna.page, 'robin', 'European robin');
  await leaveSaved(anna.page, 'en');
  await expect.poll(async () => (await anna.stored()).length).toBe(1);
  const { id } = (await anna.stored())[0]!;

  const bram = await signIn('bram', { at: `/observations/${id}` });
  const { page } = bram;
  await expect(react(page)).toBeVisible();
  await bram.context.setOffline(true);
  const stopReporting = await reportOffline(page);
  await page.getByRole('button', { name: en('reactions:choose') }).click();
  await page.getByRole('button', { name: en('reactions:emoji.owl'), exact: true }).click();
  await expect(page.getByRole('button', { name: en('reactions:yours', { name: en('reactions:emoji.owl') }) })).toBeVisible();
  await page.getByRole('button', { name: en('comments:row.agree'), exact: true }).click();
  await page.getByLabel(en('comments:write')).fill('What a [[Erithacus rubecula]]');
  await page.getByRole('button', { name: en('comments:post'), exact: true }).click();
  await expect(page.getByText(en('common:sync.item_waiting')).first()).toBeVisible();
  // A reload without a connection keeps them.
  await page.reload();
  await expect(page.getByRole('link', { name: 'European robin', exact: true }).last()).toBeVisible();
  expect((await bram.onDevice()).outbox).toHaveLength(3);

  await stopReporting();
  await bram.context.setOffline(false);
  await expect.poll(async () => (await bram.onDevice()).outbox.length, { timeout: timeLimit(60_000) }).toBe(0);
  const { data } = await call(veld.url, listComments, { params: { id }, query: {} }, anna.account.token);
  expect(data.map(({ user, text }) => [user.name, text])).toEqual([
    ['bram', expect.stringMatching(/^What a \[\[Erithacus rubecula\|\d+\]\]$/)],
  ]);
  const [activity] = (await call(veld.url, listRecordActivity, { query: { ids: id } }, anna.account.token)).data;
  expect(activity).toMatchObject({ reactions: [{ emoji: REACTION_EMOJI.owl, count: 1 }], comments: 1 });

  // Anna sees them in the feed and on the page, and answers.
  await follow(anna.page, `/observations/${id}`);
  await expect(anna.page.getByRole('button', { name: /Owl 1/ })).toBeVisible();
  await anna.page.getByLabel(en('comments:write')).fill('Thanks, @bra');
  await anna.page.getByRole('button', { name: 'bram', exact: true }).click();
  await anna.page.getByRole('button', { name: en('comments:post'), exact: true }).click();
  await page.reload();
  await expect(page.getByText('Thanks,')).toBeVisible();

  await page.getByRole('button', { name: en('common:action.delete'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('comments:delete_confirm') })
    .click();
  await expect
    .poll(async () => (await call(veld.url, listComments, { params: { id }, query: {} }, anna.account.token)).data.length)
    .toBe(1);
});
