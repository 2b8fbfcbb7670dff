import type { Page } from '@playwright/test';
import type { Language } from '@veld/contract';
import { expect, PHONE, test } from '../fixtures.ts';
import { accessibilityFaults } from '../screens/accessibility.ts';
import { countTaps, openInLanguage, TAP_LANGUAGES } from '../taps.ts';
import { say } from '../words.ts';
import { fakePhone, Walk } from './phone.ts';

test.use({ ...PHONE, permissions: ['geolocation'], opensForm: false });

const runningIn = (page: Page, language: Language) => page.getByRole('region', { name: say(language, 'journeys:run.title') });

test('a walk starts with two taps from Today, its page is map and list, and elsewhere it is one line of 44 pixels', async ({
  signIn,
  veld,
}) => {
  for (const language of TAP_LANGUAGES) {
    const anna = await signIn('anna', { at: null });
    const { page } = anna;
    await fakePhone(page.context());
    await page.context().clock.install({ time: new Date().setUTCHours(8, 0, 0, 0) });
    const { tap, taps } = countTaps();
    await openInLanguage(anna, veld.url, language);
    // What comes above the link until then moves it away from under a finger.
    await expect(page.getByRole('heading', { name: say(language, 'dashboard:first_steps.title') })).toBeVisible();
    await tap(page.getByRole('main').getByRole('link', { name: say(language, 'common:screens.new_journey'), exact: true }));
    const start = page.getByRole('button', { name: say(language, 'journeys:start.start'), exact: true });
    await expect(start).toBeInViewport({ ratio: 1 });
    await tap(start);
    await expect(page).toHaveURL(/\/journey\/[0-9a-f-]{36}$/);
    expect(taps()).toBe(2);

    const running = runningIn(page, language);
    await new Walk(anna.account.user.id).go(page, 4);
    await expect(page.locator('[data-map="idle"]')).toBeVisible();
    for (const name of [say(language, 'common:nav.observe'), say(language, 'common:screens.tally')])
      await expect(running.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 1 });
    await expect(running.getByRole('button', { name: say(language, 'journeys:run.finish') })).toBeInViewport({ ratio: 1 });
    // One more of a likely species, without leaving the page.
    const row = page
      .getByRole('listitem')
      .filter({ has: page.locator('[data-plus]') })
      .first();
    await row.locator('[data-plus]').tap();
    await expect(row.getByRole('textbox')).toHaveValue('1');
    expect(await accessibilityFaults(page)).toEqual([]);

    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/my-journeys');
      expect((await running.boundingBox())!.height, `${language}, ${width} px`).toBeLessThanOrEqual(44);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${language}, ${width} px`).toBeLessThanOrEqual(
        0,
      );
    }
    await page.context().close();
  }
});
