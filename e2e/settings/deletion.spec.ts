import { getObservation } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { expect, test } from '../fixtures.ts';
import { PASSWORD } from '../people.ts';
import { leaveSaved, record } from '../record-form.ts';
import { en } from '../words.ts';

test('an account is deleted and its records stay under the name', async ({ anna, person, veld }) => {
  const { page, account } = anna;
  const bram = await person('bram');
  await record(page, 'robin', 'European robin');
  await leaveSaved(page, 'en');
  await expect.poll(async () => (await anna.stored()).length).toBe(1);
  const [{ id } = { id: '' }] = await anna.stored();

  await page.goto('/settings/delete');
  await page.getByRole('button', { name: en('settings:delete.open') }).click();
  await expect(page.getByText(en('settings:delete.counts', { records: '1', photos: '0', places: '0' }))).toBeVisible();
  await expect(page.getByRole('link', { name: en('settings:delete.export') })).toHaveAttribute('href', '/settings/data');
  await page.getByRole('radio', { name: en('settings:delete.named') }).check();
  await page.getByLabel(/^Type/).fill(en('settings:delete.word'));
  await page.getByLabel(en('settings:account.current_password'), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: en('settings:delete.submit'), exact: true }).click();
  await expect(page).toHaveURL(/\/welcome/);
  const owner = async () => (await call(veld.url, getObservation, { params: { id } }, bram.token)).data.user.name;
  await expect
    .poll(() =>
      call(veld.url, getObservation, { params: { id } }, account.token).then(
        () => 'open',
        () => 'ended',
      ),
    )
    .toBe('ended');
  expect(await owner()).toBe(account.user.name);
});
