import { randomUUID } from 'node:crypto';
import { type Language, patchPreferences, putObservation } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { draft } from '../../server/src/testing/records.ts';
import { expect, PHONE, type SignedIn, test } from '../fixtures.ts';
import type { Account } from '../people.ts';
import { countTaps, openInLanguage, TAP_LANGUAGES } from '../taps.ts';
import { say } from '../words.ts';

test.use({ ...PHONE, server: 'own', opensForm: false });

/** Bram's moths: one of June and one of May. */
async function recordMoths(url: string, bram: Account): Promise<void> {
  for (const [name, observed_on] of [
    ['a moth of June', '2024-06-03'],
    ['a moth of May', '2024-05-03'],
  ] as const) {
    const body = draft({ taxon_id: null, verbatim_name: name, observed_on });
    await call(url, putObservation, { params: { id: randomUUID() }, body }, bram.token);
  }
}

async function openExplore(anna: SignedIn, url: string, language: Language): Promise<void> {
  await openInLanguage(anna, url, language, '/explore');
  await expect(anna.page.getByRole('link', { name: 'a moth of June' })).toBeVisible();
}

for (const language of TAP_LANGUAGES)
  test(`the records of a month without a species are a queue to identify with 5 taps (${language})`, async ({ anna, veld, person }) => {
    await recordMoths(veld.url, await person('bram'));
    await openExplore(anna, veld.url, language);
    const { page } = anna;
    const { tap, taps } = countTaps();
    await tap(page.getByRole('button', { name: say(language, 'explore:more_filters') }));
    const june = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 5));
    await tap(page.getByRole('group', { name: say(language, 'explore:field.months') }).getByText(june, { exact: true }));
    await tap(page.getByRole('checkbox', { name: say(language, 'explore:field.unnamed') }));
    await tap(page.getByRole('button', { name: say(language, 'explore:show') }));
    await expect(page.getByRole('link', { name: 'a moth of May' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'a moth of June' })).toBeVisible();
    // The list begins in the upper half of the screen, also with its chips.
    const topOfFirst = async () => (await page.getByRole('article').first().boundingBox())?.y;
    await expect.poll(topOfFirst).toBeLessThan(844 / 2 + 24);
    await tap(page.getByRole('link', { name: say(language, 'explore:identify') }));
    expect(taps()).toBe(5);
    await expect(page).toHaveURL(/identify\?month=6&unnamed=1$/);
    await expect(page.getByRole('group', { name: say(language, 'explore:chips') }).getByRole('button')).toHaveCount(3);
  });

test('who recorded at a place is one tap away, their records another, and the address has all of it', async ({ anna, veld, person }) => {
  const bram = await person('bram');
  await call(veld.url, patchPreferences, { body: { community_opt_in: true } }, bram.token);
  await recordMoths(veld.url, bram);
  await openExplore(anna, veld.url, 'en');
  const { page } = anna;
  await page.goto('/explore?box=5,52,6,53&month=6');
  await page.getByText(/^People/).tap();
  await expect(page.getByRole('link', { name: bram.user.name })).toBeVisible();
  await page.getByRole('link', { name: '1 record', exact: true }).tap();
  await expect(page).toHaveURL(new RegExp(`box=5%2C52%2C6%2C53&user_id=${bram.user.id}|user_id=${bram.user.id}`));
  await expect(page.getByRole('button', { name: say('en', 'explore:remove', { filter: bram.user.name }) })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'a moth of June' })).toBeVisible();
  await page.getByRole('button', { name: /June/ }).first().tap();
  await expect(page.getByRole('link', { name: 'a moth of May' })).toBeVisible();
  // What nobody understands is said, and the rest is shown.
  await page.goto('/explore?year=abc&colour=red');
  await expect(page.getByText(say('en', 'explore:not_understood_other', { what: 'year=abc, colour=red' }))).toBeVisible();
  await expect(page.getByRole('link', { name: 'a moth of May' })).toBeVisible();
});
