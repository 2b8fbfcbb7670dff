import { type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { browserArguments, browserPath } from '../../e2e/browser.ts';
import { type Account, makeAccount } from '../../e2e/people.ts';
import { putSession } from '../../e2e/session.ts';
import { startVeld } from '../../e2e/server.ts';
import { say } from '../../e2e/words.ts';
import { addOwnRecord, areFactsStored, copyRecords, forgetFacts } from '../device-records.ts';
import { type Measure, median, round, sized } from '../report.ts';

/** By default; fewer with `--species n --records n`. */
export const SCROLLED = { species: sized(20_000, 100), records: sized(100_000, 300) };
const FRAME_MS = 16;
const LONG = { timeout: 180_000 };
/** Turns of the wheel, each of 400 pixels. */
const TURNS = sized(120, 4);

/**
 * Scrolls the species list with 20,000 species and the table with 100,000 records in a real browser: the tasks of the main
 * thread that make it miss a frame, and the time until the first row. Needs the built app (`node scripts/build.mjs`).
 */
export async function measureScrolling({ species, records }: typeof SCROLLED, log: (line: string) => void): Promise<Measure[]> {
  const veld = await startVeld();
  const browser = await chromium.launch({ executablePath: browserPath(), args: browserArguments });
  try {
    const anna = await makeAccount(veld.url, 'anna', { language: 'en', country_code: 'NL' });
    await addOwnRecord(veld.url, anna);
    const context = await browser.newContext({ baseURL: veld.url, viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
    const page = await openDevice(context, veld.url, anna);
    const rows: Measure[] = [];
    log(`${species.toLocaleString('en')} species in the list ...`);
    await copyRecords(page, species + 1, 'species');
    await settle(page, species + 1);
    const list = page.getByRole('list', { name: say('en', 'species:view.seen') });
    const path = '/my-species?view=seen&country=worldwide';
    rows.push(
      ...(await measure(page, path, () => list.getByRole('listitem').first(), `${species.toLocaleString('en')} species`, [800, 700])),
    );
    log(`${records.toLocaleString('en')} records in the table ...`);
    await copyRecords(page, records, 'species');
    // Those of the list are still there.
    await settle(page, species + records);
    const grid = page.getByRole('grid');
    // The newest rows are there long before all others.
    const isWhole = () =>
      expect.poll(async () => Number(await grid.getAttribute('aria-rowcount')), LONG).toBeGreaterThan(species + records);
    rows.push(
      ...(await measure(
        page,
        '/tables',
        () => grid.getByRole('row').nth(1),
        `${records.toLocaleString('en')} records`,
        [800, 600],
        isWhole,
      )),
    );
    log('the statistics of these records ...');
    rows.push(...(await measureStatistics(page, records)));
    log('the facts of all records, derived again ...');
    rows.push(...(await measureDerivation(page, species + records)));
    return rows;
  } finally {
    await browser.close();
    await veld.remove();
  }
}

async function openDevice(context: BrowserContext, url: string, account: Account): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await putSession(page, url, account);
  await page.goto('/profile');
  await expect(page.getByText('a robin').first()).toBeVisible({ timeout: 60_000 });
  return page;
}

/** Waits until the app shows the number of records. */
async function settle(page: Page, records: number): Promise<void> {
  await page.goto('/settings/profile');
  await expect(page.getByRole('link', { name: say('en', 'common:count.records_other', { count: records }) })).toBeVisible({
    timeout: 180_000,
  });
}

/** The page after an update that changed what facts of records are: the time until it shows their number, and until all are derived. */
async function measureDerivation(page: Page, records: number): Promise<Measure[]> {
  await page.goto('/favicon.svg');
  await forgetFacts(page);
  const began = performance.now();
  await settle(page, records);
  const shown = performance.now() - began;
  while (!(await areFactsStored(page))) await page.waitForTimeout(1000);
  const derived = performance.now() - began;
  const common = { at: `${records.toLocaleString('en')} records`, against: '', other: null, ratio: null, target: '', holds: true };
  return [
    { ...common, measure: 'After an update that changes facts: to the number of records, ms', veld: round(shown, 0) },
    { ...common, measure: 'After an update that changes facts: until all are derived, s', veld: round(derived / 1000, 0) },
  ];
}

async function measure(
  page: Page,
  path: string,
  firstRow: () => ReturnType<Page['locator']>,
  at: string,
  [x, y]: readonly [number, number],
  isWhole: () => Promise<void> = async () => undefined,
): Promise<Measure[]> {
  const open = async () => {
    await page.goto('/settings/profile');
    await page.waitForLoadState('networkidle');
    const began = performance.now();
    await page.goto(path);
    await expect(firstRow()).toBeVisible({ timeout: 180_000 });
    return performance.now() - began;
  };
  const first = await open();
  await isWhole();
  // What still runs after the first rows, such as the copy of the taxonomy, is no scrolling.
  await page.waitForTimeout(10_000);
  await page.mouse.move(x, y);
  const blocked: number[] = await scroll(page);
  const again = await open();
  const long = blocked.filter((ms) => ms > FRAME_MS).length;
  const common = { at: `${at}, ${blocked.length} tasks`, against: '', other: null, ratio: null };
  return [
    { ...common, measure: `${path}: from the address to the first row, app included, ms`, veld: round(first, 0), target: '', holds: true },
    { ...common, measure: `${path}: the same once more, ms`, veld: round(again, 0), target: '', holds: true },
    { ...common, measure: `${path}: tasks over a frame of ${FRAME_MS} ms while scrolling`, veld: long, target: 'none', holds: long === 0 },
    { ...common, measure: `${path}: median task, ms`, veld: round(median(blocked), 1), target: '', holds: true },
    { ...common, measure: `${path}: longest task, ms`, veld: round(Math.max(...blocked), 1), target: '', holds: true },
  ];
}

const LONG_TASK_MS = 50;
const FIRST_CHART_MS = 2000;

/** The screen of statistics, which counts all records: the time to the first chart and to all, and the tasks of the main thread until then. */
async function measureStatistics(page: Page, records: number): Promise<Measure[]> {
  await page.goto('/profile');
  await page.waitForLoadState('networkidle');
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel'] });
  const began = performance.now();
  await page.evaluate(() => {
    history.pushState(null, '', '/statistics');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.getByRole('slider').first()).toBeVisible({ timeout: 180_000 });
  const first = performance.now() - began;
  await expect(page.locator('[aria-busy="false"]').first()).toBeVisible({ timeout: 180_000 });
  const all = performance.now() - began;
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const tasks = framesOf(trace.traceEvents);
  const long = tasks.filter((ms) => ms > LONG_TASK_MS).length;
  const common = { at: `${records.toLocaleString('en')} records, ${tasks.length} tasks`, against: '', other: null, ratio: null };
  return [
    {
      ...common,
      measure: '/statistics: to the first chart, ms',
      veld: round(first, 0),
      target: `at most ${FIRST_CHART_MS}`,
      holds: first <= FIRST_CHART_MS,
    },
    { ...common, measure: '/statistics: to the charts of all records, ms', veld: round(all, 0), target: '', holds: true },
    { ...common, measure: `/statistics: tasks over ${LONG_TASK_MS} ms`, veld: long, target: 'none', holds: long === 0 },
    { ...common, measure: '/statistics: longest task, ms', veld: round(Math.max(...tasks), 1), target: '', holds: true },
  ];
}

/** The tasks of the main thread while the wheel turns, in milliseconds, from the browser's own trace. */
async function scroll(page: Page): Promise<number[]> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'devtools.timeline.frame', 'disabled-by-default-devtools.timeline', 'toplevel'],
  });
  for (let turn = 0; turn < TURNS; turn++) {
    await page.mouse.wheel(0, 400);
    await page.waitForTimeout(40);
  }
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const frames = framesOf(trace.traceEvents);
  if (frames.length < TURNS / 4) throw new Error(`The trace has ${frames.length} tasks only: nothing was scrolled`);
  return frames;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  args?: { name?: string };
}

/** The tasks of the page's main thread. One that is longer than a frame makes the page miss it. */
function framesOf(events: readonly TraceEvent[]): number[] {
  const tasks = events.filter(({ name, ph }) => ph === 'X' && (name === 'RunTask' || name === 'ThreadControllerImpl::RunTask'));
  const main = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const byThread = Map.groupBy(tasks, ({ name, pid, tid }) => `${name} ${pid} ${tid}`);
  const own = [...byThread.entries()].filter(([key]) => main.has(key.slice(key.indexOf(' ') + 1)));
  const [, busiest = []] = own.toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
  return busiest.map(({ dur = 0 }) => dur / 1000);
}
