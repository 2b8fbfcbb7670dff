import type { Page } from '@playwright/test';
import { LANGUAGES, type Language } from '@veld/contract';
import { share } from '../../scripts/test-run/share.mjs';
import { expect, PHONE, type SignedIn, test } from '../fixtures.ts';
import { savedLine } from '../record-form.ts';
import { countTaps, openInLanguage, TAP_LANGUAGES } from '../taps.ts';
import { say } from '../words.ts';

test.use({ ...PHONE, opensForm: false });

const observeButton = (page: Page, language: Language) =>
  page
    .getByRole('link', { name: say(language, 'common:nav.observe'), exact: true })
    .filter({ visible: true })
    .first();
const save = (page: Page, language: Language) => page.getByRole('button', { name: say(language, 'recording:observe.save'), exact: true });

/** Shows Today in a language. */
async function openToday(anna: SignedIn, url: string, language: Language): Promise<void> {
  await openInLanguage(anna, url, language);
  await expect(observeButton(anna.page, language)).toBeVisible();
}

test('one species takes three taps and letters, the next one two and letters, and one more of it a single tap', async ({
  signIn,
  veld,
}) => {
  for (const language of TAP_LANGUAGES) {
    const anna = await signIn('anna', { at: null });
    const { page } = anna;
    let { tap, taps } = countTaps();
    const records = async () => (await anna.onDevice()).records.length;
    const option = (name: string) => page.getByRole('option').filter({ hasText: name }).first();
    await openToday(anna, veld.url, language);

    await tap(observeButton(page, language));
    await expect(page.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('erith');
    await tap(option('Erithacus rubecula'));
    await expect(save(page, language)).toBeInViewport();
    await tap(save(page, language));
    await expect(savedLine(page, language)).toBeInViewport();
    expect([taps(), await records()]).toEqual([3, 1]);

    ({ tap, taps } = countTaps());
    await expect(page.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('turdus mer');
    await tap(option('Turdus merula'));
    await tap(save(page, language));
    await expect.poll(records).toBe(2);
    expect(taps()).toBe(2);

    ({ tap, taps } = countTaps());
    await tap(page.getByRole('button', { name: say(language, 'recording:saved.one_more', { count: 2 }) }));
    await expect(savedLine(page, language)).toContainText('2');
    expect([taps(), await records()]).toEqual([1, 2]);
    await page.context().close();
  }
});

/** How many suggestions a person sees above the keyboard, which leaves `height` pixels. */
const suggestionsAbove = (page: Page, height: number) =>
  page
    .locator('[data-suggestions] button')
    .evaluateAll(
      (rows, limit) => rows.map((row) => row.getBoundingClientRect()).filter(({ top, bottom }) => top >= 0 && bottom <= limit).length,
      height,
    );

test('the field and three suggestions are above the keyboard, on small phones, with large text, on a journey, with a hint', async ({
  signIn,
  veld,
}) => {
  const anna = await signIn('anna', { at: null });
  const { page, context } = anna;
  await openToday(anna, veld.url, 'en');
  // A journey is running; the hint about journeys or the place is shown to whoever is new.
  await page.goto('/my-journeys/new');
  await page
    .getByRole('button', { name: say('en', 'journeys:start.start') })
    .first()
    .tap();
  await context.setOffline(false);
  for (const language of process.env.VELD_LONG === '1' ? LANGUAGES : share(LANGUAGES, 3, 1)) {
    await openToday(anna, veld.url, language);
    for (const [width, height, text] of [
      [320, 284, '100%'],
      [390, 422, '100%'],
      [320, 300, '200%'],
      [390, 422, '200%'],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto('/observe');
      await page.evaluate((size) => (document.documentElement.style.fontSize = size), text);
      await page.getByRole('combobox').blur();
      await page.getByRole('combobox').focus();
      const size = `${language}, ${width} x ${height} px, text ${text}`;
      await expect(page.getByRole('combobox'), size).toBeInViewport({ ratio: 1 });
      await expect.poll(() => suggestionsAbove(page, height), size).toBeGreaterThanOrEqual(3);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), size).toBeLessThanOrEqual(0);
    }
    await page.evaluate(() => (document.documentElement.style.fontSize = ''));
    await page.setViewportSize(PHONE.viewport);
  }
});
