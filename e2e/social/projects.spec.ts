import { randomUUID } from 'node:crypto';
import { getLeaderboard, getProject, patchPreferences, putObservation } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { draft } from '../../server/src/testing/records.ts';
import { reloadLater, todayOnDevice } from '../clock.ts';
import { expect, test } from '../fixtures.ts';
import type { Account } from '../people.ts';
import { timeLimit } from '../time-limit.ts';
import { en } from '../words.ts';

test.use({ server: 'own', opensForm: false });

/** Saves a record of today. */
const record = (url: string, { token }: Account) => {
  const body = draft({ taxon_id: null, verbatim_name: 'a moth', observed_on: todayOnDevice(), observed_time: null });
  return call(url, putObservation, { params: { id: randomUUID() }, body }, token);
};

test('Anna makes a project; Ben joins it without a connection, and his record counts at once', async ({ person, signIn, veld }) => {
  // The first account is that of the administrator.
  await person('dora');
  const anna = await signIn('anna', { at: null });
  const ben = await signIn('ben', { at: null });

  await anna.page.goto('/projects/new');
  await anna.page.getByLabel(en('projects:field.name'), { exact: true }).fill('Moth night');
  await anna.page.getByRole('button', { name: en('projects:create') }).click();
  await expect(anna.page.getByRole('heading', { level: 1, name: 'Moth night' })).toBeVisible();
  const path = new URL(anna.page.url()).pathname;
  const id = path.split('/').at(-1)!;
  const figures = anna.page.getByRole('region', { name: en('projects:figures') });
  await expect(figures).toContainText(/1\s*participant/);

  await ben.page.goto('/projects');
  await ben.page.getByRole('link', { name: 'Moth night' }).click();
  const join = ben.page.getByRole('button', { name: en('projects:join') });
  await expect(join).toBeVisible();
  await ben.page.context().setOffline(true);
  await join.click();
  await expect(ben.page.getByText(en('projects:joined_waiting'))).toBeVisible();
  expect((await call(veld.url, getProject, { params: { id } }, anna.account.token)).data.people).toBe(1);
  await ben.page.context().setOffline(false);
  await expect(ben.page.getByText(en('projects:joined_waiting'))).toHaveCount(0, { timeout: timeLimit(60_000) });

  await record(veld.url, ben.account);
  // Nobody reloads: the page asks again by itself.
  await expect(figures).toContainText(/2\s*participants/, { timeout: timeLimit(60_000) });
  await expect(figures).toContainText(/1\s*record(?!s)/, { timeout: timeLimit(60_000) });
  await expect(anna.page.getByRole('link', { name: /a moth/ }).first()).toBeVisible();
  expect((await call(veld.url, getProject, { params: { id } }, anna.account.token)).data.people).toBe(2);
});

test('who leaves the leaderboards in the settings is on none', async ({ person, signIn, veld }) => {
  // The first account is that of the administrator.
  await person('dora');
  const anna = await signIn('anna', { at: null });
  const ben = await signIn('ben', { at: null });
  for (const { account } of [anna, ben]) {
    await call(veld.url, patchPreferences, { body: { community_opt_in: true } }, account.token);
    await record(veld.url, account);
  }
  const address = '/community?section=leaderboards&board=records&period=all&country=worldwide';
  await ben.page.goto(address);
  const board = ben.page.getByRole('region', { name: en('community:board.records') });
  await expect(board.getByRole('link', { name: /anna/ })).toBeVisible();
  await expect(board.getByRole('link', { name: /ben/ })).toBeVisible();

  await anna.page.goto('/settings/privacy');
  const toggle = anna.page.getByRole('switch', { name: en('settings:privacy.leaderboards') });
  await toggle.click();
  await expect
    .poll(
      async () =>
        (await call(veld.url, getLeaderboard, { params: { board: 'records' }, query: { period: 'all' } }, ben.account.token)).data.length,
    )
    .toBe(1);
  await reloadLater(ben.page);
  await expect(board.getByRole('link', { name: /ben/ })).toBeVisible();
  await expect(board.getByRole('link', { name: /anna/ })).toHaveCount(0);
});
