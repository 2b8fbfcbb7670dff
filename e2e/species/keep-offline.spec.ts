import { expect, test } from '../fixtures.ts';
import { awaitInstalled } from '../installed.ts';
import { en } from '../words.ts';

const ROBIN = 1184;
const ROBIN_NAME = 'European robin';
/** A WebP of one pixel. */
const PIXEL = 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==';
const COUNT = 100;

test.use({ opensForm: false });

/** Pictures are those of this test, because a new server has none; everything else is the server's. */
test('a country is kept offline, also when the page is killed in the middle', async ({ anna }) => {
  const { page, context } = anna;
  let isHeld = true;
  const asked: number[] = [];
  await context.route('**/api/taxonomy/pictures/NL', (route) =>
    route.fulfill({
      json: {
        data: { pictures: Array.from({ length: COUNT }, (_, at) => ({ id: ROBIN + at, version: 'v1', bytes: 34 })), text_bytes: 50_000 },
      },
    }),
  );
  await context.route('**/api/taxonomy/pictures?**', async (route) => {
    const ids = new URL(route.request().url()).searchParams.get('ids')!.split(',').map(Number);
    // The second batch never arrives before the page is killed.
    if (isHeld && asked.length > 0) return;
    asked.push(...ids);
    await route.fulfill({ json: { data: { pictures: ids.map((id) => ({ id, version: 'v1', image: PIXEL })) } } });
  });

  await page.goto('/knowledge?view=offline&country=NL');
  await awaitInstalled(page);
  await page.getByRole('button', { name: en('knowledge:offline.keep'), exact: true }).click();
  await expect(page.getByText(/^40 of 100 pictures/)).toBeVisible();
  await page.close();
  isHeld = false;

  const again = await context.newPage();
  await again.goto('/knowledge?view=offline&country=NL');
  await expect(again.getByText(/^Kept: 100 pictures/)).toBeVisible();
  expect(asked.toSorted((one, other) => one - other)).toEqual(Array.from({ length: COUNT }, (_, at) => ROBIN + at));

  await context.setOffline(true);
  await again
    .getByRole('link', { name: en('common:screens.knowledge') })
    .first()
    .click();
  await again.getByRole('searchbox').fill(ROBIN_NAME);
  await again
    .getByRole('link', { name: new RegExp(ROBIN_NAME) })
    .first()
    .click();
  await expect(again.getByRole('heading', { level: 1, name: ROBIN_NAME })).toBeVisible();
  // The text about the species, and the service worker's pictures in the kept size and in its place in a larger one.
  await expect(again.getByText(/^Face and breast are orange-red/)).toBeVisible();
  for (const size of [128, 512])
    expect(
      await again.evaluate(async (wanted) => (await fetch(`/api/taxon/1184/image?size=${wanted}`)).headers.get('x-picture-version'), size),
    ).toBe('v1');
  expect(await again.evaluate(async () => (await fetch('/api/taxon/1999/image?size=128').catch(() => null))?.status ?? null)).toBeNull();
});
