import { expect, PHONE, test } from '../fixtures.ts';
import { pickFiles, takenOnOuting } from '../photo-board.ts';
import { timeLimit } from '../time-limit.ts';
import { say } from '../words.ts';

// A recording of the test would be part of what is measured.
test.use({ ...PHONE, opensForm: false, trace: 'off' });

/** The longest that the page may compute without a pause. */
const LONGEST_TASK_MS = 50;

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Time of the thread on a processor in microseconds, so that other work of the machine does not count. */
  tdur?: number;
  args?: { name?: string };
}

/** The longest task of the page's main thread in milliseconds. */
function longestTask(trace: string): number {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const pages = new Set(
    traceEvents.flatMap(({ name, args, pid, tid }) => (name === 'thread_name' && args?.name === 'CrRendererMain' ? [`${pid} ${tid}`] : [])),
  );
  const tasks = traceEvents.filter(({ name, pid, tid }) => name.endsWith('RunTask') && pages.has(`${pid} ${tid}`));
  if (tasks.length === 0) throw new Error('The trace has no tasks');
  return Math.round(Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000);
}

test('a hundred photos on a phone never keep the page busy for long', async ({ signIn, browser }) => {
  test.setTimeout(timeLimit(240_000));
  const anna = await signIn('anna', { at: '/observe/photos' });
  const { page } = anna;
  const longest: Record<string, number> = {};
  const measure = async (what: string, work: () => Promise<void>) => {
    await browser.startTracing(page, { categories: ['__metadata', 'toplevel', 'disabled-by-default-devtools.timeline'] });
    await work();
    await page.waitForTimeout(300);
    longest[what] = longestTask((await browser.stopTracing()).toString());
  };
  const board = (key: string, values = {}) => say('en', `photo-import:board.${key}`, values);
  const photos = await takenOnOuting(100);
  await measure('read', async () => {
    await pickFiles(page, () => page.getByRole('button', { name: board('choose_photos') }).tap(), photos);
    await expect(page.getByRole('button', { name: board('save_other', { count: 99 }) })).toBeEnabled({ timeout: timeLimit(120_000) });
  });
  await measure('scroll', async () => {
    for (let at = 0; at < 14_000; at += 700) {
      await page.evaluate((top) => window.scrollTo({ top }), at);
      await page.waitForTimeout(50);
    }
    await page.evaluate(() => window.scrollTo({ top: 0 }));
  });
  const photo = (record: number) => page.getByRole('button', { name: board('photo', { number: 1, record }), exact: true });
  await measure('select', async () => {
    for (const record of [2, 3, 4, 5]) await photo(record).tap();
  });
  await measure('count', async () => {
    await page.getByRole('button', { name: say('en', 'observations:field.count'), exact: true }).tap();
    await page.getByRole('dialog').getByRole('textbox').fill('3');
    await page.getByRole('button', { name: board('apply_other', { count: 4 }) }).tap();
    await expect(page.getByText(say('en', 'common:count.individuals_other', { count: 3 }))).toHaveCount(4);
  });
  await measure('merge', async () => {
    await page.getByRole('button', { name: board('merge') }).tap();
    await expect(page.getByRole('button', { name: board('save_other', { count: 96 }) })).toBeVisible();
  });
  await measure('filter', () => page.getByRole('button', { name: board('without.species', { number: 96 }) }).tap());
  await measure('unfilter', () => page.getByRole('button', { name: board('without.species', { number: 96 }) }).tap());
  test.info().annotations.push({ type: 'longest tasks in ms', description: JSON.stringify(longest) });
  console.log(longest);
  for (const [what, ms] of Object.entries(longest)) expect.soft(ms, what).toBeLessThanOrEqual(LONGEST_TASK_MS);
});
