import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { checkTaxonomyUpdates, patchPreferences } from '@veld/contract';
import pg from 'pg';
import { call } from '../../seed/api.ts';
import { advanceClock } from '../clock.ts';
import { openProfile } from '../device.ts';
import { expect, test } from '../fixtures.ts';
import { type TaxonomyProgress, taxonomyProgress } from '../installed.ts';
import { killProfileProcesses } from '../kill-processes.ts';
import { timeLimit } from '../time-limit.ts';
import { logInOn } from '../people.ts';
import { openObserve } from '../record-form.ts';
import type { RunningVeld } from '../server.ts';

const GENERATED = 3_000;
const PAGE = 250;
/** Each kill costs the start of a browser (docs/testing.md, profiles). */
const KILLS = process.env.VELD_LONG === '1' ? 2 : 1;
/** Delay of each page of the update, so that kills can hit between two pages. */
const PAGE_DELAY_MS = 100;
/** Longer than the answer to a check for updates is kept, and than another page waits before it continues an update. */
const OVER_A_MINUTE_MS = 61_000;

test.use({ server: 'own', serverSettings: { LIMIT_TAXONOMY_PAGE: String(PAGE) } });

let profile: string;
test.beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'veld-profile-'));
});
test.afterEach(() => {
  killProfileProcesses(profile);
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
});

/** Adds generated taxa to the starter taxonomy, directly in the running server's database. */
async function insertTaxa({ dataDir }: RunningVeld): Promise<void> {
  const sockets = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[4]!;
  const client = new pg.Client({ host: sockets, user: 'veld', database: 'veld' });
  await client.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ seq: string }>('update taxonomy_state set seq = seq + 1 returning seq');
    await client.query(
      `insert into taxa (id, source, source_id, scientific_name, display_name, rank, taxon_group, rarity_class, arrival, updated_seq)
       select 200000 + n, 'made', n, name, name, 'species', 'insect', 5, 5999, $2
       from (select n, 'Fictus ' || translate(n::text, '0123456789', 'abcdefghij') || 'us' as name from generate_series(1, $1::integer) n) made`,
      [GENERATED, rows[0]!.seq],
    );
    await client.query(
      `insert into taxon_countries (country_code, taxon_id, rarity_class) select 'NL', id, 5 from taxa where source = 'made' and id % 2 = 0`,
    );
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/**
 * Starts the browser of the device. Each start sets the device's clock a minute further, because another page waits that long
 * before it continues an update whose page is gone.
 */
async function startBrowser(veld: RunningVeld, starts: number): Promise<BrowserContext> {
  const { context } = await openProfile(profile, veld.url, { serviceWorkers: 'block' });
  await advanceClock(context, starts * OVER_A_MINUTE_MS);
  await context.route('**/api/taxonomy?*', async (route) => {
    await new Promise((done) => setTimeout(done, PAGE_DELAY_MS));
    // The browser may be killed meanwhile.
    await route.continue().catch(() => undefined);
  });
  return context;
}

const pagesOf = (records: TaxonomyProgress[]) => records.reduce((sum, { page }) => sum + page, 0);

/** Types part of a name into the search box and waits for a suggestion that contains `name`. */
async function find(page: Page, typed: string, name: string): Promise<void> {
  await page.getByRole('combobox').fill(typed);
  // A page that finds an update begun by another one waits a minute before it continues it.
  await expect(page.getByRole('option').filter({ hasText: name }).first()).toBeVisible({ timeout: timeLimit(OVER_A_MINUTE_MS + 60_000) });
}

test('C22, C23: the taxonomy update completes although the browser is killed, two tabs are open, and the language changes', async ({
  veld,
  person,
}) => {
  await insertTaxa(veld);
  const anna = await person('anna');
  const last = Math.ceil((GENERATED + 700) / PAGE);
  const kills = Array.from({ length: KILLS }, (_, at) => Math.max(at + 1, Math.round((at + 1 - Math.random()) * (last / KILLS))));
  let starts = 0;
  let reached = 0;
  for (const at of kills) {
    const context = await startBrowser(veld, starts);
    const page = context.pages()[0]!;
    await page.goto(starts === 0 ? '/login' : '/');
    if (starts === 0) await logInOn(page, anna.email, 'en');
    await openObserve(page, 'en');
    // A second tab, which must not fetch the same pages.
    const other = await context.newPage();
    await other.goto('/');
    await expect
      .poll(async () => pagesOf(await taxonomyProgress(page)), { timeout: timeLimit(120_000), intervals: [20] })
      .toBeGreaterThanOrEqual(at);
    if (pagesOf(await taxonomyProgress(page)) < last) await find(page, 'blackb', 'Turdus merula');
    reached = pagesOf(await taxonomyProgress(page));
    killProfileProcesses(profile);
    await context.close().catch(() => undefined);
    starts += 1;
  }

  const context = await startBrowser(veld, starts);
  const page = context.pages()[0]!;
  await page.goto('/');
  await openObserve(page, 'en');
  await find(page, 'blackb', 'Turdus merula');
  // The update resumed where it was, apart from what the disk may have lost in the kill.
  expect(pagesOf(await taxonomyProgress(page))).toBeGreaterThanOrEqual(Math.min(reached, last) - 2);
  await call(veld.url, patchPreferences, { body: { language: 'de' } }, anna.token);
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await openObserve(page, 'de');
  await find(page, 'amse', 'Turdus merula');

  // Both copies are complete and in German, and the app's own check for updates finds nothing to fetch. An update that the way to the
  // form interrupted goes on after a minute.
  await expect
    .poll(async () => (await taxonomyProgress(page)).map((one) => `${one.taxonomyType} ${one.state} ${one.mainLanguage}`).toSorted(), {
      timeout: timeLimit(OVER_A_MINUTE_MS + 60_000),
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
  // One of the copies may have been checked only just now.
  await advanceClock(page, OVER_A_MINUTE_MS);
  await page.reload();
  await expect.poll(() => answers.length).toBe(2);
  for (const answer of answers) expect(answer).toMatchObject({ required: false, counts: [answer.total] });
  expect(answers.find((answer) => !answer.isCountry)!.total).toBeGreaterThan(GENERATED + 700);
  for (const number of [1, 1_234, GENERATED].map(String)) {
    const name = `Fictus ${number.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)}us`;
    await find(page, name.toLowerCase(), name);
  }
  await context.close();
});
