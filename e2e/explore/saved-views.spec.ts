import { countTaps } from '../taps.ts';
import { expect, PHONE, test } from '../fixtures.ts';
import { say } from '../words.ts';

test.use({ ...PHONE, server: 'own', opensForm: false });

test('a filter is saved once, and opened from Explore and Identify with two taps', async ({ anna, veld }) => {
  const { page } = anna;
  await page.goto('/explore?unnamed=1&month=6&country=NL&view=species');
  await page.getByRole('button', { name: say('en', 'common:table.views') }).tap();
  const dialog = page.getByRole('dialog', { name: say('en', 'explore:saved.title') });
  await dialog.getByRole('textbox').fill('June without a name');
  await dialog.getByRole('button', { name: say('en', 'common:table.save_view') }).tap();
  await expect(dialog.getByRole('link', { name: 'June without a name' })).toBeVisible();
  // The outbox has sent it.
  await expect
    .poll(async () => {
      const answer = await fetch(`${veld.url}/api/explore/views`, { headers: { authorization: `Bearer ${anna.account.token}` } });
      return ((await answer.json()) as { data: unknown[] }).data.length;
    })
    .toBe(1);
  await page.goto('/identify');
  const { tap, taps } = countTaps();
  await tap(page.getByRole('button', { name: say('en', 'common:table.views') }));
  await tap(page.getByRole('dialog').getByRole('link', { name: 'June without a name' }));
  expect(taps()).toBe(2);
  await expect(page).toHaveURL(/\/identify\?unnamed=1&month=6&country=NL$/);
});
