import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { listReports, patchPreferences, putObservation } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { draft } from '../../server/src/testing/records.ts';
import { reloadLater } from '../clock.ts';
import { expect, type SignedIn, test } from '../fixtures.ts';
import type { Account } from '../people.ts';
import { en } from '../words.ts';

test.use({ server: 'own', opensForm: false });

/** Lists a person in the community. */
const list = (url: string, { token }: Account) => call(url, patchPreferences, { body: { community_opt_in: true } }, token);

/** Saves a record of a person, and returns its id. */
async function recordOf(url: string, { token }: Account, verbatim_name: string): Promise<string> {
  const id = randomUUID();
  await call(url, putObservation, { params: { id }, body: draft({ taxon_id: null, verbatim_name }) }, token);
  return id;
}

async function seesLater(page: Page, text: string): Promise<void> {
  await reloadLater(page);
  await expect(page.getByText(text).first()).toBeVisible();
}

const profileOf = ({ account }: SignedIn) => `/profile/${account.user.id}`;

test('Anna follows Ben and sees his records, until he blocks her and neither sees the other', async ({ person, signIn, veld }) => {
  // The first account is that of the administrator.
  await person('dora');
  const anna = await signIn('anna', { at: null });
  const ben = await signIn('ben', { at: null });
  await list(veld.url, anna.account);
  await list(veld.url, ben.account);
  await recordOf(veld.url, ben.account, 'a moth of Ben');
  await recordOf(veld.url, anna.account, 'a moth of Anna');

  await anna.page.goto(profileOf(ben));
  await anna.page.getByRole('button', { name: en('relations:follow_person', { name: 'ben' }) }).click();
  await expect(anna.page.getByRole('button', { name: `${en('relations:followed')} ben` })).toHaveAttribute('aria-pressed', 'true');
  await anna.page.goto('/feed');
  await anna.page.getByText(en('feed:tab.following'), { exact: true }).click();
  await expect(anna.page.getByText('a moth of Ben')).toBeVisible();
  await expect(anna.page.getByText('a moth of Anna')).toHaveCount(0);

  await ben.page.goto(profileOf(anna));
  await ben.page
    .getByRole('button', { name: en('common:nav.more') })
    .filter({ visible: true })
    .last()
    .click();
  await ben.page.getByRole('button', { name: en('relations:block'), exact: true }).click();
  await ben.page.getByRole('button', { name: en('relations:block_person', { name: 'anna' }) }).click();
  await expect(ben.page.getByText(en('relations:blocked_person'))).toBeVisible();
  await ben.page.goto('/community');
  await expect(ben.page.getByRole('main').getByRole('link', { name: /ben/ })).toBeVisible();
  await expect(ben.page.getByRole('main').getByRole('link', { name: /anna/ })).toHaveCount(0);
  await ben.page.goto('/feed?country=worldwide');
  await expect(ben.page.getByText('a moth of Ben')).toBeVisible();
  await expect(ben.page.getByText('a moth of Anna')).toHaveCount(0);

  await seesLater(anna.page, en('feed:nobody_followed'));
  await expect(anna.page.getByText('a moth of Ben')).toHaveCount(0);
  await anna.page.goto(profileOf(ben));
  await expect(anna.page.getByText(en('profile:not_found'))).toBeVisible();

  await ben.page.goto('/settings/people');
  await ben.page.getByRole('button', { name: en('relations:end_of.block', { name: 'anna' }) }).click();
  await expect(ben.page.getByText(en('relations:none.block'))).toBeVisible();
  await seesLater(anna.page, 'a moth of Ben');
});

test('a record that was reported is hidden, and shown again after an appeal', async ({ signIn, veld }) => {
  // The first account is that of the administrator.
  const admin = await signIn('dora', { at: null });
  const anna = await signIn('anna', { at: null });
  const ben = await signIn('ben', { at: null });
  const recordPage = `/observations/${await recordOf(veld.url, ben.account, 'a moth')}`;

  await anna.page.goto(recordPage);
  await anna.page
    .getByRole('group', { name: /^Actions: / })
    .getByRole('button', { name: en('common:nav.more') })
    .click();
  await anna.page.getByRole('button', { name: en('reports:title.observation') }).click();
  await anna.page.getByText(en('reports:reason.spam'), { exact: true }).click();
  await anna.page.getByRole('button', { name: en('common:action.send') }).click();
  await expect.poll(async () => (await call(veld.url, listReports, {}, anna.account.token)).data.length).toBe(1);

  await admin.page.goto('/admin/reports');
  const openCase = () => admin.page.locator('a[href*="case="]').click();
  await openCase();
  await admin.page.getByLabel(en('reports:moderation.note'), { exact: true }).fill('No moth');
  await admin.page.getByRole('button', { name: en('reports:moderation.act.hide') }).click();
  await expect(admin.page.getByText(en('reports:moderation.none_open'))).toBeVisible();
  await seesLater(anna.page, en('observations:page.missing'));

  await ben.page.goto(recordPage);
  const note = ben.page.getByRole('alert').filter({ hasText: en('reports:hidden.observation') });
  await expect(note).toContainText('No moth');
  await note.getByRole('button', { name: en('reports:appeal.open') }).click();
  await note.getByLabel(en('reports:appeal.text')).fill('It is a moth');
  await note.getByRole('button', { name: en('common:action.send') }).click();
  await expect(note).toContainText(en('reports:appeal.waiting'));

  await seesLater(admin.page, 'It is a moth');
  await openCase();
  await admin.page.getByRole('button', { name: en('reports:moderation.act.restore') }).click();
  await expect(admin.page.getByText(en('reports:moderation.none_open'))).toBeVisible();

  await anna.page.goto(recordPage);
  await expect(anna.page.getByRole('heading', { level: 1, name: 'a moth' })).toBeVisible();
  await reloadLater(ben.page);
  await expect(ben.page.getByRole('heading', { level: 1, name: 'a moth' })).toBeVisible();
  await expect(note).toHaveCount(0);
});
