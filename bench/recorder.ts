import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { onDevice } from '../e2e/device-storage.ts';
import { awaitInstalled } from '../e2e/installed.ts';
import { logInOn, makeAccount } from '../e2e/people.ts';
import { awaitNames, openObserve, pickTaxon, saveRecord } from '../e2e/record-form.ts';
import { startVeld } from '../e2e/server.ts';
import { expect } from '../e2e/time-limit.ts';
import { say } from '../e2e/words.ts';
import { launchPhone, longestTask } from './phone.ts';
import { type Measure, median, parseRunOptions, report, round, sized } from './report.ts';

/**
 * The recorder in a real browser on a device with years of records: the time from a tap to suggestions, and the time to save many
 * records at once while online, compared with offline. Needs the built app (`node scripts/build.mjs`).
 */
const OWN = sized(5_000, 100);
const MANY = sized(200, 5);
/** The time in which a tap should show its result. */
const RESPONSE_MS = 100;

const options = parseRunOptions(process.argv.slice(2));
const openings = options.isLong ? 60 : sized(20, 1);
const rounds = options.isLong ? 9 : sized(3, 1);
const log = (line: string) => console.log(`bench  ${line}`);
const rows: Measure[] = [];

log('Starting Veld and a browser ...');
const veld = await startVeld();
const profile = mkdtempSync(join(tmpdir(), 'veld-bench-recorder-'));
const context = await launchPhone(profile, veld.url);
let browser = '';
try {
  browser = `Chromium ${context.browser()?.version() ?? ''}`.trim();
  const anna = await makeAccount(veld.url, 'anna', { language: 'en', country_code: 'NL' });
  const page = await context.newPage();
  await page.goto('/login');
  await logInOn(page, anna.email, 'en');
  await awaitNames(page, 'en', 'blackb', 'Turdus merula');
  await awaitInstalled(page);
  await openObserve(page, 'en');
  await pickTaxon(page, 'robin', 'European robin');
  await saveRecord(page, 'en');
  const isSent = async () => (await onDevice(page, anna.user.id)).outbox.length;
  await expect.poll(isSent, { timeout: 60_000 }).toBe(0);
  log(`${OWN.toLocaleString('en')} records on the device ...`);
  await fill(page, `veld-${anna.user.id}`, OWN);

  await page.goto('/');
  const opened: number[] = [];
  const tallied: number[] = [];
  for (let count = -2; count < openings; count++) {
    const observe = await timeTo(page, '/observe', '[data-suggestions]');
    const tally = await timeTo(page, '/observe/tally', '[data-plus]');
    // The first two also load the code.
    if (count >= 0) opened.push(observe);
    if (count >= 0) tallied.push(tally);
  }
  rows.push(...responseTimes('from the tap to suggestions in the form, ms', opened));
  rows.push(...responseTimes('from the tap to the rows of the tally, ms', tallied));

  const saved = { online: [] as number[], offline: [] as number[] };
  const blocked = { online: [] as number[], offline: [] as number[] };
  for (let count = 0; count < rounds; count++) {
    for (const network of count % 2 === 0 ? (['online', 'offline'] as const) : (['offline', 'online'] as const)) {
      log(`${MANY} records saved ${network} ...`);
      await context.setOffline(network === 'offline');
      const { seconds, longest } = await saveMany(page);
      log(`... in ${round(seconds)} s`);
      saved[network].push(seconds);
      blocked[network].push(longest);
      await context.setOffline(false);
      await expect.poll(isSent, { timeout: 180_000, intervals: [500] }).toBe(0);
    }
  }
  const ratio = median(saved.online.map((value, at) => value / saved.offline[at]!));
  rows.push({
    measure: `${MANY} records of a tally saved while they can be sent, s`,
    at: `${OWN} records on the device`,
    against: 'the same without a network',
    veld: round(median(saved.online)),
    other: round(median(saved.offline)),
    ratio: round(ratio),
    target: 'at most 1.5',
    holds: ratio <= 1.5,
  });
  const longest = median(blocked.online);
  rows.push({
    measure: 'longest task meanwhile, ms',
    at: `${OWN} records on the device`,
    against: 'the same without a network',
    veld: round(longest, 0),
    other: round(median(blocked.offline), 0),
    ratio: null,
    target: `at most ${2 * RESPONSE_MS}`,
    holds: longest <= 2 * RESPONSE_MS,
  });
} finally {
  await context.close();
  rmSync(profile, { recursive: true, force: true });
  await veld.remove();
}
report('recorder', rows, [browser]);

function responseTimes(measure: string, times: readonly number[]): Measure[] {
  const worst = times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.95) - 1]!;
  const of = (kind: string, value: number): Measure => ({
    measure: `${measure}: ${kind}`,
    at: `${OWN} records on the device`,
    against: '',
    veld: round(value, 0),
    other: null,
    ratio: null,
    target: `at most ${RESPONSE_MS}`,
    holds: value <= RESPONSE_MS,
  });
  return [of('median', median(times)), of('p95', worst)];
}

/** Milliseconds from navigation to the paint that shows an element. */
async function timeTo(page: Page, path: string, selector: string): Promise<number> {
  await page.evaluate(() => {
    history.pushState(null, '', '/storage');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.getByRole('heading', { level: 1, name: say('en', 'common:screens.storage') })).toBeVisible();
  await page.waitForTimeout(600);
  return page.evaluate(
    async ({ to, wanted }) => {
      const isShown = () => document.querySelector(wanted) !== null;
      const began = performance.now();
      const shown = new Promise<void>((done) => {
        const observer = new MutationObserver(() => {
          if (!isShown()) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(done));
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      });
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
      await shown;
      return performance.now() - began;
    },
    { to: path, wanted: selector },
  );
}

/** Saves a tally of `MANY` individuals, each as its own record. Returns the seconds it took and its longest task in milliseconds. */
async function saveMany(page: Page): Promise<{ seconds: number; longest: number }> {
  await page.goto('/observe/tally');
  const tile = page.locator('[data-plus]').first();
  await expect(tile).toBeVisible();
  const each = page.getByRole('switch', { name: say('en', 'tally:each') });
  await page.getByRole('button', { name: say('en', 'tally:more'), exact: true }).click();
  await each.click();
  await expect(each).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(each).toHaveCount(0);
  await tile.evaluate(async (button, times) => {
    for (let count = 0; count < times; count++) {
      (button as HTMLElement).click();
      await new Promise((done) => setTimeout(done, 5));
    }
  }, MANY);
  await expect(tile).toContainText(say('en', 'tally:increase', { total: MANY }), { timeout: 60_000 });
  let seconds = 0;
  const longest = await longestTask(page, async () => {
    const began = performance.now();
    await page.getByRole('button', { name: say('en', 'tally:save'), exact: true }).click();
    const done = say('en', 'tally:saved_other', { count: MANY });
    await expect(page.getByRole('heading', { level: 1, name: done })).toBeVisible({ timeout: 120_000 });
    seconds = (performance.now() - began) / 1000;
  });
  return { seconds, longest };
}

/** Fills the device with synced records of hundreds of species over years, around one place, each with its fact, as the app stores them. */
async function fill(page: Page, name: string, wanted: number): Promise<void> {
  await page.evaluate(
    async ({ database: databaseName, times }) => {
      const database = await new Promise<IDBDatabase>((done, fail) => {
        const request = indexedDB.open(databaseName);
        request.onsuccess = () => done(request.result);
        request.onerror = () => fail(request.error ?? new Error('no database'));
      });
      const row = await new Promise<{ taxon: { id: number }; saved_at: number } & Record<string, unknown>>((done, fail) => {
        const request = database.transaction('observations').objectStore('observations').getAll();
        request.onsuccess = () => done((request.result as never[])[0]!);
        request.onerror = () => fail(request.error ?? new Error('no record'));
      });
      const fact = await new Promise<object>((done, fail) => {
        const request = database
          .transaction('facts')
          .objectStore('facts')
          .get(row.id as string);
        request.onsuccess = () => done(request.result as object);
        request.onerror = () => fail(request.error ?? new Error('no fact'));
      });
      const transaction = database.transaction(['observations', 'facts'], 'readwrite');
      for (let count = 1; count < times; count++) {
        const day = new Date(row.saved_at - count * 7 * 3_600_000);
        const id = row.taxon.id + (count % 400);
        const part = {
          id: crypto.randomUUID(),
          taxon_id: id,
          taxon: { ...row.taxon, id, name: `Species ${count % 400}` },
          observed_on: day.toISOString().slice(0, 10),
          latitude: 52.1 + (count % 97) / 500,
          longitude: 5.1 + (count % 89) / 500,
          saved_at: day.getTime(),
        };
        transaction.objectStore('observations').put({ ...row, ...part });
        transaction.objectStore('facts').put({ ...fact, ...part });
      }
      await new Promise<void>((done, fail) => {
        transaction.oncomplete = () => done();
        transaction.onerror = () => fail(transaction.error ?? new Error('not stored'));
      });
      database.close();
    },
    { database: name, times: wanted },
  );
}
