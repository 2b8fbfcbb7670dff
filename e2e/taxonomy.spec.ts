import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Page, test } from '@playwright/test';
import { checkTaxonomyUpdates, patchPreferences } from '@veld/contract';
import pg from 'pg';
import { call } from '../seed/api.ts';
import { browserArguments, browserPath } from './browser.ts';
import { killProcessesOf } from './kill-processes.ts';
import { type Account, logInOn, makeAccount, openObserve } from './people.ts';
import { type RunningVeld, startVeld } from './server.ts';

const MADE = 3_000;
const PAGE = 250;
/** How long a page of the update takes on the way, so that there is a middle to be killed in. */
const ON_THE_WAY_MS = 100;

let veld: RunningVeld;
let profile: string;
test.beforeEach(async () => {
  veld = await startVeld({ LIMIT_TAXONOMY_PAGE: String(PAGE) });
  profile = mkdtempSync(join(tmpdir(), 'veld-profile-'));
});
test.afterEach(async () => {
  killProcessesOf(profile);
  await veld.remove();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
});

/** Puts made-up taxa behind those of the starter, straight into the running server's database. */
async function insertTaxa(): Promise<void> {
  const sockets = readFileSync(join(veld.dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[4]!;
  const client = new pg.Client({ host: sockets, user: 'veld', database: 'veld' });
  await client.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ seq: string }>('update taxonomy_state set seq = seq + 1 returning seq');
    await client.query(
      `insert into taxa (id, source, source_id, scientific_name, display_name, rank, taxon_group, rarity_class, arrival, updated_seq)
       select 200000 + n, 'made', n, name, name, 'species', 'insect', 5, 5999, $2
       from (select n, 'Fictus ' || translate(n::text, '0123456789', 'abcdefghij') || 'us' as name from generate_series(1, $1::integer) n) made`,
      [MADE, rows[0]!.seq],
    );
    await client.query(
      `insert into taxon_countries (country_code, taxon_id, rarity_class) select 'NL', id, 5 from taxa where source = 'made' and id % 2 = 0`,
    );
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** The browser of the device. Each start is a minute later on the device's clock, as people start it again. */
async function startBrowser(starts: number): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browserPath(),
    args: browserArguments,
    headless: true,
    baseURL: veld.url,
    serviceWorkers: 'block',
    locale: 'en-GB',
  });
  await context.addInitScript((ahead) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + ahead;
  }, starts * 61_000);
  await context.route('**/api/taxonomy?*', async (route) => {
    await new Promise((done) => setTimeout(done, ON_THE_WAY_MS));
    // Killed meanwhile.
    await route.continue().catch(() => undefined);
  });
  return context;
}

interface Progress {
  taxonomyType: 'global' | 'country';
  state: string;
  page: number;
  progress: number;
  total: number;
  mainLanguage: string;
}

/** The progress records, read from the disk and past the app. */
function progressOn(page: Page): Promise<Progress[]> {
  return page.evaluate(
    () =>
      new Promise<Progress[]>((done) => {
        const asked = indexedDB.open('veld-taxonomy');
        // Not made by the app yet, and not to be made here.
        asked.onupgradeneeded = () => asked.transaction!.abort();
        asked.onerror = () => done([]);
        asked.onsuccess = () => {
          const all = asked.result.transaction('progress').objectStore('progress').getAll();
          all.onsuccess = () => {
            asked.result.close();
            done(all.result as Progress[]);
          };
        };
      }),
  );
}

const pagesOf = (records: Progress[]) => records.reduce((sum, { page }) => sum + page, 0);

/** Types part of a name into the search box and sees the whole one offered. */
async function find(page: Page, typed: string, name: string): Promise<void> {
  await page.getByRole('combobox').fill(typed);
  await expect(page.getByRole('option').filter({ hasText: name }).first()).toBeVisible({ timeout: 30_000 });
}

test('C22, C23: names arrive whole however often the browser is killed, with two tabs, and a language changed in the middle', async () => {
  test.setTimeout(180_000);
  await insertTaxa();
  const anna: Account = await makeAccount(veld.url, 'anna', { language: 'en', country_code: 'NL' });
  const last = Math.ceil((MADE + 700) / PAGE);
  const kills = [1, 2].map((part) => Math.max(part, Math.round((part - Math.random()) * (last / 2))));
  let starts = 0;
  let reached = 0;
  for (const at of kills) {
    const context = await startBrowser(starts);
    const page = context.pages()[0]!;
    await page.goto(starts === 0 ? '/login' : '/');
    // No page is loaded twice: an update whose page went a moment ago is left alone for a minute.
    if (starts === 0) await logInOn(page, 'anna', 'en');
    await openObserve(page, 'en');
    // A second tab of the same person, which must not fetch a second time.
    const other = await context.newPage();
    await other.goto('/');
    await expect.poll(async () => pagesOf(await progressOn(page)), { timeout: 60_000, intervals: [20] }).toBeGreaterThanOrEqual(at);
    if (pagesOf(await progressOn(page)) < last) await find(page, 'blackb', 'Turdus merula');
    reached = pagesOf(await progressOn(page));
    killProcessesOf(profile);
    await context.close().catch(() => undefined);
    starts += 1;
  }

  const context = await startBrowser(starts);
  const page = context.pages()[0]!;
  await page.goto('/');
  await openObserve(page, 'en');
  await find(page, 'blackb', 'Turdus merula');
  // It went on where it was: what had arrived was not fetched again, but for what a disk may lose in a kill.
  expect(pagesOf(await progressOn(page))).toBeGreaterThanOrEqual(Math.min(reached, last) - 2);
  await call(veld.url, patchPreferences, { body: { language: 'de' } }, anna.token);
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de', { timeout: 30_000 });
  await openObserve(page, 'de');
  await find(page, 'amse', 'Turdus merula');

  // Both copies are whole, in German, and the app's own question says so: nothing is missing and nothing is too much.
  await expect
    .poll(async () => (await progressOn(page)).map((one) => `${one.taxonomyType} ${one.state} ${one.mainLanguage}`).toSorted(), {
      timeout: 60_000,
    })
    .toEqual(['country finished de', 'global finished de']);
  const answers: { isCountry: boolean; required: boolean; counts: number[]; total: number }[] = [];
  page.on('response', (response) => {
    const url = new URL(response.url());
    if (url.pathname !== checkTaxonomyUpdates.path) return;
    void response.json().then(({ data }: { data: { update_required: boolean; total: number } }) => {
      const isCountry = url.searchParams.get('is_country_update') === '1';
      const count = Number(url.searchParams.get(isCountry ? 'country_count' : 'global_count'));
      answers.push({ isCountry, required: data.update_required, counts: [count], total: data.total });
    });
  });
  await page.reload();
  await expect.poll(() => answers.length, { timeout: 30_000 }).toBe(2);
  for (const answer of answers) expect(answer).toMatchObject({ required: false, counts: [answer.total] });
  expect(answers.find((answer) => !answer.isCountry)!.total).toBeGreaterThan(MADE + 700);
  for (const number of [1, 1_234, MADE].map(String)) {
    const name = `Fictus ${number.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)}us`;
    await find(page, name.toLowerCase(), name);
  }
  await context.close();
});
