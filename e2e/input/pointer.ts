import { expect, type Locator, type Page } from '@playwright/test';

export interface Point {
  x: number;
  y: number;
}

/** A finger as the browser gets it from a touch screen, so that it decides itself what is a scroll and what is a tap. */
export async function fingerOn(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  let at: Point = { x: 0, y: 0 };
  const moveTo = async (to: Point) => {
    const from = at;
    for (let step = 1; step <= 10; step++) {
      at = { x: from.x + ((to.x - from.x) * step) / 10, y: from.y + ((to.y - from.y) * step) / 10 };
      await touch('touchMove', [at]);
    }
  };
  const press = async (on: Point) => {
    at = on;
    await touch('touchStart', [at]);
  };
  return {
    moveTo,
    lift: () => touch('touchEnd', []),
    /** Rests until it has lifted what it lies on. */
    longPress: async (on: Point) => {
      await press(on);
      await expect(page.locator('[data-dnd-dragging]')).toBeVisible();
    },
    swipe: async (from: Point, to: Point) => {
      await press(from);
      await moveTo(to);
      await touch('touchEnd', []);
    },
  };
}

export function findCentre(box: { x: number; y: number; width: number; height: number }): Point {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export async function drag(page: Page, from: Locator, to: Point): Promise<void> {
  const { x, y } = findCentre(await measureBox(from));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
}

/** The bounding box of an element, once it no longer moves. */
export async function measureBox(found: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  await found.scrollIntoViewIfNeeded();
  let before = '';
  await expect
    .poll(async () => {
      const now = JSON.stringify(await found.boundingBox());
      const isStill = now === before;
      before = now;
      return isStill;
    })
    .toBe(true);
  return (await found.boundingBox())!;
}
