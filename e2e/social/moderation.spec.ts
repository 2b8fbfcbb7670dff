import { getStanding, getUser, listModerationActs, patchPreferences } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { expect, PHONE, test } from '../fixtures.ts';
import { accessibilityFaults } from '../screens/accessibility.ts';
import { countTaps } from '../taps.ts';
import { en } from '../words.ts';

// The first account of a server is that of the administrator.
test.use({ ...PHONE, server: 'own', opensForm: false });

test('a moderator suspends somebody for a week from their page, who reads why and until when, and lifts it from the accounts', async ({
  signIn,
  veld,
}) => {
  const dora = await signIn('dora', { at: null });
  const ben = await signIn('ben', { at: null });
  await call(veld.url, patchPreferences, { body: { community_opt_in: true } }, ben.account.token);
  const standing = async () =>
    (await call(veld.url, getStanding, { params: { id: ben.account.user.id } }, dora.account.token)).data.standing;

  const { page } = dora;
  await page.goto(`/profile/${ben.account.user.id}`);
  const { tap, taps } = countTaps();
  await tap(page.getByRole('main').getByRole('button', { name: en('common:nav.more'), exact: true }));
  await tap(page.getByRole('dialog').getByRole('button', { name: en('reports:person.open') }));
  const dialog = page.getByRole('dialog').last();
  await tap(dialog.getByRole('button', { name: en('reports:person.act.suspend'), exact: true }));
  await tap(dialog.getByText('1 week', { exact: true }));
  await dialog.getByLabel(en('reports:person.reason'), { exact: true }).fill('Please cool down.');
  expect(await accessibilityFaults(page)).toEqual([]);
  await tap(dialog.getByRole('button', { name: en('reports:person.confirm.suspend') }));
  expect(taps()).toBe(5);
  await expect.poll(standing).toBe('suspended');
  await expect(dialog.getByText(en('reports:person.now.suspended'))).toBeVisible();

  await ben.page.goto('/settings/account');
  await expect(ben.page.getByText('Please cool down.')).toBeVisible();
  await expect(ben.page.getByText(/^It ends by itself on /)).toBeVisible();
  expect((await call(veld.url, getUser, {}, ben.account.token)).standing).toBe('suspended');

  await page.goto(`/admin/users?user=${ben.account.user.id}`);
  const lifting = countTaps();
  await lifting.tap(page.getByRole('dialog').getByRole('button', { name: en('reports:person.act.reinstate'), exact: true }));
  await lifting.tap(page.getByRole('dialog').getByRole('button', { name: en('reports:person.confirm.reinstate') }));
  expect(lifting.taps()).toBe(2);
  await expect.poll(standing).toBe(null);
  const { data } = await call(veld.url, listModerationActs, { query: {} }, dora.account.token);
  expect(data.map(({ action, note }) => [action, note])).toEqual([
    ['reinstate', ''],
    ['suspend', 'Please cool down.'],
  ]);
});
