import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodePoints, encodePoints, trackFigures, trackPieces, type TrackPoint } from '@veld/contract';
import { type BrowserContext, expect as expectIn5s, type Page } from '@playwright/test';
import { awaitInstalled } from '../e2e/installed.ts';
import { installLocationService, type LocationWindow } from '../e2e/journeys/location-service.ts';
import { killProfileProcesses } from '../e2e/kill-processes.ts';
import { makeAccount } from '../e2e/people.ts';
import { putSession } from '../e2e/session.ts';
import { startVeld } from '../e2e/server.ts';
import { say } from '../e2e/words.ts';
import { type BenchWindow, installRide, openPage, startWatching } from './journeys/ride.ts';
import { measureBlocks, measureRows } from './journeys/rows.ts';
import { launchPhone } from './phone.ts';
import { type Measure, median, parseRunOptions, report, round, sized } from './report.ts';

/**
 * A journey of ten hours at one point per second in a real browser: memory while it is recorded, the time until the app is usable after
 * a kill, and the work of the main thread in its review and on its page. `--points n` for another length. Needs the built app
 * (`node scripts/build.mjs`). See docs/benchmarks/journeys.md.
 */
const args = process.argv.slice(2);
parseRunOptions(args);
const POINTS = args.includes('--points') ? Number(args[args.indexOf('--points') + 1]) : sized(36_000, 300);
/** How often each start is measured. */
const STARTS = sized(3, 1);
const USABLE_MS = 1000;
const FRAME_MS = 1000 / 60;
const MAX_GROWTH_MB = 3;
const MB = 1_000_000;
/** So many points are stored one by one, as on a journey, at the start and at the end. */
const SINGLE = Math.min(500, POINTS / 10);

/** Outside the test runner, Playwright waits five seconds, in which a busy machine may not open a screen. */
const expect = expectIn5s.configure({ timeout: 60_000 });
const log = (line: string) => console.log(`bench  ${line}`);
const rows: Measure[] = [];
const at = `${POINTS} points`;
function row(measure: string, veld: number, more: Partial<Measure> = {}, most: number | null = null): void {
  const target = most === null ? '' : `at most ${most}`;
  const holds = most === null || veld <= most;
  rows.push({ measure, at, against: '', veld, other: null, ratio: null, target, holds, ...more });
}

log('Starting Veld and a browser ...');
const veld = await startVeld();
const profile = mkdtempSync(join(tmpdir(), 'veld-bench-journeys-'));
let context = await start();
const version = `Chromium ${context.browser()?.version() ?? ''}, software GL`;
try {
  const anna = await makeAccount(veld.url, 'anna', { language: 'en', country_code: 'NL' });
  const setUp = await context.newPage();
  await setUp.goto('/login');
  await awaitInstalled(setUp);
  await putSession(setUp, veld.url, anna);
  await setUp.close();

  const recording = await open('/my-journeys/new', 1000 * POINTS);
  await recording.getByRole('button', { name: say('en', 'journeys:start.limits_seen') }).click();
  await recording.getByRole('button', { name: say('en', 'journeys:start.start'), exact: true }).click();
  await expect(recording.getByRole('region', { name: say('en', 'journeys:run.title') })).toBeVisible();
  await expect.poll(() => recording.evaluate(() => (window as unknown as LocationWindow).isLocationWatched())).toBe(true);
  const stored = await record(recording);
  await expect.poll(async () => (await measureBlocks(recording, anna.user.id)).points, { timeout: 60_000 }).toBe(POINTS);
  const blocks = await measureBlocks(recording, anna.user.id);
  log(`a row for each of ${POINTS} points ...`);
  const plain = await measureRows(recording, POINTS, SINGLE);
  row('bytes of the track', blocks.bytes, {
    against: 'a row for each point',
    other: plain.bytes,
    ratio: round(blocks.bytes / plain.bytes, 3),
  });
  row('ms to read the track from the disk', round(blocks.read, 0), {
    against: 'a row for each point',
    other: round(plain.read, 0),
    ratio: round(blocks.read / plain.read, 3),
  });
  stored.other = round(plain.write, 2);
  stored.ratio = round(stored.veld / plain.write);
  decode();

  const barTimes = [];
  const appTimes = [];
  for (let time = 0; time < STARTS; time++) {
    await kill();
    const page = await open('/', 0);
    barTimes.push(await seen(page, 'bar'));
    appTimes.push(await seen(page, 'app'));
    await page.close();
  }
  usable('the running bar', barTimes, appTimes);
  const ending = await open('/', 0);
  await ending.getByRole('button', { name: say('en', 'journeys:run.finish'), exact: true }).click();
  await expect(ending.getByRole('dialog').getByRole('slider').first()).toBeVisible();
  await kill();
  const reviewing = await open('/', 0);
  usable('the review', [await seen(reviewing, 'review')], [await seen(reviewing, 'app')]);
  await reviewTrack(reviewing);
  await reviewing.getByRole('button', { name: say('en', 'journeys:review.save') }).click();
  await expect(reviewing.getByRole('dialog')).toHaveCount(0);
  await reviewing.goto('/my-journeys');
  const address = await reviewing.getByRole('main').locator('a[href^="/journey/"]').first().getAttribute('href');
  await reviewing.close();
  const pageTimes = [];
  const pageAppTimes = [];
  for (let time = 0; time < STARTS; time++) {
    await kill();
    const page = await open(address!, 0);
    pageTimes.push(await seen(page, 'page'));
    pageAppTimes.push(await seen(page, 'app'));
    if (time === STARTS - 1) await playTrack(page);
    await page.close();
  }
  usable('the page of the journey', pageTimes, pageAppTimes);
  const openTimes = [];
  for (let time = 0; time < STARTS; time++) {
    await kill();
    const page = await open('/my-journeys', 0);
    await expect(page.getByRole('main').locator(`a[href="${address}"]`).first()).toBeVisible();
    openTimes.push(await page.evaluate(openPage, address!));
    await page.close();
  }
  row('ms from a tap on the journey in My journeys to its page', round(median(openTimes), 0), {}, USABLE_MS);
} finally {
  await context.close();
  rmSync(profile, { recursive: true, force: true });
  await veld.remove();
}
report('journeys', rows, [version]);

function start(): Promise<BrowserContext> {
  return launchPhone(profile, veld.url, { timezoneId: 'Europe/Amsterdam' });
}

/** Kills the browser and starts it again. */
async function kill(): Promise<void> {
  killProfileProcesses(profile);
  await context.close().catch(() => undefined);
  context = await start();
}

/** A new page at a path. */
async function open(path: string, behindMs: number): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(installLocationService);
  await page.addInitScript(installRide, behindMs);
  await page.goto(path);
  return page;
}

/** Records all points, and how much memory and time that takes. */
async function record(page: Page): Promise<Measure> {
  const session = await context.newCDPSession(page);
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize / MB;
  };
  const heaps: number[] = [];
  const part = POINTS / 10;
  const singles: number[] = [];
  for (let from = 0; from < POINTS; from += part) {
    log(`${from + part} of ${POINTS} points ...`);
    const work = ([first, count, step]: readonly [number, number, number]) =>
      (window as unknown as BenchWindow).recordPoints(first, count, step);
    const single = from === 0 || from === POINTS - part ? SINGLE : 0;
    if (single > 0) singles.push((await page.evaluate(work, [from, single, 1] as const)) / single);
    // The disk would take most of the time.
    await page.evaluate(work, [from + single, part - single, 20] as const);
    heaps.push(await heap());
  }
  log(`heap in MB after each tenth: ${heaps.map((size) => round(size, 1)).join(', ')}`);
  row('heap after any tenth, more than after the first, MB', round(Math.max(...heaps) - heaps[0]!, 1), {}, MAX_GROWTH_MB);
  row('ms to store a point and show it, at the start', round(singles[0]!, 2), { against: 'a row for each point, nothing shown' });
  const stored = rows.at(-1)!;
  row('ms to store a point and show it, at the end', round(singles.at(-1)!, 2));
  return stored;
}

async function seen(page: Page, name: string): Promise<number> {
  const has = () => page.evaluate((one) => (window as unknown as BenchWindow).seen[one] ?? null, name);
  await expect.poll(has, { timeout: 60_000 }).not.toBeNull();
  return (await has())!;
}

function usable(what: string, times: readonly number[], app: readonly number[]): void {
  const middle = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1]!;
  const [ms, frame] = [middle(times), middle(app)];
  row(
    `ms from the start of the app to ${what}`,
    round(ms, 0),
    { against: 'to the navigation of the app', other: round(frame, 0), ratio: round(ms / frame) },
    USABLE_MS,
  );
}

/** Drags the end of the track through the review. */
async function reviewTrack(page: Page): Promise<void> {
  const thumb = page.getByRole('dialog').getByRole('slider').last();
  await thumb.scrollIntoViewIfNeeded();
  const box = (await thumb.boundingBox())!;
  const y = box.y + box.height / 2;
  await blocked(page, 'in the review, dragging an end of the track', async () => {
    await page.mouse.move(box.x + box.width / 2, y);
    await page.mouse.down();
    for (let step = 0; step < 120; step++) await page.mouse.move(box.x - 2 * step, y);
    await page.mouse.up();
  });
}

/** Plays the journey on its page. */
async function playTrack(page: Page): Promise<void> {
  await page.locator('[data-map="idle"]').waitFor({ timeout: 120_000 });
  await blocked(page, 'on the page, while the journey plays', async () => {
    await page.getByRole('button', { name: say('en', 'journeys:page.play') }).click();
    await expect(page.getByRole('button', { name: say('en', 'journeys:page.play') })).toBeVisible({ timeout: 120_000 });
  });
}

/** Tasks of the main thread that took longer than a frame, during `act`, compared with a rest of two seconds before. */
async function blocked(page: Page, where: string, act: () => Promise<void>): Promise<void> {
  const tasks = async (work: () => Promise<void>): Promise<number[]> => {
    await page.evaluate(startWatching);
    await work();
    return page.evaluate(() => (window as unknown as { stopWatching(): number[] }).stopWatching());
  };
  const rest = await tasks(() => page.waitForTimeout(2000));
  const busy = await tasks(act);
  const long = (all: readonly number[]) => all.filter((ms) => ms > FRAME_MS).length;
  row(`tasks longer than a frame ${where}`, long(busy), { against: 'two seconds of rest', other: long(rest) }, 0);
  row(`longest task ${where}, ms`, round(Math.max(0, ...busy), 0));
}

/** The same work as the app does with the track it has read, on this machine's Node. */
function decode(): void {
  const points: TrackPoint[] = Array.from({ length: 1000 }, (_, seq) => ({
    seq,
    segment: 0,
    t: 1000 * seq,
    latitude: 52.09 + seq * 0.000045,
    longitude: 5.12 + 0.00001 * Math.sin(seq),
    elevation_m: 12.3,
    accuracy_m: 4,
    speed_mps: null,
    source: 'gps',
  }));
  const bytes = encodePoints(points);
  const began = performance.now();
  const track = Array.from({ length: POINTS / 1000 }, () => decodePoints(bytes)).flat();
  trackFigures(trackPieces(track));
  row('ms to unpack and measure the track, Node', round(performance.now() - began, 0));
}
