import type { BrowserContext, Page } from '@playwright/test';

/** Longer than an answer of the server counts as fresh, and than a page waits before it asks again by itself. */
export const ANSWER_MS = 31_000;

/** Runs in the page before its own scripts. */
function advance(ms: number): void {
  const now = Date.now.bind(Date);
  Date.now = () => now() + ms;
}

/** Sets the clock of a page, or of all pages, further from the next load on, in addition to what was set before. Timers run as before. */
export async function advanceClock(device: BrowserContext | Page, ms: number): Promise<void> {
  await device.addInitScript(advance, ms);
}

/** Loads the page again as if half a minute had passed, so that it asks the server again for what it shows. */
export async function reloadLater(page: Page): Promise<void> {
  await advanceClock(page, ANSWER_MS);
  await page.reload();
}

/** The day on the devices of the specs, YYYY-MM-DD; in the last hours of a day in UTC, it is already the next one. */
export function todayOnDevice(): string {
  // The Swedish form of a date is YYYY-MM-DD.
  return new Date().toLocaleDateString('sv', { timeZone: 'Europe/Amsterdam' });
}
