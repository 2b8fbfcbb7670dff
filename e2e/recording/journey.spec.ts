import { listJourneyChanges, listJourneyPoints, type OwnJourney, type OwnObservation } from '@veld/contract';
import type { BrowserContext, Page } from '@playwright/test';
import { call } from '../../seed/api.ts';
import { expect, PHONE, test } from '../fixtures.ts';
import { pickTaxon, saveRecord } from '../record-form.ts';
import { en } from '../words.ts';

test.use({ ...PHONE, opensForm: false, permissions: ['geolocation'] });

/** A receiver that reports where the test says, to whoever watches. */
async function fakeReceiver(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const watches = new Map<number, PositionCallback>();
    let last = 0;
    const geolocation = {
      watchPosition: (success: PositionCallback) => {
        watches.set(++last, success);
        return last;
      },
      clearWatch: (id: number) => void watches.delete(id),
      getCurrentPosition: () => undefined,
    };
    Object.defineProperty(navigator, 'geolocation', { get: () => geolocation });
    Object.assign(window, {
      reportPosition: (latitude: number) => {
        const coords = { latitude, longitude: 5.12, accuracy: 6, altitude: 4, altitudeAccuracy: 9, speed: 1.2, heading: 0 };
        for (const success of watches.values()) success({ coords, timestamp: Date.now() } as unknown as GeolocationPosition);
        return watches.size;
      },
    });
  });
}

/** Walks north: a fix every ten seconds, 11 m apart. Returns the next step. */
async function walk(page: Page, from: number, steps: number): Promise<number> {
  for (let step = from; step < from + steps; step++) {
    const latitude = Number((52.09 + 0.0001 * step).toFixed(4));
    await expect
      .poll(() => page.evaluate((north) => (window as unknown as { reportPosition(at: number): number }).reportPosition(north), latitude))
      .toBeGreaterThan(0);
    await page.context().clock.fastForward(10_000);
  }
  return from + steps;
}

test('a journey with a pause, a kill and its end without a connection arrives once, with its records and a gap', async ({ anna, veld }) => {
  const { page, context, account } = anna;
  await fakeReceiver(context);
  await context.clock.install();
  await page.goto('/my-journeys/new');
  await page.getByRole('button', { name: en('journeys:start.limits_seen') }).click();
  await page.getByLabel(en('journeys:start.add_group')).selectOption('bird');
  await page.getByRole('button', { name: en('journeys:start.start'), exact: true }).click();
  const bar = page.getByRole('region', { name: en('journeys:run.title') });
  await expect(page).toHaveURL(/\/observe$/);
  await context.clock.fastForward(3000);
  await expect(bar).toBeVisible();

  let step = await walk(page, 0, 12);
  await pickTaxon(page, 'robin', 'European robin');
  await saveRecord(page, 'en');
  await expect(bar.getByText(en('common:count.species_one', { count: 1 }))).toBeVisible();
  await bar.getByRole('button', { name: en('journeys:run.pause') }).click();
  await expect(bar.getByText(en('journeys:run.paused'))).toBeVisible();
  await context.clock.fastForward(400_000);
  await bar.getByRole('button', { name: en('journeys:run.resume') }).click();
  step = await walk(page, step + 20, 8);

  // Killed in the middle of a write, and started again half an hour later.
  await page.evaluate(() => void (window as unknown as { reportPosition(at: number): number }).reportPosition(52.0945));
  await page.close({ runBeforeUnload: false });
  const again = await context.newPage();
  await context.clock.fastForward(1_800_000);
  await again.goto('/');
  await context.clock.fastForward(3000);
  const barAgain = again.getByRole('region', { name: en('journeys:run.title') });
  await barAgain.getByRole('button', { name: en('journeys:run.go_on') }).click();
  step = await walk(again, step + 60, 6);

  await context.setOffline(true);
  step = await walk(again, step, 5);
  await barAgain.getByRole('button', { name: en('journeys:run.finish') }).click();
  const review = again.getByRole('dialog', { name: en('journeys:review.title') });
  await review.getByText(en('journeys:review.yes'), { exact: true }).click();
  await review.getByRole('radio', { name: en('journeys:sharing.cells') }).check();
  await review.getByRole('button', { name: en('journeys:review.save') }).click();
  await expect(review).toHaveCount(0);
  await expect(barAgain).toHaveCount(0);
  await context.setOffline(false);
  await expect
    .poll(async () => {
      await context.clock.fastForward(60_000);
      return (await anna.onDevice()).outbox;
    })
    .toEqual([]);

  const { data } = await call(veld.url, listJourneyChanges, {}, account.token);
  const [journey] = data as OwnJourney[];
  expect(data).toHaveLength(1);
  expect(journey).toMatchObject({ protocol: 'travelling', complete_groups: [{ group: 'bird', is_complete: true }], sharing: 'cells' });
  expect(journey!.ended_at).not.toBeNull();
  const points = (await call(veld.url, listJourneyPoints, { params: { id: journey!.id } }, account.token)).data;
  const north = points.map(({ latitude }) => latitude);
  expect(north).toEqual(north.toSorted((one, other) => one - other));
  expect(new Set(north).size).toBe(points.length);
  // The one that was being written may be stored or not.
  expect([31, 32]).toContain(points.length);
  expect(new Set(points.map(({ segment }) => segment)).size).toBe(3);
  const [record] = (await anna.stored()) as OwnObservation[];
  expect(record).toMatchObject({ journey_id: journey!.id, location_source: 'gps' });
});
