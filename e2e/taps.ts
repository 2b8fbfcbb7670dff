import type { Locator } from '@playwright/test';
import { type Language, patchPreferences } from '@veld/contract';
import { turn } from '../scripts/test-run/share.mjs';
import { call } from '../seed/api.ts';
import { expect, type SignedIn } from './fixtures.ts';

/** The languages in which the taps of a job are counted, by turns in `npm test`. */
export const TAP_LANGUAGES = turn(['en', 'de', 'nl'] as const satisfies Language[], 3);

/** Opens a path of the app in a person's language, which the device may have to load. */
export async function openInLanguage({ page, account }: SignedIn, url: string, language: Language, path = '/'): Promise<void> {
  if (language !== 'en') await call(url, patchPreferences, { body: { language } }, account.token);
  // A page of the same origin in which the app does not run.
  await page.goto('/api/health');
  await page.evaluate((code) => localStorage.setItem('veld-locale', code), language);
  await page.goto(path);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** Taps, and how many there were. */
export function countTaps() {
  let taps = 0;
  return {
    tap: async (target: Locator) => {
      taps += 1;
      await target.tap();
    },
    taps: () => taps,
  };
}
