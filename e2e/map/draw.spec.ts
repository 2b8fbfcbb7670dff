import type { Page } from '@playwright/test';
import type { SavedPlace } from '@veld/contract';
import { expect, PHONE, type SignedIn, test } from '../fixtures.ts';
import { measureBox, fingerOn, type Point } from '../input/pointer.ts';
import { awaitInstalled } from '../installed.ts';
import { timeLimit } from '../time-limit.ts';
import type { RunningVeld } from '../server.ts';
import { en } from '../words.ts';

test.use({ opensForm: false });

const dialogOn = (page: Page) => page.getByRole('dialog', { name: en('geo:draw.title') });
const mapOn = (page: Page) => dialogOn(page).locator('[data-map]');
const awaitMap = (page: Page) => expect(mapOn(page)).toHaveAttribute('data-map', 'idle', { timeout: timeLimit(60_000) });
const points = (page: Page, number: number) => dialogOn(page).getByText(en('geo:draw.points', { number }));

/** The shapes of the person's saved places on the server. */
async function savedShapes(veld: RunningVeld, { account }: SignedIn): Promise<(string | undefined)[]> {
  const answer = await fetch(`${veld.url}/api/settings/locations`, { headers: { authorization: `Bearer ${account.token}` } });
  return ((await answer.json()) as { data: SavedPlace[] }).data.map(
    ({ geometry }) => geometry?.type + ` ${geometry?.coordinates.flat().length}`,
  );
}

/** Without a connection, the drawn place is still there after a reload; with one, it is sent. */
async function expectKept({ page, context }: SignedIn): Promise<void> {
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Pond' })).toBeVisible();
  await expect(page.getByText(/^Area, [\d,.]+\sha$/)).toBeVisible();
  await context.setOffline(false);
}

test('an area is drawn by taps, its points are dragged and removed, and it is kept without a connection', async ({ anna, veld }) => {
  const { page, context } = anna;
  await page.goto('/settings/my-locations');
  await awaitInstalled(page);
  await context.setOffline(true);
  await page
    .getByRole('button', { name: en('settings:places.add') })
    .first()
    .click();
  await page.getByLabel(en('settings:places.name'), { exact: true }).fill('Pond');
  await page.getByRole('button', { name: en('geo:draw.open') }).click();
  await awaitMap(page);
  const { x, y, width, height } = await measureBox(mapOn(page));
  const middle: Point = { x: x + width / 2, y: y + height / 2 };
  const tap = (dx: number, dy: number) => page.mouse.click(middle.x + dx, middle.y + dy);
  const use = dialogOn(page).getByRole('button', { name: en('geo:draw.use') });

  await tap(-90, -60);
  await tap(90, 60);
  await expect(dialogOn(page).getByText(en('geo:draw.fault.few_area'))).toBeVisible();
  await tap(90, -60);
  await tap(-90, 60);
  await expect(points(page, 4)).toBeVisible();
  await expect(dialogOn(page).getByText(en('geo:draw.fault.crossing'))).toBeVisible();
  await expect(use).toBeDisabled();

  const drag = async (from: [number, number], to: [number, number]) => {
    await page.mouse.move(middle.x + from[0], middle.y + from[1]);
    await page.mouse.down();
    await page.mouse.move(middle.x + to[0], middle.y + to[1], { steps: 8 });
    await page.mouse.up();
  };
  await drag([90, 60], [0, -90]);
  await expect(dialogOn(page).getByText(en('geo:draw.fault.crossing'))).toHaveCount(0);
  await expect(use).toBeEnabled();
  await dialogOn(page)
    .getByRole('button', { name: en('common:action.undo') })
    .click();
  await expect(use).toBeDisabled();
  // A tap on it chooses it, and it is removed.
  await tap(90, 60);
  await expect(dialogOn(page).getByText(en('geo:draw.point', { number: 2, total: 4 }))).toBeVisible();
  await dialogOn(page)
    .getByRole('button', { name: en('geo:draw.remove') })
    .click();
  await expect(points(page, 3)).toBeVisible();

  // Escape leaves the form, and the drawing is still there.
  await page.keyboard.press('Escape');
  await expect(dialogOn(page)).toHaveCount(0);
  await page.getByRole('button', { name: en('geo:draw.open') }).click();
  await expect(points(page, 3)).toBeVisible();
  await use.click();
  await page.getByRole('button', { name: en('settings:places.save') }).click();
  await expect(page.getByRole('heading', { name: 'Pond' })).toBeVisible();
  await expectKept(anna);
  await expect.poll(() => savedShapes(veld, anna)).toEqual(['Polygon 4']);

  // The map shows it, and a tap on it there opens its page.
  await page.getByRole('link', { name: /^Map of 1 saved place/ }).click();
  const map = page.locator('[data-map]');
  await expect(map).toHaveAttribute('data-map', 'idle', { timeout: timeLimit(60_000) });
  const box = await measureBox(map);
  await page.mouse.click(box.x + box.width / 2 + 40, box.y + box.height / 2);
  await expect(page.getByRole('heading', { level: 1, name: 'Pond' })).toBeVisible();
});

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: element } = document;
      return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim();
    });
  for (let times = 0; times < 100; times++) {
    await page.keyboard.press('Tab');
    if ((await focused()).startsWith(name)) return;
  }
  throw new Error(`Tab never came to "${name}"`);
}

test('an area is drawn with the keyboard alone', async ({ anna, veld }) => {
  const { page, context } = anna;
  await page.goto('/settings/my-locations');
  await awaitInstalled(page);
  await context.setOffline(true);
  await expect(page.getByRole('button', { name: en('settings:places.add') }).first()).toBeVisible();
  await tabTo(page, en('settings:places.add'));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(en('settings:places.name'), { exact: true })).toBeFocused();
  await page.keyboard.type('Pond');
  await tabTo(page, en('geo:draw.open'));
  await page.keyboard.press('Enter');
  await awaitMap(page);
  await tabTo(page, en('geo:draw.title'));
  for (const [number, keys] of [[], ['ArrowRight'], ['ArrowDown'], ['ArrowLeft', 'ArrowLeft']].entries()) {
    for (const key of keys) {
      await page.keyboard.press(key);
      await awaitMap(page);
    }
    await page.keyboard.press('Enter');
    await expect(points(page, number + 1)).toBeVisible();
  }
  await page.keyboard.press('Backspace');
  await expect(points(page, 3)).toBeVisible();

  // The first point is moved to where the map is moved to.
  await tabTo(page, en('geo:draw.next'));
  await page.keyboard.press('Enter');
  await awaitMap(page);
  await expect(dialogOn(page).getByText(en('geo:draw.point', { number: 1, total: 3 }))).toBeVisible();
  await tabTo(page, en('geo:draw.title'));
  await page.keyboard.press('ArrowUp');
  await awaitMap(page);
  const size = await dialogOn(page).getByText(/ha$/).textContent();
  await tabTo(page, en('geo:draw.move'));
  await page.keyboard.press('Enter');
  await expect(dialogOn(page).getByText(/ha$/)).not.toHaveText(size!);
  await tabTo(page, en('geo:draw.use'));
  await page.keyboard.press('Enter');
  await expect(dialogOn(page)).toHaveCount(0);
  // The focus is in the form again.
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true);
  await tabTo(page, en('settings:places.save'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Pond' })).toBeVisible();
  await expectKept(anna);
  await expect.poll(() => savedShapes(veld, anna)).toEqual(['Polygon 4']);
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a finger drags a point of an area, and the map stays where it is', async ({ anna: { page } }) => {
    await page.goto('/settings/my-locations');
    await page
      .getByRole('button', { name: en('settings:places.add') })
      .first()
      .click();
    await page.getByRole('button', { name: en('geo:draw.open') }).click();
    await awaitMap(page);
    const { x, y, width, height } = await measureBox(mapOn(page));
    const at = (dx: number, dy: number): Point => ({ x: x + width / 2 + dx, y: y + height / 2 + dy });
    const tap = (dx: number, dy: number) => page.touchscreen.tap(at(dx, dy).x, at(dx, dy).y);
    const finger = await fingerOn(page);
    const size = dialogOn(page).getByText(/ha$/);

    await tap(-70, -50);
    await tap(70, -50);
    await tap(0, 60);
    await expect(points(page, 3)).toBeVisible();
    const drawn = (await size.textContent())!;
    // A fingertip is not exactly on the point.
    await finger.swipe(at(62, -42), at(110, -90));
    await expect(size).not.toHaveText(drawn);
    await expect(points(page, 3)).toBeVisible();
    // The map stayed where it was: so did the other points.
    await tap(-70, -50);
    await expect(dialogOn(page).getByText(en('geo:draw.point', { number: 1, total: 3 }))).toBeVisible();
  });
});
