import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { browserArguments, browserPath } from '../e2e/browser.ts';

/** Starts a browser on the profile in a folder, with a window as wide as a phone. */
export function launchPhone(profile: string, baseURL: string, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    executablePath: browserPath(),
    args: browserArguments,
    baseURL,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    ...options,
  });
}

/** The longest task of the main thread during `act` in milliseconds; 0 if none was as long as 50, from which the browser reports them. */
export async function longestTask(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { tasks });
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
  });
  await act();
  // The report of the last task may follow.
  await page.waitForTimeout(300);
  return page.evaluate(() => Math.max(0, ...(globalThis as unknown as { tasks: number[] }).tasks));
}
