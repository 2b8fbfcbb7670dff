import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { browserArguments, browserPath } from '../e2e/browser.ts';
import { type Account, makeAccount } from '../e2e/people.ts';
import { putSession } from '../e2e/session.ts';
import { startVeld } from '../e2e/server.ts';
import { expect } from '../e2e/time-limit.ts';
import { say } from '../e2e/words.ts';
import { addOwnRecord, copyRecords } from './device-records.ts';
import { type Measure, median, parseRunOptions, report, round, sized } from './report.ts';

/**
 * The map in a real browser: the time from a tap on its tab to the first map, script loading included, and the work of the main thread
 * while the map moves over many own records. Needs the built app (`node scripts/build.mjs`). See docs/benchmarks/map.md.
 */
const OWN = sized(20_000, 200);
const FIRST_MAP_MS = 1500;
const FRAME_MS = 16;
/** Steps of panning, each of a quarter of a second. */
const STEPS = sized(24, 3);

const options = parseRunOptions(process.argv.slice(2));
const rounds = options.isLong ? 9 : sized(3, 1);
const log = (line: string) => console.log(`bench  ${line}`);
const rows: Measure[] = [];

log('Starting Veld and a browser ...');
const veld = await startVeld();
const browser = await chromium.launch({ executablePath: browserPath(), args: browserArguments });
const version = `Chromium ${browser.version()}, software GL`;
try {
  const anna = await makeAccount(veld.url, 'anna', { language: 'en', country_code: 'NL' });
  await addOwnRecord(veld.url, anna);
  const times: FirstMap[] = [];
  for (let count = 0; count < rounds; count++) {
    log(`first map, ${count + 1} of ${rounds} ...`);
    times.push(await withDevice(anna, (page) => timeFirstMap(page)));
  }
  for (const [kind, name, most] of [
    ['shown', 'to the first map on screen', FIRST_MAP_MS],
    ['idle', 'until nothing is left to draw, labels faded in', null],
  ] as const) {
    const time = median(times.map((one) => one[kind]));
    rows.push({
      measure: `from the tap ${name}, nothing of it loaded before: median ms`,
      at: '1 own record',
      against: '',
      veld: round(time, 0),
      other: null,
      ratio: null,
      target: most === null ? '' : `at most ${most}`,
      holds: most === null || time <= most,
    });
  }
  await withDevice(anna, measurePanning);
} finally {
  await browser.close();
  await veld.remove();
}
report('mapview', rows, [version]);

/** A device with empty storage on which Anna is logged in, at the home screen. */
async function withDevice<T>(account: Account, measure: (page: Page) => Promise<T>): Promise<T> {
  const context: BrowserContext = await browser.newContext({ baseURL: veld.url, viewport: { width: 390, height: 844 }, locale: 'en-GB' });
  await context.addInitScript(watchFrames);
  const page = await context.newPage();
  try {
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await putSession(page, veld.url, account);
    await page.goto('/');
    await expect(mapTab(page)).toBeVisible();
    // What the home screen itself loads.
    await page.waitForLoadState('networkidle');
    return await measure(page);
  } finally {
    await context.close();
  }
}

function mapTab(page: Page) {
  return page.getByRole('navigation').getByRole('link', { name: say('en', 'common:screens.map'), exact: true });
}

/** Milliseconds from the press of the tab. */
interface FirstMap {
  /** Until the first complete drawing of what is in view. */
  shown: number;
  /** Until the map has nothing more to draw. */
  idle: number;
}

async function timeFirstMap(page: Page): Promise<FirstMap> {
  await page.evaluate(() => {
    const times: Record<string, number> = {};
    Object.assign(globalThis, { times });
    addEventListener('pointerdown', () => (times.began ??= performance.now()), true);
    new MutationObserver(() => {
      const state = document.querySelector<HTMLElement>('[data-map]')?.dataset.map;
      if (state === 'shown' || state === 'idle') times[state] ??= performance.now();
    }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-map'] });
  });
  await mapTab(page).click({ delay: 80 });
  await expect(page.locator('[data-map="idle"]')).toBeVisible({ timeout: 120_000 });
  const { began, shown, idle } = await page.evaluate(() => (globalThis as unknown as { times: FirstMap & { began: number } }).times);
  return { shown: shown - began, idle: idle - began };
}

async function measurePanning(page: Page): Promise<void> {
  log(`${OWN.toLocaleString('en')} records on the device ...`);
  await copyRecords(page, OWN, 'places');
  await page.goto('/map');
  const map = page.locator('[data-map]');
  await expect(map).toHaveAttribute('data-map', 'idle', { timeout: 120_000 });
  await expect(page.getByText(OWN.toLocaleString('en')).first()).toBeVisible({ timeout: 60_000 });
  await map.locator('canvas').focus();
  log('panning ...');
  await page.evaluate(() => (globalThis as unknown as Watched).frames.splice(0));
  for (let step = 0; step < STEPS; step++) {
    await page.keyboard.press(['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'][step % 4]!);
    await page.waitForTimeout(250);
  }
  await expect(map).toHaveAttribute('data-map', 'idle', { timeout: 60_000 });
  const frames = await page.evaluate(() => (globalThis as unknown as Watched).frames);
  const long = frames.filter((ms) => ms > FRAME_MS).length;
  const at = `${OWN.toLocaleString('en')} own records, ${frames.length} frames`;
  const common = { at, against: '', other: null, ratio: null };
  rows.push(
    { ...common, measure: `frames that kept the main thread over ${FRAME_MS} ms`, veld: long, target: 'none', holds: long === 0 },
    { ...common, measure: 'main thread in a frame: median ms', veld: round(median(frames), 1), target: '', holds: true },
    { ...common, measure: 'main thread in a frame: longest ms', veld: round(Math.max(...frames), 1), target: '', holds: true },
  );
}

interface Watched {
  /** Milliseconds of the main thread for each frame. */
  frames: number[];
}

/** Runs in the page before its scripts: times all callbacks of each animation frame, in which a map is drawn. */
function watchFrames(): void {
  const frames: number[] = [];
  Object.assign(globalThis, { frames });
  const ask = globalThis.requestAnimationFrame.bind(globalThis);
  let frame = 0;
  globalThis.requestAnimationFrame = (callback) =>
    ask((time) => {
      const began = performance.now();
      callback(time);
      const took = performance.now() - began;
      if (time === frame) frames[frames.length - 1]! += took;
      else frames.push(took);
      frame = time;
    });
}
