import type { Page } from '@playwright/test';
import { expect, timeLimit } from './time-limit.ts';

/** Waits until the app is installed: its service worker is active and controls this page. */
export async function awaitInstalled(page: Page): Promise<void> {
  const isControlled = async () => {
    const registration = await navigator.serviceWorker.ready;
    return registration.active?.state === 'activated' && navigator.serviceWorker.controller !== null;
  };
  await page.waitForFunction(isControlled, null, { timeout: timeLimit(120_000) });
}

/** The state of a taxonomy update, as the device stores it. */
export interface TaxonomyProgress {
  taxonomyType: 'global' | 'country';
  state: string;
  page: number;
  progress: number;
  total: number;
  mainLanguage: string;
}

/** The states of the taxonomy updates, read through IndexedDB without the app; empty before the app has made its database. */
export function taxonomyProgress(page: Page): Promise<TaxonomyProgress[]> {
  return page.evaluate(
    () =>
      new Promise<TaxonomyProgress[]>((done) => {
        const request = indexedDB.open('veld-taxonomy');
        // The app has not made its database yet; an empty one made here would be in its way.
        request.onupgradeneeded = () => request.transaction!.abort();
        request.onerror = () => done([]);
        request.onsuccess = () => {
          const all = request.result.transaction('progress').objectStore('progress').getAll();
          all.onsuccess = () => {
            request.result.close();
            done(all.result as TaxonomyProgress[]);
          };
        };
      }),
  );
}

/** Waits until both copies of the taxonomy, global and country, are complete. */
export async function awaitTaxonomy(page: Page): Promise<void> {
  await expect
    .poll(async () => (await taxonomyProgress(page)).map((one) => `${one.taxonomyType} ${one.state}`).toSorted(), {
      timeout: timeLimit(120_000),
    })
    .toEqual(['country finished', 'global finished']);
}
