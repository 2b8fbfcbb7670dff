import type { Page } from '@playwright/test';
import type { Language } from '@veld/contract';
import { PASSWORD, people } from '../../seed/world.ts';
import { follow } from '../device.ts';
import { expect } from '../fixtures.ts';
import { putSession } from '../session.ts';
import { timeLimit } from '../time-limit.ts';
import { say } from '../words.ts';

/** The narrowest phone that is supported, and text at 200 %. */
export const SIZES = [
  { name: '320 px', width: 320, text: '' },
  { name: '320 px and 200 % text', width: 320, text: '200%' },
  { name: '200 % text', width: 390, text: '200%' },
] as const;
/** Enough for a thumbnail; large photos take seconds to draw and to resize. */
export const PHOTO_WIDTH = 400;

/** Shows the page at a width in pixels, and with text of a size such as `200%`; changes only what is different. */
export async function setSize(page: Page, width: number, text: string): Promise<void> {
  const now = page.viewportSize();
  if (now?.width !== width || now.height !== 740) await page.setViewportSize({ width, height: 740 });
  await drawn(page, text);
}

/** Shows Today to a person of the demo world, in their language, which is returned: the app loads the page again when it is another one. */
export async function logInAs(page: Page, url: string, key: string): Promise<Language> {
  const { email, language } = people.find((person) => person.key === key)!;
  await putSession(page, url, { email, password: PASSWORD });
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  return language;
}

/** Waits until Anna's records are on the device. */
export async function fetched(page: Page): Promise<void> {
  await page.goto('/my-journeys');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByText(say('nl', 'common:sync.all_synced')).first()).toBeAttached();
}

/**
 * Returns functions that open a path as the first page or, faster, as a link of the app does. They wait for the heading, and then until
 * no request is running and the page is drawn; not for long, because some screens poll.
 */
export function opener(page: Page): Record<'open' | 'openInApp', (path: string) => Promise<void>> {
  let running = 0;
  let started = 0;
  page.on('request', () => {
    running += 1;
    started += 1;
  });
  const ended = () => (running -= 1);
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  const settle = async () => {
    // On a busy machine, the code of a screen arrives late.
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
    const limit = Date.now() + timeLimit(3_000);
    let before: number;
    let isDrawn: boolean;
    do {
      before = started;
      // The app loads the page again when the person's language is not the one shown.
      isDrawn = await drawn(page)
        .then(() => drawn(page))
        .then(
          () => true,
          () => false,
        );
    } while ((!isDrawn || running > 0 || started !== before) && Date.now() < limit);
  };
  return {
    async open(path) {
      running = 0;
      await page.goto(path);
      await settle();
    },
    async openInApp(path) {
      await follow(page, path);
      await settle();
    },
  };
}

/** Waits until the page has not changed for a few frames, after setting the size of its text if that is given. */
export async function drawn(page: Page, text?: string): Promise<void> {
  await page.evaluate(async (fontSize) => {
    const { style } = document.documentElement;
    if (fontSize !== undefined && style.fontSize !== fontSize) style.fontSize = fontSize;
    await document.fonts.ready;
    let unchanged = 0;
    const observer = new MutationObserver(() => (unchanged = 0));
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    // At most a second, because a screen may show the time.
    for (let frame = 0; frame < 60 && unchanged < 5; frame++) {
      await new Promise((done) => requestAnimationFrame(done));
      unchanged += 1;
    }
    observer.disconnect();
  }, text);
}
