import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { awaitInstalled } from '../e2e/installed.ts';
import { makeAccount } from '../e2e/people.ts';
import { HERE } from '../e2e/photo-board.ts';
import { photoTaken } from '../e2e/photo.ts';
import { startVeld } from '../e2e/server.ts';
import { putSession } from '../e2e/session.ts';
import { expect } from '../e2e/time-limit.ts';
import { say } from '../e2e/words.ts';
import { launchPhone, longestTask } from './phone.ts';
import { type Measure, parseRunOptions, report, round, sized } from './report.ts';

/**
 * The camera roll on a window as wide as a phone: the longest task of the main thread while many photos are read, scrolled and chosen,
 * compared with few photos. Needs the built app (`node scripts/build.mjs`).
 */
const MANY = sized(100, 6);
const FEW = sized(10, 3);
/** A task that is longer makes a person wait. */
const MAX_TASK_MS = 50;
const STEPS = ['are read', 'are scrolled', 'are all chosen', 'get a date'] as const;
type Step = (typeof STEPS)[number];
/** The bar with Save and the tools for the selected photos. */
const BAR = '[data-save-bar]';

parseRunOptions(process.argv.slice(2));
const log = (line: string) => console.log(`bench  ${line}`);
const board = (key: string, values = {}) => say('en', `photo-import:board.${key}`, values);

log('Starting Veld and a browser ...');
const veld = await startVeld();
const profile = mkdtempSync(join(tmpdir(), 'veld-bench-roll-'));
const context = await launchPhone(profile, veld.url);
const rows: Measure[] = [];
let browser = '';
try {
  browser = `Chromium ${context.browser()?.version() ?? ''}`.trim();
  const page = await context.newPage();
  await page.goto('/login');
  await awaitInstalled(page);
  // The first photos also load the code.
  await measure(page, 'warm-up', FEW);
  const few = await measure(page, 'few', FEW);
  const many = await measure(page, 'many', MANY);
  for (const step of STEPS) {
    rows.push({
      measure: `longest task while photos ${step}, ms`,
      at: `${MANY} photos, a record for every second one`,
      against: `${FEW} photos`,
      veld: round(many[step], 0),
      other: round(few[step], 0),
      ratio: few[step] === 0 ? null : round(many[step] / few[step]),
      target: `at most ${MAX_TASK_MS}`,
      holds: many[step] <= MAX_TASK_MS,
    });
  }
} finally {
  await context.close();
  rmSync(profile, { recursive: true, force: true });
  await veld.remove();
}
report('roll', rows, [browser]);

/** Imports photos as a new person. Returns the longest task of each step in milliseconds. */
async function measure(page: Page, name: string, count: number): Promise<Record<Step, number>> {
  log(`${count} photos ...`);
  await putSession(page, veld.url, await makeAccount(veld.url, name, { language: 'en', country_code: 'NL' }));
  // Chosen by path: the page would take apart what is sent to it as bytes, in one long task.
  const files = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const file = join(profile, `${name}-${index}.jpg`);
      await writeFile(file, await photoTaken(takenAt(index), HERE));
      return file;
    }),
  );
  await page.goto('/observe/photos');
  const press = () => page.getByRole('button', { name: board('choose_photos') }).click();
  await expect(page.getByRole('button', { name: board('choose_photos') })).toBeVisible();
  const longest = {} as Record<Step, number>;
  const save = board('save_other', { count: Math.ceil(count / 2) });
  longest['are read'] = await longestTask(page, async () => {
    const picking = page.waitForEvent('filechooser');
    await press();
    await (await picking).setFiles(files);
    await buttonIn(page, BAR, save, 240_000);
  });
  longest['are scrolled'] = await longestTask(page, () =>
    page.evaluate(async () => {
      for (const direction of [1, -1])
        for (let step = 0; step < 40; step++) {
          scrollBy(0, (direction * document.documentElement.scrollHeight) / 40);
          await new Promise(requestAnimationFrame);
        }
    }),
  );
  longest['are all chosen'] = await longestTask(page, async () => {
    await page.evaluate(() => document.querySelector<HTMLElement>('article input[type=checkbox]')!.click());
    await pressIn(page, BAR, board('select_all'));
    await page.waitForFunction((number) => document.querySelectorAll('[aria-pressed=true]').length >= number, Math.min(count, 8));
  });
  longest['get a date'] = await longestTask(page, async () => {
    await pressIn(page, BAR, say('en', 'observations:field.observed_on'));
    await page.waitForFunction(() => document.querySelector('[role=dialog] input') !== null);
    await page.locator('[role=dialog] input').first().fill('2026-05-18');
    await page.evaluate(() => [...document.querySelectorAll<HTMLElement>('[role=dialog] button')].at(-1)!.click());
    await page.waitForFunction(() => document.querySelector('[role=dialog]') === null);
  });
  return longest;
}

/**
 * Waits for a button that can be pressed, by its text or name. Locators by role would compute the names of everything on the page, in
 * tasks of the page that are longer than its own.
 */
async function buttonIn(page: Page, scope: string, name: string, timeout?: number): Promise<void> {
  await page.waitForFunction(
    ([within, wanted]) =>
      [...document.querySelectorAll<HTMLButtonElement>(`${within} button:not([disabled])`)].some(
        (button) => (button.ariaLabel ?? button.textContent) === wanted,
      ),
    [scope, name],
    { polling: 100, ...(timeout !== undefined && { timeout }) },
  );
}

async function pressIn(page: Page, scope: string, name: string): Promise<void> {
  await buttonIn(page, scope, name);
  await page.evaluate(
    ([within, wanted]) =>
      [...document.querySelectorAll<HTMLButtonElement>(`${within} button`)]
        .find((button) => (button.ariaLabel ?? button.textContent) === wanted)!
        .click(),
    [scope, name],
  );
}

/** Two photos at a time belong together. */
function takenAt(index: number): string {
  const minutes = Math.floor(index / 2) * 7;
  const two = (part: number) => String(part).padStart(2, '0');
  return `2026-05-17 ${two(6 + Math.floor(minutes / 60))}:${two(minutes % 60)}:${two((index % 2) * 20)}`;
}
