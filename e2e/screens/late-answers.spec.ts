import type { Page, Route } from '@playwright/test';
import { seed } from '../../seed/world.ts';
import { follow } from '../device.ts';
import { expect, PHONE, test } from '../fixtures.ts';
import { timeLimit } from '../time-limit.ts';
import { drawn, fetched, logInAs, PHOTO_WIDTH } from './layout.ts';
import { demoVisits } from './visits.ts';

// The demo data need a server of their own.
test.use({ ...PHONE, server: 'own' });

/**
 * Screens whose empty state is true without an answer: their address names nothing, they begin empty, or the device knows the role, what it
 * has and what waits on it.
 */
const TRUE_WITHOUT_ANSWER = new Set(['dashboard', 'feedback', 'forbidden', 'observe.photos', 'outbox', 'storage', 'validate.validators']);

/** Screens that show only the user's own records and places, which a device has or waits for. */
const OWN = new Set(['knowledge', 'settings.my_location', 'settings.my_locations', 'statistics']);

/** Holds every answer of the server back until released. */
async function holdAnswers(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHeld = true;
  await page.route('**/api/**', (route) => {
    if (isHeld) held.push(route);
    else void route.continue();
  });
  return async () => {
    isHeld = false;
    await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
    await page.unroute('**/api/**');
  };
}

/** What a screen claims that only an answer can tell: that there is nothing, and a count of zero. */
async function findClaims(page: Page): Promise<string[]> {
  return page.locator('main').evaluate((main) => {
    const isSeen = (element: Element | null) => element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ?? false;
    const empty = [...main.querySelectorAll('[data-empty-state]')]
      .filter(isSeen)
      .map((state) => `says "${(state as HTMLElement).innerText}"`);
    const zeros: string[] = [];
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { textContent, parentElement } = texts.currentNode;
      // A slider, a counter somebody sets and an axis begin at zero without claiming anything.
      if (!isSeen(parentElement) || parentElement!.closest('svg, button, input, label, output, [role="slider"], [role="spinbutton"]'))
        continue;
      if (/(^|\s)0(?=$|[\s%])/.test(textContent!)) zeros.push(`says "${parentElement!.closest('p, li, dd, td, div')!.textContent.trim()}"`);
    }
    return [...empty, ...zeros];
  });
}

for (const state of ['of a device that has its records', 'of a device that has none yet'] as const)
  test(`no screen ${state} shows a zero or that there is nothing before the server has answered`, async ({ veld, installedDevice }) => {
    const screens = await demoVisits(veld.url, await seed(veld.url, { photoWidth: PHOTO_WIDTH }));
    const isNew = state.endsWith('yet');
    const visits = screens.filter(({ as, name }) => as === 'person' && !TRUE_WITHOUT_ANSWER.has(name) && (isNew || !OWN.has(name)));
    test.setTimeout(timeLimit(60_000 + visits.length * 15_000));
    const { page } = await installedDevice({ reducedMotion: 'reduce' });
    if (isNew) await page.route('**/api/**/changes**', () => undefined);
    await logInAs(page, veld.url, 'anna');
    if (!isNew) await fetched(page);
    const faults: string[] = [];
    for (const { name, path } of visits) {
      await page.goto('/app-update');
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
      const release = await holdAnswers(page);
      await follow(page, path);
      await expect(page.locator('[data-opening]')).toHaveCount(0);
      await drawn(page);
      await drawn(page);
      faults.push(...(await findClaims(page)).map((claim) => `${name} ${claim}`));
      await release();
    }
    expect(faults).toEqual([]);
  });
