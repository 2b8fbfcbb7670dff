import { listJourneyChanges, listJourneyPoints, type OwnJourney } from '@veld/contract';
import type { Locator, Page } from '@playwright/test';
import { call } from '../../seed/api.ts';
import { openProfile } from '../device.ts';
import { expect, PHONE, test } from '../fixtures.ts';
import { killProfileProcesses } from '../kill-processes.ts';
import { openObserve, pickTaxon, saveRecord } from '../record-form.ts';
import { putSession } from '../session.ts';
import { en } from '../words.ts';
import { fakePhone, pointsOn, Walk } from './phone.ts';

const OPTIONS = { ...PHONE, permissions: ['geolocation'] };
test.use({ ...OPTIONS, opensForm: false });

const RECORDS = 40;

/** Yesterday at nine or ten in Amsterdam: a journey that goes on past midnight is asked about. */
function yesterdayMorning(): number {
  const time = new Date();
  time.setUTCDate(time.getUTCDate() - 1);
  return time.setUTCHours(8, 0, 0, 0);
}

const barOf = (page: Page): Locator => page.getByRole('region', { name: en('journeys:run.title') });

/** A record made with the form, at the position of the device. */
async function recordOne(page: Page, typed: string, name: string): Promise<void> {
  await openObserve(page, 'en');
  await pickTaxon(page, typed, name);
  await saveRecord(page, 'en');
}

/** Records of individuals that a tally counts, each as its own. */
async function tally(page: Page, count: number): Promise<void> {
  await page.evaluate(() => {
    history.pushState(null, '', '/observe/tally');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  const tile = page.locator('[data-plus]').first();
  await expect(tile).toBeVisible();
  await page.getByRole('button', { name: en('tally:more'), exact: true }).click();
  await page.getByRole('switch', { name: en('tally:each') }).click();
  await expect(page.getByRole('switch', { name: en('tally:each') })).toBeChecked();
  await page.keyboard.press('Escape');
  await tile.evaluate((button, times) => {
    for (let one = 0; one < times; one++) (button as HTMLElement).click();
  }, count);
  await expect(tile).toContainText(en('tally:increase', { total: count }));
  await page.getByRole('button', { name: en('tally:save'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: en('tally:saved_other', { count }) })).toBeVisible();
}

test('two hours with pauses, kills, lost signal and a changed clock arrive once, and are equal on a second device', async ({
  anna,
  veld,
  installedDevice,
}) => {
  const { account, device } = anna;
  const walk = new Walk(account.user.id);
  let { page } = anna;
  let { clock } = page.context();
  const timeOf = () => page.evaluate(() => Date.now());
  /**
   * Kills the browser, and starts it and the app again at a time `minutes` after `time`, in which the person has walked on. It asks
   * about a gap that it knows.
   */
  const kill = async (time: number, minutes: number, { asks = false, isOffline = false } = {}) => {
    killProfileProcesses(device.profile!);
    await page
      .context()
      .close()
      .catch(() => undefined);
    const { problems } = device;
    Object.assign(device, await openProfile(device.profile!, veld.url, OPTIONS));
    device.problems.push(...problems);
    page = device.page;
    ({ clock } = page.context());
    await fakePhone(page.context());
    await clock.install({ time: time + minutes * 60_000 });
    await page.context().setOffline(isOffline);
    walk.away(minutes);
    await page.goto('/');
    await clock.fastForward(3000);
    if (asks)
      await barOf(page)
        .getByRole('button', { name: en('journeys:run.go_on') })
        .click();
  };

  await fakePhone(page.context());
  await clock.install({ time: yesterdayMorning() });
  await page.goto('/my-journeys/new');
  await page.getByRole('button', { name: en('journeys:start.limits_seen') }).click();
  await page.getByText(en('journeys:start.more')).click();
  await page.getByLabel(en('journeys:start.add_group')).selectOption('bird');
  await page.getByRole('button', { name: en('journeys:start.start'), exact: true }).click();
  await expect(page).toHaveURL(/\/journey\/[0-9a-f-]{36}$/);
  await clock.fastForward(3000);
  await expect(barOf(page)).toBeVisible();
  const began = await timeOf();

  await walk.go(page, 20);
  await recordOne(page, 'robin', 'European robin');
  await expect(barOf(page).getByText(en('common:count.species_one', { count: 1 }))).toBeVisible();
  await barOf(page)
    .getByRole('button', { name: en('journeys:run.pause') })
    .click();
  await expect(barOf(page).getByText(en('journeys:run.paused'))).toBeVisible();
  await clock.fastForward(8 * 60_000);
  walk.away(8);
  await barOf(page)
    .getByRole('button', { name: en('journeys:run.resume') })
    .click();
  await walk.go(page, 14);

  // Killed in the middle of writing: of the positions that came at once, the first is stored.
  const time = await timeOf();
  const rushed = await walk.rush(page, 5);
  await kill(time, 7, { asks: true });
  const kept = (await pointsOn(page, account.user.id)).slice(walk.stored.length).map(({ latitude }) => latitude);
  expect(kept, 'nothing of the write that was cut').toEqual(rushed.slice(0, 1));
  walk.stored.push(...kept);
  await walk.go(page, 14);

  // No signal among high trees, and then back where there is one.
  await clock.fastForward(6 * 60_000);
  walk.away(6);
  await walk.go(page, 12);
  await kill(await timeOf(), 1);
  await walk.go(page, 8);

  // Somebody sets the clock back by half an hour.
  await clock.setSystemTime((await timeOf()) - 30 * 60_000);
  await walk.go(page, 8);
  await tally(page, RECORDS - 2);

  await page.context().setOffline(true);
  await walk.go(page, 6);
  // By the clock that was set back, no time has passed since the last point.
  await kill(await timeOf(), 5, { isOffline: true });
  await walk.go(page, 10);
  await recordOne(page, 'kingf', 'Common kingfisher');
  await barOf(page)
    .getByRole('button', { name: en('journeys:run.finish') })
    .click();
  const review = page.getByRole('dialog', { name: en('journeys:review.title') });
  await review.getByText(en('journeys:review.yes'), { exact: true }).click();
  await review.getByRole('radio', { name: en('journeys:sharing.cells') }).check();
  await review.getByRole('button', { name: en('journeys:review.save') }).click();
  await expect(review).toHaveCount(0);
  await expect(barOf(page)).toHaveCount(0);

  await page.context().setOffline(false);
  await expect
    .poll(async () => {
      await clock.fastForward(60_000);
      return (await anna.onDevice()).outbox;
    })
    .toEqual([]);
  const mine = await pointsOn(page, account.user.id);
  expect(
    mine.map(({ latitude }) => latitude),
    'none lost, repeated or out of order',
  ).toEqual(walk.stored);
  const times = mine.map(({ t }) => t!);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(times.at(-1)! - began).toBeGreaterThan(90 * 60_000);
  // The pause, two kills and the lost signal are gaps; the short kill is not.
  expect(new Set(mine.map(({ segment }) => segment)).size).toBe(5);

  const { data } = await call(veld.url, listJourneyChanges, {}, account.token);
  const [journey] = data as OwnJourney[];
  expect(data).toHaveLength(1);
  expect(journey).toMatchObject({ protocol: 'travelling', complete_groups: [{ group: 'bird', is_complete: true }], sharing: 'cells' });
  expect(journey!.ended_at).not.toBeNull();
  expect((await call(veld.url, listJourneyPoints, { params: { id: journey!.id } }, account.token)).data).toEqual(mine);
  const records = await anna.stored();
  expect(records).toHaveLength(RECORDS);
  expect(new Set(records.map(({ journey_id }) => journey_id))).toEqual(new Set([journey!.id]));
  const unplaced = records.filter(({ latitude }) => latitude === null).map(({ observed_time, taxon }) => `${taxon?.name} ${observed_time}`);
  expect(unplaced, 'all have a place').toEqual([]);

  const second = await installedDevice();
  await putSession(second.page, veld.url, account);
  await second.page.goto(`/journey/${journey!.id}`);
  await expect(second.page.getByRole('slider', { name: en('journeys:elevation.title') })).toBeVisible();
  await expect.poll(() => pointsOn(second.page, account.user.id)).toEqual(mine);
});
