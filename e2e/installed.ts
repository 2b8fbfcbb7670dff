import type { Page } from '@playwright/test';
import { expect, patience } from './patience.ts';

/** Waits until the app is on the device: its service worker holds the files and serves this page. */
export async function awaitInstalled(page: Page): Promise<void> {
  const isServed = async () => {
    const registration = await navigator.serviceWorker.ready;
    return registration.active?.state === 'activated' && navigator.serviceWorker.controller !== null;
  };
  await page.waitForFunction(isServed, null, { timeout: patience(120_000) });
}

/** An update of the taxonomy as the device records it. */
export interface TaxonomyProgress {
  taxonomyType: 'global' | 'country';
  state: string;
  page: number;
  progress: number;
  total: number;
  mainLanguage: string;
}

/** The updates of the taxonomy, read from the disk and past the app. */
export function taxonomyProgress(page: Page): Promise<TaxonomyProgress[]> {
  return page.evaluate(
    () =>
      new Promise<TaxonomyProgress[]>((done) => {
        const asked = indexedDB.open('veld-taxonomy');
        // Not made by the app yet, and not to be made here.
        asked.onupgradeneeded = () => asked.transaction!.abort();
        asked.onerror = () => done([]);
        asked.onsuccess = () => {
          const all = asked.result.transaction('progress').objectStore('progress').getAll();
          all.onsuccess = () => {
            asked.result.close();
            done(all.result as TaxonomyProgress[]);
          };
        };
      }),
  );
}

/** Waits until both copies of the taxonomy, of the world and of the country, are whole. */
export async function awaitTaxonomy(page: Page): Promise<void> {
  await expect
    .poll(async () => (await taxonomyProgress(page)).map((one) => `${one.taxonomyType} ${one.state}`).toSorted(), {
      timeout: patience(120_000),
    })
    .toEqual(['country finished', 'global finished']);
}
